import { z } from 'zod';
import { type Actor, requireOperator, requireUser, type SignedInUser, signInRequired } from '~/domain/shared/actor';
import { err, ok, type Result } from '~/domain/shared/result';
import type { BodyAllowance } from '~/http/request-body.server';
import type { WriteRequest } from '~/submit/submit-command.server';
import {
  type BodyNotes,
  readJsonBody,
  readParams,
  readQuery,
  readUnneededBody,
  recordBodyNotes,
} from './read-input.server';
import { type ApiResponse, type ApiResult, isRecord, respondWithError } from './respond.server';
import type { EndpointSubject } from './subjects';

/** Authenticated API request, as received by a handler. */
export type EndpointContext = WriteRequest &
  BodyNotes & {
    request: Request;
    url: URL;
    /** Path parameters as text, before they are validated. */
    params: Readonly<Record<string, string | undefined>>;
    /** Public origin of the site, for links in responses. */
    origin: string;
    /** Memory accounting of the body; null for a read. */
    bodyAllowance: BodyAllowance | null;
    /** The `Idempotency-Key`; null if absent. */
    idempotencyKey: string | null;
    /** Schema of the body; null for a request without one. */
    bodySchema: z.ZodType | null;
    /** Cleanup to run after the response, regardless of its status. */
    cleanups: (() => Promise<void>)[];
  };

/** Access rule of an endpoint, checked before the request is parsed. The commands enforce the same rules. */
export type Access<User> = {
  /** Role in docs/product.md, "Roles". */
  name: 'anyone' | 'user' | 'owner' | 'participant' | 'operator';
  /** Credentials that the request needs. */
  credentials: 'none' | 'token' | 'token or manage key' | 'token or key';
  authorize: (actor: Actor) => Result<User>;
};

export const anyone: Access<SignedInUser | null> = {
  name: 'anyone',
  credentials: 'none',
  authorize: ({ user }) => ok(user),
};
export const users: Access<SignedInUser> = { name: 'user', credentials: 'token', authorize: requireUser };
/** Access to sign-out, whose token is already revoked when a request is repeated. */
export const usersWithAnyToken: Access<SignedInUser | null> = { ...users, authorize: ({ user }) => ok(user) };
/** Owners of items that only users can have. */
export const owners: Access<SignedInUser> = { name: 'owner', credentials: 'token', authorize: requireUser };
/** Owners of items that visitors can have too, with a manage key; the command checks user or key. */
export const keyHolders: Access<SignedInUser | null> = {
  name: 'owner',
  credentials: 'token or manage key',
  authorize: ({ user }) => ok(user),
};
/** Sides of conversations: users, holders of a manage key, and visitors with the key of their messages. */
export const participants: Access<SignedInUser | null> = {
  name: 'participant',
  credentials: 'token or key',
  authorize: ({ user, manageKeyIds, messagesHash }) =>
    user || manageKeyIds.length > 0 || messagesHash ? ok(user) : err(signInRequired),
};
export const operators: Access<SignedInUser> = { name: 'operator', credentials: 'token', authorize: requireOperator };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Description of a request body. */
type BodySpec = {
  /** Schema of the fields, shared with the command. A function, because some rules depend on the current day. */
  schema: (now: Date) => z.ZodType;
  media: readonly ('application/json' | 'multipart/form-data')[];
  example: unknown;
};

/** Request body and its parser, which returns `Value` to the handler. */
type RequestBody<Value> = {
  /** Null for a request without a body. */
  spec: BodySpec | null;
  read: (request: Request) => Promise<ApiResult<Value>>;
};

/** JSON object, parsed here and validated by the command, which may need more than the body contains. */
export const jsonBody = (schema: BodySpec['schema'], example: unknown): RequestBody<Record<string, unknown>> => ({
  spec: { schema, media: ['application/json'], example },
  read: (request) => readJsonBody(request),
});

/**
 * JSON with data strings or, if `media` allows it, a multipart form with files. Parsed by the handler, because the
 * accepted images depend on the stored item.
 */
export const bodyWithImages = (
  schema: BodySpec['schema'],
  example: unknown,
  media: BodySpec['media'] = ['application/json', 'multipart/form-data'],
): RequestBody<null> => ({
  spec: { schema, media, example },
  read: async () => ({ ok: true, value: null }),
});

