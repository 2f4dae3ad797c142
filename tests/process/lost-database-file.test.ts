import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '~db/connection';
import { type RunningSite, startSite } from '../support/running-site';
import { shine } from '../support/sample-content';
import { type TestResponse, requestOver } from '../support/site-in-process';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-gone-'));
const databasePath = join(folder, 'site.sqlite');
const rescued = join(folder, 'rescued.sqlite');

let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ databasePath });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const list = (name: string): Promise<TestResponse> =>
  requestOver(site.origin, '/api/bikes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...shine, name }),
  });

const namesIn = (path: string): string[] => {
  const db = openDatabase(path);
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
  const names = db.$client
    .prepare<[], string>('SELECT name FROM listings WHERE is_sample = 0 ORDER BY name')
    .pluck()
    .all();
  db.$client.close();
  return names;
};

async function expectGone(): Promise<void> {
  const err = await list('Answered and lost');
  expect([err.status, err.headers['retry-after']]).toEqual([503, '60']);
  const formValues = new URLSearchParams({
    name: 'Asha',
    email: 'a@example.com',
    subject: 'Typed',
    message: 'May I come?',
  });
  const form = await requestOver(site.origin, '/contact', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
    body: formValues.toString(),
  });
  expect([form.status, form.body.includes('value="Typed"')]).toEqual([503, true]);
  const health = await requestOver(site.origin, '/api/health');
  expect(health.status).toBe(503);
  expect(JSON.parse(health.body).data).toMatchObject({ status: 'unavailable', fileInPlace: false, writable: false });
  expect(health.body).not.toContain(folder);
  expect((await requestOver(site.origin, '/bikes')).status).toBe(200);
}

async function rescue(file: string): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, ['ops/commands/rescue.mjs', file], {
    env: { ...process.env, DATABASE_PATH: databasePath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, printed };
}

describe('a database file that is removed from under the running site', () => {
  test('is detected before the next write, until it is restored', async () => {
    expect((await list('Before')).status).toBe(201);
    renameSync(databasePath, `${databasePath}.away`);
    await expectGone();
    renameSync(`${databasePath}.away`, databasePath);
    expect((await list('Back again')).status).toBe(201);
    const health = await requestOver(site.origin, '/api/health');
    expect(health.status).toBe(200);
    const { data } = JSON.parse(health.body);
    expect(data).toMatchObject({ status: 'ok', database: 'ok', fileInPlace: true, writable: true });
    expect(data.freeBytes).toBeGreaterThan(0);
  });

  test('can be rescued, with all confirmed writes, by its own command', async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(databasePath + end);
    await expectGone();
    expect(site.printed()).toMatch(/"event":"database-failure","kind":"moved".*npm run rescue/);
    const { code, printed } = await rescue(rescued);
    expect([printed, code]).toEqual([expect.stringContaining(`${rescued} contains everything`), 0]);
    expect(namesIn(rescued)).toEqual(['Back again', 'Before']);
    expect(statSync(rescued).mode & 0o777).toBe(0o600);
    const again = await rescue(rescued);
    expect([again.code, again.printed]).toEqual([1, expect.stringContaining('already exists')]);
  });

  test('never overwrites a replacement, and is copied when the site stops', async () => {
    copyFileSync(rescued, databasePath);
    await expectGone();
    expect(await site.stop()).toBe(0);
    const [copy = ''] = readdirSync(folder).filter((file) => file.startsWith('site.sqlite-rescued-'));
    expect(namesIn(join(folder, copy))).toEqual(['Back again', 'Before']);
    expect(namesIn(databasePath)).toEqual(['Back again', 'Before']);
  });

  test('stops the next start while the copy that was left has later changes', async () => {
    const [copy = ''] = readdirSync(folder).filter((file) => file.startsWith('site.sqlite-rescued-'));
    await expect(startSite({ databasePath })).rejects.toThrow(`npm run restore -- ${join(folder, copy)}`);
    const args = ['build/server/restore.js', join(folder, copy), '--without-record', '--keep-sessions'];
    const env = { ...process.env, DATABASE_PATH: databasePath };
    expect(spawnSync(process.execPath, args, { env }).status).toBe(0);
    const started = await startSite({ databasePath });
    expect((await requestOver(started.origin, '/api/bikes')).body).toContain('Back again');
    expect(await started.stop()).toBe(0);
  });
});

test('a write-ahead log of another file stops the start before it is applied', async () => {
  const path = join(folder, 'swapped.sqlite');
  const first = await startSite({ databasePath: path });
  expect(await first.stop()).toBe(0);
  copyFileSync(path, `${path}.older`);
  const second = await startSite({ databasePath: path });
  for (const name of ['One', 'Two']) {
    const body = JSON.stringify({ ...shine, name });
    const headers = { 'Content-Type': 'application/json' };
    expect((await requestOver(second.origin, '/api/bikes', { method: 'POST', headers, body })).status).toBe(201);
  }
  second.process.kill('SIGKILL');
  await second.stop();
  for (const end of ['', '-wal']) copyFileSync(path + end, `${path}.kept${end}`);
  copyFileSync(`${path}.older`, path);
  const older = readFileSync(path);
  // As if it was copied a minute later.
  utimesSync(path, new Date(), new Date(Date.now() + 60_000));
  await expect(startSite({ databasePath: path })).rejects.toThrow(`${path}-wal belongs to another file`);
  expect(readFileSync(path).equals(older)).toBe(true);
  // The own file starts with its log.
  rmSync(`${path}-shm`, { force: true });
  for (const end of ['', '-wal']) copyFileSync(`${path}.kept${end}`, path + end);
  const third = await startSite({ databasePath: path });
  expect((await requestOver(third.origin, '/api/bikes')).body).toContain('Two');
  third.process.kill('SIGKILL');
  await third.stop();
});

test.each(['1', '2'])(
  'an emptied write-ahead log stops writes before they damage the file, in %s processes',
  async (WORKERS) => {
    const path = join(folder, `emptied-${WORKERS}.sqlite`);
    const running = await startSite({ databasePath: path, env: { WORKERS } });
    const write = (name: string) =>
      requestOver(running.origin, '/api/bikes', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...shine, name }),
      });
    expect((await write('Before')).status).toBe(201);
    truncateSync(`${path}-wal`);
    const answer = await write('After');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '300']);
    expect((await requestOver(running.origin, '/api/health')).status).toBe(503);
    expect(running.printed()).toMatch(/"event":"database-failure","kind":"emptied".*npm run rescue/);
    expect(await running.stop()).toBe(0);
    expect(namesIn(path)).toEqual([]);
    // What was in memory only is in the copy that the site leaves.
    const [copy = ''] = readdirSync(folder).filter((file) => file.startsWith(`emptied-${WORKERS}.sqlite-rescued-`));
    expect(namesIn(join(folder, copy))).toEqual(['Before']);
  },
);
