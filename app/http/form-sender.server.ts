import type { Actor } from '~/domain/shared/actor';
import { newSecret } from '~/domain/shared/crypto.server';
import { cookieNames, readCookie, setCookie } from './cookies.server';

/*
 * A form whose response contains a secret, such as the code of a listing, may arrive twice: a double tap, a lost
 * response. A cookie set with the form proves that the browser is the one that sent the first. Without that cookie, the
 * response to the repeated form omits the secret. Forms of a signed-in user have no such responses and need no cookie.
 */

/** Secret that identifies this browser as the sender of a form; null if it has none. */
export const formSenderOf = (request: Request): string | null => readCookie(request, cookieNames.formSender);

/** Headers that set such a secret in a visitor's browser, until it is closed; empty if it has one. */
export function formSenderHeaders(request: Request, { user }: Actor): Record<string, string> {
  if (user || formSenderOf(request) !== null) return {};
  return { 'Set-Cookie': setCookie(request, cookieNames.formSender, newSecret()) };
}
