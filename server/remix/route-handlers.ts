import { createRequestHandler, defer, type RequestHandler, type ServerBuild } from '@remix-run/node';
import { toReadError } from '~/domain/shared/database-status.server';
import { createRejection } from '~/http/responses.server';

type Routes = ServerBuild['routes'];
type Module = Routes[string]['module'];
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

/** Remix would match and compile all routes three times per request, although the server already knows the route. */
export class RouteHandlers {
  readonly #handlers = new Map<string, RequestHandler>();
  readonly #whole: RequestHandler;

  constructor(readonly build: ServerBuild) {
    this.#whole = createRequestHandler(build, 'production');
  }

  getHandler(routeId: string | null, { searchParams }: URL): RequestHandler {
    if (routeId === null) return this.#whole;
    const isForData = searchParams.has('_data');
    const name = isForData ? `data ${routeId}` : routeId;
    const existing = this.#handlers.get(name);
    if (existing) return existing;
    const only = this.#createRouteBuild(routeId);
    const build = isForData ? only : { ...only, routes: passAllLoaderData(only.routes) };
    const handler = createRequestHandler(build, 'production');
    this.#handlers.set(name, handler);
    return handler;
  }

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

/** Remix would send the bare message. Data requests of hydrated screens handle errors themselves. */
export const isUnstyledError = ({ status, headers }: Response, { searchParams }: URL): boolean =>
  status >= 400 && headers.has('X-Remix-Catch') && !searchParams.has('_data');
