import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Settings } from '~/http/settings.server';
import { isApiPath } from './incoming';

const last = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim() || undefined;

const validHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether several `Host` headers came, of which Node keeps the first and a proxy in front may have gone by another. */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * The site's public address as this request sees it: the operator's `ORIGIN`, else what the request itself names.
 *
 * @returns null when there is no usable `Host`, or more than one (RFC 9112, 3.2)
 */
export function originOf(request: IncomingMessage, { origin, trustProxy }: Settings): string | null {
  if (namesTwoHosts(request)) return null;
  if (origin) return origin;
  const host = (trustProxy ? last(request.headers['x-forwarded-host']) : undefined) ?? request.headers.host;
  if (!host || !validHost.test(host)) return null;
  const scheme = trustProxy && last(request.headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
  // An address never names the port that its scheme has anyway, though a `Host` may.
  return `${scheme}://${host.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, '')}`;
}

/** An address in brackets or an IPv4 address, with the port it was sent from, as some proxies pass it on. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/** The address that a proxy added last to `X-Forwarded-For`; undefined when that is no address. */
function forwardedAddress(header: string | string[] | undefined): string | undefined {
  const added = last(header) ?? '';
  const [, inBrackets, beforePort] = withPort.exec(added) ?? [];
  const address = inBrackets ?? beforePort ?? added;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The address the request comes from; behind one trusted proxy, the last that the proxy added to `X-Forwarded-For`. No
 * proxy that we know of replaces `Forwarded`, so that is what any client may have written, and is never looked at.
 */
export function addressOf(request: IncomingMessage, { trustProxy }: Settings): string {
  const forwarded = trustProxy ? forwardedAddress(request.headers['x-forwarded-for']) : undefined;
  return forwarded ?? request.socket.remoteAddress ?? '';
}

/** A control character as a query may spell it; the unescaped ones that matter, `URL` escapes. */
const control = /%(?:[01][\dA-F]|7F|C2%[89][\dA-F])/i;

/** The same query with each run of control characters as a space: nobody types one, and no page may show one. */
function withoutControls(search: URLSearchParams): string {
  const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
  return String(new URLSearchParams([...search].map(([name, value]) => [plain(name), plain(value)])));
}

/** What may stand in a path as it is; written as an escape it is the same letter (RFC 3986, 6.2.2.2). */
const plainLetter = /%(?:2D|2E|5F|7E|3\d|[46][1-9A-F]|[57][\dA])/gi;

/**
 * The address a request asks for, its path in the one spelling that routes and rules go by. A page is asked for
 * without control characters in its query; a call of the API judges its parameters as they came.
 *
 * @param target the target of the request line
 * @returns null when it is no address of this site, or its percent signs stand for no letters
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
