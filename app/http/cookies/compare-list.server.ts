import { compareMaximum } from '~/domain/compare/compare-list';
import { cookieNames, readCookie, setCookie } from '../cookies.server';

const isId = (text: string): boolean => /^[\w-]{1,40}$/.test(text);

/**
 * Parses a comma-separated list of ids: spaces allowed, duplicates removed, at most four (docs/product.md, "Comparison
 * list").
 *
 * @returns `isTooLong` if there were more, which are omitted
 */
export function readCompareList(text: string | null): { ids: string[]; isTooLong: boolean } {
  const written = (text ?? '').split(',').map((id) => id.trim());
  const ids = [...new Set(written.filter(isId))];
  return { ids: ids.slice(0, compareMaximum), isTooLong: ids.length > compareMaximum };
}

/** Reads the compare list from its cookie. */
export function readCompareIds(request: Request): string[] {
  return readCompareList(readCookie(request, cookieNames.compare)).ids;
}

/**
 * Reads the vehicles in the `vehicles` parameter, or `vehicle` as on other screens, or without one the compare list; and
 * one more in `add`.
 */
export function readChosenVehicles(request: Request): ReturnType<typeof readCompareList> {
  const { searchParams } = new URL(request.url);
  const named = searchParams.get('vehicles') ?? searchParams.get('vehicle');
  const chosen = named === null ? readCompareIds(request) : readCompareList(named).ids;
  return readCompareList([...chosen, searchParams.get('add') ?? ''].join());
}

/** Builds the cookie of a compare list, which lasts 30 days; an empty list deletes it. */
export function createCompareCookie(request: Request, ids: readonly string[]): string {
  return setCookie(request, cookieNames.compare, ids.join(','), ids.length === 0 ? 0 : 30);
}
