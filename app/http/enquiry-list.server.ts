import type { Accessory } from '~/domain/accessories/accessory';
import { enquiryMaximum } from '~/domain/accessories/enquiry-list';
import { accessoriesOf } from '~/domain/content/accessories.server';
import { cookieNames, readCookie, setCookie } from './cookies.server';

/**
 * The accessories on the browser's enquiry list, kept in a cookie (docs/product.md, "Accessories"): each once, those there are.
 */
export function readEnquiryList(request: Request): Accessory[] {
  const ids = readCookie(request, cookieNames.enquiry)?.split(',') ?? [];
  return accessoriesOf(ids).slice(0, enquiryMaximum);
}

/** The browser keeps this enquiry list for 30 days from now; an empty one is taken away. */
export function enquiryCookie(request: Request, items: readonly Accessory[]): string {
  return setCookie(request, cookieNames.enquiry, items.map(({ id }) => id).join(','), items.length === 0 ? 0 : 30);
}
