import { z } from 'zod';
import { type Actor, signedIn, signedInOperator, type SignedInUser } from '~/domain/shared/actor';
import { ok, type Result } from '~/domain/shared/result';
import { type ReadBody, readJsonBody } from '../json-body.server';
import type { EndpointSubject } from './subjects';

/** Access rule of an endpoint. It is checked before the request is parsed; the commands enforce the same rules. */
export type Access<User> = {
  /** Role in docs/product.md, "Roles". */
  name: 'anyone' | 'user' | 'owner' | 'operator';
  /** Credentials that the request needs. */
  brings: 'nothing' | 'a token' | 'a token or a manage key';
  admit: (actor: Actor) => Result<User>;
};

export const anyone: Access<SignedInUser | null> = {
  name: 'anyone',
  brings: 'nothing',
  admit: ({ user }) => ok(user),
};
export const users: Access<SignedInUser> = { name: 'user', brings: 'a token', admit: signedIn };
/** Access to sign-out: a repeated request with the same idempotency key has a token that is already revoked. */
export const usersWithAnyToken: Access<SignedInUser | null> = { ...users, admit: ({ user }) => ok(user) };
/** Owners of items that only signed-in users can have. */
export const owners: Access<SignedInUser> = { name: 'owner', brings: 'a token', admit: signedIn };
/** Owners of items that a visitor can have too, with a manage key: the command checks the user or the key. */
export const keyHolders: Access<SignedInUser | null> = {
  name: 'owner',
  brings: 'a token or a manage key',
  admit: ({ user }) => ok(user),
};
export const operators: Access<SignedInUser> = { name: 'operator', brings: 'a token', admit: signedInOperator };

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
  read: async () => ({ ok: true, value: null }),
});

const noBody: Body<null> = { facts: null, read: async () => ({ ok: true, value: null }) };

/** Defaults for an endpoint without parameters or body; spread into a contract before its own values. */
export const takesNothing = { params: z.object({}), query: z.object({}), body: noBody } as const;

/** Path parameter of most endpoints. Any text is accepted as an id; the handler looks the item up. */
export const idParam = z.object({ id: z.string() });

/** The part of a contract that does not depend on the types of parameters and body. */
type EndpointFacts = {
  /** Unique among all endpoints: generated clients use it as a method name. */
  operationId: string;
  method: Method;
  /** Path below `/api`, with `{name}` for each path parameter. */
  path: string;
  subject: EndpointSubject;
  /** One line. */
  summary: string;
  /** Details that the summary leaves out. */
  description?: string;
  response: {
    status: 200 | 201;
    /** Schema of `data`. */
    data: z.ZodType;
    example: unknown;
    /** Success message for display, where the product has one. */
    message?: string;
  };
  /** Error statuses besides those that follow from the rest of the contract. */
  rejections?: readonly (401 | 403 | 404 | 409 | 410 | 422)[];
  /** Error response that also has `data`, with the same schema as the success response. */
  errorWithData?: { status: 503; message: string; example: unknown };
  /** Schema of an item of a list that is also available as a whole, as NDJSON or CSV, by `Accept`. */
  wholeList?: z.ZodObject;
  /** Whether the response with the whole list has an `X-Changes-Token` header. */
  hasChanges?: boolean;
  /** Whether the response is cached, with an `ETag`, until public data changes. */
  isCached?: boolean;
  /** Accepts an invalid or expired bearer token, because a client that needs a new token may still send the old one. */
  ignoresDeadTokens?: boolean;
  /** Rate limit of an endpoint other than GET; 'api-read' for one that writes nothing. Default: 'write'. */
  counts?: 'write' | 'api-read';
};

/** One endpoint: the contract that the handler enforces, the OpenAPI document describes and the pages show. */
export type Contract<Params, QueryShape extends z.ZodRawShape, Content, User> = EndpointFacts & {
  access: Access<User>;
  params: z.ZodType<Params>;
  query: z.ZodObject<QueryShape>;
  body: Body<Content>;
};

/** Returns the contract as it is; infers the types of its schemas for the handler. */
export const contract = <Params, QueryShape extends z.ZodRawShape, Content, User>(
  row: Contract<Params, QueryShape, Content, User>,
): Contract<Params, QueryShape, Content, User> => row;

/** The contract of any endpoint, without the types of its schemas. */
export type AnyContract = EndpointFacts & {
  access: Pick<Access<unknown>, 'name' | 'brings'>;
  params: z.ZodType;
  query: z.ZodObject;
  body: Pick<Body<unknown>, 'facts'>;
};
