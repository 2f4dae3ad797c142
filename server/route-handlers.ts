import { refusalOf } from '~/doors/form-door.server';
import { readProblem } from '~/domain/database-status.server';
import { runtimeOf } from '~/http/runtime.server';
import { createRequestHandler, defer, type RequestHandler, type ServerBuild } from '@remix-run/node';

type Manifest<Route> = Record<string, Route>;
type Routes = ServerBuild['routes'];
type Loader = NonNullable<Routes[string]['module']['loader']>;
type Action = NonNullable<Routes[string]['module']['action']>;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * What a loader returns Remix writes as JSON into an answer and reads out of it again, before it renders it: a third of
 * the work for a page that is remembered. Deferred data it hands on as it is, and nothing in it is ever waited for.
 */
const handingOn =
  (loader: Loader): Loader =>
  async (call) => {
    const loaded: unknown = await loader(call);
    return isPlain(loaded) ? defer(loaded) : loaded;
  };

/** What a screen meets that is wrong with the database is no bug: its page says so, with the status of the problem. */
const orUnavailable =
  <Handler extends Loader | Action>(handler: Handler): Loader & Action =>
  async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      const problem = readProblem(runtimeOf(call.context).db, error);
      throw problem ? refusalOf(problem) : error;
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
 * A Remix handler for each route, which knows that route and its parents only. Remix compiles its whole table of routes
 * into patterns and elements again with every request, three times over; by then the server knows which route it is.
 */
export class RouteHandlers {
  readonly #handlers = new Map<string, RequestHandler>();
  readonly #whole: RequestHandler;

  constructor(readonly build: ServerBuild) {
    this.#whole = createRequestHandler(build, 'production');
  }

  /**
   * @param routeId null when no route is known for the path
   * @param isForData a screen in a browser asks for its data alone, which goes out as JSON
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

  /** The browser's own list of routes is a file of the build, and stays whole. */
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
