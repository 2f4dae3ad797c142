import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';

type RouteObject = Parameters<typeof matchRoutes>[0][number];

type Keep = readonly string[] | ((search: URLSearchParams) => readonly string[] | null);
/** The parts of a route's `handle` that the server goes by; screens and API calls both declare them. */
export type ServedRoute = {
  id: string;
  keep: Keep | undefined;
  /** Methods an API path knows; undefined for screens. */
  methods: readonly string[] | undefined;
};

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);
const isKeep = (value: unknown): value is Keep => isList(value) || typeof value === 'function';

/** Finds which route answers a path, by Remix's own table, so that the server never repeats a route. */
export class RouteMap {
  readonly #tree: RouteObject[];
  readonly #served = new Map<string, ServedRoute>();

  constructor(routes: ServerBuild['routes']) {
    const childrenOf = (parentId: string | undefined): RouteObject[] =>
      Object.values(routes)
        .filter((route) => route?.parentId === parentId)
        .map((route) => {
          const { id, path, index, caseSensitive, module } = route;
          const handle: unknown = module.handle;
          const stated: object = typeof handle === 'object' && handle !== null ? handle : {};
          this.#served.set(id, {
            id,
            keep: 'keep' in stated && isKeep(stated.keep) ? stated.keep : undefined,
            methods: 'methods' in stated && isList(stated.methods) ? stated.methods : undefined,
          });
          return index ? { id, path, index, caseSensitive } : { id, path, caseSensitive, children: childrenOf(id) };
        });
    this.#tree = childrenOf(undefined);
  }

  /** @returns null for a path that no route knows */
  find(pathname: string): ServedRoute | null {
    const id = matchRoutes(this.#tree, pathname)?.at(-1)?.route.id;
    return (id !== undefined && this.#served.get(id)) || null;
  }
}

/**
 * The one address a public answer is kept under: the path with the query parameters its route knows, in one order.
 *
 * @returns null when the route keeps nothing, or when a parameter comes twice, which the route will refuse
 */
export function keptAddress(route: ServedRoute, { pathname, searchParams }: URL): string | null {
  const known = typeof route.keep === 'function' ? route.keep(searchParams) : route.keep;
  if (!known) return null;
  const kept = new URLSearchParams();
  for (const name of known) {
    const values = searchParams.getAll(name);
    if (values.length > 1) return null;
    if (values[0]) kept.set(name, values[0]);
  }
  return kept.size === 0 ? pathname : `${pathname}?${kept}`;
}
