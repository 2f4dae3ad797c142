import { expect, test } from 'vitest';
import { z } from 'zod';
import { readListingStatistics } from '~/domain/listings/listing.queries.server';
import { requestOver, openSite } from '../support/site-in-process';
import { shine } from '../support/sample-content';

const json = { 'Content-Type': 'application/json' };
const clients = [0, 1, 2, 3, 4, 5, 6, 7];
const listed = z.object({ data: z.object({ bikes: z.array(z.object({ name: z.string() })) }) });

const post = (origin: string, name: string) =>
  requestOver(origin, '/api/bikes', { method: 'POST', headers: json, body: JSON.stringify({ ...shine, name }) });

test('a client reads its own write at once, among concurrent writes and reads', async () => {
  const site = await openSite();
  const readOn = new AbortController();
  // Keeps the cache filled, so that about half of the pages that writers read are cached.
  const others = [0, 1].map(async () => {
    while (!readOn.signal.aborted) await site.request('/api/bikes?limit=50');
  });
  await Promise.all(
    clients.map(async (client) => {
      for (let turn = 0; turn < 15; turn += 1) {
        const name = `Shine of ${client} the ${turn}`;
        expect((await post(site.origin, name)).status).toBe(201);
        const { bikes } = listed.parse(JSON.parse((await site.request('/api/bikes?limit=50')).body)).data;
        expect(bikes.map((bike) => bike.name)).toContain(name);
      }
    }),
  );
  readOn.abort();
  await Promise.all(others);
  await site.close();
});

test('of concurrent writes on a full disk, exactly the confirmed ones are stored', async () => {
  const site = await openSite();
  const { db } = site.runtime;
  const before = readListingStatistics(db, 'bike').total;
  const pages = db.$client.prepare<[], number>('SELECT page_count FROM pragma_page_count').pluck().get() ?? 0;
  db.$client.pragma(`max_page_count = ${pages + 8}`);
  const statuses: number[] = [];
  while (!statuses.includes(503) && statuses.length < 2_000) {
    const responses = await Promise.all(clients.map((client) => post(site.origin, `Shine ${client} of a group`)));
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([201, 503]));
  expect(readListingStatistics(db, 'bike').total - before).toBe(statuses.filter((status) => status === 201).length);
  await site.close();
});
