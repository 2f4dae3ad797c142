import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '~/api/define-endpoint.server';
import { apiEndpoints } from '~/api/endpoints.server';
import { isChange, isIdempotent, isWrite } from '~/api/openapi-components.server';
import { callApi } from '../support/api-client';
import { isExhaustive, sized } from '../support/exhaustive';
import { ApiFixture, endpointNamed } from '../support/api-fixture';
import { nonEmpty } from '../support/non-empty';
import { followRows } from '../support/populated-site';

/** Requests for each endpoint, the same in each run; `FUZZ_REQUESTS` and `npm run test:all` send more and others. */
const { FUZZ_REQUESTS } = process.env;
const requests = Number(FUZZ_REQUESTS ?? sized(4, 200));
const seed = FUZZ_REQUESTS || isExhaustive ? undefined : 20_261_121;

/** Milliseconds for the requests of one endpoint, on a busy machine. */
const timeout = 60_000 + requests * 1_000;

let api: ApiFixture;
let limited: ApiFixture;
beforeAll(async () => {
  api = await ApiFixture.open();
  limited = await ApiFixture.open({ RATE_LIMIT: 'on', LIMIT_API_READS: '1/1h', LIMIT_WRITES: '1/1h' });
});
afterAll(() => Promise.all([api.close(), limited.close()]));

const authenticates = ({ ignoresInvalidToken = false }: Endpoint): boolean => !ignoresInvalidToken;
const writesAsUser = (endpoint: Endpoint): boolean =>
  isWrite(endpoint) && endpoint.rateLimit !== 'api-read' && authenticates(endpoint);

