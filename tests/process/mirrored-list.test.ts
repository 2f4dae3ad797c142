import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '~db/connection';
import { migrate } from '~db/migrate';
import { seed } from '~db/seed/seed';
import { signIn } from '../support/api-client';
import { storeManyBikes } from '../support/many-bikes';
import { type RunningSite, startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

/** Many batches of a whole read, and far more than the buffers of a connection hold. */
const bikes = 4_000;
/** Short items: the test compares which rows exist, and their price. */
const fields = 'id,presentPrice,availability';

type Bike = { id: string; presentPrice: number; availability: string };
type Copy = Map<string, Bike>;

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-mirror-'));
const databasePath = join(folder, 'site.sqlite');
let site: RunningSite;
let operator: Record<string, string>;

beforeAll(async () => {
  const db = openDatabase(databasePath);
  migrate(db);
  seed(db, new Date());
  storeManyBikes(db, bikes);
  operator = signIn({ runtime: { db } }, 'Writer', 'owner');
  closeDatabase(db);
  site = await startSite({ databasePath });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Lines of a text that arrives in pieces. */
async function* splitLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Reads the whole list as slowly as a client that stores each row; `between` is called while it reads. */
function readWhole(query: string, between: (row: number) => Promise<void>): Promise<{ copy: Copy; token: string }> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'application/x-ndjson' };
    request(`${site.origin}/api/bikes?${query}`, { headers, agent: false }, (response) => {
      const copy: Copy = new Map();
      const read = async () => {
        for await (const line of splitLines(response)) {
          // Some rows say where reading may begin again.
          const { cursor: _cursor, ...bike }: Bike & { cursor?: string } = JSON.parse(line);
          copy.set(bike.id, bike);
          if (copy.size % 200 === 0) await between(copy.size);
        }
        return { copy, token: String(response.headers['x-changes-token']) };
      };
      read().then(resolve, reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Brings a copy up to date from a token. @returns the next token */
async function follow(copy: Copy, token: string): Promise<string> {
  for (let since = token; ; ) {
    const response = await requestOver(site.origin, `/api/bikes/changes?since=${since}&limit=1000&fields=${fields}`);
    expect(response.status).toBe(200);
    const { changes, next, hasMore } = JSON.parse(response.body).data;
    for (const { change, id, bike } of changes) {
      if (change === 'removed') copy.delete(id);
      else copy.set(id, bike);
    }
    if (!hasMore) return next;
    since = next;
  }
}

const sorted = (copy: Copy): Bike[] => [...copy.values()].sort((one, other) => (one.id < other.id ? -1 : 1));

const body = JSON.stringify({
  ...{ name: 'Listed later', brand: 'Common', year: 2020, type: 'Petrol', daysUsed: 1, condition: 'Good' },
  ...{ mileage: 1, topSpeed: 1, presentPrice: 1, pastPrice: 2, license: 'X' },
});
const write = async (method: string, path: string, sent?: string): Promise<void> => {
  const headers = { ...operator, ...(sent && { 'Content-Type': 'application/json' }) };
  const response = await requestOver(site.origin, `/api/bikes${path}`, { method, headers, body: sent });
  expect(response.status).toBeLessThan(300);
};

it.each([
  ['in the order of time', `fields=${fields}`],
  ['sorted by a price that changes', `fields=${fields}&sort=price`],
])('a copy of the whole list, brought up to date from its token, misses nothing: %s', async (_order, query) => {
  // Bikes from both ends of the list: some already read, and some still to come.
  let next = query.includes('sort') ? 1_000 : 1;
  const { copy, token } = await readWhole(query, async () => {
    const at = next;
    next += 3;
    await Promise.all([
      write('POST', '', body),
      write('PUT', `/bike-${at}`, JSON.stringify({ presentPrice: 900_000 + at })),
      write('PUT', `/bike-${bikes - at}`, JSON.stringify({ presentPrice: 900_000 + at })),
      write('PATCH', `/bike-${at + 1}/sold`),
      write('PATCH', `/bike-${bikes - at - 1}/sold`),
      write('DELETE', `/bike-${at + 2}`),
      write('DELETE', `/bike-${bikes - at - 2}`),
    ]);
  });
  expect(copy.size).toBeGreaterThan(bikes - 300);
  const now = (await readWhole(`fields=${fields}`, async () => {})).copy;
  // The writer did change what was being read; otherwise the test proves nothing.
  expect(sorted(copy)).not.toEqual(sorted(now));
  await follow(copy, token);
  expect(sorted(copy)).toEqual(sorted(now));
});

it('the token is in the header and in the link, in either format, and for an unchanged list as well', async () => {
  for (const Accept of ['application/x-ndjson', 'text/csv']) {
    const { status, headers } = await requestOver(site.origin, '/api/bikes?limit=1', { headers: { Accept } });
    expect(status).toBe(200);
    expect(headers.link).toBe(`<${site.origin}/api/bikes/changes?since=${headers['x-changes-token']}>; rel="changes"`);
    const again = await requestOver(site.origin, '/api/bikes?limit=1', {
      headers: { Accept, 'If-None-Match': headers.etag ?? '' },
    });
    expect([again.status, again.headers['x-changes-token']]).toEqual([304, headers['x-changes-token']]);
  }
  const page = await requestOver(site.origin, '/api/bikes?limit=1');
  expect(page.headers['x-changes-token']).toBeUndefined();
});
