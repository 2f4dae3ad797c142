import { type Accessory, findAccessories } from '~/domain/content/accessories.server';
import { maxSubjects } from '~/domain/messages/message';
import { cookieNames, readCookie, setCookie } from '../cookies.server';

/**
 * Reads the accessories on the enquiry list from its cookie (docs/product.md, "Accessories"), without duplicates and
 * unknown ids.
 */
export function readEnquiryList(request: Request): Accessory[] {
  const ids = readCookie(request, cookieNames.enquiry)?.split(',') ?? [];
  return findAccessories(ids).slice(0, maxSubjects);
}

/** Builds the cookie of an enquiry list, which lasts 30 days; an empty list deletes it. */
export function createEnquiryCookie(request: Request, items: readonly Accessory[]): string {
  return setCookie(request, cookieNames.enquiry, items.map(({ id }) => id).join(','), items.length === 0 ? 0 : 30);
}
