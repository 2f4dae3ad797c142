import { z } from 'zod';
import { recordRoleRejection } from '~/domain/moderation/audit-log.server';
import { type Actor, requireUser, type SignedInUser, signInRequired } from '~/domain/shared/actor';
import { type Permission, requirePermission } from '~/domain/shared/permissions';
import { err, type ErrorCode, ok, type Result } from '~/domain/shared/result';
import type { Renditions } from '~/domain/photos/renditions.server';
import type { BodyAllowance } from '~/http/request-body.server';
import type { WriteRequest } from '~/submit/submit-command.server';
import {
  type BodyNotes,
  checkLines,
  readJsonBody,
  readParams,
  readQuery,
  readUnneededBody,
  recordBodyNotes,
} from './read-input.server';
import { type ApiResponse, type ApiResult, isRecord, respondWithError } from './respond.server';
import { dryRunParameter, oneOf } from './schemas.server';
import type { EndpointSubject } from './subjects';

export type EndpointContext = WriteRequest &
  BodyNotes & {
    request: Request;
    url: URL;
    params: Readonly<Record<string, string | undefined>>;
    origin: string;
    bodyAllowance: BodyAllowance | null;
    idempotencyKey: string | null;
    bodySchema: z.ZodType | null;
    isDryRun: boolean;
    /** Of a dry run: stored in the transaction of the command, which is rolled back. */
    photosOfDryRun: Renditions[];
    cleanups: (() => Promise<void>)[];
  };

/** Access rule of an endpoint, checked before the request is parsed. The commands enforce the same rules. */
export type Access<User> = {
  name: 'anyone' | 'user' | 'owner' | 'participant' | 'operator';
  credentials: 'none' | 'token' | 'token or link' | 'token or manage key' | 'token or key';
  permission?: Permission;
  authorize: (actor: Actor) => Result<User>;
};

export const anyone: Access<SignedInUser | null> = {
  name: 'anyone',
  credentials: 'none',
  authorize: ({ user }) => ok(user),
};
/** Of an item of a user, or of a visitor, whose private link has the key of it. */
export const linkHolders: Access<SignedInUser | null> = { ...anyone, credentials: 'token or link' };
export const users: Access<SignedInUser> = { name: 'user', credentials: 'token', authorize: requireUser };
export const usersWithAnyToken: Access<SignedInUser | null> = { ...users, authorize: ({ user }) => ok(user) };
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
/** Members of the team whose role has the permission. */
export const team = (permission: Permission): Access<SignedInUser> => ({
  name: 'operator',
  credentials: 'token',
  permission,
  authorize: (actor) => requirePermission(actor, permission),
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type BodySpec = {
  /** A function, because some rules depend on the current day. */
  schema: (now: Date) => z.ZodType;
  media: readonly ('application/json' | 'multipart/form-data' | 'application/x-ndjson')[];
  example: unknown;
};

type RequestBody<Value> = {
  spec: BodySpec | null;
  read: (request: Request) => Promise<ApiResult<Value>>;
};

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

/** A JSON object in each line; the handler reads them one by one. @param schema of a line */
export const bodyOfLines = (schema: BodySpec['schema'], example: unknown): RequestBody<null> => ({
  spec: { schema, media: ['application/x-ndjson'], example },
  read: async (request) => checkLines(request),
});

const noBody: RequestBody<Record<string, unknown>> = { spec: null, read: readUnneededBody };

export const noInput = { params: z.object({}), query: z.object({}), body: noBody } as const;

/** Any text is a valid id; the handler looks the item up. */
export const idParam = z.object({ id: z.string() });

type EndpointDescription = {
  operationId: string;
  method: Method;
  path: string;
  subject: EndpointSubject;
  summary: string;
  description?: string;
  response: {
    status: 200 | 201;
    data: z.ZodType;
    example: unknown;
    message?: string;
  };
  /** Codes of its own errors by status; those of every endpoint of its kind are known from the rest of its definition. */
  rejections?: Readonly<Partial<Record<401 | 403 | 404 | 409 | 410 | 422, readonly ErrorCode[]>>>;
  errorWithData?: { status: 503; message: string; example: unknown };
  wholeList?: z.ZodObject;
  /** Whether the response is streamed with one `response.data` in each line, without an envelope. */
  respondsInLines?: boolean;
  /** Whether a POST may change an item that is there already: 200, without `Location`. */
  mayUpdate?: boolean;
  hasChanges?: boolean;
  /** Whether `Accept: text/event-stream` gets a live stream. */
  hasEvents?: boolean;
  isCached?: boolean;
  ignoresInvalidToken?: boolean;
  /** Sets something that is on or off and has no version, so that `If-Match` does not apply. */
  hasNoVersion?: boolean;
  changesByPost?: boolean;
  /** Verifies a password, which takes long: over the limit, not even a repetition is answered. */
  verifiesPassword?: boolean;
  /** Rate limit, unless it is GET: 'api-read' for an endpoint that writes nothing. Default: 'write'. */
  rateLimit?: 'write' | 'api-read';
};

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

export type Endpoint = EndpointDescription & {
  access: Pick<Access<unknown>, 'name' | 'credentials' | 'permission'>;
  params: z.ZodType;
  query: z.ZodObject;
  body: Pick<RequestBody<unknown>, 'spec'>;
  respond: (context: EndpointContext) => Promise<ApiResponse>;
};

const dryRunQuery = z.object({ [dryRunParameter]: oneOf(dryRunParameter, ['true', 'false']).optional() });

/** Requests that violate the definition are rejected, checking authorization first and the body last. */
export function defineEndpoint<Params, QueryShape extends z.ZodRawShape, BodyValue, User>(
  definition: EndpointDefinition<Params, QueryShape, BodyValue, User>,
): Endpoint {
  return {
    ...definition,
    async respond(context) {
      const user = definition.access.authorize(context.actor);
      if (!user.ok) return respondWithError(recordRoleRejection({ ...context, db: context.runtime.db }, user.error));
      const params = readParams(context.params, definition.params);
      if (!params.ok) return respondWithError(params.error);
      const isWrite = definition.method !== 'GET';
      const query = readQuery(context.url, definition.query, isWrite ? [dryRunParameter] : []);
      if (!query.ok) return respondWithError(query.error);
      if (isWrite) {
        const dryRun = readQuery(context.url, dryRunQuery, Object.keys(definition.query.shape));
        if (!dryRun.ok) return respondWithError(dryRun.error);
        context.isDryRun = dryRun.value[dryRunParameter] === 'true';
      }
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
