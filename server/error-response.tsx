import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { renderToStaticMarkup } from 'react-dom/server';
import { readShop } from '~/domain/content/shop.server';
import { errorTexts } from '~/domain/shared/error-texts';
import { site } from '~/domain/shared/site';
import { BodyRejected } from '~/http/request-body.server';
import { createContentSecurityPolicy } from '~/http/responses.server';
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

/** Public reads of the API from any origin; writes need the bearer token, for which browsers send a preflight. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Changes-Token, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

export type ErrorResponse = {
  status: number;
  message: string;
  headers?: Record<string, string>;
};

/** @param db null where there is none */
export function sendErrorResponse(
  db: Database | null,
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers }: ErrorResponse,
  requestId?: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const asEnvelope = isApiPath(request.url ?? '/');
  const page = asEnvelope ? null : renderErrorResponsePage(db, status, message);
  const body = page ? page.html : JSON.stringify({ success: false, message });
  response.writeHead(status, {
    ...securityHeaders,
    ...(page && { 'Content-Security-Policy': page.contentSecurityPolicy }),
    ...(asEnvelope && corsHeaders),
    'Content-Type': page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
    ...headers,
    ...(requestId && { 'X-Request-Id': requestId }),
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

function renderErrorResponsePage(
  db: Database | null,
  status: number,
  message: string,
): { html: string; contentSecurityPolicy: string } {
  const page = { status, message, style, siteName: findShopName(db) };
  const html = renderToStaticMarkup(<HttpErrorPage {...page} />);
  return { html: `<!doctype html>${html}`, contentSecurityPolicy };
}

function describeUnreadable({ code }: NodeJS.ErrnoException, target: string | undefined): [string, string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return ['431 Request Header Fields Too Large', 'The headers of the request are too large.'];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', errorTexts.request_too_slow];
  const isRaw = code === 'HPE_INVALID_URL' && target !== undefined && /[^ -~]/.test(target);
  return [
    '400 Bad Request',
    isRaw
      ? 'The address contains letters that must be percent-encoded, such as %E0%A4%95 for one of Hindi.'
      : 'The request could not be read.',
  ];
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
  const [status, message] = describeUnreadable(error, target);
  endWithError(socket, status, message, target !== undefined && isApiPath(target));
}

export function endWithError(
  socket: Duplex,
  status: string,
  message: string,
  isApi: boolean,
  ownHeaders: Readonly<Record<string, string>> = {},
): void {
  const [type, body] = isApi
    ? ['application/json', JSON.stringify({ success: false, message })]
    : [
        'text/html',
        `<!doctype html><meta name="viewport" content="width=device-width"><title>${status}</title><p>${message}`,
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
    const { status, message, retryAfterSeconds } = error;
    if (!shouldDiscardBody(error)) return { status, message, headers: closingConnection };
    return { status, message, headers: { 'Retry-After': String(retryAfterSeconds) } };
  }
  log.error({ requestId, err: error }, 'unexpected');
  return { status: 500, message: 'Something went wrong', headers: closingConnection };
}
