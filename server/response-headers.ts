import { hash } from 'node:crypto';
import type { ApiResponse } from '~/http/responses.server';
import { isApiPath } from './incoming-request';

/**
 * Headers of every response. A document overrides the policy with its own, wider one.
 *
 * `strict-origin-when-cross-origin`, because under `no-referrer` browsers send `Origin: null` with a plain form post
 * and all forms would break, but only for people without JavaScript.
 */
export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), microphone=()',
} as const;

/** Requires https for a year; sent over https only, because a plain-http deployment must keep working. */
const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/**
 * Allows public reads of the API from any origin; writes need the bearer token, for which browsers send a preflight.
 */
export const openReads = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Changes-Token, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/**
 * Builds the headers of a response as flat name and value pairs: the defaults, overridden by its own, without
 * `Content-Length`, which the sender adds. A flat list, because `setHeader` would keep only the last of several
 * cookies.
 *
 * @param isCached whether it is a public page, from which the browser may prefetch others
 */
export function headersOf(response: ApiResponse, origin: string, url: URL, isCached: boolean): string[] {
  const headers: string[] = [];
  const api = isApiPath(url.pathname);
  const commonHeaders = {
    ...securityHeaders,
    ...(origin.startsWith('https:') && strictTransport),
    ...(api && openReads),
    ...(isCached && !api && { 'Speculation-Rules': '"/speculation-rules.json"' }),
  };
  for (const [name, value] of Object.entries(commonHeaders)) if (!response.headers.has(name)) headers.push(name, value);
  for (const [name, value] of response.headers) if (name !== 'content-length') headers.push(name, value);
  // Remix rejects a write to a screen without an action, but does not set `Allow`.
  if (response.status === 405 && !response.headers.has('Allow')) headers.push('Allow', 'GET, HEAD, OPTIONS');
  return headers;
}

/**
 * Whether a response is an error thrown by a route without a screen, for which Remix would send the bare message. Data
 * requests of hydrated screens are excluded: they handle errors themselves.
 */
export const isBareRejection = ({ status, headers }: Response, { searchParams }: URL): boolean =>
  status >= 400 && headers.has('X-Remix-Catch') && !searchParams.has('_data');

/** Entity tag of a response body. Weak, because it is sent in several encodings. */
export const tagOfBody = (body: Uint8Array | string): string => `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

/** A start of the server; of several processes that serve one site, each has the same `id`. */
export type Start = {
  /** Part of every entity tag. */
  id: string;
  /** Where the request ids of this process begin. */
  requestPrefix: string;
};

export function newStart(): Start {
  const id = Math.random().toString(36).slice(2, 8);
  return { id, requestPrefix: id };
}