describe('a request with the example of the document', () => {
  it.each(apiEndpoints)('succeeds: $operationId', async (endpoint) => {
    expect((await api.request(endpoint, await api.example(endpoint))).status).toBe(endpoint.response.status);
  });

  it.each(nonEmpty(apiEndpoints.filter(({ method, operationId }) => method === 'GET' && operationId !== 'getHealth')))(
    'gets 304 when repeated with its ETag: $operationId',
    async (endpoint) => {
      const requested = await api.example(endpoint);
      const { etag = '' } = (await api.request(endpoint, requested)).headers;
      const again = await api.request(endpoint, {
        ...requested,
        headers: { ...requested.headers, 'If-None-Match': etag },
      });
      expect([again.status, again.body]).toEqual([304, '']);
    },
  );

  it.each(nonEmpty(apiEndpoints.filter(isIdempotent)))(
    'runs once with an Idempotency-Key: $operationId',
    async (endpoint) => {
      const requested = await api.example(endpoint);
      const headers = { ...requested.headers, 'Idempotency-Key': `once-${api.next()}` };
      const first = await api.request(endpoint, { ...requested, headers });
      const again = await api.request(endpoint, { ...requested, headers });
      // The manage key of a listing and the private link of a message are shown once.
      const reported = first.body
        .replace(/,"manageKey":"[^"]*"/, '')
        .replace(/"(conversation|messagesKey|key)":"[^"]*"/g, '"$1":null')
        .replace(/"url":"[^"]*\?key=[^"]*"/, '"url":null');
      expect([again.status, again.body]).toEqual([endpoint.response.status, reported]);
      expect([first, again].map((response) => response.headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    },
  );

  it.each(nonEmpty(apiEndpoints.filter(isWrite)))(
    'over the limit of writes is rejected with an Idempotency-Key that is new: $operationId',
    async (endpoint) => {
      const requested = await api.example(endpoint);
      const headers = { ...requested.headers, 'Idempotency-Key': `late-${api.next()}` };
      const policy = { name: 'write', max: 1, milliseconds: 60_000, header: '"write";q=1;w=60' } as const;
      const full = { policy, isOver: true, remaining: 0, seconds: 60 };
      const count = vi.spyOn(api.site.runtime, 'count');
      count.mockImplementation(async (limit) => (limit === 'api-read' ? null : full));
      const rows = followRows(api.site.runtime.db);
      const before = rows();
      try {
        expect((await api.request(endpoint, { ...requested, headers })).status).toBe(429);
        expect(rows()).toBe(before);
      } finally {
        count.mockRestore();
      }
    },
  );

  it.each(nonEmpty(apiEndpoints.filter(isChange)))(
    'is rejected for another version: $operationId',
    async (endpoint) => {
      const requested = await api.example(endpoint);
      const headers = { ...requested.headers, 'If-Match': 'W/"77-of-another"' };
      expect((await api.request(endpoint, { ...requested, headers })).status).toBe(412);
    },
  );

  it.each(nonEmpty(apiEndpoints.filter(authenticates)))(
    'is rejected with a revoked token: $operationId',
    async (endpoint) => {
      const { status, headers } = await api.request(endpoint, await api.example(endpoint, 'dead'));
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
    },
  );

  it.each(nonEmpty(apiEndpoints.filter(writesAsUser)))(
    'is rejected with a read-only token: $operationId',
    async (endpoint) => {
      const { status, headers } = await api.request(endpoint, await api.example(endpoint, 'reader'));
      expect([status, headers['www-authenticate']]).toEqual([403, 'Bearer error="insufficient_scope", scope="write"']);
    },
  );
});

// The health of the site is read by what watches it, also when all else is refused.
const limitedEndpoints = apiEndpoints.filter(({ operationId }) => operationId !== 'getHealth');

it.each(nonEmpty(limitedEndpoints))('gets 429 with Retry-After over the limit: $operationId', async (endpoint) => {
  const requested = { path: `/api${endpoint.path.replaceAll(/\{\w+\}/g, '1')}`, headers: {} };
  await limited.site.request(requested.path, { ...requested, method: endpoint.method });
  expect((await limited.request(endpoint, requested)).status).toBe(429);
});

it.each(nonEmpty(apiEndpoints.filter(({ wholeList }) => wholeList)))(
  'a whole list has the documented form: $operationId',
  async (endpoint) => {
    const requested = await api.example(endpoint);
    for (const Accept of ['application/x-ndjson', 'text/csv']) {
      const { status, headers } = await api.request(endpoint, {
        ...requested,
        headers: { ...requested.headers, Accept },
      });
      expect([status, headers['content-type']?.split(';')[0]]).toEqual([200, Accept]);
    }
  },
);

/** The first item in a response or an example, at any depth. */
function itemIn(value: unknown): object | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('_id' in value) return value;
  for (const inner of Object.values(value)) {
    const item = itemIn(inner);
    if (item) return item;
  }
  return null;
}

describe('an item of an endpoint with the parameter fields', () => {
  beforeAll(async () => {
    for (const path of ['/bikes', '/scooters']) await api.make(path);
    const vehicleId = (await api.itemFor(endpointNamed('listReviewsOfVehicle')))?.id;
    const body = { vehicleId, rating: 4, comment: 'Calm on the road.' };
    await callApi(api.site, 'POST', '/api/reviews', { body, headers: api.headersOf('operator') });
  });

  it.each(nonEmpty(apiEndpoints.filter(({ query }) => 'fields' in query.shape)))(
    'is complete, or has the selected fields: $operationId',
    async (endpoint) => {
      const { path, headers } = await api.example(endpoint);
      const whole = itemIn(JSON.parse((await api.request(endpoint, { path, headers })).body));
      expect(Object.keys(whole ?? {}).sort()).toEqual(Object.keys(itemIn(endpoint.response.example) ?? {}).sort());
      const chosen = itemIn(
        JSON.parse((await api.request(endpoint, { path: `${path}?fields=rating,_id`, headers })).body),
      );
      expect(Object.keys(chosen ?? {}).sort()).toEqual(['_id', 'rating']);
    },
  );
});

describe('every response to generated requests is documented', () => {
  it.each(apiEndpoints)(
    '$operationId',
    async (endpoint) => {
      const statuses = await api.fuzz(endpoint, requests, seed);
      const reported = [...statuses]
        .sort(([one], [other]) => one - other)
        .map(([status, times]) => `${status} × ${times}`);
      if (FUZZ_REQUESTS) console.info(`${endpoint.operationId}: ${requests} requests, ${reported.join(', ')}`);
      expect([...statuses.values()].reduce((sum, times) => sum + times, 0)).toBe(requests);
    },
    timeout,
  );
});
