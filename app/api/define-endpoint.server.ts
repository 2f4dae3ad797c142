import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { Actor } from '~/domain/shared/actor';
import { checkInput, type Command, type CommandContext } from '~/domain/shared/command.server';
import { errorOfRead } from '~/domain/shared/database-status.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { runCommandOnce } from '~/domain/shared/idempotency.server';
import { isRecord } from '~/domain/shared/json';
import { err, type Result } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import type { BodyAllowance } from '~/http/body-budget.server';
import { overLimit, rateLimitHeaders, type RateLimitStatus } from '~/http/rate-limit.server';
import { type ApiResponse, isJson } from '~/http/responses.server';
import { type Runtime, runtimeOf } from '~/http/runtime.server';
import { changedFields, ignoredFields } from './body-fields.server';
import type { AnyContract, Contract } from './contract/contract.server';
import { finishWork, idempotentRequestOf, readKey } from './idempotency-key.server';
import { onlyIfMatching } from './if-match.server';
import { readParams, readQuery } from './request-query.server';
import { type ApiError, sendError, sendErrorResponse, withIgnored } from './respond.server';

/** An API request after authentication. */
export type EndpointContext = {
  request: Request;
  url: URL;
  params: Readonly<Record<string, string | undefined>>;
  runtime: Runtime;
  actor: Actor;
  now: Date;
  /** Public origin of the site, for links in responses. */
  origin: string;
  /** Client address, used by rate limits. */
  address: string;
  /** Memory accounting of the body. */
  bodyAllowance: BodyAllowance | null;
  /** Rate limits that the request was counted against, reported in the response. */
  counted: RateLimitStatus[];
  /** The `Idempotency-Key`; null if absent. */
  key: string | null;
  /** Schema of the body; null for a request without one. */
  rules: z.ZodType | null;
  /** Cleanup to run after the response, whatever its status. */
  cleanups: (() => Promise<void>)[];
  /** Body fields that the endpoint does not know or does not allow to be changed; a successful response lists them. */
  ignored: string[];
};

type ServerResponse = ApiResponse | Promise<ApiResponse>;
type RouteArguments = Pick<LoaderFunctionArgs & ActionFunctionArgs, 'request' | 'params' | 'context'>;

/** Arguments of a handler, already validated against the contract. */
type Given<Params, QueryShape extends z.ZodRawShape, Content, User> = {
  params: Params;
  query: z.infer<z.ZodObject<QueryShape>>;
  body: Content;
  user: User;
};
/** Arguments of a handler, inferred from the type of its contract. */
export type GivenBy<Row> =
  Row extends Contract<infer Params, infer QueryShape, infer Content, infer User>
    ? Given<Params, QueryShape, Content, User>
    : never;

/** An API contract with its handler. */
type Endpoint = { contract: AnyContract; respond: (context: EndpointContext) => Promise<ApiResponse> };

/**
 * Binds a handler to the contract of an endpoint. Requests that violate the contract are rejected, checking
 * authorization first and the body last.
 */
export function defineEndpoint<Params, QueryShape extends z.ZodRawShape, Content, User>(
  contract: Contract<Params, QueryShape, Content, User>,
  handler: (context: EndpointContext, given: Given<Params, QueryShape, Content, User>) => ServerResponse,
): Endpoint {
  return {
    contract,
    async respond(context) {
      const user = contract.access.admit(context.actor);
      if (!user.ok) return sendError(user.error);
      const params = readParams(context.params, contract.params);
      if (!params.ok) return sendError(params.error);
      const query = readQuery(context.url, contract.query);
      if (!query.ok) return sendError(query.error);
      context.rules = contract.body.facts?.fields(context.now) ?? null;
      const body = await contract.body.read(context.request);
      if (!body.ok) return sendError(body.error);
      if (isRecord(body.value)) noteIgnored(context, body.value);
      return handler(context, { params: params.value, query: query.value, body: body.value, user: user.value });
    },
  };
}

async function finish(context: EndpointContext): Promise<void> {
  finishWork(context);
  for (const cleanup of context.cleanups) await cleanup();
}

/** Records which body fields are ignored, for the response to list. */
export function noteIgnored(context: EndpointContext, body: Record<string, unknown>): void {
  if (context.rules) context.ignored = ignoredFields(body, context.rules);
}

/**
 * Fields of a JSON body that differ from the item as the client last saw it; all fields if there is none to compare.
 */
export const changesOf = (
  context: EndpointContext,
  body: Record<string, unknown>,
  shown: object | null,
): Record<string, unknown> => (shown ? changedFields(body, { ...shown }, context.rules) : body);

/** Handler of one URL, with the metadata that the server reads before any code of the route runs. */
type EndpointRoute = ((route: RouteArguments) => Promise<Response>) & {
  /** The same response before it is wrapped in a `Response` for Remix. */
  respond: (route: RouteArguments) => Promise<ApiResponse>;
  /** Methods for `Allow`; HEAD is supported wherever GET is, and OPTIONS everywhere. */
  methods: readonly string[];
  /** Query parameters that make up the cache key, in a fixed order; undefined if the response depends on the client. */
  cacheKeyParameters: readonly string[] | undefined;
};

/** Wraps a handler as the loader or action that a route exports. */
export function toEndpointRoute(
  respond: EndpointRoute['respond'],
  stated: Pick<EndpointRoute, 'methods' | 'cacheKeyParameters'>,
): EndpointRoute {
  const endpoint = async (route: RouteArguments): Promise<Response> => {
    const response = await respond(route);
    return isJson(response) ? response.toResponse() : response;
  };
  return Object.assign(endpoint, { respond, ...stated });
}

