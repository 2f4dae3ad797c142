import { parse, serialize } from 'cookie';

/** Every cookie the site sets. A visitor gets none before doing something that needs one. */
export const cookieNames = {
  /** The opaque session token (docs/product.md, "Accounts" names it). */
  session: 'authToken',
  /** Codes of the manage keys this browser holds. */
  manageKeys: 'manageKeys',
  /** Ids of the vehicles to compare. */
  compare: 'compare',
  /** Ids of the accessories to ask about. */
  enquiry: 'enquiry',
  /** A one-time message. */
  notice: 'notice',
  /** A sign-in whose password was right, and whose code is awaited. */
  signInTicket: 'signInTicket',
  /** What a visitor's browser proves by that a form sent again is its own. */
  formSender: 'formSender',
} as const;

type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

const secondsInADay = 86_400;

/** @returns the cookie's value, or null when it did not come or is empty */
export function readCookie(request: Request, name: CookieName): string | null {
  const header = request.headers.get('Cookie');
  if (!header?.includes(name)) return null;
  return parse(header)[name] || null;
}

/**
 * A `Set-Cookie` value. Cookies are never readable by scripts, stay with this site's own requests, and are `Secure`
 * when the request came by https (a plain-http deployment must go on working).
 *
 * @param days how long it is kept; 0 takes it away; absent: until the browser is closed
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
