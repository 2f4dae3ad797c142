import { hash } from 'node:crypto';
import type { ApiAnswer } from '~/http/json-answer';
import { isApiPath } from './incoming';
import { openReads, securityHeaders, strictTransport } from './security-headers';

/**
 * Builds the headers of a response as flat name and value pairs: the defaults, overridden by its own, without
 * `Content-Length`, which the sender adds. A flat list, because `setHeader` would keep only the last of several
 * cookies.
 *
 * @param isKept whether it is a public page, from which the browser may prefetch others
 */
export function headersOf(answer: ApiAnswer, origin: string, url: URL, isKept: boolean): string[] {
  const headers: string[] = [];
  const api = isApiPath(url.pathname);
  const standing = {
    ...securityHeaders,
    ...(origin.startsWith('https:') && strictTransport),
    ...(api && openReads),
    ...(isKept && !api && { 'Speculation-Rules': '"/speculation-rules.json"' }),
  };
  for (const [name, value] of Object.entries(standing)) if (!answer.headers.has(name)) headers.push(name, value);
  for (const [name, value] of answer.headers) if (name !== 'content-length') headers.push(name, value);
  // Remix rejects a write to a screen without an action, but does not set `Allow`.
  if (answer.status === 405 && !answer.headers.has('Allow')) headers.push('Allow', 'GET, HEAD, OPTIONS');
  return headers;
}

/**
 * Whether a response is an error thrown by a route without a screen, for which Remix would send the bare message. Data
 * requests of hydrated screens are excluded: they handle errors themselves.
 */
export const isBareRefusal = ({ status, headers }: Response, { searchParams }: URL): boolean =>
  status >= 400 && headers.has('X-Remix-Catch') && !searchParams.has('_data');

/** Entity tag of a response body. Weak, because it is sent in several encodings. */
export const tagOfBody = (body: Uint8Array | string): string => `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
