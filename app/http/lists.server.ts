import type { Accessory } from '~/domain/accessories/accessory';
import { compareMaximum } from '~/domain/compare/comparison';
import { accessoriesOf } from '~/domain/content/accessories.server';
import { mostAbout } from '~/domain/subjects/subject';
import { cookieNames, readCookie, setCookie } from './cookies.server';

const isId = (text: string): boolean => /^[\w-]{1,40}$/.test(text);

/**
 * Parses the ids of a comma-separated list, with or without spaces, without duplicates, at most four
 * (docs/product.md, "Comparison list").
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

/** Builds the cookie of a compare list, which lasts 30 days; an empty list deletes it. */
export function compareCookie(request: Request, ids: readonly string[]): string {
  return setCookie(request, cookieNames.compare, ids.join(','), ids.length === 0 ? 0 : 30);
}

/**
 * Reads the accessories on the enquiry list from its cookie (docs/product.md, "Accessories"), without duplicates and
 * unknown ids.
 */
export function readEnquiryList(request: Request): Accessory[] {
  const ids = readCookie(request, cookieNames.enquiry)?.split(',') ?? [];
  return accessoriesOf(ids).slice(0, mostAbout);
}

/** Builds the cookie of an enquiry list, which lasts 30 days; an empty list deletes it. */
export function enquiryCookie(request: Request, items: readonly Accessory[]): string {
  return setCookie(request, cookieNames.enquiry, items.map(({ id }) => id).join(','), items.length === 0 ? 0 : 30);
}
