import { z } from 'zod';
import { type ReadBody, readJsonBody } from '~/doors/json-body.server';
import type { CallSubject } from './subjects';
import type { Who } from './who.server';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the body of a call may be. */
type BodyFacts = {
  /** The rules of its fields, which are the command's own; a function because some depend on the day. */
  fields: (now: Date) => z.ZodType;
  media: readonly ('application/json' | 'multipart/form-data')[];
  example: unknown;
};

/** A body and how it is read; `Value` is what its handler is given. */
type Body<Value> = { facts: BodyFacts | null; read: (request: Request) => Promise<ReadBody<Value>> };

/** A JSON object. Its fields are read here and checked by the command, which may need more than the body has. */
export const jsonBody = (fields: BodyFacts['fields'], example: unknown): Body<Record<string, unknown>> => ({
  facts: { fields, media: ['application/json'], example },
  read: (request) => readJsonBody(request),
});

/**
 * JSON with data strings, or a form with files where it may be one, which the handler reads itself: what may come in
 * depends on what there is already.
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

/** Spread into the contract of a call before what it does take. */
export const takesNothing = { params: z.object({}), query: z.object({}), body: noBody } as const;

/** What most paths name. Any text may be an id; whether anything has it, its handler finds out. */
export const idParam = z.object({ id: z.string() });

/** What is known of a call, whatever it takes. */
type CallFacts = {
  /** Unique among all calls: clients are generated from it. */
  operationId: string;
  method: Method;
  /** Below `/api`, with `{names}`. */
  path: string;
  subject: CallSubject;
  /** One line. */
  summary: string;
  /** What is worth knowing besides. */
  description?: string;
  answer: {
    status: 200 | 201;
    /** The rules of `data`. */
    data: z.ZodType;
    example: unknown;
    /** The sentence for people, where there is one. */
    message?: string;
  };
  /** Statuses it refuses with besides those that follow from the rest of its contract. */
  refusals?: readonly (401 | 403 | 404 | 409 | 410 | 422)[];
  /** A refusal that brings `data` besides, by the same rules as what is done. */
  refusalWithData?: { status: 503; message: string; example: unknown };
  /** The rules of an item of a list that comes as a whole as well, as NDJSON or CSV, where `Accept` asks for that. */
  wholeList?: z.ZodObject;
  /** Whether a whole list comes with the token that its changes are followed from. */
  hasChanges?: boolean;
  /** Answered from what is kept, with an `ETag`, for as long as nothing public changes. */
  isKept?: boolean;
  /** Whoever needs a new token may still send the old one. */
  ignoresDeadTokens?: boolean;
  /** What a call other than GET counts against; 'api-read' for a question that writes nothing. Absent: 'write'. */
  counts?: 'write' | 'api-read';
};

/** One row of the table of calls: what the door holds a request to, what the document says, what the pages show. */
export type Contract<Params, QueryShape extends z.ZodRawShape, Content, User> = CallFacts & {
  who: Who<User>;
  params: z.ZodType<Params>;
  query: z.ZodObject<QueryShape>;
  body: Body<Content>;
};

/** Keeps the types of a row's rules, which its handler is given the values of. */
export const contract = <Params, QueryShape extends z.ZodRawShape, Content, User>(
  row: Contract<Params, QueryShape, Content, User>,
): Contract<Params, QueryShape, Content, User> => row;

/** Any row, for whoever reads the table. */
export type AnyContract = CallFacts & {
  who: Pick<Who<unknown>, 'name' | 'brings'>;
  params: z.ZodType;
  query: z.ZodObject;
  body: Pick<Body<unknown>, 'facts'>;
};
