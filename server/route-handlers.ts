import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node';

type Manifest<Route> = Record<string, Route>;

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

  /** @param routeId null when no route is known for the path */
  of(routeId: string | null): RequestHandler {
    if (routeId === null) return this.#whole;
    const known = this.#handlers.get(routeId);
    if (known) return known;
    const handler = createRequestHandler(this.#only(routeId), 'production');
    this.#handlers.set(routeId, handler);
    return handler;
  }

  /** The browser's own list of routes is a file of the build, and stays whole. */
  #only(routeId: string): ServerBuild {
    const { build } = this;
    const line: string[] = [];
    for (let id: string | undefined = routeId; id !== undefined; id = build.routes[id]?.parentId) line.unshift(id);
    const pick = <Route>(routes: Manifest<Route>): Manifest<Route> =>
      Object.fromEntries(Object.entries(routes).filter(([id]) => line.includes(id)));
    return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
  }
}
