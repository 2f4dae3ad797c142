import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import type { SignedInUser } from '~/domain/shared/actor';
import { toReadError } from '~/domain/shared/database-status.server';
import type { PlainCode } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import { createRateLimitHeaders } from '~/http/address-limits.server';
import { createKeyUnlessRelative } from '~/http/search-params';
import { paths } from '~/paths';
import { checkLimit, countAsRead, takeBackCounts } from '~/submit/limits.server';
import type { Endpoint, EndpointContext } from './define-endpoint.server';
import { createWriteName, readIdempotencyKey } from './endpoint-command.server';
import {
  type ApiError,
  type ApiResponse,
  addBodyNotes,
  addRequestId,
  respondWithError,
  respondWithStatus,
} from './respond.server';
import { createSnapshotResponse, findSnapshots } from './snapshots.server';

const rejectMethod = (method: string, allow: string): ApiResponse =>
  respondWithStatus(405, { code: 'method_not_allowed', values: { method } }, {}, { Allow: allow });

const readMethods = 'GET, HEAD, OPTIONS';

type RouteArguments = Pick<LoaderFunctionArgs & ActionFunctionArgs, 'request' | 'params' | 'context'>;

export type EndpointRoute = {
  /** Path pattern without the leading slash, such as `api/bikes/:id`; also the name of the route in logs. */
  id: string;
  /** Methods for `Allow`; HEAD is supported wherever GET is, and OPTIONS everywhere. Empty for an unknown path. */
  methods: readonly string[];
  /** Query parameters of the cache key, in a fixed order; undefined if the response depends on the client. */
  cacheKeyParameters: readonly string[] | ReturnType<typeof createKeyUnlessRelative> | undefined;
  respond: (route: RouteArguments) => Promise<ApiResponse>;
};

const invalidToken: ApiError = {
  kind: 'unauthenticated',
  code: 'invalid_token',
};

const noIdempotencyKey = { ok: true, value: null } as const;

const isCompressed = ({ headers }: Request): boolean => (headers.get('Content-Encoding') ?? 'identity') !== 'identity';
const compressedBody: ApiError = {
  kind: 'unsupported',
  code: 'compressed_body',
  accepts: { 'Accept-Encoding': 'identity' },
};

/** Names the required scope (RFC 6750, 3.1). */
const respondWithScopeError = (scope: 'write' | 'desk', code: PlainCode): ApiResponse =>
  respondWithStatus(403, { code }, {}, { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` });

function findScopeError(
  { method, access, rateLimit = 'write', ignoresInvalidToken }: Endpoint,
  user: SignedInUser | null,
): ApiResponse | null {
  if (user?.tokenScope === 'read' && method !== 'GET' && rateLimit === 'write' && !ignoresInvalidToken)
    return respondWithScopeError('write', 'token_is_read_only');
  if (user?.isWithoutDesk && access.name === 'operator') return respondWithScopeError('desk', 'token_without_desk');
  return null;
}

function withRateLimits(response: ApiResponse, { counted }: EndpointContext): ApiResponse {
  if (counted.length === 0) return response;
  for (const [name, value] of Object.entries(createRateLimitHeaders(counted))) response.headers.set(name, value);
  return response;
}

/** Over the limit only if it repeats a write that is finished or in progress. */
async function respondWithinLimit(endpoint: Endpoint, context: EndpointContext): Promise<ApiResponse> {
  const { overLimit, idempotencyKey, readLimit } = context;
  const mayRepeat = idempotencyKey !== null && !endpoint.verifiesPassword;
  if (overLimit && !(mayRepeat && (await countAsRead(context, readLimit)))) return respondWithError(overLimit);
  const response = await endpoint.respond(context).finally(() => runCleanups(context));
  if (overLimit && context.repetition === null) return respondWithError(overLimit);
  if (context.repetition === 'stored') response.headers.set('Idempotent-Replayed', 'true');
  return response;
}

async function runCleanups({ cleanups }: EndpointContext): Promise<void> {
  for (const cleanup of cleanups) await cleanup();
}

/** Every response, including for unexpected errors, has the envelope of docs/product.md, "Envelope". */
function createEndpointRoute(path: string, endpoints: readonly Endpoint[]): EndpointRoute {
  const byMethod = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.method, endpoint]));
  const methods = [...byMethod.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  methods.push('OPTIONS');
  const read = byMethod.get('GET');
  const respondWithoutId: EndpointRoute['respond'] = async ({ request, params, context: loadContext }) => {
    const { runtime } = loadContext;
    try {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: methods.join(', ') } });
      const endpoint = byMethod.get(method);
      if (!endpoint) {
        return rejectMethod(request.method, methods.join(', '));
      }
      const { rateLimit = 'write', ignoresInvalidToken = false } = endpoint;
      const actor = getActor(request, runtime);
      if (!actor.user && !ignoresInvalidToken && request.headers.has('Authorization'))
        return respondWithError(invalidToken);
      const scopeError = findScopeError(endpoint, actor.user);
      if (scopeError) return scopeError;
      const isRead = method === 'GET';
      const key = isRead ? noIdempotencyKey : readIdempotencyKey(request);
      if (!key.ok) return respondWithError(key.error);
      if (!isRead && isCompressed(request)) return respondWithError(compressedBody);
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
        idempotencyKey: key.value,
        overLimit: null,
        readLimit: 'api-read',
        writeName: null,
        whileInProgress: 'reject',
        repetition: null,
        bodySchema: null,
        isDryRun: false,
        photosOfDryRun: [],
        cleanups: [],
        ignoredFields: [],
        warnings: {},
      };
      if (isRead) return await endpoint.respond(context);
      context.writeName = createWriteName(context);
      context.overLimit = await checkLimit(context, rateLimit);
      const answered = await respondWithinLimit(endpoint, context);
      // Only one that repeats a write is understood with a token that has ended.
      const isOfToken = endpoint.access.name !== 'anyone' && !actor.user && request.headers.has('Authorization');
      const response = isOfToken && answered.status === 401 ? respondWithError(invalidToken) : answered;
      if (response.status === 503) takeBackCounts(context);
      return withRateLimits(addBodyNotes(response, context), context);
    } catch (error) {
      const failure = toReadError(runtime.db, error);
      if (failure) return respondWithError(failure);
      if (!request.signal.aborted) runtime.log.error({ requestId: loadContext.requestId, err: error }, 'unexpected');
      return respondWithStatus(500, { code: 'internal_error' });
    }
  };
  const respond: EndpointRoute['respond'] = async (route) =>
    addRequestId(await respondWithoutId(route), route.context.requestId);
  return {
    id: `api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    methods,
    cacheKeyParameters: read?.isCached ? createKeyUnlessRelative(Object.keys(read.query.shape)) : undefined,
    respond,
  };
}

