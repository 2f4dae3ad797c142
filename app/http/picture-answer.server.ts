import { namesTag } from './entity-tag';

/** A picture that its address names for good. */
type Picture = {
  bytes: Buffer;
  type: 'image/webp' | 'image/png' | 'image/svg+xml';
  /** What a browser proposes when it is saved. */
  fileName: string;
  /** Tells the content apart from any other; letters, digits and dashes. */
  tag: string;
};

/**
 * A picture is never a document: opened by itself it may run nothing and load nothing. API clients show it elsewhere.
 */
const safeguards = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** The answer to a GET or HEAD of a picture: 304 when the asker has it, to be kept for a year either way. */
export function answerPicture(request: Request, { bytes, type, fileName, tag }: Picture): Response {
  const etag = `"${tag}"`;
  const headers = { ...safeguards, 'Cache-Control': 'public, max-age=31536000, immutable', ETag: etag };
  if (namesTag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      'Content-Type': type,
      'Content-Length': String(bytes.length),
      'Content-Disposition': `inline; filename="${fileName}"`,
    },
  });
}

/** The answer for a picture that does not exist or is not to be had: plain text, which nobody keeps. */
export function noPicture(status: 404 | 503 = 404): Response {
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
