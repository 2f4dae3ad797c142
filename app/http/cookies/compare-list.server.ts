import { compareMaximum } from '~/domain/compare/compare-list';
import { cookieNames, readCookie, setCookie } from '../cookies.server';

const isId = (text: string): boolean => /^[\w-]{1,40}$/.test(text);

/** At most four (docs/product.md, "Comparison list"). */
export function readCompareList(text: string | null): { ids: string[]; isTooLong: boolean } {
  const written = (text ?? '').split(',').map((id) => id.trim());
  const ids = [...new Set(written.filter(isId))];
  return { ids: ids.slice(0, compareMaximum), isTooLong: ids.length > compareMaximum };
}

export function readCompareIds(request: Request): string[] {
  return readCompareList(readCookie(request, cookieNames.compare)).ids;
}

/** `vehicles`, or `vehicle` as on other screens, or without one the compare list; and one more in `add`. */
export function readChosenVehicles(request: Request): ReturnType<typeof readCompareList> {
  const { searchParams } = new URL(request.url);
  const named = searchParams.get('vehicles') ?? searchParams.get('vehicle');
  const chosen = named === null ? readCompareIds(request) : readCompareList(named).ids;
  return readCompareList([...chosen, searchParams.get('add') ?? ''].join());
}

export function createCompareCookie(request: Request, ids: readonly string[]): string {
  return setCookie(request, cookieNames.compare, ids.join(','), ids.length === 0 ? 0 : 30);
}
