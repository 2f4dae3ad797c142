import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '~db/connection';
import { type ApiResponse, callApi, getCookie, getData, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { message, shine } from '../support/sample-content';
import { freshDatabase } from '../support/fresh-database';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let now = Date.parse('2026-06-15T06:30:00.000Z');
beforeAll(async () => {
  site = await openSite({ RATE_LIMIT: 'on' }, () => new Date(now));
});
afterAll(() => site.close());
/** Each test begins with empty counts. */
beforeEach(() => {
  now += 3_600_000;
});

const randomKey = (): string => crypto.randomUUID();
const list = (key: string, body: object = shine): Promise<ApiResponse> =>
  callApi(site, 'POST', '/api/bikes', { body, headers: { 'Idempotency-Key': key } });
/** Uses a limit up. */
function exhaust(limit: 'write' | 'listing' | 'contact' | 'api-read'): void {
  while (site.runtime.limits.count(limit, '127.0.0.1')?.isOver === false);
}
const getRemaining = ({ headers }: ApiResponse): unknown => headers.ratelimit;
const getMark = ({ headers }: ApiResponse): unknown => headers['idempotent-replayed'];

describe('a repeated request', () => {
  it('is marked, and costs no write and no listing', async () => {
    const key = randomKey();
    const first = await list(key);
    expect([first.status, getMark(first)]).toEqual([201, undefined]);
    for (let repetition = 0; repetition < 12; repetition += 1) {
      const again = await list(key);
      expect([again.status, getData(again), getMark(again)]).toEqual([201, getData(first), 'true']);
      expect(getRemaining(again)).toMatch(/^"write";r=59;t=\d+$/);
    }
    expect(getRemaining(await list(randomKey()))).toMatch(/^"write";r=58;t=\d+, "listing";r=8;t=\d+$/);
  });

  it('is answered over the limits of listings and of writes, unlike a new one', async () => {
    const key = randomKey();
    const first = await list(key);
    for (const limit of ['listing', 'write'] as const) {
      exhaust(limit);
      const again = await list(key);
      expect([again.status, getData(again), getMark(again)]).toEqual([201, getData(first), 'true']);
      const other = await list(randomKey());
      expect([other.status, getMark(other)]).toEqual([429, undefined]);
    }
    expect((await list(key, { ...shine, year: 2020 })).status).toBe(429);
    expect((await list(key, { ...shine, name: '' })).status).toBe(429);
  });

  it('costs nothing either when it arrives at the same time as the first', async () => {
    const key = randomKey();
    const responses = await Promise.all(Array.from({ length: 12 }, () => list(key)));
    expect(new Set(responses.map((response) => JSON.stringify(getData(response)))).size).toBe(1);
    expect(getRemaining(await list(randomKey()))).toMatch(/^"write";r=58;t=\d+, "listing";r=8;t=\d+$/);
  });

  it('counts as a read, and as a write once there are too many reads', async () => {
    const key = randomKey();
    await list(key);
    const count = vi.spyOn(site.runtime.limits, 'count');
    await list(key);
    expect(count.mock.calls.map(([name]) => name)).toEqual(['write', 'api-read']);
    count.mockRestore();
    exhaust('api-read');
    expect(getRemaining(await list(key))).toMatch(/^"write";r=58;/);
    exhaust('write');
    expect((await list(key)).status).toBe(429);
  });

  it('for an instalment is answered over the limit of writes, unlike a new one, and not over that of reads', async () => {
    const calculate = (key: string) =>
      callApi(site, 'POST', '/api/services/emi-calculator', {
        body: { principal: 80_000, rate: 9.5, tenure: 24 },
        headers: { 'Idempotency-Key': key },
      });
    const key = randomKey();
    const first = await calculate(key);
    exhaust('write');
    const again = await calculate(key);
    expect([again.status, getData(again), getMark(again)]).toEqual([200, getData(first), 'true']);
    expect((await calculate(randomKey())).status).toBe(429);
    exhaust('api-read');
    expect((await calculate(key)).status).toBe(429);
  });

  it('that signs up costs no sign-up', async () => {
    const body = { name: 'Meera', email: 'meera@example.com', password: 'open!sesame' };
    const key = randomKey();
    const signUp = () => callApi(site, 'POST', '/api/auth/signup', { body, headers: { 'Idempotency-Key': key } });
    const first = await signUp();
    const again = await signUp();
    expect([getData(again).token, getMark(again)]).toEqual([getData(first).token, 'true']);
    expect(getRemaining(again)).toMatch(/^"write";r=59;t=\d+, "sign-up";r=4;t=\d+$/);
  });
});

describe('a request whose first is in progress', () => {
  it('gets 409 with Retry-After, also over the limit', async () => {
    const { count } = site.runtime;
    let proceed = (): void => undefined;
    const spied = vi.spyOn(site.runtime, 'count').mockImplementation(async (limit, address) => {
      if (limit === 'listing') await new Promise<void>((resolve) => (proceed = resolve));
      return count(limit, address);
    });
    const key = randomKey();
    const first = list(key);
    await vi.waitUntil(() => spied.mock.calls.length === 2);
    exhaust('write');
    const concurrent = await list(key);
    expect([concurrent.status, concurrent.json.message]).toEqual([409, expect.stringContaining('in progress')]);
    expect(concurrent.headers['retry-after']).toMatch(/^[1-9]$/);
    proceed();
    expect((await first).status).toBe(201);
    spied.mockRestore();
  });

  it('gets 409 while photos are on their way, before anything says whether it may change the listing', async () => {
    const path = `/api/bikes/${getData(await list(randomKey())).id}`;
    const headers = { 'Idempotency-Key': randomKey() };
    const change = async () => (await callApi(site, 'PUT', path, { body: { images: ['x'] }, headers })).status;
    const count = vi.spyOn(site.runtime, 'count');
    const upload = request(site.origin + path, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=part' },
    });
    const aborted = once(upload, 'error');
    upload.write('--part\r\n');
    await vi.waitUntil(() => count.mock.calls.length > 0);
    count.mockRestore();
    expect(await change()).toBe(409);
    upload.destroy();
    await aborted;
    await vi.waitUntil(async () => (await change()) === 401);
  });
});

