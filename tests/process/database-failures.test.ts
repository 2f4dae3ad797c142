import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '~db/connection';
import { type RunningSite, seedDatabase, startSite } from '../support/running-site';
import { shine } from '../support/sample-content';
import { type TestResponse, requestOver } from '../support/site-in-process';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = { 'Content-Type': 'application/json' };
const list = (site: RunningSite, name: string): Promise<TestResponse> =>
  requestOver(site.origin, '/api/bikes', { method: 'POST', headers: json, body: JSON.stringify({ ...shine, name }) });

/** This process takes the write lock of the site's database, as a backup tool or a second server may. */
function takeLock(databasePath: string): () => void {
  const db = openDatabase(databasePath);
  db.$client.exec('BEGIN IMMEDIATE');
  return () => {
    db.$client.exec('ROLLBACK');
    db.$client.close();
  };
}

const namesIn = (databasePath: string): string[] => {
  const db = openDatabase(databasePath);
  const names = db.$client
    .prepare<[], string>('SELECT name FROM listings WHERE is_sample = 0 ORDER BY name')
    .pluck()
    .all();
  db.$client.close();
  return names;
};

test('while another process holds the write lock pages are served, writes wait, and a stop finishes them; a kill loses no confirmed one', async () => {
  const databasePath = join(folder, 'locked.sqlite');
  const site = await startSite({ databasePath });
  await requestOver(site.origin, '/browse?q=warm');
  const release = takeLock(databasePath);
  const written = list(site, 'Waits for the lock');
  const requested = performance.now();
  for (let page = 0; page < 5; page += 1) {
    expect((await requestOver(site.origin, `/browse?q=${page}`)).status).toBe(200);
  }
  // Waiting in SQLite itself delayed the first page by five seconds, and then the write was a 500.
  expect(performance.now() - requested).toBeLessThan(4_500);
  release();
  expect((await written).status).toBe(201);

  const releaseAtStop = takeLock(databasePath);
  const waiting = list(site, 'While it stops');
  await requestOver(site.origin, '/api/health');
  site.process.kill('SIGTERM');
  await setTimeout(200);
  releaseAtStop();
  expect((await waiting).status).toBe(201);
  expect(await site.stop()).toBe(0);

  const again = await startSite({ databasePath });
  const releaseAgain = takeLock(databasePath);
  const lost = list(again, 'Never answered');
  await requestOver(again.origin, '/api/health');
  const ended = once(again.process, 'exit');
  again.process.kill('SIGKILL');
  await expect(lost).rejects.toThrow();
  await ended;
  releaseAgain();
  expect(namesIn(databasePath)).toEqual(['Waits for the lock', 'While it stops']);
});

test('a damaged file gets 503 where it is read, is unhealthy, and logged once', async () => {
  const databasePath = join(folder, 'damaged.sqlite');
  await seedDatabase(databasePath);
  const db = openDatabase(databasePath);
  const page = db.$client
    .prepare<[], { number: number; size: number }>(
      "SELECT rootpage AS number, (SELECT page_size FROM pragma_page_size) AS size FROM sqlite_schema WHERE name = 'listings'",
    )
    .get();
  db.$client.close();
  if (!page) throw new Error('There is no table of listings.');
  const file = openSync(databasePath, 'r+');
  writeSync(file, Buffer.alloc(page.size, 0xff), 0, page.size, (page.number - 1) * page.size);
  closeSync(file);

  const site = await startSite({ databasePath });
  const [request, screen] = await Promise.all(
    ['/api/bikes', '/browse?q=damaged'].map((path) => requestOver(site.origin, path)),
  );
  expect([request?.status, request?.headers['retry-after']]).toEqual([503, '300']);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    success: false,
    message: 'This cannot be shown at the moment. Please try again later.',
  });
  expect([screen?.status, screen?.headers['retry-after']]).toEqual([503, '300']);
  expect(screen?.body).toContain('This cannot be shown at the moment. Please try again later.');
  // This screen shows what it can, and must not be shown from the cache once the file is sound again.
  const part = await requestOver(site.origin, '/sell-bikes');
  expect([part.status, part.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  const health = await requestOver(site.origin, '/api/health');
  expect([health.status, JSON.parse(health.body).data.database]).toEqual([503, 'unavailable']);
  expect((await requestOver(site.origin, '/privacy')).status).toBe(200);
  expect(site.printed().match(/"event":"database-failure","kind":"corrupt"/g)).toHaveLength(1);
  expect(await site.stop()).toBe(0);
});
