import type { Endpoint } from './define-endpoint.server';

/** Every error status of the API, and its meaning (docs/product.md, "Statuses"). */
export const rejections = {
  400: 'The URL or a parameter is malformed, or the body is not a JSON object.',
  401: 'The request has no bearer token, or one that is not valid.',
  403: 'The client is identified but not allowed to do this, or a page of another site sent the write.',
  404: 'The item does not exist, or the client is not allowed to see it.',
  409: 'The change was already made, the item was changed in the meantime, or the `Idempotency-Key` was used with another body or by a request still in progress.',
  410: 'The `since` token is too old: start again without it.',
  412: 'The item does not match `If-Match`: it has changed since it was read.',
  413: 'The request body is too large.',
  415: 'The endpoint does not accept the media type or content encoding of the body: `Accept` or `Accept-Encoding` in the response lists those it accepts.',
  422: 'A field is not valid: `errors` has one sentence for each.',
  429: 'Too many requests from this address: wait for the number of seconds in `Retry-After`.',
  500: 'Internal server error.',
  503: 'The service cannot read or write at the moment: retry later.',
} as const;
export type ErrorStatus = keyof typeof rejections;

/** Whether an endpoint writes. Writes take an `Idempotency-Key`, so that a repeated request has no further effect. */
export const isWrite = ({ method }: Endpoint): boolean => method !== 'GET';

/** Whether an endpoint changes an existing item, so that it takes `If-Match`. */
export const changesItem = ({ method }: Endpoint): boolean =>
  method === 'PUT' || method === 'PATCH' || method === 'DELETE';

/** The error statuses of an endpoint in ascending order: those in its definition, and those that follow from the rest. */
export function errorsOf(endpoint: Endpoint): ErrorStatus[] {
  const statuses = new Set<ErrorStatus>([...(endpoint.rejections ?? []), 400, 429, 500, 503]);
  if (endpoint.errorWithData) statuses.add(endpoint.errorWithData.status);
  if (!endpoint.ignoresInvalidToken) statuses.add(401);
  if (endpoint.access.name === 'operator') statuses.add(403);
  if (isWrite(endpoint)) statuses.add(403).add(409).add(415);
  if (changesItem(endpoint)) statuses.add(412);
  if (endpoint.body.spec) statuses.add(413).add(422);
  return [...statuses].sort((one, other) => one - other);
}
