import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { renewSnapshots } from '~/api/snapshots.server';
import { startChangesEpoch } from '~/domain/listings/listing-changes.server';
import { dayMs } from '~/domain/shared/dates';
import { callApi, getData } from '../support/api-client';
import { shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-snapshots-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = () => readdirSync(join(folder, 'site.sqlite-snapshots'));

let now = new Date('2026-11-29T06:00:00.000Z');
let site: SiteInProcess;
shareSite(async () => {
  site = await openSite({ DATABASE_PATH: join(folder, 'site.sqlite') }, () => now);
  return site;
});

type Listed = { kind: string; day: string; url: string; bytes: number; sha256: string; rows: number } & {
  changesToken: string;
  expiresAt: string;
};
type Row = { id: string };
type Change = { change: string; id: string; bike?: Row };
type Made = { id: string; manageKey: string };

const renew = () => renewSnapshots(site.runtime, new AbortController().signal);
const listed = async (): Promise<Listed[]> =>
  getData<{ snapshots: Listed[] }>(await callApi(site, 'GET', '/api/snapshots')).snapshots;
const ofBikes = async () => (await listed()).find(({ kind }) => kind === 'bike');
const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.request(new URL(url).pathname, { headers, method });
const readRows = (text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

async function wholeList(): Promise<Map<string, unknown>> {
  const { body } = await site.request('/api/bikes', { headers: { Accept: 'application/x-ndjson' } });
  return new Map(readRows(body).map((row) => [row.id, { ...row, cursor: undefined }]));
}

it('is a copy from which the changes go on, whatever is written while it is made', async () => {
  expect(await listed()).toEqual([]);
  const { id: sold, manageKey } = getData<Made>(await callApi(site, 'POST', '/api/bikes', { body: shine }));
  const { id: cheap, manageKey: key } = getData<Made>(
    await callApi(site, 'POST', '/api/bikes', { body: { ...shine, description: 'Call me', presentPrice: 50_000 } }),
  );
  const writing = renew();
  // Both are behind the rows of the first turn.
  await callApi(site, 'DELETE', `/api/bikes/${sold}`, { headers: { 'X-Manage-Key': manageKey } });
  const price = { presentPrice: 45_000 };
  await callApi(site, 'PUT', `/api/bikes/${cheap}`, { headers: { 'X-Manage-Key': key }, body: price });
  expect((await writing).map(({ kind }) => kind)).toEqual(['bike', 'scooter']);
  expect(await renew()).toEqual([]);

  const snapshot = await ofBikes();
  if (!snapshot) throw new Error('There is no snapshot of the bikes.');
  expect(snapshot).toMatchObject({ day: '2026-11-29', expiresAt: '2026-12-02T06:00:00.000Z' });
  const { bytes, status, headers } = await get(snapshot.url, { 'Accept-Encoding': 'br' });
  const digest = createHash('sha256').update(bytes);
  expect([status, bytes.length, digest.digest('hex')]).toEqual([200, snapshot.bytes, snapshot.sha256]);
  expect(headers).toMatchObject({
    'content-type': 'application/gzip',
    'cache-control': 'public, max-age=259200, immutable',
    'accept-ranges': 'bytes',
    etag: `"${snapshot.sha256}"`,
    'repr-digest': `sha-256=:${Buffer.from(snapshot.sha256, 'hex').toString('base64')}:`,
    'access-control-allow-origin': '*',
  });
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);

  const origin = `http://localhost:${site.runtime.settings.port}`;
  const text = gunzipSync(bytes).toString().replaceAll(origin, site.origin);
  const copy = new Map<string, unknown>(readRows(text).map((row) => [row.id, row]));
  expect(copy.size).toBe(snapshot.rows);
  const since = await callApi(site, 'GET', `/api/bikes/changes?since=${snapshot.changesToken}`);
  for (const { change, id, bike } of getData<{ changes: Change[] }>(since).changes) {
    if (change === 'removed') copy.delete(id);
    else copy.set(id, bike);
  }
  expect(copy).toEqual(await wholeList());
  expect(text).not.toContain('manageKey');
  const written = files().map((name) => statSync(join(folder, 'site.sqlite-snapshots', name)).mode & 0o777);
  expect(new Set(written)).toEqual(new Set([0o600]));
});

it('answers ranges, and conditions on its entity tag', async () => {
  const snapshot = await ofBikes();
  if (!snapshot) throw new Error('There is no snapshot of the bikes.');
  const { url, bytes, sha256 } = snapshot;
  const whole = (await get(url)).bytes;
  const etag = `"${sha256}"`;
  const cases: [
    headers: Record<string, string>,
    status: number,
    range: string | undefined,
    from: number,
    to: number,
  ][] = [
    [{ Range: 'bytes=0-9' }, 206, `bytes 0-9/${bytes}`, 0, 10],
    [{ Range: 'bytes=10-' }, 206, `bytes 10-${bytes - 1}/${bytes}`, 10, bytes],
    [{ Range: 'bytes=-5' }, 206, `bytes ${bytes - 5}-${bytes - 1}/${bytes}`, bytes - 5, bytes],
    [{ Range: `bytes=5-${bytes * 2}` }, 206, `bytes 5-${bytes - 1}/${bytes}`, 5, bytes],
    [{ Range: 'bytes=0-9', 'If-Range': etag }, 206, `bytes 0-9/${bytes}`, 0, 10],
    [{ Range: 'bytes=0-9', 'If-Range': '"another"' }, 200, undefined, 0, bytes],
    [{ Range: 'bytes=0-9', 'If-Range': 'Sun, 29 Nov 2026 06:00:00 GMT' }, 200, undefined, 0, bytes],
    [{ Range: 'bytes=0-1,5-6' }, 200, undefined, 0, bytes],
    [{ Range: 'bytes=9-5' }, 200, undefined, 0, bytes],
    [{ Range: 'lines=0-9' }, 200, undefined, 0, bytes],
  ];
  for (const [headers, status, range, from, to] of cases) {
    const answer = await get(url, headers);
    expect([headers, answer.status, answer.headers['content-range']]).toEqual([headers, status, range]);
    expect(answer.headers['content-length']).toBe(String(to - from));
    expect(answer.bytes.equals(whole.subarray(from, to))).toBe(true);
  }
  for (const Range of [`bytes=${bytes}-`, 'bytes=-0']) {
    const { status, headers, body } = await get(url, { Range });
    expect([status, headers['content-range'], JSON.parse(body).code]).toEqual([
      ...[416, `bytes */${bytes}`, 'range_beyond_end'],
    ]);
  }
  const known = await get(url, { 'If-None-Match': etag });
  expect([known.status, known.body]).toEqual([304, '']);
  const head = await get(url, {}, 'HEAD');
  expect([head.status, head.headers['content-length'], head.body]).toEqual([200, String(bytes), '']);
  expect((await get(url, {}, 'POST')).status).toBe(405);
});

it('is gone after three days, with a restored backup, and with its file', async () => {
  const first = await ofBikes();
  for (let days = 1; days <= 3; days += 1) {
    now = new Date(now.getTime() + dayMs);
    await renew();
  }
  const bikes = (await listed()).filter(({ kind }) => kind === 'bike');
  expect(bikes.map(({ day }) => day)).toEqual(['2026-12-02', '2026-12-01', '2026-11-30']);
  expect(files()).toHaveLength(7);
  const gone = await get(first?.url ?? '');
  expect([gone.status, JSON.parse(gone.body).code]).toEqual([404, 'snapshot_gone']);

  const newest = bikes[0]?.url ?? '';
  rmSync(join(folder, 'site.sqlite-snapshots', newest.split('/').at(-1) ?? ''));
  expect((await get(newest)).status).toBe(404);

  now = new Date(now.getTime() + 4 * dayMs);
  expect(await listed()).toEqual([]);
  await renew();
  startChangesEpoch(site.runtime.db);
  expect(await listed()).toEqual([]);
  await renew();
  expect(await listed()).toHaveLength(2);
  expect(files()).toHaveLength(3);
});
