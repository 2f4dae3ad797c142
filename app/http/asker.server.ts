import { findSession } from '~/domain/accounts/sessions.server';
import type { Asker } from '~/domain/asker';
import { findManageKeys } from '~/domain/listings/manage-key.server';
import { cookieNames, readCookie } from './cookies.server';
import type { Runtime } from './runtime.server';

/** The token of an `Authorization: Bearer` header; null when there is none. */
function bearerToken(request: Request): string | null {
  const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  return token ?? null;
}

/** More keys than a browser gathers in earnest; of a cookie that somebody wrote with more, the newest count. */
export const mostManageKeys = 8;

/**
 * The codes of the manage keys a request carries: the browser's cookie, or an API client's header. Of a request with a
 * bearer token the cookies count for nothing: it may come from another site's page.
 *
 * @returns at most eight, the newest last
 */
export function manageKeyCodes(request: Request): string[] {
  const header = request.headers.get('X-Manage-Key');
  if (header) return [header];
  if (request.headers.has('Authorization')) return [];
  return readCookie(request, cookieNames.manageKeys)?.split('.').slice(-mostManageKeys) ?? [];
}

/**
 * A personal access token opens the calls of the API, by its header; screens, where accounts are managed, it does not.
 */
const mayCarryToken = (request: Request): boolean =>
  request.headers.has('Authorization') && new URL(request.url).pathname.startsWith('/api/');

/** Who asks. A request with a bearer token is read by that token alone, never by cookies that came along. */
export function askerOf(request: Request, { db, clock }: Pick<Runtime, 'db' | 'clock'>): Asker {
  const token = request.headers.has('Authorization') ? bearerToken(request) : readCookie(request, cookieNames.session);
  const user = token ? findSession(db, token, clock()) : null;
  return {
    user: user?.tokenScope && !mayCarryToken(request) ? null : user,
    manageKeyIds: findManageKeys(db, manageKeyCodes(request)),
  };
}
