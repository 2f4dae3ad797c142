import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { closeDatabase, openDatabase } from '~db/connection';
import { migrate } from '~db/migrate';
import { seed } from '~db/seed/seed';
import { webhookEvents } from '~db/webhook-events';
import { signIn } from '../support/api-client';
import { storeManyBikes } from '../support/many-bikes';
import { megapixelPhoto } from '../support/photo-samples';
import { startSite } from '../support/running-site';
import { shine, usedShine } from '../support/sample-content';
import { requestOver } from '../support/site-in-process';

const readLines = <Row>(text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('a batch of 200 vehicles with a photo of a megapixel each is stored within usual limits', async () => {
  const site = await startSite({ env: { RATE_LIMIT: 'on' } });
  const account = { name: 'Asha', email: 'asha@example.com', password: 'open!sesame' };
  const { body } = await requestOver(site.origin, '/api/auth/signup', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { token } = z.object({ data: z.object({ token: z.string() }) }).parse(JSON.parse(body)).data;
  const lines: string[] = [];
  for (let number = 1; number <= 200; number += 1) {
    const photo = (await megapixelPhoto(number)).toString('base64');
    const images = [`data:image/jpeg;base64,${photo}`];
    lines.push(JSON.stringify({ ...usedShine, price: 50_000 + number, externalId: `A-${number}`, images }));
  }
  const sent = lines.join('\n');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' };
  const startedAt = performance.now();
  const response = await requestOver(site.origin, '/api/vehicles/batch', { method: 'POST', headers, body: sent });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`batch: 200 vehicles, ${Math.round(sent.length / 1e6)} MB, in ${seconds.toFixed(1)} s`);
  const statuses = readLines<{ status: number }>(response.body).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: 200 }, () => 201));
  const own = await requestOver(site.origin, '/api/vehicles/user/my-listings?limit=100&page=2', { headers });
  const { data } = JSON.parse(own.body);
  expect(data.pagination.total).toBe(200);
  expect(data.listings.every(({ images }: { images: string[] }) => images.length === 1)).toBe(true);
  await site.stop();
}, 300_000);

type Bike = { id: string; presentPrice: number; availability: string };
type Copy = Map<string, string>;
type Change = { change: string; id: string; bike: Bike };

/** Of what is compared. */
const fields = 'id,presentPrice,availability';
const summarize = ({ presentPrice, availability }: Bike): string => `${presentPrice} ${availability}`;

function apply(copy: Copy, { change, id, bike }: Change): void {
  if (change === 'removed') copy.delete(id);
  else copy.set(id, summarize(bike));
}

/** How long the receiver of the webhook is down, and each of the copies is kept while the writer runs. */
const seconds = { down: 75, all: 100 };
const bikes = 20_000;

