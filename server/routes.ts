import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { createRequestHandler, defer, type RequestHandler, type ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { LRUCache } from 'lru-cache';
import type { EndpointRoute, ResourceHandler } from '~/api/resource-route.server';
import { toReadError } from '~/domain/shared/database-status.server';
import { type BodyAllowance, createMeteredBody, getMaxBodyBytes } from '~/http/request-body.server';
import { cookieNames } from '~/http/cookies.server';
import { createRejection } from '~/http/form-response.server';
import { isRead } from './request-kind';

type CacheKeyParameters = readonly string[] | ((search: URLSearchParams) => readonly string[] | null);

/** Metadata of a route that the server uses, for screens and API endpoints. */
export type ServedRoute = {
  id: string;
  cacheKeyParameters: CacheKeyParameters | undefined;
  /** Query parameters with which browsers may store a visitor's page; undefined if they must not. */
  openFormParameters: readonly string[] | undefined;
  /** Whether any write, and each minute, can change the page of its form. */
  changesWithAnyWrite: boolean;
  /** The endpoints of an API path; undefined for screens, which Remix renders. */
  endpoints: EndpointRoute | undefined;
  /** Whether a screen has forms and accepts POST. */
  takesForms: boolean;
  /** Whether it is a subresource of screens, which is requested often and not counted separately. */
  isPartOfScreens: boolean;
};

export type FoundRoute = { route: ServedRoute; params: Readonly<Record<string, string | undefined>> };

const matchCacheLimits = { paths: 2_000, pathLength: 200 };

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);
type Routes = ServerBuild['routes'];
type Module = Routes[string]['module'];

/** Metadata that a route exports as `handle`. */
const getHandle = ({ handle }: Module): object => (typeof handle === 'object' && handle !== null ? handle : {});

const isCacheKeyParameters = (value: unknown): value is CacheKeyParameters =>
  isList(value) || typeof value === 'function';

/** By its property: the server may have loaded another copy of the module that creates it. */
const isResourceHandler = (loader: unknown): loader is ResourceHandler =>
  typeof loader === 'function' && 'endpointRoutes' in loader;

function createServedRoute({ id, module }: Routes[string]): ServedRoute {
  const { loader, action } = module;
  const handle = getHandle(module);
  const endpoints = isResourceHandler(loader) ? loader.endpointRoutes.find((route) => route.id === id) : undefined;
  const ofScreen =
    'cacheKeyParameters' in handle && isCacheKeyParameters(handle.cacheKeyParameters)
      ? handle.cacheKeyParameters
      : undefined;
  return {
    id,
    cacheKeyParameters: endpoints ? endpoints.cacheKeyParameters : ofScreen,
    openFormParameters:
      'openFormParameters' in handle && isList(handle.openFormParameters) ? handle.openFormParameters : undefined,
    changesWithAnyWrite: 'changesWithAnyWrite' in handle && handle.changesWithAnyWrite === true,
    endpoints,
    takesForms: action !== undefined && !endpoints,
    isPartOfScreens: 'isPartOfScreens' in handle && handle.isPartOfScreens === true,
  };
}

/** Matches paths to routes with Remix's own route table, and its order of patterns. */
export class RouteMap {
  readonly #routes: readonly { path: string; caseSensitive: true; start: string; served: ServedRoute }[];
  readonly #found = new LRUCache<string, { found: FoundRoute | null }>({ max: matchCacheLimits.paths });

  /** @param routes case-sensitive, and none inside another one with a path, as `app/routes.ts` makes them */
  constructor(routes: Routes) {
    this.#routes = Object.values(routes).flatMap((route) => {
      const { path, parentId } = route;
      // The layout of screens has no path, and the root is shown at no path by itself.
      if (path === undefined || parentId === undefined) return [];
      const [start = ''] = path.split(/\/?[:*]/, 1);
      return [{ path, caseSensitive: true, start: `/${start}`, served: createServedRoute(route) }];
    });
  }

  /** @returns null if no route matches */
  find(pathname: string): FoundRoute | null {
    const known = this.#found.get(pathname);
    if (known) return known.found;
    // Matching sorts the patterns each time, so only those with the same beginning take part.
    const similar = this.#routes.filter(({ start }) => pathname.startsWith(start));
    const match = matchRoutes(similar, pathname)?.at(-1);
    const found = match ? { route: match.route.served, params: match.params } : null;
    if (pathname.length <= matchCacheLimits.pathLength) this.#found.set(pathname, { found });
    return found;
  }
}

/** Maximum number of values of one parameter in a cached target. */
const maxRepeatedValues = 20;

/**
 * Path and query that a response is cached under: the query parameters that its route knows, in a fixed order.
 *
 * @param parameters those of the route that are known, or a function that selects them
 * @returns null if the route is not cached, or may reject the query: an API endpoint that does not know a parameter, or
 *   gets it twice
 */
export function createCacheableTarget(
  route: ServedRoute,
  { pathname, searchParams }: URL,
  parameters: CacheKeyParameters | undefined,
): string | null {
  const known = typeof parameters === 'function' ? parameters(searchParams) : parameters;
  if (!known) return null;
  if (route.endpoints && [...searchParams.keys()].some((name) => !known.includes(name))) return null;
  const params = new URLSearchParams();
  for (const name of known) {
    const values = searchParams.getAll(name).filter((value) => value !== '');
    if (values.length > (route.endpoints ? 1 : maxRepeatedValues)) return null;
    for (const value of values) params.append(name, value);
  }
  return params.size === 0 ? pathname : `${pathname}?${params}`;
}

