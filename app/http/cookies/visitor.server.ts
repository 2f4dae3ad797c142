import { cookieNames, readCookie, setCookie } from '../cookies.server';

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
export function readManageKeyCodes(request: Request): string[] {
  const header = request.headers.get('X-Manage-Key');
  if (header) return [header];
  if (request.headers.has('Authorization')) return [];
  return readCookie(request, cookieNames.manageKeys)?.split('.').slice(-maxManageKeys) ?? [];
}

/** Secret of this browser's saved searches; null without one. Ignored with a bearer token, as manage keys are. */
export const readSearchesSecret = (request: Request): string | null =>
  request.headers.has('Authorization') ? null : readCookie(request, cookieNames.searches);

const isSecret = (text: string): boolean => /^[\w-]{27}$/.test(text);

/**
 * Secret of the conversations that this browser or API client started as a visitor; null without one. The cookie is
 * ignored with a bearer token, as manage keys are.
 */
export function readMessagesSecret(request: Request): string | null {
  const { headers } = request;
  const cookie = headers.has('Authorization') ? null : readCookie(request, cookieNames.messages);
  const secret = headers.get('X-Messages-Key') ?? cookie;
  return secret !== null && isSecret(secret) ? secret : null;
}

/** Maximum cookie lifetime that browsers allow. */
const days = 400;

/** Builds the cookie that adds a manage key to those of the browser. The oldest is dropped to keep the cookie small. */
export function createManageKeyCookie(request: Request, code: string): string {
  const codes = [...readManageKeyCodes(request).filter((owned) => owned !== code), code].slice(-maxManageKeys);
  return setCookie(request, cookieNames.manageKeys, codes.join('.'), days);
}

/** Builds the cookie that deletes all manage keys from the browser; their codes remain valid. */
export function clearManageKeysCookie(request: Request): string {
  return setCookie(request, cookieNames.manageKeys, '', 0);
}

/** Builds the cookie of a visitor's saved searches, renewed on each visit. */
export const createSearchesCookie = (request: Request, secret: string): string =>
  setCookie(request, cookieNames.searches, secret, days);

/** Renews the cookie of a visitor's saved searches; empty without one. */
export function createSearchesCookieHeaders(request: Request): Record<string, string> {
  const secret = readSearchesSecret(request);
  return secret === null ? {} : { 'Set-Cookie': createSearchesCookie(request, secret) };
}

/** Deletes the cookie of saved searches, once they belong to an account. */
export const clearSearchesCookie = (request: Request): string => setCookie(request, cookieNames.searches, '', 0);

/** Builds the cookie of a visitor's conversations, renewed with each message to a seller. */
export const createMessagesCookie = (request: Request, secret: string): string =>
  setCookie(request, cookieNames.messages, secret, days);

/** Deletes the cookie of a visitor's conversations; their private links remain valid. */
export const clearMessagesCookie = (request: Request): string => setCookie(request, cookieNames.messages, '', 0);
