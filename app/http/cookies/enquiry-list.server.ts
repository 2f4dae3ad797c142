import { type Accessory, findAccessories } from '~/domain/content/accessories.server';
import type { Database } from '~db/connection';
import { maxSubjects } from '~/domain/messages/message';
import { cookieNames, readCookie, setCookie } from '../cookies.server';

/** docs/product.md, "Accessories". */
export function readEnquiryList(request: Request, db: Database): Accessory[] {
  const ids = readCookie(request, cookieNames.enquiry)?.split(',') ?? [];
  return findAccessories(db, ids).slice(0, maxSubjects);
}

export function createEnquiryCookie(request: Request, items: readonly Accessory[]): string {
  return setCookie(request, cookieNames.enquiry, items.map(({ id }) => id).join(','), items.length === 0 ? 0 : 30);
}
