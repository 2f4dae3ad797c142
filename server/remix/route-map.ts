import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { LRUCache } from 'lru-cache';
import type { EndpointRoute, ResourceHandler } from '~/api/resource-route.server';

export type CacheKeyParameters = readonly string[] | ((search: URLSearchParams) => readonly string[] | null);

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
