import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { acceptsEvents, negotiateListFormat } from '~/api/lists.server';
import { findSession } from '~/domain/accounts/sessions.server';
import { toMissedSearch } from '~/domain/figures/missed-searches.server';
import { findPlaceById, knownPlaces } from '~/domain/places/places.server';
import { getLimitedSender } from '~/domain/shared/actor';
import { createTooManyAttempts } from '~/domain/shared/result';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import { readBearerToken } from '~/http/actor.server';
import { createRateLimitHeaders, type RateLimitStatus, toLimitedAddress } from '~/http/address-limits.server';
import { cookieNames } from '~/http/cookies.server';
import { isPrivateAddress } from '~/http/private-addresses.server';
import type { Runtime } from '~/http/runtime.server';
import type { Settings } from '~/http/settings.server';
import type { ErrorResponse } from './error-response';
import { explainForeignWrite, isForeignWrite } from './origin-check';
import type { ServedRoute } from './remix/route-map';
import { isApiPath, isRead } from './request-kind';

export type Incoming = {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  origin: string;
  url: URL;
  isVisitor: boolean;
  rateLimit: RateLimitStatus | null;
};

/**
 * Cookies that personalize a page. Those left out do not: pages that show the city are cached by city, and the
 * conversations cookie matters only while a message is unread.
 */
const sharedCookies = new Set<string>([cookieNames.city, cookieNames.messages]);
/** Cookies that hold nothing private either: choices of content that every visitor sees. */
const openCookies = new Set<string>([...sharedCookies, cookieNames.compare, cookieNames.enquiry]);
const createCookiePattern = (except: ReadonlySet<string>): RegExp =>
  new RegExp(
    `(?:^|;\\s*)(?:${Object.values(cookieNames)
      .filter((name) => !except.has(name))
      .join('|')})=`,
  );
const ownCookie = createCookiePattern(sharedCookies);
const privateCookie = createCookiePattern(openCookies);

export const isSavingData = ({ headers }: IncomingMessage): boolean => headers['save-data'] === 'on';

const cityInCookie = new RegExp(`(?:^|;\\s*)${cookieNames.city}=([a-z]{2}-[a-z0-9-]{1,80})(?:;|$)`);
const showsCity = /^\/(?:browse|main|home)(?:\?|$)/;
const showsState = /^\/(?:vehicle-details|compare)(?:\?|$)/;
const largestOfState = new Map(knownPlaces.toReversed().map(({ id, stateCode }) => [stateCode, id]));

/** Unknown ids count as none, so that they cannot fill a cache. */
export function readCityId({ headers }: IncomingMessage, target: string): string | null {
  if (!headers.cookie || !(showsCity.test(target) || showsState.test(target))) return null;
  const [, id = null] = cityInCookie.exec(headers.cookie) ?? [];
  const city = findPlaceById(id);
  return city && (showsState.test(target) ? (largestOfState.get(city.stateCode) ?? null) : city.id);
}

const messagesInCookie = new RegExp(`(?:^|;\\s*)${cookieNames.messages}=([\\w-]{27})(?:;|$)`);

export const readMessagesSecret = ({ headers }: IncomingMessage): string | null =>
  (headers.cookie && messagesInCookie.exec(headers.cookie)?.[1]) || null;

export const isVisitor = ({ headers }: IncomingMessage): boolean =>
  !headers.authorization &&
  !headers['x-manage-key'] &&
  !headers['x-messages-key'] &&
  !(headers.cookie && ownCookie.test(headers.cookie));

export const isOpenForm = (
  { request, url }: Pick<Incoming, 'request' | 'url'>,
  route: ServedRoute | undefined,
): boolean =>
  isRead(request.method) &&
  route?.openFormParameters !== undefined &&
  !privateCookie.test(request.headers.cookie ?? '') &&
  [...url.searchParams.keys()].every((name) => route.openFormParameters?.includes(name));

export const isWholeList = ({ headers }: IncomingMessage, target: string): boolean =>
  isApiPath(target) && (negotiateListFormat(headers.accept) !== 'json' || acceptsEvents(headers.accept));

const getLast = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim() || undefined;

const proxies = new WeakMap<Socket, boolean>();

/** Only from a private address, because clients can send the headers too. */
export function isFromProxy({ socket }: IncomingMessage, { trustProxy }: Pick<Settings, 'trustProxy'>): boolean {
  if (!trustProxy) return false;
  let isProxy = proxies.get(socket);
  if (isProxy === undefined) {
    isProxy = isPrivateAddress(socket.remoteAddress ?? '');
    proxies.set(socket, isProxy);
  }
  return isProxy;
}

