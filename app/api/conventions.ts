import type { AddressLimit, LimitName } from '~/http/address-limits.server';

/** What holds for every endpoint. Backticks mark code. */
export type Convention = { name: string; value: string };

const conventions: readonly Convention[] = [
  {
    name: 'Authentication',
    value:
      'Send `Authorization: Bearer TOKEN` with a token from the sign-in response or one created on your profile. A visitor changes a listing with its `manageKey`, sent as `X-Manage-Key`.',
  },
  {
    name: 'Errors',
    value:
      'Every error has a `code` for programs and a `message` for people, which may be reworded; `codes` and `errors` have the same for each invalid field. `requestId` names the request in the log of the site.',
  },
  {
    name: 'Fields',
    value:
      'Unknown fields in a body are ignored; `null` and empty query values count as absent. Amounts are in whole rupees, dates with a time in ISO 8601 and UTC.',
  },
  {
    name: 'Pagination',
    value: 'Lists take `page` from 1 and `limit` up to 100; `pagination` has the page, the limit and the totals.',
  },
  {
    name: 'Selected fields',
    value:
      'Public items and lists take `fields=id,name`: each item has only the selected fields. Without it, items are complete; the OpenAPI document requires no field there, because the selection is not known in advance.',
  },
  {
    name: 'Idempotency',
    value:
      'A write that is repeated within a day with the same `Idempotency-Key` returns the first response, without its secrets unless the client proves to be the first sender. Use a random key for each write.',
  },
  {
    name: 'Dry runs',
    value: 'A write with `dryRun=true` in the query is checked and answered as it would be, and stores nothing.',
  },
  {
    name: 'Versions',
    value: 'An update can send the `version` that was read: it returns 409 when there is a newer one.',
  },
  {
    name: 'Stability',
    value:
      'Within version 1 nothing is removed or renamed; endpoints, fields and values are added, and a client ignores those it does not know. What goes with version 2 has the headers `Deprecation` and `Sunset` at least six months before.',
  },
  { name: 'Caching', value: 'Public reads carry an `ETag`, and return 304 to `If-None-Match` while it is current.' },
];

const windows: Readonly<Record<number, string>> = { 60: 'a minute', 3600: 'an hour' };

const formatLimit = ([name, { max, windowSeconds }]: readonly [string, AddressLimit]): string =>
  `\`${name}\` ${max} ${windows[windowSeconds] ?? `in ${Math.ceil(windowSeconds / 60)} minutes`}`;

function describeLimits(limits: Record<LimitName, AddressLimit> | null): string {
  if (!limits) return 'This site has no rate limits.';
  const { page: _page, ...ofApi } = limits;
  const all = Object.entries(ofApi).map(formatLimit).join(', ');
  return `Of an address, \`batch\` of a user, the rate limits are ${all}. An access token has \`api-read\`, \`write\` and \`listing\` of its own; all tokens of an address have eight times as much. Each response says in \`RateLimit\` what is left of those that it counts for. Over one, 429 says in \`Retry-After\` when to go on. A repeated write does not count, nor do \`/health\` and \`/openapi.json\`.`;
}

export const createConventions = (limits: Record<LimitName, AddressLimit> | null): Convention[] => [
  ...conventions,
  { name: 'Limits', value: describeLimits(limits) },
];
