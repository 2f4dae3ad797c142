import { rejectionOf } from '~/http/form-response.server';
import { errorOfRead } from '~/domain/shared/database-status.server';
import { runtimeOf } from '~/http/runtime.server';
import { createRequestHandler, defer, type RequestHandler, type ServerBuild } from '@remix-run/node';

type Manifest<Route> = Record<string, Route>;
type Routes = ServerBuild['routes'];
type Loader = NonNullable<Routes[string]['module']['loader']>;
type Action = NonNullable<Routes[string]['module']['action']>;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Passes loader data to rendering as it is. Remix would serialize it to a JSON response and parse it again, a third of
 * the work for a cached page. Deferred data skips this; nothing in it is ever pending.
 */
const handingOn =
  (loader: Loader): Loader =>
  async (routeArguments) => {
    const loaded: unknown = await loader(routeArguments);
    return isPlain(loaded) ? defer(loaded) : loaded;
  };

/** Turns database errors in screens into an error page with their status: they are not bugs. */
const orUnavailable =
  <Handler extends Loader | Action>(handler: Handler): Loader & Action =>
  async (routeArguments) => {
    try {
      return await handler(routeArguments);
    } catch (error) {
      const failure = errorOfRead(runtimeOf(routeArguments.context).db, error);
      throw failure ? rejectionOf(failure) : error;
    }
  };

const handingOnAll = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const { loader } = route.module;
      return [id, loader ? { ...route, module: { ...route.module, loader: handingOn(loader) } } : route];
    }),
  );

/**
 * Creates a Remix handler per route, limited to that route and its parents. Remix compiles all routes again for every
 * request, three times; by then the server already knows the route.
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
  of(routeId: string | null, isForData: boolean): RequestHandler {
    if (routeId === null) return this.#whole;
    const name = isForData ? `data ${routeId}` : routeId;
    const known = this.#handlers.get(name);
    if (known) return known;
    const only = this.#only(routeId);
    const build = isForData ? only : { ...only, routes: handingOnAll(only.routes) };
    const handler = createRequestHandler(build, 'production');
    this.#handlers.set(name, handler);
    return handler;
  }

  /** The browser's route manifest is a file of the build, and stays complete. */
  #only(routeId: string): ServerBuild {
    const { build } = this;
    const line: string[] = [];
    for (let id: string | undefined = routeId; id !== undefined; id = build.routes[id]?.parentId) line.unshift(id);
    const pick = <Route>(routes: Manifest<Route>): Manifest<Route> =>
      Object.fromEntries(Object.entries(routes).filter(([id]) => line.includes(id)));
    const routes = Object.fromEntries(
      Object.entries(pick(build.routes)).map(([id, route]) => {
        const { loader, action } = route.module;
        const guarded = {
          ...(loader && { loader: orUnavailable(loader) }),
          ...(action && { action: orUnavailable(action) }),
        };
        return [id, { ...route, module: { ...route.module, ...guarded } }];
      }),
    );
    return { ...build, routes, assets: { ...build.assets, routes: pick(build.assets.routes) } };
  }
}
