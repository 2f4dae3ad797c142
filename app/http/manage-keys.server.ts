import { manageKeyCodes, mostManageKeys } from './asker.server';
import { cookieNames, setCookie } from './cookies.server';

/** The longest cookie lifetime that browsers allow. */
const days = 400;

/** Builds the cookie that adds a key to those of the browser; the oldest is dropped, so that the cookie stays small. */
export function holdManageKeyCookie(request: Request, code: string): string {
  const codes = [...manageKeyCodes(request).filter((held) => held !== code), code].slice(-mostManageKeys);
  return setCookie(request, cookieNames.manageKeys, codes.join('.'), days);
}

/** Builds the cookie that removes all manage keys from the browser; their codes remain valid. */
export function forgetManageKeysCookie(request: Request): string {
  return setCookie(request, cookieNames.manageKeys, '', 0);
}