/** Our server finds the endpoints in them and calls those directly, without wrapping their response. */
export type ResourceHandler = ((route: RouteArguments) => Promise<Response>) & {
  readonly endpointRoutes: readonly EndpointRoute[];
};

function createHandler(endpointRoutes: readonly EndpointRoute[]): ResourceHandler {
  const matchable = endpointRoutes.map((endpoints) => ({ path: endpoints.id, caseSensitive: true, endpoints }));
  const respond = async (route: RouteArguments): Promise<Response> => {
    const { endpoints } = matchRoutes(matchable, new URL(route.request.url).pathname)?.at(-1)?.route ?? {};
    if (!endpoints) throw new Error('A path in app/routes.ts is not one of its module.');
    const response = await endpoints.respond(route);
    return response instanceof Response ? response : response.toResponse();
  };
  return Object.assign(respond, { endpointRoutes });
}

export function createResourceHandler(endpoints: readonly Endpoint[]): ResourceHandler {
  const paths = [...new Set(endpoints.map(({ path }) => path))];
  return createHandler(
    paths.map((path) =>
      createEndpointRoute(
        path,
        endpoints.filter((endpoint) => endpoint.path === path),
      ),
    ),
  );
}

/** Not an endpoint: its address is in the list of snapshots, and it is not JSON. */
export const snapshotFile = createHandler([
  {
    id: 'api/snapshots/:file',
    methods: ['GET', 'HEAD', 'OPTIONS'],
    cacheKeyParameters: undefined,
    async respond({ request, params, context: { runtime, requestId } }) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return addRequestId(rejectMethod(request.method, readMethods), requestId);
      }
      try {
        const now = runtime.clock();
        const snapshot = (await findSnapshots(runtime, now)).find(({ name }) => name === params.file);
        return snapshot
          ? createSnapshotResponse(runtime, snapshot, now)
          : addRequestId(respondWithError({ kind: 'not-found', code: 'snapshot_gone' }), requestId);
      } catch (error) {
        const failure = toReadError(runtime.db, error);
        if (!failure) throw error;
        return addRequestId(respondWithError(failure), requestId);
      }
    },
  },
]);

export const unknownResource = createHandler([
  {
    id: 'api/*',
    methods: [],
    cacheKeyParameters: undefined,
    async respond({ request, context }) {
      const { pathname } = new URL(request.url);
      // Its file is sent before any route is looked for.
      if (pathname !== paths.apiClient())
        return addRequestId(respondWithError({ kind: 'not-found', code: 'unknown_endpoint' }), context.requestId);
      return request.method === 'OPTIONS'
        ? new Response(null, { status: 204, headers: { Allow: readMethods } })
        : addRequestId(rejectMethod(request.method, readMethods), context.requestId);
    },
  },
]);