type Manifest<Route> = Record<string, Route>;
type Loader = NonNullable<Module['loader']>;
type Action = NonNullable<Module['action']>;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Passes loader data to rendering unchanged. Remix would serialize it to a JSON response and parse it again, a third of
 * the work for a cached page. Deferred data skips this; none of it is ever pending.
 */
const passLoaderData =
  (loader: Loader): Loader =>
  async (routeArguments) => {
    const loaded: unknown = await loader(routeArguments);
    return isPlain(loaded) ? defer(loaded) : loaded;
  };

/** Turns database errors in screens into an error page with their status, since they are not bugs. */
const withUnavailableError =
  <Handler extends Loader | Action>(handler: Handler): Loader & Action =>
  async (routeArguments) => {
    try {
      return await handler(routeArguments);
    } catch (error) {
      const failure = toReadError(routeArguments.context.runtime.db, error);
      throw failure ? createRejection(failure) : error;
    }
  };

const passAllLoaderData = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const { loader } = route.module;
      return [id, loader ? { ...route, module: { ...route.module, loader: passLoaderData(loader) } } : route];
    }),
  );

/**
 * Creates a Remix handler per route, limited to that route and its parents. Remix would match and compile all routes
 * three times per request, although the server already knows the route.
 */
export class RouteHandlers {
  readonly #handlers = new Map<string, RequestHandler>();
  readonly #whole: RequestHandler;

  constructor(readonly build: ServerBuild) {
    this.#whole = createRequestHandler(build, 'production');
  }

  /**
   * @param routeId null if no route matches the path
   * @param isForData whether a hydrated screen requests only its data, as JSON
   */
  getHandler(routeId: string | null, isForData: boolean): RequestHandler {
    if (routeId === null) return this.#whole;
    const name = isForData ? `data ${routeId}` : routeId;
    const known = this.#handlers.get(name);
    if (known) return known;
    const only = this.#createRouteBuild(routeId);
    const build = isForData ? only : { ...only, routes: passAllLoaderData(only.routes) };
    const handler = createRequestHandler(build, 'production');
    this.#handlers.set(name, handler);
    return handler;
  }

  /** The browser's route manifest, a file of the build, stays complete. */
  #createRouteBuild(routeId: string): ServerBuild {
    const { build } = this;
    const line: string[] = [];
    for (let id: string | undefined = routeId; id !== undefined; id = build.routes[id]?.parentId) line.unshift(id);
    const pick = <Route>(routes: Manifest<Route>): Manifest<Route> =>
      Object.fromEntries(Object.entries(routes).filter(([id]) => line.includes(id)));
    const routes = Object.fromEntries(
      Object.entries(pick(build.routes)).map(([id, route]) => {
        const { loader, action } = route.module;
        const guarded = {
          ...(loader && { loader: withUnavailableError(loader) }),
          ...(action && { action: withUnavailableError(action) }),
        };
        return [id, { ...route, module: { ...route.module, ...guarded } }];
      }),
    );
    return { ...build, routes, assets: { ...build.assets, routes: pick(build.assets.routes) } };
  }
}

/** Headers with credentials or validators, which must not affect the rendering of a cached page. */
const personalHeaders = new Set([
  'cookie',
  'authorization',
  'x-manage-key',
  'x-messages-key',
  'if-none-match',
  'if-modified-since',
]);
/** Disables Remix's own origin check: ours has already run, and users must never see Remix's error. */
const overriddenHeaders = new Set(['origin', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * A request converted for Remix; `body` is null for a read. Its `errored` is the reason if the meter aborts the body.
 */
export type AdaptedRequest = { request: Request; body: Transform | null };

/**
 * Converts a request for Remix.
 *
 * @param url URL that the request is handled as
 * @param asVisitor removes credentials, and turns HEAD into the GET whose response is cached
 * @param allowance memory accounting of the body; null for a read
 * @param city the visitor's city, the only cookie that is passed on, if the page shows it
 * @throws BodyRejected if the announced length is already too large
 */
export function toWebRequest(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  asVisitor: boolean,
  allowance: BodyAllowance | null = null,
  city: string | null = null,
): AdaptedRequest {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (name.startsWith(':') || overriddenHeaders.has(name) || (asVisitor && personalHeaders.has(name))) continue;
    headers.append(name, rawHeaders[i + 1] ?? '');
  }
  if (city !== null) headers.set('Cookie', `${cookieNames.city}=${city}`);
  const method = request.method ?? 'GET';
  if (isRead(method)) {
    return { request: new Request(url, { method: asVisitor ? 'GET' : method, headers }), body: null };
  }
  const gone = new AbortController();
  const body = createMeteredBody(request, getMaxBodyBytes(request), allowance);
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
    body.destroy();
  });
  // A slow or disconnected client is not an error of ours, so the reader ends without logging.
  body.once('error', (error) => gone.abort(error));
  // Rejected by its announced length.
  if (body.errored) throw body.errored;
  const options: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    body: toBody(Readable.toWeb(body)),
    duplex: 'half',
    signal: gone.signal,
  };
  return { request: new Request(url, options), body };
}

/** Node's stream type and that of the DOM differ in name only. */
function toBody(stream: ReturnType<typeof Readable.toWeb>): BodyInit {
  if (stream instanceof ReadableStream) return stream;
  throw new TypeError('A body must be a stream.');
}