/** Underscores occur in the names of containers, a dot at the end in fully qualified names. */
const validHost = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** HTTP/1.0 allows a request that names no host. */
function getLocalOrigin({ socket: { localAddress = '', localPort } }: IncomingMessage): string | null {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  const url = `http://${isIP(address) === 6 ? `[${address}]` : address}:${localPort}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** Node.js keeps the first, a proxy may have used another. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** @returns null if `Host` is invalid, repeated, or missing although the version requires it (RFC 9112, 3.2) */
export function getOrigin(request: IncomingMessage, settings: Settings): string | null {
  if (hasTwoHosts(request)) return null;
  if (settings.origin) return settings.origin;
  const trustProxy = isFromProxy(request, settings);
  const host = (trustProxy ? getLast(request.headers['x-forwarded-host']) : undefined) ?? request.headers.host;
  if (host === undefined && request.httpVersion === '1.0') return getLocalOrigin(request);
  if (!host || !validHost.test(host)) return null;
  const scheme = trustProxy && getLast(request.headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
  // Origins omit the default port of their scheme, but a `Host` header may include it.
  return `${scheme}://${host.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, '')}`;
}

const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

function parseForwardedAddress(header: string | string[] | undefined): string | undefined {
  const added = getLast(header) ?? '';
  const [, inBrackets, beforePort] = withPort.exec(added) ?? [];
  const address = inBrackets ?? beforePort ?? added;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The last one in `X-Forwarded-For`, which the proxy appended. `Forwarded` is ignored: no common proxy replaces it, so
 * that any client may have set it.
 */
export function getClientAddress(request: IncomingMessage, settings: Settings): string {
  const trustProxy = isFromProxy(request, settings);
  const forwarded = trustProxy ? parseForwardedAddress(request.headers['x-forwarded-for']) : undefined;
  return forwarded ?? request.socket.remoteAddress ?? '';
}

/** A percent-encoded control character; `URL` has encoded the others. */
const control = /%(?:[01][\dA-F]|7F|C2%[89][\dA-F])/i;

/** Control characters are never typed, and pages must not show them. */
function removeControlCharacters(search: URLSearchParams): string {
  const toPlain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
  return String(new URLSearchParams([...search].map(([name, value]) => [toPlain(name), toPlain(value)])));
}

/** RFC 3986, 6.2.2.2. */
const plainLetter = /%(?:2D|2E|5F|7E|3\d|[46][1-9A-F]|[57][\dA])/gi;

const offerParameters = ['vehicle', 'vehicles', 'listing', 'open', 'about', 'add'];
const otherIdParameters = ['id', 'key', 'review', 'conversation', 'request', 'edit'];

const afterOfferId = /[^a-z\d]+$/i;
const afterId = /[^\w-]+$/;

/** What chats, mails and print add: a closing bracket, a full stop, an invisible space. */
function removeAdditions(search: URLSearchParams): void {
  for (const [names, addition] of [
    [offerParameters, afterOfferId],
    [otherIdParameters, afterId],
  ] as const) {
    for (const name of names) {
      const value = search.get(name);
      if (value !== null && addition.test(value)) search.set(name, value.replace(addition, ''));
    }
  }
}

const shortListing = /^\/l\/[^/]+/;

/** So that routes and rules see one spelling of each path. API endpoints validate their parameters as sent. */
export function parseUrl(target: string, origin: string): URL | null {
  if (!URL.canParse(target, origin)) return null;
  // A proxy that ends https may name the host with http (RFC 9112, 3.2.2).
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(target);
  const isOwn =
    absolute !== null && URL.canParse(absolute[0]) && new URL(absolute[0]).hostname === new URL(origin).hostname;
  const own = isOwn ? target.slice(absolute[0].length).replace(/^(?!\/)/, '/') : target;
  if (!URL.canParse(own, origin)) return null;
  const url = new URL(own, origin);
  if (url.origin !== origin) return null;
  try {
    decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (url.pathname.includes('%')) url.pathname = url.pathname.replace(plainLetter, decodeURIComponent);
  if (isApiPath(url.pathname)) return url;
  if (control.test(url.search)) url.search = removeControlCharacters(url.searchParams);
  if (url.search) removeAdditions(url.searchParams);
  if (shortListing.test(url.pathname)) url.pathname = decodeURIComponent(url.pathname).replace(afterOfferId, '');
  return url;
}

/** A target whose path `parseUrl` leaves as it is; of its query it may remove what was added. */
const plainPath = /^\/(?![/.])(?:[\w~-]|[/.](?![/.]))*(?:\?|$)/;

export function normalizeTarget(request: IncomingMessage, origin: string): boolean {
  if (plainPath.test(request.url ?? '/')) return true;
  const url = parseUrl(request.url ?? '/', origin);
  // Another slash at its beginning would make a host of the next segment.
  if (url && !url.pathname.startsWith('//')) request.url = url.pathname + url.search;
  return url !== null;
}

const methodsOfScreens = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function getAllowedMethods(route: ServedRoute | null): string {
  const methods = route?.takesForms ? methodsOfScreens : methodsOfScreens.filter((method) => method !== 'POST');
  return (route?.endpoints?.methods ?? methods).join(', ');
}

/** Monitors and generators of clients read these; both are answered from the cache or by one statement. */
const unlimitedPath = /^\/api\/(?:health|openapi\.json)(?:\?|$)/;

/** Writes are counted by their handlers, which know the limits that apply. */
export class ReadLimits {
  constructor(readonly runtime: Pick<Runtime, 'clock' | 'db' | 'limits' | 'settings'>) {}

  getLimitedAddress(request: IncomingMessage): string {
    return toLimitedAddress(getClientAddress(request, this.runtime.settings));
  }

  getClientAddress(request: IncomingMessage): string {
    return getClientAddress(request, this.runtime.settings);
  }

  count(request: IncomingMessage, isApi: boolean): RateLimitStatus | null {
    if (isApi && unlimitedPath.test(request.url ?? '')) return null;
    const address = this.getLimitedAddress(request);
    const token = isApi ? readBearerToken(request.headers.authorization) : null;
    const user = token === null ? null : findSession(this.runtime.db, token, this.runtime.clock());
    return this.runtime.limits.count(isApi ? 'api-read' : 'page', getLimitedSender(address, user));
  }
}

export const createTooManyResponse = (rateLimit: RateLimitStatus): ErrorResponse => ({
  status: 429,
  reason: createTooManyAttempts(rateLimit.seconds),
  headers: { 'Retry-After': String(rateLimit.seconds), ...createRateLimitHeaders([rateLimit]) },
});

/** `URL` reads broken percent-encoding as text, and what is no UTF-8 as replacement characters. */
function isWellFormed(search: string): boolean {
  if (!search.includes('%')) return true;
  try {
    decodeURIComponent(search);
    return true;
  } catch {
    return false;
  }
}

export function findRejection(
  { request, origin, url, rateLimit }: Incoming,
  route: ServedRoute | null,
  { settings, db, readOnly }: Runtime,
  limits: Pick<ReadLimits, 'getLimitedAddress'>,
): ErrorResponse | null {
  const method = request.method ?? '';
  const api = isApiPath(url.pathname);
  if (api && !isWellFormed(url.search)) return { status: 400, reason: { code: 'invalid_encoding' } };
  // The description of the API is no endpoint, and only read.
  const isDocument = api && route !== null && !route.endpoints;
  const takesMethod = api ? knownMethods.has(method) : methodsOfScreens.includes(method);
  if (!takesMethod || (isDocument && !isRead(method) && method !== 'OPTIONS')) {
    const allow = getAllowedMethods(route);
    // An unknown path is 404 for every method (RFC 9110, 15.5.6).
    if (allow === '') return { status: 404, reason: { code: 'unknown_endpoint' } };
    return {
      status: 405,
      reason: { code: 'method_not_allowed', values: { method } },
      headers: { Allow: allow },
    };
  }
  const isOriginSet = settings.origin !== null;
  if (isForeignWrite(method, request.headers, origin, isOriginSet, api)) {
    reportSecurityEvent(db, 'cross-site-write-rejected', { address: limits.getLimitedAddress(request) });
    return { status: 403, reason: explainForeignWrite(origin, isOriginSet, request.headers) };
  }
  if (rateLimit?.isOver) return createTooManyResponse(rateLimit);
  if (!readOnly || isRead(method) || method === 'OPTIONS') return null;
  return { status: 503, reason: readOnly.reason, headers: { 'Retry-After': '60' } };
}

const detailsOfItem = /^\/(?:vehicle-details|sell-bikes|sell-scooters)\?/;

/** Not fetched in advance, in case a visitor opens it. */
const isOpened = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && !headers['sec-purpose'] && !headers.purpose;

function getViewedItem(request: IncomingMessage, target: string): string | null {
  if (!detailsOfItem.test(target) || !isOpened(request)) return null;
  const query = new URLSearchParams(target.slice(target.indexOf('?')));
  removeAdditions(query);
  return query.get('vehicle') ?? query.get('listing');
}

/** Screens count the views of signed-in users, because they know the owner. */
export function countTargetView(
  { visitors }: Runtime,
  request: IncomingMessage,
  target: string,
  address: () => string,
): void {
  const id = getViewedItem(request, target);
  if (id !== null) visitors.count({ kind: 'offer', name: id }, readVisitor(request, address()));
}

/** @param q as it was typed */
export function countMissedSearch({ visitors }: Runtime, request: IncomingMessage, q: string, address: string): void {
  const name = toMissedSearch(q);
  if (name === null || !isOpened(request)) return;
  visitors.count({ kind: 'search', name }, readVisitor(request, address));
}

export function countSource({ visitors }: Runtime, request: IncomingMessage, name: string, address: string): void {
  if (isOpened(request)) visitors.count({ kind: 'source', name }, readVisitor(request, address));
}

const readVisitor = ({ headers }: IncomingMessage, address: string) => ({
  address,
  userAgent: headers['user-agent'] ?? '',
});
