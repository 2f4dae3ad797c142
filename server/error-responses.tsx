import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { renderToStaticMarkup } from 'react-dom/server';
import { contentSecurityPolicyFor } from '~/http/content-security-policy.server';
import { errorPageStylesheets, styleWith } from '~/stylesheets.server';
import { HttpErrorPage } from '~/ui/page/error-page';
import { isApiPath } from './incoming-request';
import { openReads, securityHeaders } from './response-headers';

export type ErrorResponse = {
  /** At least 400. */
  status: number;
  message: string;
  headers?: Record<string, string>;
};

/**
 * Sends an error that occurs outside screens and endpoints: a page for browsers, the envelope for API clients.
 *
 * @param requestId id of the request in the log; absent if it is not logged
 */
export function sendErrorResponse(
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
  const page = asEnvelope ? null : errorResponsePage(status, message);
  const body = page ? page.html : JSON.stringify({ success: false, message });
  response.writeHead(status, {
    ...securityHeaders,
    ...(page && { 'Content-Security-Policy': page.contentSecurityPolicy }),
    ...(asEnvelope && openReads),
    'Content-Type': page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
    ...headers,
    ...(requestId && { 'X-Request-Id': requestId }),
  });
  response.end(body);
}

const style = styleWith(errorPageStylesheets);
const contentSecurityPolicy = contentSecurityPolicyFor({ style, scripts: [] });

/**
 * Renders an error page for requests rejected before routing: with the stylesheet of the site, without layout and
 * script.
 */
function errorResponsePage(status: number, message: string): { html: string; contentSecurityPolicy: string } {
  const html = renderToStaticMarkup(<HttpErrorPage status={status} message={message} style={style} />);
  return { html: `<!doctype html>${html}`, contentSecurityPolicy };
}

const commonHeaders = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Responds to data that `node:http` could not parse as a request. */
export function respondToUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request came too slowly.']
        : ['400 Bad Request', 'The request could not be read.'];
  socket.end(
    `HTTP/1.1 ${status}\r\n${commonHeaders}Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${message.length}\r\nConnection: close\r\n\r\n${message}`,
  );
}
