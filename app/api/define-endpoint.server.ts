import { z } from 'zod';
import { type Actor, type SignedInUser, signedIn, signedInOperator, signInRequired } from '~/domain/shared/actor';
import { isRecord } from '~/domain/shared/json';
import { err, ok, type Result } from '~/domain/shared/result';
import type { BodyAllowance } from '~/http/body-budget.server';
import type { RateLimitStatus } from '~/http/rate-limit.server';
import type { ApiResponse } from '~/http/responses.server';
import type { Runtime } from '~/http/runtime.server';
import { readJsonBody, recordIgnoredFields } from './json-body.server';
import { readParams, readQuery } from './query-parameters.server';
import { type ApiResult, sendError } from './respond.server';
import type { EndpointSubject } from './subjects';

/** Authenticated API request, as received by a handler. */
export type EndpointContext = {
  request: Request;
  url: URL;
  /** Path parameters as text, before they are validated. */
  params: Readonly<Record<string, string | undefined>>;
  runtime: Runtime;
  actor: Actor;
  now: Date;
  /** Public origin of the site, for links in responses. */
  origin: string;
  /** Client address, used by rate limits. */
  address: string;
  /** Memory accounting of the body; null for a read. */
  bodyAllowance: BodyAllowance | null;
  /** Rate limits that the request counts against, for the response headers. */
  counted: RateLimitStatus[];
  /** The `Idempotency-Key`; null if absent. */
  idempotencyKey: string | null;
  /** Schema of the body; null for a request without one. */
  bodySchema: z.ZodType | null;
  /** Cleanup to run after the response, regardless of its status. */
  cleanups: (() => Promise<void>)[];
  /** Body fields that the endpoint does not know or allow to change, listed in a successful response. */
  ignored: string[];
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
export const users: Access<SignedInUser> = { name: 'user', credentials: 'token', authorize: signedIn };
/** Access to sign-out, whose token is already revoked when a request is repeated. */
export const usersWithAnyToken: Access<SignedInUser | null> = { ...users, authorize: ({ user }) => ok(user) };
/** Owners of items that only users can have. */
export const owners: Access<SignedInUser> = { name: 'owner', credentials: 'token', authorize: signedIn };
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
export const operators: Access<SignedInUser> = { name: 'operator', credentials: 'token', authorize: signedInOperator };

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

const noBody: RequestBody<null> = { spec: null, read: async () => ({ ok: true, value: null }) };

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
      if (!user.ok) return sendError(user.error);
      const params = readParams(context.params, definition.params);
      if (!params.ok) return sendError(params.error);
      const query = readQuery(context.url, definition.query);
      if (!query.ok) return sendError(query.error);
      context.bodySchema = definition.body.spec?.schema(context.now) ?? null;
      const body = await definition.body.read(context.request);
      if (!body.ok) return sendError(body.error);
      if (isRecord(body.value)) recordIgnoredFields(context, body.value);
      return definition.handler(context, {
        params: params.value,
        query: query.value,
        body: body.value,
        user: user.value,
      });
    },
  };
}

/** Error statuses of the API and their meanings (docs/product.md, "Statuses"). */
export const rejections = {
  400: 'The URL or a parameter is malformed, or the body is not a JSON object.',
  401: 'The request has no valid bearer token.',
  403: 'The client is identified but not allowed to do this, or a page of another site sent the write.',
  404: 'The item does not exist, or the client is not allowed to see it.',
  409: 'The change was already made, the item was changed in the meantime, or the `Idempotency-Key` was used with another body or by a request still in progress.',
  410: 'The `since` token is too old: start again without it.',
  412: 'The item does not match `If-Match`: it has changed since it was read.',
  413: 'The request body is too large.',
  415: 'The endpoint does not accept the media type or content encoding of the body: `Accept` or `Accept-Encoding` in the response lists those it accepts.',
  422: 'A field is not valid: `errors` has one sentence for each.',
  429: 'Too many requests from this address: wait for the number of seconds in `Retry-After`.',
  500: 'Internal server error.',
  503: 'The service cannot read or write at the moment. Retry later.',
} as const;
export type ErrorStatus = keyof typeof rejections;

/** Whether an endpoint writes. Writes take an `Idempotency-Key`, so that a repeated request has no further effect. */
export const isWrite = ({ method }: Endpoint): boolean => method !== 'GET';

/** Whether an endpoint changes an existing item, so that it takes `If-Match`. */
export const changesItem = ({ method, hasNoVersion = false, changesByPost = false }: Endpoint): boolean =>
  !hasNoVersion && (method === 'PUT' || method === 'PATCH' || method === 'DELETE' || changesByPost);

/**
 * Error statuses of an endpoint in ascending order: those of its definition, and those that follow from the rest of it.
 */
export function errorsOf(endpoint: Endpoint): ErrorStatus[] {
  const statuses = new Set<ErrorStatus>([...(endpoint.rejections ?? []), 400, 429, 500, 503]);
  if (endpoint.errorWithData) statuses.add(endpoint.errorWithData.status);
  if (!endpoint.ignoresInvalidToken) statuses.add(401);
  if (endpoint.access.name === 'operator') statuses.add(403);
  if (isWrite(endpoint)) statuses.add(403).add(409).add(415);
  if (changesItem(endpoint)) statuses.add(412);
  if (endpoint.body.spec) statuses.add(413).add(422);
  return [...statuses].sort((one, other) => one - other);
}
