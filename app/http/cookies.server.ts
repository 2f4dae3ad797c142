import { parse, serialize } from 'cookie';
import { sessionDays } from '~/domain/accounts/account';
import { findSession } from '~/domain/accounts/sessions.server';
import { compareMaximum } from '~/domain/compare/comparison';
import { type Accessory, findAccessories } from '~/domain/content/accessories.server';
import { findManageKeys } from '~/domain/listings/manage-key.server';
import { findPlaceById, type KnownPlace, type State } from '~/domain/places/places.server';
import type { Actor } from '~/domain/shared/actor';
import { maxSubjects } from '~/domain/messages/message';
import { sha256 } from '~/domain/shared/secrets.server';
import { paths } from '~/paths';
import type { Runtime } from './runtime.server';

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

const isId = (text: string): boolean => /^[\w-]{1,40}$/.test(text);

/**
 * Parses a comma-separated list of ids: spaces allowed, duplicates removed, at most four (docs/product.md, "Comparison
 * list").
 *
 * @returns `isTooLong` if there were more, which are omitted
 */
export function readCompareList(text: string | null): { ids: string[]; isTooLong: boolean } {
  const written = (text ?? '').split(',').map((id) => id.trim());
  const ids = [...new Set(written.filter(isId))];
  return { ids: ids.slice(0, compareMaximum), isTooLong: ids.length > compareMaximum };
}

/** Reads the compare list from its cookie. */
export function readCompareIds(request: Request): string[] {
  return readCompareList(readCookie(request, cookieNames.compare)).ids;
}

/**
 * Reads the vehicles in the `vehicles` parameter, or `vehicle` as on other screens, or without one the compare list; and
 * one more in `add`.
 */
export function readChosenVehicles(request: Request): ReturnType<typeof readCompareList> {
  const { searchParams } = new URL(request.url);
  const named = searchParams.get('vehicles') ?? searchParams.get('vehicle');
  const chosen = named === null ? readCompareIds(request) : readCompareList(named).ids;
  return readCompareList([...chosen, searchParams.get('add') ?? ''].join());
}

/** Builds the cookie of a compare list, which lasts 30 days; an empty list deletes it. */
export function createCompareCookie(request: Request, ids: readonly string[]): string {
  return setCookie(request, cookieNames.compare, ids.join(','), ids.length === 0 ? 0 : 30);
}

/**
 * Reads the accessories on the enquiry list from its cookie (docs/product.md, "Accessories"), without duplicates and
 * unknown ids.
 */
export function readEnquiryList(request: Request): Accessory[] {
  const ids = readCookie(request, cookieNames.enquiry)?.split(',') ?? [];
  return findAccessories(ids).slice(0, maxSubjects);
}

/** Builds the cookie of an enquiry list, which lasts 30 days; an empty list deletes it. */
export function createEnquiryCookie(request: Request, items: readonly Accessory[]): string {
  return setCookie(request, cookieNames.enquiry, items.map(({ id }) => id).join(','), items.length === 0 ? 0 : 30);
}

/** The remembered city; null without one, or for an unknown id. */
export const readCity = (request: Request): KnownPlace | null => findPlaceById(readCookie(request, cookieNames.city));

/** State of the remembered city. */
export function readState(request: Request): State | null {
  const city = readCity(request);
  return city && { code: city.stateCode, name: city.state };
}

/**
 * Builds the cookie of the visitor's city, which lasts a year. @param id id of a known place; null deletes the cookie
 */
export const createCityCookie = (request: Request, id: string | null): string =>
  setCookie(request, cookieNames.city, id ?? '', id === null ? 0 : 365);

/** Token of an `Authorization: Bearer` header; null if there is none. */
function readBearerToken(request: Request): string | null {
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
function readManageKeyCodes(request: Request): string[] {
  const header = request.headers.get('X-Manage-Key');
  if (header) return [header];
  if (request.headers.has('Authorization')) return [];
  return readCookie(request, cookieNames.manageKeys)?.split('.').slice(-maxManageKeys) ?? [];
}

/** Secret of this browser's saved searches; null without one. Ignored with a bearer token, as manage keys are. */
const readSearchesSecret = (request: Request): string | null =>
  request.headers.has('Authorization') ? null : readCookie(request, cookieNames.searches);

function readSearchesHash(request: Request): string | null {
  const secret = readSearchesSecret(request);
  return secret && sha256(secret);
}

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

function readMessagesHash(request: Request): string | null {
  const secret = readMessagesSecret(request);
  return secret && sha256(secret);
}

/** Personal access tokens are accepted only in a header, by the API and the metrics: screens manage accounts. */
function canCarryToken(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return request.headers.has('Authorization') && (pathname.startsWith('/api/') || pathname === paths.metrics());
}

/** Authenticates the actor of a request. A bearer token takes the place of all cookies. */
export function getActor(request: Request, { db, clock }: Pick<Runtime, 'db' | 'clock'>): Actor {
  const token = request.headers.has('Authorization')
    ? readBearerToken(request)
    : readCookie(request, cookieNames.session);
  const user = token ? findSession(db, token, clock()) : null;
  const codes = readManageKeyCodes(request);
  return {
    user: user?.tokenScope && !canCarryToken(request) ? null : user,
    manageKeyIds: codes.length === 0 ? [] : findManageKeys(db, codes),
    searchesHash: readSearchesHash(request),
    messagesHash: readMessagesHash(request),
  };
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

/** Builds the cookie of a sign-in that awaits its second step. It lasts until the browser is closed. */
export const createSignInTicketCookie = (request: Request, ticket: string): string =>
  setCookie(request, cookieNames.signInTicket, ticket);

export const readSignInTicket = (request: Request): string | null => readCookie(request, cookieNames.signInTicket);

export const clearSignInTicketCookie = (request: Request): string =>
  setCookie(request, cookieNames.signInTicket, '', 0);

/** Hours for which a new recovery code is shown again, so that it survives a reload. */
const recoveryCodeHours = 1;

/** Builds the cookie of a new recovery code, of which the database stores only the hash. */
export const createRecoveryCodeCookie = (request: Request, code: string): string =>
  setCookie(request, cookieNames.recoveryCode, code, recoveryCodeHours / 24);

export const readRecoveryCode = (request: Request): string | null => readCookie(request, cookieNames.recoveryCode);

export const clearRecoveryCodeCookie = (request: Request): string =>
  setCookie(request, cookieNames.recoveryCode, '', 0);

/** Builds the session cookie. */
export const createSessionCookie = (request: Request, token: string): string =>
  setCookie(request, cookieNames.session, token, sessionDays);

/** Deletes the session cookie. Ending the session is up to the domain. */
export const clearSessionCookie = (request: Request): string => setCookie(request, cookieNames.session, '', 0);
