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
export const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/**
 * Allows public reads of the API from any origin; writes need the bearer token, for which browsers send a preflight.
 */
export const openReads = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Changes-Token, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;
