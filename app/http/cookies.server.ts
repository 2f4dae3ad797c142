import { parse, serialize } from 'cookie';

/** All cookies of the site. A visitor gets none before doing something that needs one. */
export const cookieNames = {
  /** Opaque session token (docs/product.md, "Accounts" names it). */
  session: 'authToken',
  /** Codes of the manage keys of this browser. */
  manageKeys: 'manageKeys',
  /** Ids of the vehicles to compare. */
  compare: 'compare',
  /** Ids of the accessories on the enquiry list. */
  enquiry: 'enquiry',
  /** A flash message. */
  flash: 'notice',
  /** A sign-in with a correct password that waits for its second-step code. */
  signInTicket: 'signInTicket',
  /** Secret by which a visitor's browser proves that a repeated form is its own. */
  formSender: 'formSender',
} as const;

type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

const secondsInADay = 86_400;

/** @returns the value of the cookie, or null if it is missing or empty */
export function readCookie(request: Request, name: CookieName): string | null {
  const header = request.headers.get('Cookie');
  if (!header?.includes(name)) return null;
  return parse(header)[name] || null;
}

/**
 * Formats a `Set-Cookie` value. Cookies are always `HttpOnly` and `SameSite=Lax`, and `Secure` if the request used
 * https (a plain-http deployment must keep working).
 *
 * @param days lifetime; 0 deletes the cookie; if absent, it lasts until the browser is closed
 */
export function setCookie(request: Request, name: CookieName, value: string, days?: number): string {
  return serialize(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.url.startsWith('https:'),
    ...(days !== undefined && { maxAge: days * secondsInADay }),
  });
}
