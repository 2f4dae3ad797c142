import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Settings } from '~/http/settings.server';
import { isApiPath } from './incoming';

const last = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim() || undefined;

const validHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether there are several `Host` headers, of which Node keeps the first and a proxy may have used another. */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * Public origin of the site for this request: the operator's `ORIGIN`, or the origin that the request names.
 *
 * @returns null if `Host` is missing, invalid or repeated (RFC 9112, 3.2)
 */
export function originOf(request: IncomingMessage, { origin, trustProxy }: Settings): string | null {
  if (namesTwoHosts(request)) return null;
  if (origin) return origin;
  const host = (trustProxy ? last(request.headers['x-forwarded-host']) : undefined) ?? request.headers.host;
  if (!host || !validHost.test(host)) return null;
  const scheme = trustProxy && last(request.headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
  // Origins omit the default port of their scheme, but a `Host` header may include it.
  return `${scheme}://${host.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, '')}`;
}

/** An address in brackets or an IPv4 address, with the port of the client, as some proxies forward it. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/** The address that a proxy appended to `X-Forwarded-For`; undefined if it is not an address. */
function forwardedAddress(header: string | string[] | undefined): string | undefined {
  const added = last(header) ?? '';
  const [, inBrackets, beforePort] = withPort.exec(added) ?? [];
  const address = inBrackets ?? beforePort ?? added;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * Address of the client; behind a trusted proxy, the last one that the proxy appended to `X-Forwarded-For`. No proxy
 * that we know of replaces `Forwarded`, so any client may have set it, and it is ignored.
 */
export function addressOf(request: IncomingMessage, { trustProxy }: Settings): string {
  const forwarded = trustProxy ? forwardedAddress(request.headers['x-forwarded-for']) : undefined;
  return forwarded ?? request.socket.remoteAddress ?? '';
}

/** A percent-encoded control character; `URL` encodes the relevant unencoded ones. */
const control = /%(?:[01][\dA-F]|7F|C2%[89][\dA-F])/i;

/**
 * Replaces each run of control characters in a query by a space: people never type them, and pages must not show them.
 */
function withoutControls(search: URLSearchParams): string {
  const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
  return String(new URLSearchParams([...search].map(([name, value]) => [plain(name), plain(value)])));
}

/** Percent-encoded characters that are equivalent to their plain form in a path (RFC 3986, 6.2.2.2). */
const plainLetter = /%(?:2D|2E|5F|7E|3\d|[46][1-9A-F]|[57][\dA])/gi;

/**
 * Parses and normalizes the URL of a request, so that its path has the one spelling that routes and rules use. Control
 * characters are removed from the query of a page; an API endpoint validates its parameters as sent.
 *
 * @param target the request target
 * @returns null if it is not a URL of this site, or its percent-encoding is invalid
 */
export function readAddress(target: string, origin: string): URL | null {
  if (!URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  if (url.origin !== origin) return null;
  try {
    decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (url.pathname.includes('%')) url.pathname = url.pathname.replace(plainLetter, decodeURIComponent);
  if (!isApiPath(url.pathname) && control.test(url.search)) url.search = withoutControls(url.searchParams);
  return url;
}
