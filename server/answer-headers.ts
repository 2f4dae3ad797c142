import { hash } from 'node:crypto';
import type { ApiAnswer } from '~/http/json-answer';
import { isApiPath } from './incoming';
import { openReads, securityHeaders, strictTransport } from './security-headers';

/**
 * The headers of an answer as flat name and value pairs: its own over the ones that stand on everything; without its
 * length, which whoever sends it knows. One flat list, because with `setHeader` the last of several cookies would be
 * the only one.
 *
 * @param isKept whether it is a page for everybody, from which the next ones may be fetched ahead
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
  // The framework refuses a write to a screen that takes none, and does not say what it takes.
  if (answer.status === 405 && !answer.headers.has('Allow')) headers.push('Allow', 'GET, HEAD, OPTIONS');
  return headers;
}

/**
 * A refusal thrown by a route that has no screen to show it on: the framework would send its bare sentence. What a
 * hydrated screen asked for is its own affair.
 */
export const isBareRefusal = ({ status, headers }: Response, { searchParams }: URL): boolean =>
  status >= 400 && headers.has('X-Remix-Catch') && !searchParams.has('_data');

/** A tag that names the body of an answer. Weak, because it leaves in several encodings. */
export const tagOfBody = (body: Uint8Array | string): string => `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
