import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiCalls } from '~/doors/contract/api-calls.server';
import type { AnyContract } from '~/doors/contract/contract.server';
import { reviewCalls } from '~/doors/contract/review-calls.server';
import { changesItem, isWrite } from '~/doors/contract/statuses.server';
import { callApi } from '../support/api-client';
import { isExhaustive, sized } from '../support/exhaustive';
import { ApiWithEverything } from '../support/api-with-everything';
import { some } from '../support/some';

/** For each call, the same ones each time; `npm run fuzz` and `npm run test:all` send more, and others. */
const { FUZZ_REQUESTS } = process.env;
const requests = Number(FUZZ_REQUESTS ?? sized(4, 200));
const seed = FUZZ_REQUESTS || isExhaustive ? undefined : 20_261_121;

/** Milliseconds for the requests of one call, on a busy machine. */
const patience = 60_000 + requests * 1_000;

let api: ApiWithEverything;
let limited: ApiWithEverything;
beforeAll(async () => {
  api = await ApiWithEverything.open();
  limited = await ApiWithEverything.open({ RATE_LIMIT: 'on', LIMIT_API_READS: '1/1h', LIMIT_WRITES: '1/1h' });
});
afterAll(() => Promise.all([api.close(), limited.close()]));

const authenticates = ({ ignoresDeadTokens = false }: AnyContract): boolean => !ignoresDeadTokens;
const writesAsUser = (call: AnyContract): boolean => isWrite(call) && call.counts !== 'api-read' && authenticates(call);

describe("a request as the document's example has it", () => {
  it.each(apiCalls)('is done: $operationId', async (call) => {
    expect((await api.ask(call, await api.example(call))).status).toBe(call.answer.status);
  });

  it.each(some(apiCalls.filter(({ method, operationId }) => method === 'GET' && operationId !== 'getHealth')))(
    'is known when it comes again: $operationId',
    async (call) => {
      const asked = await api.example(call);
      const { etag = '' } = (await api.ask(call, asked)).headers;
      const again = await api.ask(call, { ...asked, headers: { ...asked.headers, 'If-None-Match': etag } });
      expect([again.status, again.body]).toEqual([304, '']);
    },
  );

  it.each(some(apiCalls.filter(isWrite)))('is done once with an Idempotency-Key: $operationId', async (call) => {
    const asked = await api.example(call);
    const headers = { ...asked.headers, 'Idempotency-Key': `once-${api.next()}` };
    const first = await api.ask(call, { ...asked, headers });
    const again = await api.ask(call, { ...asked, headers });
    // The code of a listing is told once.
    const told = first.body.replace(/,"manageKey":"[^"]*"/, '');
    expect([again.status, again.body]).toEqual([call.answer.status, told]);
  });

  it.each(some(apiCalls.filter(changesItem)))('is refused for another version: $operationId', async (call) => {
    const asked = await api.example(call);
    const headers = { ...asked.headers, 'If-Match': 'W/"77-of-another"' };
    expect((await api.ask(call, { ...asked, headers })).status).toBe(412);
  });

  it.each(some(apiCalls.filter(authenticates)))('is refused to a dead token: $operationId', async (call) => {
    const { status, headers } = await api.ask(call, await api.example(call, 'dead'));
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it.each(some(apiCalls.filter(writesAsUser)))(
    'is refused to a token that may only read: $operationId',
    async (call) => {
      const { status, headers } = await api.ask(call, await api.example(call, 'reader'));
      expect([status, headers['www-authenticate']]).toEqual([403, 'Bearer error="insufficient_scope", scope="write"']);
    },
  );
});

it.each(apiCalls)('one too many is told when to come again: $operationId', async (call) => {
  const asked = { path: `/api${call.path.replaceAll(/\{\w+\}/g, '1')}`, headers: {} };
  await limited.site.ask(asked.path, { ...asked, method: call.method });
  expect((await limited.ask(call, asked)).status).toBe(429);
});

it.each(some(apiCalls.filter(({ wholeList }) => wholeList)))(
  'a whole list is as promised: $operationId',
  async (call) => {
    const asked = await api.example(call);
    for (const Accept of ['application/x-ndjson', 'text/csv']) {
      const { status, headers } = await api.ask(call, { ...asked, headers: { ...asked.headers, Accept } });
      expect([status, headers['content-type']?.split(';')[0]]).toEqual([200, Accept]);
    }
  },
);

/** The first item in an answer or an example, wherever it stands. */
function itemIn(value: unknown): object | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('_id' in value) return value;
  for (const inner of Object.values(value)) {
    const item = itemIn(inner);
    if (item) return item;
  }
  return null;
}

describe('an item of a call that takes fields', () => {
  beforeAll(async () => {
    for (const path of ['/bikes', '/scooters']) await api.make(path);
    const vehicleId = (await api.thingFor(reviewCalls.listOfVehicle))?.id;
    const body = { vehicleId, rating: 4, comment: 'Calm on the road.' };
    await callApi(api.site, 'POST', '/api/reviews', { body, headers: api.headersOf('operator') });
  });

  it.each(some(apiCalls.filter(({ query }) => 'fields' in query.shape)))(
    'is whole, or has those that were asked for: $operationId',
    async (call) => {
      const { path, headers } = await api.example(call);
      const whole = itemIn(JSON.parse((await api.ask(call, { path, headers })).body));
      expect(Object.keys(whole ?? {}).sort()).toEqual(Object.keys(itemIn(call.answer.example) ?? {}).sort());
      const chosen = itemIn(JSON.parse((await api.ask(call, { path: `${path}?fields=rating,_id`, headers })).body));
      expect(Object.keys(chosen ?? {}).sort()).toEqual(['_id', 'rating']);
    },
  );
});

describe('every answer to generated requests is one that the document has', () => {
  it.each(apiCalls)(
    '$operationId',
    async (call) => {
      const answered = await api.fuzz(call, requests, seed);
      const told = [...answered].sort(([one], [other]) => one - other).map(([status, times]) => `${status} × ${times}`);
      if (FUZZ_REQUESTS) console.info(`${call.operationId}: ${requests} requests, ${told.join(', ')}`);
      expect([...answered.values()].reduce((sum, times) => sum + times, 0)).toBe(requests);
    },
    patience,
  );
});
