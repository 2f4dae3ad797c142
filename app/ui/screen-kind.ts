import type { StylesheetName } from '~/stylesheets.server';

/**
 * How much script a screen gets: none, the site's one small module, or Remix and React.
 * Clients that send `Save-Data: on` get `plain` everywhere.
 */
export type ScreenKind = 'plain' | 'enhanced' | 'interactive';

/** Sell Your Bikes is blue, Sell Your Scooters violet; everything else is green. */
export type ScreenTheme = 'blue' | 'violet';

/** The `handle` of a route that is a screen. */
export type ScreenHandle = {
  kind: ScreenKind | ((search: URLSearchParams) => ScreenKind);
  /** Query parameters that a cached page depends on, in one order; absent for a screen that differs by actor. */
  cacheKeyParameters?: readonly string[] | ((search: URLSearchParams) => readonly string[] | null);
  /** A function where one module serves screens of different colours. */
  theme?: ScreenTheme | ((pathname: string) => ScreenTheme);
  /** Canonical path of this screen, when it isn't its own; null: it is its own. */
  canonical?: string | ((search: URLSearchParams) => string | null);
  /** Query parameters that make it another page to search engines, in a fixed order; the canonical URL keeps them. */
  canonicalQuery?: readonly string[];
  /** Hidden from search engines: a user's own data, and search results. */
  unlisted?: boolean | ((search: URLSearchParams) => boolean);
  /** Its `meta` sets a picture for link previews, in place of the site's own. */
  hasOwnPicture?: boolean;
  /** The origin of another site that this screen embeds, which the policy allows only then; null for none. */
  frames?: (search: URLSearchParams) => string | null;
  /**
   * Stylesheets of `app/stylesheets.server.ts` that this screen needs besides the style of every page: shared ones
   * first, a later one wins.
   */
  stylesheets?: readonly StylesheetName[] | ((search: URLSearchParams) => readonly StylesheetName[]);
};

/** `value` is a route's `handle` as Remix passes it, which may be anything. */
export function isScreenHandle(value: unknown): value is ScreenHandle {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** Colour of the browser's own bars. */
export const themeColours: Readonly<Record<ScreenTheme | 'green', string>> = {
  green: '#0b6b4b',
  blue: '#1f4fd8',
  violet: '#7a3ff2',
};
