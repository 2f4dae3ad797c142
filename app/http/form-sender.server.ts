import type { Asker } from '~/domain/asker';
import { newSecret } from '~/domain/secrets.server';
import { cookieNames, readCookie, setCookie } from './cookies.server';

/*
 * A form whose response holds a secret, such as the code of a listing, may arrive twice: a double tap, a lost response.
 * The browser proves to be the one that sent the first by a cookie that it was given with the form. Without that
 * cookie the repeated form is answered without the secret. A signed-in user's forms hold none and need none.
 */

/** The secret that this browser proves itself by; null when it has none. */
export const formSenderOf = (request: Request): string | null => readCookie(request, cookieNames.formSender);

/** The headers that give a visitor's browser such a secret, until it is closed; none where it has one. */
export function formSenderHeaders(request: Request, { user }: Asker): Record<string, string> {
  if (user || formSenderOf(request) !== null) return {};
  return { 'Set-Cookie': setCookie(request, cookieNames.formSender, newSecret()) };
}
