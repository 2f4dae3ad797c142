import type { HeadersFunction } from '@remix-run/node';
import { type AppError, formatReason } from '~/domain/shared/result';
import { paths } from '~/paths';
import { createFlashCookie, type FlashDetail, type FlashName } from './flash.server';

type Picture = {
  bytes: Buffer;
  type: 'image/webp' | 'image/jpeg' | 'image/png' | 'image/svg+xml';
  fileName: string;
  /** Unique to the content; letters, digits and dashes. */
  tag: string;
};

/** An image opened by itself must not run or load anything. Other sites may embed and read it. */
const safeguards = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
} as const;

/** 304 if the client has it; either way cacheable for a year. */
export function createPictureResponse(request: Request, { bytes, type, fileName, tag }: Picture): Response {
  const etag = `"${tag}"`;
  const headers = { ...safeguards, 'Cache-Control': 'public, max-age=31536000, immutable', ETag: etag };
  if (isTagMatch(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      'Content-Type': type,
      'Content-Length': String(bytes.length),
      'Content-Disposition': `inline; filename="${fileName}"`,
    },
  });
}

export function createMissingPictureResponse(status: 404 | 503 = 404): Response {
  return new Response(status === 404 ? 'Not found' : 'Please try again in a minute.', {
    status,
    headers: {
      ...safeguards,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(status === 503 && { 'Retry-After': '60' }),
    },
  });
}

const toOpaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Weak comparison (RFC 9110, 13.1.2). */
export function isTagMatch(header: string | null | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim() === '*' || toOpaqueTag(tag) === toOpaqueTag(etag)) ?? false;
}

export function seeOther(
  request: Request,
  path: string,
  response: FlashDetail & { flash?: FlashName; cookies?: readonly string[]; isSignOut?: true } = {},
): Response {
  const headers = new Headers({ Location: path });
  // Hydrated screens load the next screen as a document: it may not be hydrated, and the flash message is part of its
  // HTML.
  headers.set('X-Remix-Reload-Document', 'true');
  for (const cookie of response.cookies ?? []) headers.append('Set-Cookie', cookie);
  // What was entered, which the browser keeps over a reload, is not for the next person.
  if (response.isSignOut) headers.set('Clear-Site-Data', '"storage"');
  const flash = response.flash ?? (response.done ? 'desk-done' : response.takenPhone ? 'phone-taken' : undefined);
  if (flash) headers.append('Set-Cookie', createFlashCookie(request, flash, response));
  return new Response(null, { status: 303, headers });
}

/** Some proxies accept no more than 4 KB of response headers. */
const maxReturnPathLength = 2_000;
const isShortPath = (path: string): boolean => encodeURIComponent(path).length <= maxReturnPathLength;

/** Without its query if that is too long for a `Location` header. */
export const createReturnQuery = (path: string): string => (isShortPath(path) ? path : path.replace(/[?#].*$/s, ''));

/** Prevents open redirects through form fields. */
export function toLocalPath(candidate: string | null | undefined, otherwise: string): string {
  if (!candidate || !/^\/(?![/\\])[^\\\s]*$/.test(candidate)) return otherwise;
  const url = new URL(candidate, 'http://local.invalid');
  // Two leading slashes start a host name, and resolving dots turns '/.//host' into that.
  const isOfThisSite = url.origin === 'http://local.invalid' && !url.pathname.startsWith('//');
  const back = createReturnQuery(url.pathname + url.search + url.hash);
  return isOfThisSite && isShortPath(back) ? back : otherwise;
}

export function redirectToSignIn(request: Request, path: string): Response {
  const back = new URL(createReturnQuery(path), 'http://local.invalid');
  return seeOther(request, paths.login({ redirectTo: back.pathname + back.search + back.hash }));
}

/** The only mapping from errors to statuses, for forms and the API (docs/product.md, "Statuses"). */
const statuses = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
  unexpected: 500,
} as const satisfies Record<AppError['kind'], number>;

export const getStatus = (error: AppError): number => statuses[error.kind];

export const retryHeaders = (error: AppError): Record<string, string> =>
  'retryAfterSeconds' in error ? { 'Retry-After': String(error.retryAfterSeconds) } : {};

export function createRejection(error: AppError): Response {
  return new Response(formatReason(error), { status: getStatus(error), headers: retryHeaders(error) });
}

/** `headers` of a screen with a form: passes on `Retry-After`, which Remix would drop. */
export const rejectionHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const seconds = (errorHeaders ?? actionHeaders).get('Retry-After');
  return new Headers(seconds === null ? [] : [['Retry-After', seconds]]);
};

/**
 * `headers` of a screen whose URL may contain a secret, which must not leak to other sites. `same-origin` rather than
 * `no-referrer`: under the latter, browsers send `Origin: null` with a plain form, and over plain HTTP nothing else
 * proves that the form is ours.
 */
export const privateUrlHeaders: HeadersFunction = (headers) => {
  const own = new Headers(rejectionHeaders(headers));
  own.set('Referrer-Policy', 'same-origin');
  return own;
};
