import { findSession } from '~/domain/accounts/sessions.server';
import type { Asker } from '~/domain/asker';
import { findManageKeys } from '~/domain/listings/manage-key.server';
import { cookieNames, readCookie } from './cookies.server';
import type { Runtime } from './runtime.server';

/** Token of an `Authorization: Bearer` header; null if there is none. */
function bearerToken(request: Request): string | null {
  const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  return token ?? null;
}

/** More keys than a browser collects in practice; if a forged cookie contains more, the newest are used. */
export const mostManageKeys = 8;

/**
 * Codes of the manage keys in a request, from the browser's cookie or an API client's header. Cookies are ignored in a
 * request with a bearer token, because it may come from another site's page.
 *
 * @returns at most eight, the newest last
 */
export function manageKeyCodes(request: Request): string[] {
  const header = request.headers.get('X-Manage-Key');
  if (header) return [header];
  if (request.headers.has('Authorization')) return [];
  return readCookie(request, cookieNames.manageKeys)?.split('.').slice(-mostManageKeys) ?? [];
}

/** Personal access tokens are accepted by the API only, in a header, and not by screens, where accounts are managed. */
const mayCarryToken = (request: Request): boolean =>
  request.headers.has('Authorization') && new URL(request.url).pathname.startsWith('/api/');

/**
 * Authenticates the actor of a request. A request with a bearer token is authenticated by that token alone, never by
 * its cookies.
 */
export function askerOf(request: Request, { db, clock }: Pick<Runtime, 'db' | 'clock'>): Asker {
  const token = request.headers.has('Authorization') ? bearerToken(request) : readCookie(request, cookieNames.session);
  const user = token ? findSession(db, token, clock()) : null;
  return {
    user: user?.tokenScope && !mayCarryToken(request) ? null : user,
    manageKeyIds: findManageKeys(db, manageKeyCodes(request)),
  };
}
