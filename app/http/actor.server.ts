import { sessionDays } from '~/domain/accounts/account';
import { findSession } from '~/domain/accounts/sessions.server';
import { findManageKeys } from '~/domain/listings/manage-key.server';
import type { Actor } from '~/domain/shared/actor';
import { sha256 } from '~/domain/shared/crypto.server';
import { paths } from '~/paths';
import { cookieNames, readCookie, setCookie } from './cookies.server';
import type { Runtime } from './runtime.server';

/** Token of an `Authorization: Bearer` header; null if there is none. */
function bearerToken(request: Request): string | null {
  const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  return token ?? null;
}

/**
 * Limit on the manage keys of a cookie, more than browsers collect in practice. If a forged cookie has more, the newest
 * are used.
 */
const maxManageKeys = 8;

/**
 * Codes of the manage keys in a request, from the browser's cookie or an API client's header. Cookies are ignored in a
 * request with a bearer token, which may come from another site's page.
 *
 * @returns at most eight, the newest last
 */
function manageKeyCodes(request: Request): string[] {
  const header = request.headers.get('X-Manage-Key');
  if (header) return [header];
  if (request.headers.has('Authorization')) return [];
  return readCookie(request, cookieNames.manageKeys)?.split('.').slice(-maxManageKeys) ?? [];
}

/** Secret of this browser's saved searches; null without one. Ignored with a bearer token, as manage keys are. */
const searchesSecret = (request: Request): string | null =>
  request.headers.has('Authorization') ? null : readCookie(request, cookieNames.searches);

function searchesHashOf(request: Request): string | null {
  const secret = searchesSecret(request);
  return secret && sha256(secret);
}

const isSecret = (text: string): boolean => /^[\w-]{27}$/.test(text);

/**
 * Secret of the conversations that this browser or API client started as a visitor; null without one. The cookie is
 * ignored with a bearer token, as manage keys are.
 */
export function messagesSecretOf(request: Request): string | null {
  const { headers } = request;
  const cookie = headers.has('Authorization') ? null : readCookie(request, cookieNames.messages);
  const secret = headers.get('X-Messages-Key') ?? cookie;
  return secret !== null && isSecret(secret) ? secret : null;
}

function messagesHashOf(request: Request): string | null {
  const secret = messagesSecretOf(request);
  return secret && sha256(secret);
}

/** Personal access tokens are accepted only in a header, by the API and the metrics: screens manage accounts. */
function mayCarryToken(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return request.headers.has('Authorization') && (pathname.startsWith('/api/') || pathname === paths.metrics());
}

/** Authenticates the actor of a request. A bearer token takes the place of all cookies. */
export function getActor(request: Request, { db, clock }: Pick<Runtime, 'db' | 'clock'>): Actor {
  const token = request.headers.has('Authorization') ? bearerToken(request) : readCookie(request, cookieNames.session);
  const user = token ? findSession(db, token, clock()) : null;
  return {
    user: user?.tokenScope && !mayCarryToken(request) ? null : user,
    manageKeyIds: findManageKeys(db, manageKeyCodes(request)),
    searchesHash: searchesHashOf(request),
    messagesHash: messagesHashOf(request),
  };
}

/** Maximum cookie lifetime that browsers allow. */
const days = 400;

/** Builds the cookie that adds a manage key to those of the browser. The oldest is dropped to keep the cookie small. */
export function holdManageKeyCookie(request: Request, code: string): string {
  const codes = [...manageKeyCodes(request).filter((owned) => owned !== code), code].slice(-maxManageKeys);
  return setCookie(request, cookieNames.manageKeys, codes.join('.'), days);
}

/** Builds the cookie that deletes all manage keys from the browser; their codes remain valid. */
export function forgetManageKeysCookie(request: Request): string {
  return setCookie(request, cookieNames.manageKeys, '', 0);
}

/** Builds the cookie of a visitor's saved searches, renewed on each visit. */
export const searchesCookie = (request: Request, secret: string): string =>
  setCookie(request, cookieNames.searches, secret, days);

/** Renews the cookie of a visitor's saved searches; empty without one. */
export function searchesCookieHeaders(request: Request): Record<string, string> {
  const secret = searchesSecret(request);
  return secret === null ? {} : { 'Set-Cookie': searchesCookie(request, secret) };
}

/** Deletes the cookie of saved searches, once they belong to an account. */
export const forgetSearchesCookie = (request: Request): string => setCookie(request, cookieNames.searches, '', 0);

/** Builds the cookie of a visitor's conversations, renewed with each message to a seller. */
export const messagesCookie = (request: Request, secret: string): string =>
  setCookie(request, cookieNames.messages, secret, days);

/** Deletes the cookie of a visitor's conversations; their private links remain valid. */
export const forgetMessagesCookie = (request: Request): string => setCookie(request, cookieNames.messages, '', 0);

/** Builds the cookie of a sign-in that awaits its second step. It lasts until the browser is closed. */
export const signInTicketCookie = (request: Request, ticket: string): string =>
  setCookie(request, cookieNames.signInTicket, ticket);

export const signInTicketOf = (request: Request): string | null => readCookie(request, cookieNames.signInTicket);

export const forgetSignInTicketCookie = (request: Request): string =>
  setCookie(request, cookieNames.signInTicket, '', 0);

/** Hours for which a new recovery code is shown again, so that it survives a reload. */
const recoveryCodeHours = 1;

/** Builds the cookie of a new recovery code, of which the database stores only the hash. */
export const recoveryCodeCookie = (request: Request, code: string): string =>
  setCookie(request, cookieNames.recoveryCode, code, recoveryCodeHours / 24);

export const recoveryCodeOf = (request: Request): string | null => readCookie(request, cookieNames.recoveryCode);

export const forgetRecoveryCodeCookie = (request: Request): string =>
  setCookie(request, cookieNames.recoveryCode, '', 0);

/** Builds the session cookie. */
export const sessionCookie = (request: Request, token: string): string =>
  setCookie(request, cookieNames.session, token, sessionDays);

/** Deletes the session cookie. Ending the session is up to the domain. */
export const forgetSessionCookie = (request: Request): string => setCookie(request, cookieNames.session, '', 0);
