import type { IncomingMessage } from 'node:http';
import { noSuchEndpoint } from '~/api/respond.server';
import { tooManyAttempts } from '~/domain/shared/result';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import { limitedAddress, type RateLimitStatus, rateLimitHeaders } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { addressOf, foreignWriteMessage, type Incoming, isApiPath, isForeignWrite, isRead } from './incoming-request';
import { BodyRejected } from './remix-adapter';
import { type ErrorResponse, corsHeaders, securityHeaders } from './send-response';
import type { ServedRoute } from './routes';

const methodsOfScreens = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Closes a connection whose remaining body will not be read. */
export const closingConnection = { Connection: 'close' };

/** Methods for the `Allow` header; empty for an unknown API path. */
function allowedOf(route: ServedRoute | null): string {
  const methods = route?.takesForms ? methodsOfScreens : methodsOfScreens.filter((method) => method !== 'POST');
  return (route?.endpoints?.methods ?? methods).join(', ');
}

/** The client is over a rate limit. */
export const tooMany = (rateLimit: RateLimitStatus): ErrorResponse => ({
  status: 429,
  message: tooManyAttempts(rateLimit.seconds),
  headers: { 'Retry-After': String(rateLimit.seconds), ...rateLimitHeaders([rateLimit]) },
});

/** Rate limits of reads per address. Writes are counted by their handlers, which know the limits that apply. */
export class ReadLimits {
  constructor(readonly runtime: Pick<Runtime, 'limits' | 'settings'>) {}

  /** Address that the request is counted under. */
  addressOf(request: IncomingMessage): string {
    return limitedAddress(addressOf(request, this.runtime.settings));
  }

  /** Address of the client itself. */
  senderOf(request: IncomingMessage): string {
    return addressOf(request, this.runtime.settings);
  }

  /** Counts a read. @returns state of the limit; null if rate limits are disabled */
  count(request: IncomingMessage, isApi: boolean): RateLimitStatus | null {
    return this.runtime.limits.count(isApi ? 'api-read' : 'page', this.addressOf(request));
  }
}

/** Rejects a request before any route runs; null if it may proceed. */
export function rejectionOf(
  { request, origin, url, rateLimit }: Incoming,
  route: ServedRoute | null,
  { settings, db, readOnly }: Runtime,
  limits: Pick<ReadLimits, 'addressOf'>,
): ErrorResponse | null {
  const method = request.method ?? '';
  const api = isApiPath(url.pathname);
  if (!knownMethods.has(method) || (!api && !methodsOfScreens.includes(method))) {
    const allow = allowedOf(route);
    // An unknown path is 404 for every method (RFC 9110, 15.5.6).
    if (allow === '') return { status: 404, message: noSuchEndpoint };
    return { status: 405, message: `${method} is not possible here.`, headers: { Allow: allow } };
  }
  const isOriginSet = settings.origin !== null;
  if (isForeignWrite(method, request.headers, origin, isOriginSet)) {
    reportSecurityEvent(db, 'cross-site-write-rejected', { address: limits.addressOf(request) });
    return { status: 403, message: foreignWriteMessage(origin, isOriginSet, request.headers) };
  }
  if (rateLimit?.isOver) return tooMany(rateLimit);
  if (!readOnly || isRead(method) || method === 'OPTIONS') return null;
  return { status: 503, message: readOnly.message, headers: { 'Retry-After': '60' } };
}

/** Discarding the rest of a body takes no memory, and lets the client read the response. */
export const shouldDiscardBody = (error: unknown): boolean =>
  error instanceof BodyRejected && error.retryAfterSeconds !== null;

/** Builds the response to an exception. Only unexpected ones are logged, not a rejected body. */
export function errorResponseFor(error: unknown, log: Runtime['log'], requestId?: string): ErrorResponse {
  if (error instanceof BodyRejected) {
    const { status, message, retryAfterSeconds } = error;
    if (!shouldDiscardBody(error)) return { status, message, headers: closingConnection };
    return { status, message, headers: { 'Retry-After': String(retryAfterSeconds) } };
  }
  log.error({ requestId, err: error }, 'unexpected');
  return { status: 500, message: 'Something went wrong', headers: closingConnection };
}

export function sendOptions({ response, url }: Incoming, route: ServedRoute | null): void {
  const allow = allowedOf(route);
  response.writeHead(204, {
    ...securityHeaders,
    Allow: allow,
    ...(isApiPath(url.pathname) && {
      ...corsHeaders,
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers':
        'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Manage-Key, X-Messages-Key',
      'Access-Control-Max-Age': '86400',
    }),
  });
  response.end();
}
