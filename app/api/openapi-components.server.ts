import { z } from 'zod';
import { fixErrors } from '~/domain/shared/result';
import { type ErrorStatus, rejections } from './define-endpoint.server';

export type Json = Record<string, unknown>;

const refToSchema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const errorName = (status: ErrorStatus): string => `Error${status}`;
export const json = 'application/json';

export const rejection = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional().meta({
    description: 'One sentence for each invalid field; nested fields have dotted names, such as `contactInfo.name`.',
  }),
});

export const headers = {
  Accept: { description: 'Media types that the endpoint accepts.', schema: { type: 'string' } },
  'Accept-Encoding': { description: 'Content encodings that the endpoint accepts.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'File name of a CSV download.', schema: { type: 'string' } },
  ETag: {
    description:
      'Entity tag of the response for `If-None-Match`; that of an item also for `If-Match`. A whole list has none for signed-in users.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'Links to the other pages (RFC 8288); on a whole list of bikes or scooters, a link to its changes with `rel="changes"`.',
    schema: { type: 'string' },
  },
  Location: { description: 'URL of the created item.', required: true, schema: { type: 'string' } },
  RateLimit: {
    description: 'Remaining requests of each rate limit that applies to the endpoint, and the seconds until it resets.',
    schema: { type: 'string' },
    example: '"api-read";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'The rate limits that apply: number of requests, and length of the window in seconds.',
    schema: { type: 'string' },
    example: '"api-read";q=600;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'Required authentication.', schema: { type: 'string' } },
  'X-Changes-Token': {
    description:
      'On a whole list (NDJSON or CSV): the first value of `since` for its changes. It is taken before the first row is read, so that a copy of the list updated from this token misses nothing.',
    schema: { type: 'string' },
  },
  'X-Request-Id': {
    description: 'Id of the request in the log; absent when the response comes from the cache.',
    schema: { type: 'string' },
  },
} as const;
export const headerRefs = (...names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A request with the same key and the same body within a day returns the first response and writes nothing. Use a random value for each write, such as a UUID. A secret in the first response (a `manageKey`, a private link) is returned again only to a client that proves to be the first sender: by its bearer token, or by that key as `X-Manage-Key`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'One or more values of `ETag` from reads of the item. Returns 412 if the item has changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier response. Returns 304 while that response is current.',
    schema: { type: 'string' },
  },
} as const;
export const parameterRef = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

/** Headers of every response: rate limit status, unless limits are disabled, and request id. */
export const commonHeaders = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'] as const;

/** Headers of an error response: common ones, and those of its status. */
const headersOfError = (status: ErrorStatus): Json =>
  headerRefs(
    ...commonHeaders,
    ...(status === 415 ? (['Accept', 'Accept-Encoding'] as const) : []),
    ...(status === 429 ? ['Retry-After' as const] : []),
    // On 403, it names the scope that a read-only token lacks.
    ...(status === 401 || status === 403 ? ['WWW-Authenticate' as const] : []),
  );

const exampleErrors: Partial<Record<ErrorStatus, Json>> = {
  400: { message: 'A parameter is not valid.', errors: { limit: 'limit must be from 1 to 100' } },
  422: { message: fixErrors, errors: { email: 'Please enter a valid email address' } },
};

export const rejectedResponse = (status: ErrorStatus, schema: Json, example: Json): Json => ({
  description: rejections[status],
  headers: headersOfError(status),
  content: { [json]: { schema, example: { success: false, ...example } } },
});

export const plainError = (status: ErrorStatus): Json =>
  rejectedResponse(
    status,
    refToSchema('Error'),
    exampleErrors[status] ?? { message: 'What went wrong, in one sentence for display.' },
  );
