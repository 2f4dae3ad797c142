import type { IncomingMessage } from 'node:http';
import type { Settings } from '~/http/settings.server';

const last = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim() || undefined;

const validHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The site's public address as this request sees it: the operator's `ORIGIN`, else what the request itself names.
 *
 * @returns null when there is no usable `Host`
 */
export function originOf(request: IncomingMessage, { origin, trustProxy }: Settings): string | null {
  if (origin) return origin;
  const host = (trustProxy ? last(request.headers['x-forwarded-host']) : undefined) ?? request.headers.host;
  if (!host || !validHost.test(host)) return null;
  const scheme = trustProxy && last(request.headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
  return `${scheme}://${host.toLowerCase()}`;
}

/** The address the request comes from; behind one trusted proxy, the last that the proxy added. */
export function addressOf(request: IncomingMessage, { trustProxy }: Settings): string {
  return (trustProxy ? last(request.headers['x-forwarded-for']) : undefined) ?? request.socket.remoteAddress ?? '';
}
