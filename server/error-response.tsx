import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { renderToStaticMarkup } from 'react-dom/server';
import { createErrorBody } from '~/api/respond.server';
import { readShop } from '~/domain/content/shop.server';
import { formatReason, type PlainCode, type Reason } from '~/domain/shared/result';
import { site } from '~/domain/shared/site';
import { BodyRejected } from '~/http/request-body.server';
import { createContentSecurityPolicy } from '~/http/rendered-screen.server';
import type { Runtime } from '~/http/runtime.server';
import { getPageStyle } from '~/page-style.server';
import { HttpErrorPage } from '~/ui/page/error-page';
import type { Database } from '~db/connection';
import { isApiPath } from './request-kind';

/**
 * Headers of every response. Documents override the policy with a wider one.
 *
 * `strict-origin-when-cross-origin`, because under `no-referrer` browsers send `Origin: null` with a plain form post,
 * which would break all forms for users without JavaScript.
 */
export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), microphone=()',
} as const;

/** Pages of any origin may use the API, without cookies. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Accept-Ranges, Allow, Content-Disposition, Content-Range, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, WWW-Authenticate, X-Changes-Token, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

export type ErrorResponse = {
  status: number;
  reason: Reason;
  headers?: Record<string, string>;
};

/** @param db null where there is none */
export function sendErrorResponse(
  db: Database | null,
  request: IncomingMessage,
  response: ServerResponse,
  { status, reason, headers }: ErrorResponse,
  requestId?: string,
): void {
  if (!isApiPath(request.url ?? '/')) {
    sendErrorPage(db, response, status, formatReason(reason), headers, requestId);
    return;
  }
  sendError(response, status, JSON.stringify(createErrorBody(reason, {}, requestId)), {
    ...corsHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
    ...(requestId && { 'X-Request-Id': requestId }),
  });
}

export function sendErrorPage(
  db: Database | null,
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  requestId?: string,
): void {
  const html = renderToStaticMarkup(
    <HttpErrorPage status={status} message={message} style={style} siteName={findShopName(db)} />,
  );
  sendError(response, status, `<!doctype html>${html}`, {
    'Content-Security-Policy': contentSecurityPolicy,
    'Content-Type': 'text/html; charset=utf-8',
    ...headers,
    ...(requestId && { 'X-Request-Id': requestId }),
  });
}

function sendError(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    ...securityHeaders,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
    ...headers,
  });
  response.end(body);
}

const style = getPageStyle(renderToStaticMarkup(<HttpErrorPage status={500} message="" style="" siteName="" />), []);
const contentSecurityPolicy = createContentSecurityPolicy({ style, scripts: [] });

/** The name that the site ships with while the database cannot be read. */
function findShopName(db: Database | null): string {
  try {
    return db ? readShop(db).name : site.name;
  } catch {
    return site.name;
  }
}

function describeUnreadable({ code }: NodeJS.ErrnoException, target: string | undefined): [string, PlainCode] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return ['431 Request Header Fields Too Large', 'headers_too_large'];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'request_too_slow'];
  const isRaw = code === 'HPE_INVALID_URL' && target !== undefined && /[^ -~]/.test(target);
  return ['400 Bad Request', isRaw ? 'unencoded_address' : 'unreadable_request'];
}

function readTarget(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): string | undefined {
  return /^[A-Z]+ (\/[^ \r\n]*)/.exec(error.rawPacket?.toString('latin1') ?? '')?.[1];
}

export function respondToUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const target = readTarget(error);
  const [status, code] = describeUnreadable(error, target);
  endWithError(socket, status, { code }, target !== undefined && isApiPath(target));
}

export function endWithError(
  socket: Duplex,
  status: string,
  reason: Reason,
  isApi: boolean,
  ownHeaders: Readonly<Record<string, string>> = {},
): void {
  const [type, body] = isApi
    ? ['application/json', JSON.stringify(createErrorBody(reason))]
    : [
        'text/html',
        `<!doctype html><meta name="viewport" content="width=device-width"><title>${status}</title><p>${formatReason(reason)}`,
      ];
  const headers = { ...securityHeaders, ...(isApi && corsHeaders), ...ownHeaders };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\n${lines.join('')}Content-Type: ${type}; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

export const closingConnection = { Connection: 'close' };
/** Discarding the rest of a body takes no memory, and lets the client read the response. */
export const shouldDiscardBody = (error: unknown): boolean =>
  error instanceof BodyRejected && error.retryAfterSeconds !== null;

/** Only unexpected exceptions are logged, not a rejected body. */
export function createErrorResponse(error: unknown, log: Runtime['log'], requestId?: string): ErrorResponse {
  if (error instanceof BodyRejected) {
    const { status, code, retryAfterSeconds } = error;
    if (!shouldDiscardBody(error)) return { status, reason: { code }, headers: closingConnection };
    return { status, reason: { code }, headers: { 'Retry-After': String(retryAfterSeconds) } };
  }
  log.error({ requestId, err: error }, 'unexpected');
  return { status: 500, reason: { code: 'internal_error' }, headers: closingConnection };
}
