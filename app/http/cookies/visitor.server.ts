import { cookieNames, readCookie, setCookie } from '../cookies.server';

/** More than browsers collect in practice; of a forged cookie, the newest are used. */
const maxManageKeys = 8;

/** Cookies are ignored with a bearer token, which may come from another site's page. */
export function readManageKeyCodes(request: Request): string[] {
  const header = request.headers.get('X-Manage-Key');
  if (header) return [header];
  if (request.headers.has('Authorization')) return [];
  return readCookie(request, cookieNames.manageKeys)?.split('.').slice(-maxManageKeys) ?? [];
}

/** Ignored with a bearer token, as manage keys are. */
export const readSearchesSecret = (request: Request): string | null =>
  request.headers.has('Authorization') ? null : readCookie(request, cookieNames.searches);

const isSecret = (text: string): boolean => /^[\w-]{27}$/.test(text);

/** The cookie is ignored with a bearer token, as manage keys are. */
export function readMessagesSecret(request: Request): string | null {
  const { headers } = request;
  const cookie = headers.has('Authorization') ? null : readCookie(request, cookieNames.messages);
  const secret = headers.get('X-Messages-Key') ?? cookie;
  return secret !== null && isSecret(secret) ? secret : null;
}

const days = 400;

export function createManageKeyCookie(request: Request, code: string): string {
  const codes = [...readManageKeyCodes(request).filter((owned) => owned !== code), code].slice(-maxManageKeys);
  return setCookie(request, cookieNames.manageKeys, codes.join('.'), days);
}

export function clearManageKeysCookie(request: Request): string {
  return setCookie(request, cookieNames.manageKeys, '', 0);
}

export const createSearchesCookie = (request: Request, secret: string): string =>
  setCookie(request, cookieNames.searches, secret, days);

export function createSearchesCookieHeaders(request: Request): Record<string, string> {
  const secret = readSearchesSecret(request);
  return secret === null ? {} : { 'Set-Cookie': createSearchesCookie(request, secret) };
}

export const clearSearchesCookie = (request: Request): string => setCookie(request, cookieNames.searches, '', 0);

export const createMessagesCookie = (request: Request, secret: string): string =>
  setCookie(request, cookieNames.messages, secret, days);

export const clearMessagesCookie = (request: Request): string => setCookie(request, cookieNames.messages, '', 0);
