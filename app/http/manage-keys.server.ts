import { manageKeyCodes, mostManageKeys } from './asker.server';
import { cookieNames, setCookie } from './cookies.server';

/** As long as browsers keep any cookie. */
const days = 400;

/** The browser holds a key from now on, besides those it held; the oldest goes, so that the cookie stays small. */
export function holdManageKeyCookie(request: Request, code: string): string {
  const codes = [...manageKeyCodes(request).filter((held) => held !== code), code].slice(-mostManageKeys);
  return setCookie(request, cookieNames.manageKeys, codes.join('.'), days);
}

/** The browser holds no manage key from now on; the codes still open their listings. */
export function forgetManageKeysCookie(request: Request): string {
  return setCookie(request, cookieNames.manageKeys, '', 0);
}
