import { parse, serialize } from 'cookie';

/** All cookies of the site. Visitors get none until an action of theirs needs one. */
export const cookieNames = {
  /** Opaque session token, named by docs/product.md, "Accounts". */
  session: 'authToken',
  /** Codes of the manage keys of this browser. */
  manageKeys: 'manageKeys',
  /** Ids of the vehicles to compare. */
  compare: 'compare',
  /** Ids of the accessories on the enquiry list. */
  enquiry: 'enquiry',
  /** Id of the visitor's city. */
  city: 'city',
  /** Secret of a visitor's saved searches. */
  searches: 'searches',
  /** Secret of the conversations that the visitor started. */
  messages: 'messages',
  /** A flash message. */
  flash: 'notice',
  /** A sign-in with a correct password that waits for its second-step code. */
  signInTicket: 'signInTicket',
  /** New recovery code, until the user has saved it. */
  recoveryCode: 'recoveryCode',
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
