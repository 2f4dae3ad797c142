import type { IncomingMessage, ServerResponse } from 'node:http';
import { isApiPath } from './incoming';
import { refusalPage } from './refusal-page';
import { openReads, securityHeaders } from './security-headers';

export type Refusal = {
  /** From 400 up. */
  status: number;
  message: string;
  headers?: Record<string, string>;
};

/**
 * Answers what never reaches a screen or a call: a page for people, the envelope for API clients.
 *
 * @param requestId what the log calls the request; absent for what is not logged
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
