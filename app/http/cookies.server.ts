import { parse, serialize } from 'cookie';

/** All cookies of the site. Visitors get none until an action of theirs needs one. */
export const cookieNames = {
  /** Named by docs/product.md, "Accounts". */
  session: 'authToken',
  manageKeys: 'manageKeys',
  compare: 'compare',
  enquiry: 'enquiry',
  city: 'city',
  searches: 'searches',
  messages: 'messages',
  flash: 'notice',
  preview: 'preview',
  signInTicket: 'signInTicket',
  recoveryCode: 'recoveryCode',
  pushDevice: 'pushDevice',
} as const;

type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

const secondsInADay = 86_400;

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
    ...(days !== undefined && { maxAge: Math.round(days * secondsInADay) }),
  });
}
