import { compareMaximum } from '~/domain/compare/limits';
import { cookieNames, readCookie, setCookie } from './cookies.server';

const isId = (text: string): boolean => /^[\w-]{1,40}$/.test(text);

/** The ids in a comma-separated list, each once, at most four (product.md section 4). */
export function parseCompareIds(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').filter(isId))].slice(0, compareMaximum);
}

/** The browser's compare list, kept in a cookie. */
export function readCompareIds(request: Request): string[] {
  return parseCompareIds(readCookie(request, cookieNames.compare));
}

export function compareCookie(request: Request, ids: readonly string[]): string {
  return setCookie(request, cookieNames.compare, ids.join(','), ids.length === 0 ? 0 : 30);
}
