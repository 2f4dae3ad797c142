import { manageKeyCodes } from './asker.server';
import { cookieNames, setCookie } from './cookies.server';

/** More keys than a browser gathers in earnest; the oldest goes first, so that the cookie stays small. */
const mostKeys = 8;
/** As long as browsers keep any cookie. */
const days = 400;

/** The browser holds a key from now on, besides those it held. */
export function holdManageKeyCookie(request: Request, code: string): string {
  const codes = [...manageKeyCodes(request).filter((held) => held !== code), code].slice(-mostKeys);
  return setCookie(request, cookieNames.manageKeys, codes.join('.'), days);
}

/** The browser holds no manage key from now on; the codes still open their listings. */
export function forgetManageKeysCookie(request: Request): string {
  return setCookie(request, cookieNames.manageKeys, '', 0);
}
