/**
 * Headers that stand on every kind of answer. A document brings its own, wider policy, which wins.
 *
 * `strict-origin-when-cross-origin`, because under `no-referrer` browsers send `Origin: null` with a plain form post
 * and every form would break for people without JavaScript only.
 */
export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), microphone=()',
} as const;

/** A year of https only, sent over https alone: a plain-http deployment must go on working. */
export const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/** Public reads of the API are open to any origin; writes need the bearer token, which is asked for ahead of them. */
export const openReads = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Changes-Token, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;
