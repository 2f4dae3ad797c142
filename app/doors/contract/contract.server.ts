import { z } from 'zod';
import { type ReadBody, readJsonBody } from '~/doors/json-body.server';
import type { CallSubject } from './subjects';
import type { Who } from './who.server';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Describes the request body of an endpoint. */
type BodyFacts = {
  /** Schema of the fields, shared with the command; a function because some rules depend on the current day. */
  fields: (now: Date) => z.ZodType;
  media: readonly ('application/json' | 'multipart/form-data')[];
  example: unknown;
};

/** A request body and its parser; `Value` is the type that the handler receives. */
type Body<Value> = { facts: BodyFacts | null; read: (request: Request) => Promise<ReadBody<Value>> };

/** A JSON object. It is parsed here and validated by the command, which may need more than the body contains. */
export const jsonBody = (fields: BodyFacts['fields'], example: unknown): Body<Record<string, unknown>> => ({
  facts: { fields, media: ['application/json'], example },
  read: (request) => readJsonBody(request),
});

/**
 * JSON with data strings or, where `media` allows it, a multipart form with files. The handler parses it, because the
 * accepted images depend on the stored item.
 */
export const bodyWithImages = (
  fields: BodyFacts['fields'],
  example: unknown,
  media: BodyFacts['media'] = ['application/json', 'multipart/form-data'],
): Body<null> => ({
  facts: { fields, media, example },
  read: async () => ({ done: true, value: null }),
});

const noBody: Body<null> = { facts: null, read: async () => ({ done: true, value: null }) };

/** Defaults for an endpoint without parameters or body; spread into a contract before its own values. */
export const takesNothing = { params: z.object({}), query: z.object({}), body: noBody } as const;

/** Path parameter of most endpoints. Any text is accepted as an id; the handler looks the item up. */
export const idParam = z.object({ id: z.string() });

/** The part of a contract that does not depend on the types of parameters and body. */
type CallFacts = {
  /** Unique among all endpoints: generated clients use it as a method name. */
  operationId: string;
  method: Method;
  /** Path below `/api`, with `{name}` for each path parameter. */
  path: string;
  subject: CallSubject;
  /** One line. */
  summary: string;
  /** Details that the summary leaves out. */
  description?: string;
  answer: {
    status: 200 | 201;
    /** Schema of `data`. */
    data: z.ZodType;
    example: unknown;
    /** Success message for display, where the product has one. */
    message?: string;
  };
  /** Error statuses besides those that follow from the rest of the contract. */
  refusals?: readonly (401 | 403 | 404 | 409 | 410 | 422)[];
  /** Error response that also has `data`, with the same schema as the success response. */
  refusalWithData?: { status: 503; message: string; example: unknown };
  /** Schema of an item of a list that is also available as a whole, as NDJSON or CSV, by `Accept`. */
  wholeList?: z.ZodObject;
  /** Whether the response with the whole list has an `X-Changes-Token` header. */
  hasChanges?: boolean;
  /** Whether the response is cached, with an `ETag`, until public data changes. */
  isKept?: boolean;
  /** Accepts an invalid or expired bearer token, because a client that needs a new token may still send the old one. */
  ignoresDeadTokens?: boolean;
  /** Rate limit of an endpoint other than GET; 'api-read' for one that writes nothing. Default: 'write'. */
  counts?: 'write' | 'api-read';
};

/** One endpoint: the contract that the handler enforces, the OpenAPI document describes and the pages show. */
export type Contract<Params, QueryShape extends z.ZodRawShape, Content, User> = CallFacts & {
  who: Who<User>;
  params: z.ZodType<Params>;
  query: z.ZodObject<QueryShape>;
  body: Body<Content>;
};

/** Returns the contract as it is; infers the types of its schemas for the handler. */
export const contract = <Params, QueryShape extends z.ZodRawShape, Content, User>(
  row: Contract<Params, QueryShape, Content, User>,
): Contract<Params, QueryShape, Content, User> => row;

/** The contract of any endpoint, without the types of its schemas. */
export type AnyContract = CallFacts & {
  who: Pick<Who<unknown>, 'name' | 'brings'>;
  params: z.ZodType;
  query: z.ZodObject;
  body: Pick<Body<unknown>, 'facts'>;
};
