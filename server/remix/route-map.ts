import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { LRUCache } from 'lru-cache';
import type { EndpointRoute, ResourceHandler } from '~/api/resource-route.server';

export type CacheKeyParameters = readonly string[] | ((search: URLSearchParams) => readonly string[] | null);

export type ServedRoute = {
  id: string;
  cacheKeyParameters: CacheKeyParameters | undefined;
  openFormParameters: readonly string[] | undefined;
  changesWithAnyWrite: boolean;
  endpoints: EndpointRoute | undefined;
  takesForms: boolean;
  isPartOfScreens: boolean;
};

export type FoundRoute = { route: ServedRoute; params: Readonly<Record<string, string | undefined>> };

const matchCacheLimits = { paths: 2_000, pathLength: 200 };

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);
type Routes = ServerBuild['routes'];
type Module = Routes[string]['module'];

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

export class RouteMap {
  readonly #routes: readonly { path: string; caseSensitive: true; start: string; served: ServedRoute }[];
  readonly #found = new LRUCache<string, { route: FoundRoute | null }>({ max: matchCacheLimits.paths });

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

  find(pathname: string): FoundRoute | null {
    const entry = this.#found.get(pathname);
    if (entry) return entry.route;
    // Matching sorts the patterns each time, so only those with the same beginning take part.
    const similar = this.#routes.filter(({ start }) => pathname.startsWith(start));
    const match = matchRoutes(similar, pathname)?.at(-1);
    const route = match ? { route: match.route.served, params: match.params } : null;
    if (pathname.length <= matchCacheLimits.pathLength) this.#found.set(pathname, { route });
    return route;
  }
}
