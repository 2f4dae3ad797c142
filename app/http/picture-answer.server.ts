import { namesTag } from './entity-tag';

/** An image with an immutable URL. */
type Picture = {
  bytes: Buffer;
  type: 'image/webp' | 'image/png' | 'image/svg+xml';
  /** File name proposed by browsers when it is saved. */
  fileName: string;
  /** Unique to the content; letters, digits and dashes. */
  tag: string;
};

/**
 * Security headers of images: an image opened by itself must not run or load anything. Other sites may embed it, as API
 * clients do.
 */
const safeguards = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** Response to a GET or HEAD of an image: 304 if the client has it, cacheable for a year either way. */
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

/** Response for an image that is missing or unavailable: plain text, not cacheable. */
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
