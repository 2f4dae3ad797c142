/**
 * How much script a screen gets: none, the site's one small module, or Remix and React.
 * People who ask to save data get `plain` everywhere.
 */
export type ScreenKind = 'plain' | 'enhanced' | 'interactive';

/** What a route says of itself in its `handle`. */
export type ScreenHandle = {
  kind: ScreenKind | ((search: URLSearchParams) => ScreenKind);
  /** Query parameters that a kept copy depends on, in one order; absent for a screen that is made for each asker. */
  keep?: readonly string[] | ((search: URLSearchParams) => readonly string[] | null);
};

/** `value` is a route's `handle` as Remix gives it, which may be anything. */
export function isScreenHandle(value: unknown): value is ScreenHandle {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
