/**
 * How much script a screen gets: none, the site's small module, or Remix and React. Clients that send `Save-Data: on`
 * always get `plain`.
 */
export type ScreenKind = 'plain' | 'enhanced' | 'interactive';

/** Sell Your Bikes is blue, Sell Your Scooters violet; everything else is green. */
export type ScreenTheme = 'blue' | 'violet';

export type ScreenHandle = {
  kind: ScreenKind | ((search: URLSearchParams) => ScreenKind);
  /** Query parameters that a cached page depends on, in a fixed order; absent for a screen that differs by actor. */
  cacheKeyParameters?: readonly string[] | ((search: URLSearchParams) => readonly string[] | null);
  /**
   * For a screen with a form: query parameters with which a visitor's page holds nothing private. Browsers may store it
   * then, and restore what was typed when the visitor comes back, and the page is cached with each response getting an
   * idempotency key of its own; absent for a screen that they must not store.
   */
  openFormParameters?: readonly string[];
  /** A form shows data that the content revision does not cover, such as free times. */
  changesWithAnyWrite?: boolean;
  /** A function when one module serves screens of different colours. */
  theme?: ScreenTheme | ((pathname: string) => ScreenTheme);
  /** Canonical path of this screen, when it is not its own; null when it is. */
  canonical?: string | ((search: URLSearchParams) => string | null);
  /** Query parameters that search engines treat as a separate page, in a fixed order; the canonical URL keeps them. */
  canonicalQuery?: readonly string[];
  /** Hidden from search engines: a user's own data, and search results. */
  unlisted?: boolean | ((search: URLSearchParams) => boolean);
  /**
   * Id of the element that ends what the first flight holds of a longer page. The page is painted once the browser has
   * parsed it; absent for a page that fits.
   */
  paintedUpTo?: string;
  /** Its `meta` sets an image for link previews, in place of the default one. */
  hasOwnPicture?: boolean | ((search: URLSearchParams) => boolean);
  /**
   * The origin of another site that this screen embeds, allowed by its Content-Security-Policy only then; null for
   * none.
   */
  frames?: (search: URLSearchParams) => string | null;
  /** Fills the window, without header and footer. */
  fillsWindow?: (search: URLSearchParams) => boolean;
  className?: string;
};

/** `value` is a route's `handle`, which Remix types as unknown. */
export function isScreenHandle(value: unknown): value is ScreenHandle {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

export const themeColours: Readonly<Record<ScreenTheme | 'green', string>> = {
  green: '#0b6b4b',
  blue: '#1f4fd8',
  violet: '#7a3ff2',
};
