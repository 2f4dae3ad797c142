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

/** An API request after authentication, as its handler receives it. */
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
  /** Rate limits that the request was counted against, reported in the response. */
  counted: RateLimitStatus[];
  /** The `Idempotency-Key`; null if absent. */
  idempotencyKey: string | null;
  /** Schema of the body; null for a request without one. */
  bodySchema: z.ZodType | null;
  /** Cleanup to run after the response, whatever its status. */
  cleanups: (() => Promise<void>)[];
  /** Body fields that the endpoint does not know or does not allow to be changed; a successful response lists them. */
  ignored: string[];
};

/** Access rule of an endpoint. It is checked before the request is parsed; the commands enforce the same rules. */
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
/** Access to sign-out: a repeated request with the same idempotency key has a token that is already revoked. */
export const usersWithAnyToken: Access<SignedInUser | null> = { ...users, authorize: ({ user }) => ok(user) };
/** Owners of items that only signed-in users can have. */
export const owners: Access<SignedInUser> = { name: 'owner', credentials: 'token', authorize: signedIn };
/** Owners of items that a visitor can have too, with a manage key: the command checks the user or the key. */
export const keyHolders: Access<SignedInUser | null> = {
  name: 'owner',
  credentials: 'token or manage key',
  authorize: ({ user }) => ok(user),
};
/** The two sides of conversations: users, holders of a manage key, and visitors with the key of their messages. */
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
  /** Schema of the fields, shared with the command; a function because some rules depend on the current day. */
  schema: (now: Date) => z.ZodType;
  media: readonly ('application/json' | 'multipart/form-data')[];
  example: unknown;
};

/** A request body and its parser; `Value` is the type that the handler receives. */
type RequestBody<Value> = {
  /** Null for a request without a body. */
  spec: BodySpec | null;
  read: (request: Request) => Promise<ApiResult<Value>>;
};

/** A JSON object. It is parsed here and validated by the command, which may need more than the body contains. */
export const jsonBody = (schema: BodySpec['schema'], example: unknown): RequestBody<Record<string, unknown>> => ({
  spec: { schema, media: ['application/json'], example },
  read: (request) => readJsonBody(request),
});

/**
 * JSON with data strings or, where `media` allows it, a multipart form with files. The handler parses it, because the
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

/** Defaults for an endpoint without parameters or body; spread into a definition before its own values. */
export const noInput = { params: z.object({}), query: z.object({}), body: noBody } as const;

/** Path parameter of most endpoints. Any text is accepted as an id; the handler looks the item up. */
export const idParam = z.object({ id: z.string() });

/** What the API reference shows of an endpoint, besides its access and the schemas of its input. */
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
    /** Success message for display, where the product has one. */
    message?: string;
  };
  /** Error statuses besides those that follow from the rest of the definition. */
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
  ignoresInvalidToken?: boolean;
  /** Whether what it sets is either on or off and has no version, so that `If-Match` means nothing. */
  hasNoVersion?: boolean;
  /** Rate limit of an endpoint other than GET; 'api-read' for one that writes nothing. Default: 'write'. */
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

/** An endpoint of the API, without the types of its input. */
export type Endpoint = EndpointDescription & {
  access: Pick<Access<unknown>, 'name' | 'credentials'>;
  params: z.ZodType;
  query: z.ZodObject;
  body: Pick<RequestBody<unknown>, 'spec'>;
  /** Validates a request and calls the handler. */
  respond: (context: EndpointContext) => Promise<ApiResponse>;
};

/**
 * Defines an endpoint: the one place that states what it requires, what it returns and what it does. Requests that
 * violate the definition are rejected, checking authorization first and the body last; the OpenAPI document, the
 * reference pages, the cache key and the tests are made from the same definition.
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

/** Every error status of the API, and its meaning (docs/product.md, "Statuses"). */
export const rejections = {
  400: 'The URL or a parameter is malformed, or the body is not a JSON object.',
  401: 'The request has no bearer token, or one that is not valid.',
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
  503: 'The service cannot read or write at the moment: retry later.',
} as const;
export type ErrorStatus = keyof typeof rejections;

/** Whether an endpoint writes. Writes take an `Idempotency-Key`, so that a repeated request has no further effect. */
export const isWrite = ({ method }: Endpoint): boolean => method !== 'GET';

/** Whether an endpoint changes an existing item, so that it takes `If-Match`. */
export const changesItem = ({ method, hasNoVersion = false }: Endpoint): boolean =>
  !hasNoVersion && (method === 'PUT' || method === 'PATCH' || method === 'DELETE');

/** The error statuses of an endpoint in ascending order: those in its definition, and those that follow from the rest. */
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
