import { compareMaximum } from '~/domain/compare/limits';
import { cookieNames, readCookie, setCookie } from './cookies.server';

const isId = (text: string): boolean => /^[\w-]{1,40}$/.test(text);

/**
 * The ids in a comma-separated list, with or without spaces, each once, at most four (docs/product.md, "Comparison list").
 *
 * @returns `isTooLong` when there were more, which are left out
 */
export function readCompareList(text: string | null): { ids: string[]; isTooLong: boolean } {
  const written = (text ?? '').split(',').map((id) => id.trim());
  const ids = [...new Set(written.filter(isId))];
  return { ids: ids.slice(0, compareMaximum), isTooLong: ids.length > compareMaximum };
}

/** The browser's compare list, kept in a cookie. */
export function readCompareIds(request: Request): string[] {
  return readCompareList(readCookie(request, cookieNames.compare)).ids;
}

/** The browser keeps this compare list for 30 days from now; an empty one is taken away. */
export function compareCookie(request: Request, ids: readonly string[]): string {
  return setCookie(request, cookieNames.compare, ids.join(','), ids.length === 0 ? 0 : 30);
}
