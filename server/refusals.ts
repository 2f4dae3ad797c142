import type { IncomingMessage, ServerResponse } from 'node:http';
import { isApiPath } from './incoming';
import { refusalPage } from './refusal-page';
import { openReads, securityHeaders } from './security-headers';

export type Refusal = {
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
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers }: Refusal,
  requestId?: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const asEnvelope = isApiPath(request.url ?? '/');
  const page = asEnvelope ? null : refusalPage(status, message);
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
