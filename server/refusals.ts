import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { refusalPage } from './refusal-page';
import { openReads, securityHeaders } from './security-headers';

export type Refusal = {
  /** From 400 up. */
  status: number;
  message: string;
  headers?: Record<string, string>;
};

/** Whether a path is a call's, and a refusal told in the API's envelope; what people read of the API is pages. */
export const isApiPath = (pathname: string): boolean =>
  pathname.startsWith('/api/') && !pathname.startsWith('/api/docs/');

/** Answers what never reaches a screen or a call: a page for people, the envelope for API clients. */
export function sendRefusal(response: ServerResponse, pathname: string, { status, message, headers }: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const asEnvelope = isApiPath(pathname);
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
  });
  response.end(body);
}

/** The sentence for a write that another site's page tried to make in somebody's name. */
export function foreignWriteMessage(own: string, isOriginSet: boolean, headers: IncomingHttpHeaders): string {
  const setting = isOriginSet
    ? `This site's address is set to ${own} (the setting ORIGIN).`
    : 'Behind a proxy, set ORIGIN to the public address of this site.';
  const from = headers.origin && headers.origin !== 'null' ? ` It came from ${headers.origin}.` : '';
  return `This was not sent from this site's own pages, so nothing was done.${from} ${setting}`;
}