const noBody: RequestBody<Record<string, unknown>> = { spec: null, read: readUnneededBody };

/** Defaults for an endpoint without parameters or body, to spread before its own values. */
export const noInput = { params: z.object({}), query: z.object({}), body: noBody } as const;

/** Path parameter of most endpoints. Any text is a valid id; the handler looks the item up. */
export const idParam = z.object({ id: z.string() });

/** Documentation of an endpoint, in addition to its access and the schemas of its input. */
type EndpointDescription = {
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
    /** Success message for display, if the product defines one. */
    message?: string;
  };
  /** Error statuses in addition to those that follow from the rest of the definition. */
  rejections?: readonly (401 | 403 | 404 | 409 | 410 | 422)[];
  /** Error response that also has `data`, with the same schema as the success response. */
  errorWithData?: { status: 503; message: string; example: unknown };
  /** Item schema of a list that is also available as a whole, as NDJSON or CSV, by `Accept`. */
  wholeList?: z.ZodObject;
  /** Whether the response with the whole list has an `X-Changes-Token` header. */
  hasChanges?: boolean;
  /** Whether the response is cached, with an `ETag`, until public data changes. */
  isCached?: boolean;
  /** Accepts an invalid or expired bearer token, which a client that needs a new one may still send. */
  ignoresInvalidToken?: boolean;
  /** Sets something that is on or off and has no version, so that `If-Match` does not apply. */
  hasNoVersion?: boolean;
  /** Changes an existing item by POST, so that `If-Match` applies. */
  changesByPost?: boolean;
  /** Verifies a password, which takes long: over the limit, not even a repetition is answered. */
  verifiesPassword?: boolean;
  /** Rate limit, unless it is GET: 'api-read' for an endpoint that writes nothing. Default: 'write'. */
  rateLimit?: 'write' | 'api-read';
};

/** Input of a handler, validated against the definition of its endpoint. */
type EndpointInput<Params, QueryShape extends z.ZodRawShape, BodyValue, User> = {
  params: Params;
  query: z.infer<z.ZodObject<QueryShape>>;
  body: BodyValue;
  user: User;
};

type EndpointDefinition<Params, QueryShape extends z.ZodRawShape, BodyValue, User> = EndpointDescription & {
  access: Access<User>;
  params: z.ZodType<Params>;
  query: z.ZodObject<QueryShape>;
  body: RequestBody<BodyValue>;
  handler: (
    context: EndpointContext,
    input: EndpointInput<Params, QueryShape, BodyValue, User>,
  ) => ApiResponse | Promise<ApiResponse>;
};

/** Endpoint without the types of its input. */
export type Endpoint = EndpointDescription & {
  access: Pick<Access<unknown>, 'name' | 'credentials'>;
  params: z.ZodType;
  query: z.ZodObject;
  body: Pick<RequestBody<unknown>, 'spec'>;
  /** Validates a request and calls the handler. */
  respond: (context: EndpointContext) => Promise<ApiResponse>;
};

/**
 * Defines an endpoint: the single source of its requirements, its response and its behaviour. Requests that violate the
 * definition are rejected, checking authorization first and the body last. The OpenAPI document, the reference pages,
 * the cache key and the tests are derived from it.
 */
export function defineEndpoint<Params, QueryShape extends z.ZodRawShape, BodyValue, User>(
  definition: EndpointDefinition<Params, QueryShape, BodyValue, User>,
): Endpoint {
  return {
    ...definition,
    async respond(context) {
      const user = definition.access.authorize(context.actor);
      if (!user.ok) return respondWithError(user.error);
      const params = readParams(context.params, definition.params);
      if (!params.ok) return respondWithError(params.error);
      const query = readQuery(context.url, definition.query);
      if (!query.ok) return respondWithError(query.error);
      context.bodySchema = definition.body.spec?.schema(context.now) ?? null;
      const body = await definition.body.read(context.request);
      if (!body.ok) return respondWithError(body.error);
      if (isRecord(body.value)) recordBodyNotes(context, body.value);
      return definition.handler(context, {
        params: params.value,
        query: query.value,
        body: body.value,
        user: user.value,
      });
    },
  };
}