test('copies by cursor, live stream and webhook are right, while a writer runs and the receiver is down for a while', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-mirrors-'));
  const databasePath = join(folder, 'site.sqlite');
  const db = openDatabase(databasePath);
  migrate(db);
  seed(db, new Date());
  storeManyBikes(db, bikes);
  const owner = signIn({ runtime: { db } }, 'Writer', 'owner');
  closeDatabase(db);
  const site = await startSite({ databasePath, env: { PRIVATE_WEBHOOKS: 'on' } });
  const { origin } = site;
  const call = async (method: string, path: string, body?: object) => {
    const headers = { ...owner, ...(body && { 'Content-Type': 'application/json' }) };
    return requestOver(origin, `/api${path}`, { method, headers, body: body && JSON.stringify(body) });
  };
  const readData = async (path: string) => JSON.parse((await call('GET', path)).body).data;
  async function readWhole(): Promise<{ copy: Copy; token: string }> {
    const headers = { Accept: 'application/x-ndjson' };
    const response = await requestOver(origin, `/api/bikes?fields=${fields}`, { headers });
    const rows = readLines<Bike>(response.body);
    return {
      copy: new Map(rows.map((bike) => [bike.id, summarize(bike)])),
      token: String(response.headers['x-changes-token']),
    };
  }
  async function follow(copy: Copy, token: string): Promise<string> {
    for (let since = token; ; ) {
      const { changes, next, hasMore } = await readData(`/bikes/changes?since=${since}&limit=1000&fields=${fields}`);
      for (const change of changes) apply(copy, change);
      if (!hasMore) return next;
      since = next;
    }
  }

  // The webhook: a copy of the whole list after it was registered, and its events.
  const byWebhook: { copy: Copy | null; early: Change[]; isDown: boolean; refused: number; events: number } = {
    ...{ copy: null, early: [], isDown: false, refused: 0, events: 0 },
  };
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      if (byWebhook.isDown) {
        byWebhook.refused += 1;
        request.socket.destroy();
        return;
      }
      const { type, data } = JSON.parse(body);
      byWebhook.events += 1;
      const change = { change: String(type).replace('listing.', ''), id: data.id, bike: data.listing };
      if (byWebhook.copy) apply(byWebhook.copy, change);
      else byWebhook.early.push(change);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  const events = webhookEvents.filter((event) => event.startsWith('listing.'));
  const registered = await call('POST', '/webhooks', { url, events });
  expect(registered.status).toBe(201);

  let isOver = false;
  let writes = 0;
  const writing = (async () => {
    for (let at = 1; !isOver; at = (at % (bikes - 10)) + 7) {
      await call('POST', '/bikes', shine);
      await call('PUT', `/bikes/bike-${at}`, { presentPrice: 100_000 + writes });
      await call('PATCH', `/bikes/bike-${at + 1}/sold`);
      await call('DELETE', `/bikes/bike-${at + 2}`);
      writes += 4;
      await wait(40);
    }
  })();

  // By cursor, with the changes since before the first page.
  const byCursor = async (): Promise<{ copy: Copy; token: string }> => {
    const copy: Copy = new Map();
    const one = { headers: { Accept: 'application/x-ndjson' } };
    const { headers } = await requestOver(origin, '/api/bikes?limit=1', one);
    for (let after = ''; ; ) {
      const { bikes: page, pagination } = await readData(`/bikes?limit=100&fields=${fields}&after=${after}`);
      for (const bike of page) copy.set(bike.id, summarize(bike));
      if (pagination.next === null) break;
      after = pagination.next;
    }
    return { copy, token: await follow(copy, String(headers['x-changes-token'])) };
  };

  // By a live stream that breaks every few seconds.
  const live = { ...(await readWhole()), breaks: 0, request: get(origin).on('error', () => undefined) };
  let lastId = live.token;
  const listen = (): Promise<void> =>
    new Promise((resolve) => {
      const headers = { Accept: 'text/event-stream', 'Last-Event-ID': lastId };
      const path = `/api/bikes/changes?since=now&fields=${fields}`;
      let text = '';
      live.request = get(`${origin}${path}`, { headers, agent: false }, (response) => {
        response.on('data', (chunk: Buffer) => {
          const parts = (text + chunk.toString()).split('\n\n');
          text = parts.pop() ?? '';
          for (const part of parts) {
            const [, data] = /^data: (.*)$/m.exec(part) ?? [];
            if (data) apply(live.copy, JSON.parse(data));
            lastId = /^id: (.*)$/m.exec(part)?.[1] ?? lastId;
          }
        });
        response.on('error', () => undefined).on('close', resolve);
      });
      live.request.on('error', () => resolve());
    });
  let isListening = true;
  const listening = (async () => {
    while (isListening) await listen();
  })();
  const breaking = setInterval(() => {
    live.breaks += 1;
    live.request.destroy();
  }, 4_000);

  const webhookCopy = await readWhole();
  for (const change of byWebhook.early) apply(webhookCopy.copy, change);
  byWebhook.copy = webhookCopy.copy;
  await wait(5_000);
  byWebhook.isDown = true;
  const cursorCopy = await byCursor();
  const upAt = performance.now() + seconds.down * 1000;
  await wait(Math.max(0, upAt - performance.now()));
  byWebhook.isDown = false;
  await wait((seconds.all - seconds.down) * 1000);
  isOver = true;
  await writing;

  const now = (await readWhole()).copy;
  await follow(cursorCopy.copy, cursorCopy.token);
  const countWrong = (copy: Copy): number =>
    [...new Set([...copy.keys(), ...now.keys()])].filter((id) => copy.get(id) !== now.get(id)).length;
  const stoppedAt = performance.now();
  await expect.poll(() => countWrong(live.copy), { timeout: 60_000, interval: 250 }).toBe(0);
  const streamSeconds = (performance.now() - stoppedAt) / 1000;
  await expect.poll(() => countWrong(webhookCopy.copy), { timeout: 180_000, interval: 500 }).toBe(0);
  const webhookSeconds = (performance.now() - stoppedAt) / 1000;
  console.log(
    `mirrors of ${now.size} bikes, ${writes} writes: wrong rows ${countWrong(cursorCopy.copy)} by cursor, ` +
      `${countWrong(live.copy)} by stream (broken ${live.breaks} times, right ${streamSeconds.toFixed(1)} s after the writer), ` +
      `${countWrong(webhookCopy.copy)} by webhook (down ${seconds.down} s, ${byWebhook.refused} refused, ` +
      `${byWebhook.events} events, right ${webhookSeconds.toFixed(1)} s after the writer)`,
  );
  expect(countWrong(cursorCopy.copy)).toBe(0);
  expect(writes).toBeGreaterThan(500);
  expect(byWebhook.refused).toBeGreaterThan(1);
  isListening = false;
  clearInterval(breaking);
  live.request.destroy();
  await listening;
  receiver.close();
  receiver.closeAllConnections();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}, 600_000);