const deadToken: ApiError = {
  kind: 'unauthenticated',
  message: 'The token is not valid. Please sign in again.',
};

const noKey = { ok: true, value: null } as const;

const isCompressed = ({ headers }: Request): boolean => (headers.get('Content-Encoding') ?? 'identity') !== 'identity';
const compressedBody: ApiError = {
  kind: 'unsupported',
  message: 'Send the body as it is, not compressed.',
  accepts: { 'Accept-Encoding': 'identity' },
};

/** Reports the rate limits of a write in its response; those of reads are reported by the server. */
function withRateLimits(response: ApiResponse, { counted }: EndpointContext): ApiResponse {
  if (counted.length === 0) return response;
  for (const [name, value] of Object.entries(rateLimitHeaders(counted))) response.headers.set(name, value);
  return response;
}

/** The scope that is required (RFC 6750, section 3.1). */
const insufficientScope = { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="write"' };

/**
 * Builds the JSON endpoint of one URL, used as both loader and action of its route. Every response, including for
 * unexpected errors, has the envelope of docs/product.md, "Envelope"; Remix never produces an error response.
 */
export function endpointRoute(...endpoints: readonly Endpoint[]): EndpointRoute {
  const responses = new Map<string, Endpoint>(endpoints.map((context) => [context.contract.method, context]));
  const methods = [...responses.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  methods.push('OPTIONS');
  const read = responses.get('GET')?.contract;
  const handleRoute = async ({ request, params, context: loadContext }: RouteArguments): Promise<ApiResponse> => {
    const runtime = runtimeOf(loadContext);
    try {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: methods.join(', ') } });
      const endpoint = responses.get(method);
      if (!endpoint) {
        return sendErrorResponse(405, `${request.method} is not possible here.`, undefined, {
          Allow: methods.join(', '),
        });
      }
      const { counts = 'write', ignoresDeadTokens = false } = endpoint.contract;
      const actor = getActor(request, runtime);
      if (!actor.user && !ignoresDeadTokens && request.headers.has('Authorization')) return sendError(deadToken);
      if (actor.user?.tokenScope === 'read' && method !== 'GET' && counts === 'write' && !ignoresDeadTokens) {
        return sendErrorResponse(403, 'This access token may only read.', undefined, insufficientScope);
      }
      const isRead = method === 'GET';
      const key = isRead ? noKey : readKey(request);
      if (!key.ok) return sendError(key.error);
      if (!isRead && isCompressed(request)) return sendError(compressedBody);
      const url = new URL(request.url);
      const context: EndpointContext = {
        request,
        url,
        params,
        runtime,
        actor,
        now: runtime.clock(),
        origin: runtime.settings.origin ?? url.origin,
        address: loadContext.address ?? '',
        bodyAllowance: loadContext.bodyAllowance ?? null,
        counted: [],
        key: key.value,
        rules: null,
        cleanups: [],
        ignored: [],
      };
      if (isRead) return await endpoint.respond(context);
      const busy = overLimit(context, counts);
      const response = busy ? sendError(busy) : await endpoint.respond(context).finally(() => finish(context));
      return withRateLimits(withIgnored(response, context.ignored), context);
    } catch (error) {
      const failure = errorOfRead(runtime.db, error);
      if (failure) return sendError(failure);
      // The client closed the connection, so there is no one to respond to and no error to log.
      if (!request.signal.aborted) runtime.log.error({ requestId: loadContext.requestId, err: error }, 'unexpected');
      return sendErrorResponse(500, 'Something went wrong');
    }
  };
  return toEndpointRoute(handleRoute, {
    methods,
    cacheKeyParameters: read?.isCached ? Object.keys(read.query.shape) : undefined,
  });
}

/**
 * Runs a command for an API request: validates the fields, prepares slow work, and runs once per `Idempotency-Key`,
 * only if the item matches `If-Match`.
 *
 * @param fields input validated by the schema of the command
 * @param content raw content of the request, compared when an idempotency key is repeated; defaults to the fields
 * @param prepare slow work before the transaction, such as photos; optional
 */
export async function runEndpointCommand<Input, Value>(
  context: EndpointContext,
  command: Command<Input, Value>,
  fields: Record<string, unknown>,
  content: unknown = fields,
  prepare?: (input: Input) => Promise<Result<Input>>,
): Promise<Result<Value>> {
  const { request, runtime, actor, now } = context;
  const guarded = onlyIfMatching(command, request.headers.get('If-Match'));
  const checked = checkInput(command, fields, now);
  if (!checked.ok) return checked;
  const busy = command.limit === 'write' ? null : overLimit(context, command.limit);
  if (busy) return err(busy);
  const prepared = prepare ? await prepare(checked.value) : checked;
  if (!prepared.ok) return asKnownSender(prepared, request);
  const commandContext: CommandContext = { db: runtime.db, actor, now };
  const idempotentRequest = idempotentRequestOf(context, content);
  const result = await commitWithOthers(runtime.db, () =>
    runCommandOnce(guarded, prepared.value, commandContext, idempotentRequest),
  );
  return asKnownSender(result, request);
}

/** A client that sends a manage key is identified but lacks permission, hence 403 and not 401. */
function asKnownSender<Value>(result: Result<Value>, { headers }: Request): Result<Value> {
  if (result.ok || result.error.kind !== 'unauthenticated' || !headers.has('X-Manage-Key')) return result;
  return err({ kind: 'forbidden', message: 'This code opens nothing here.' });
}