describe('a repeated form', () => {
  const { about: _about, ...messageForm } = { about: '', ...message };

  it('costs one message, and is answered after the last', async () => {
    const page = await site.request('/contact');
    const { about: _about, ...fields } = { about: '', ...message };
    const form = { ...fields, idempotencyKey: hiddenField(page, 'idempotencyKey') };
    const send = () => sendForm(site, '/contact', form);
    const first = await send();
    expect(first.status).toBe(303);
    exhaust('contact');
    const again = await send();
    expect([again.status, again.headers.location]).toEqual([303, first.headers.location]);
    expect(site.runtime.limits.count('write', '127.0.0.1')?.remaining).toBe(58);
  });

  it('is answered over the limit of writes, unlike a new one', async () => {
    const page = await site.request('/contact');
    const form = { ...messageForm, subject: 'Over the limit', idempotencyKey: hiddenField(page, 'idempotencyKey') };
    const first = await sendForm(site, '/contact', form);
    expect(first.status).toBe(303);
    exhaust('write');
    const again = await sendForm(site, '/contact', form);
    expect([again.status, again.headers.location]).toEqual([303, first.headers.location]);
    expect((await sendForm(site, '/contact', { ...form, subject: 'Another' })).status).toBe(429);
  });

  it.each(['write', 'contact'] as const)(
    'is answered over the limit of %ss while the first is written',
    async (limit) => {
      const folder = mkdtempSync(join(tmpdir(), 'dopahiya-repeated-'));
      const path = join(folder, 'site.db');
      writeFileSync(path, freshDatabase().$client.serialize());
      const busySite = await openSite({ RATE_LIMIT: 'on' }, () => new Date(now), openDatabase(path));
      const { limits } = busySite.runtime;
      while (limits.count(limit, '127.0.0.1')?.isOver === false);
      limits.uncount(limit, '127.0.0.1');
      const other = openDatabase(path).$client;
      other.exec('BEGIN IMMEDIATE');
      const send = (subject: string) =>
        sendForm(busySite, '/contact', { ...messageForm, subject, idempotencyKey: 'k'.repeat(30) });
      const first = send('Still being written');
      expect((await send('Another one')).status).toBe(429);
      const again = send('Still being written');
      await setTimeout(100);
      other.exec('ROLLBACK');
      other.close();
      const { status, headers } = await first;
      expect([status, (await again).headers.location]).toEqual([303, headers.location]);
      await busySite.close();
      rmSync(folder, { recursive: true });
    },
  );

  it('of a script is answered over the limit of writes', async () => {
    const headers = { ...getCookie(signIn(site, 'Asha')), Accept: 'application/json' };
    const send = (save: string) => sendForm(site, '/favourites', { save, idempotencyKey: save.repeat(30) }, headers);
    const first = await send('6');
    expect(first.status).toBe(200);
    exhaust('write');
    expect([(await send('6')).body, (await send('7')).status]).toEqual([first.body, 429]);
  });
});
