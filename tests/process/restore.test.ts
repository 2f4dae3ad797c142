import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import BetterSqlite3 from '~db/driver.mjs';
import { type RunningSite, seedDatabase, startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

const run = promisify(execFile);

let folder: string;
let databasePath: string;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dopahiya-restore-'));
  databasePath = join(folder, 'live', 'site.sqlite');
  copy = join(folder, 'copy.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const env = () => ({ ...process.env, DATABASE_PATH: databasePath });
const backup = () => run(process.execPath, ['ops/commands/backup.mjs', copy], { env: env() });
const restore = (...args: string[]) => run(process.execPath, ['build/server/restore.js', ...args], { env: env() });
const safetyCopies = (): string[] =>
  readdirSync(join(folder, 'live', 'backups')).filter((name) => /^before-restore-.+\.sqlite$/.test(name));

async function request(site: RunningSite, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await requestOver(site.origin, path, {
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { ...response, data: JSON.parse(response.body).data };
}

/** Lists a bike. @returns its id */
async function listBike(site: RunningSite, name: string): Promise<string> {
  const { data } = await request(site, '/api/bikes', {
    name,
    brand: 'Hero',
    year: 2021,
    type: 'Petrol',
    daysUsed: 300,
    condition: 'Good',
    mileage: 60,
    topSpeed: 90,
    presentPrice: 50_000,
    pastPrice: 70_000,
    license: 'MH 12 AB 0000',
  });
  return data.id;
}

const account = { name: 'Kiran', email: 'kiran@example.com', password: 'blue!umbrella' };

describe('npm run restore', () => {
  test('while the site runs and is written to shows the backup at once, and loses no write', async () => {
    const site = await startSite({ databasePath });
    const kept = await listBike(site, 'Hero Kept');
    const { data: signedUp } = await request(site, '/api/auth/signup', account);
    const authorization = { Authorization: `Bearer ${signedUp.token}` };
    await backup();
    const later = await listBike(site, 'Hero Later');
    const { data: changes } = await request(site, '/api/bikes/changes?since=now');
    const screen = `/sell-bikes?listing=${later}`;
    const status = async (path: string) => (await requestOver(site.origin, path)).status;
    expect((await requestOver(site.origin, screen)).body).toContain('Hero Later');
    expect(await status(`/api/bikes/${later}`)).toBe(200);

    let isRestoring = true;
    const written: string[] = [];
    const writing = (async () => {
      for (let i = 0; isRestoring; i += 1) written.push(await listBike(site, `Hero Written ${i}`));
    })();
    const { stdout } = await restore(copy);
    isRestoring = false;
    await writing;
    expect(stdout).toMatch(/Writes waited for \d+ ms\./);
    expect(stdout).toContain('A running site has the file open, and shows the restored content.');

    // Cached pages and lists show the restored rows.
    expect(await status(`/api/bikes/${kept}`)).toBe(200);
    expect(await status(`/api/bikes/${later}`)).toBe(404);
    expect((await requestOver(site.origin, screen)).body).not.toContain('Hero Later');
    expect((await request(site, '/api/auth/profile', undefined, authorization)).status).toBe(401);
    expect((await request(site, `/api/bikes/changes?since=${changes.next}`)).status).toBe(410);
    const { data: begun } = await request(site, '/api/bikes/changes?since=now');
    await listBike(site, 'Hero After');
    const { data: next } = await request(site, `/api/bikes/changes?since=${begun.next}`);
    expect(next.changes).toHaveLength(1);

    // Each acknowledged write is either in the safety copy or in the restored database.
    const [safety = ''] = safetyCopies();
    expect(safetyCopies()).toHaveLength(1);
    const before = new BetterSqlite3(join(folder, 'live', 'backups', safety), { readonly: true });
    const live = new BetterSqlite3(databasePath, { readonly: true });
    const has = (sqlite: typeof live, id: string) => sqlite.prepare('SELECT 1 FROM listings WHERE id = ?').get(id);
    expect(written.length).toBeGreaterThan(1);
    expect(written.filter((id) => !has(before, id) && !has(live, id))).toEqual([]);
    expect(has(before, later)).toBeDefined();
    expect(live.pragma('integrity_check', { simple: true })).toBe('ok');
    before.close();
    live.close();
    expect(readdirSync(join(folder, 'live')).filter((name) => name.includes('restoring'))).toEqual([]);
    expect(await site.stop()).toBe(0);
    expect(statSync(databasePath).mode & 0o777).toBe(0o600);
  });

  test('restores without a running site, where there is no database, and moves a damaged one aside', async () => {
    const site = await startSite({ databasePath });
    const { data } = await request(site, '/api/auth/signup', account);
    await backup();
    await site.stop();
    expect((await restore(copy)).stdout).toContain('No site has the file open.');
    rmSync(databasePath);
    expect((await restore(copy)).stdout).toContain('There was no database before.');
    writeFileSync(databasePath, 'No database any more. '.repeat(1_000));
    expect((await restore(copy, '--keep-sessions')).stdout).toMatch(/The damaged database was moved to .+\.damaged-/);
    expect(readdirSync(join(folder, 'live')).join()).toContain('.damaged-');
    const again = await startSite({ databasePath });
    const headers = { Authorization: `Bearer ${data.token}` };
    expect((await request(again, '/api/auth/profile', undefined, headers)).status).toBe(200);
    await again.stop();
  });

  test('rejects a file that is not a backup, was altered, or is from a newer version, and changes nothing', async () => {
    await seedDatabase(databasePath);
    await backup();
    const fails = async (args: string[], message: RegExp) =>
      expect(restore(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
    await fails([], /^Specify a backup:/);
    await fails([databasePath], /is the database itself/);
    await fails([join(folder, 'none.sqlite')], /^There is no file/);

    const newer = join(folder, 'newer.sqlite');
    copyFileSync(copy, newer);
    const sqlite = new BetterSqlite3(newer);
    sqlite.exec("INSERT INTO migrations VALUES ('9999_later.sql', '', '2030-01-01T00:00:00.000Z')");
    sqlite.close();
    await fails([newer], /^The record .+newer\.sqlite\.json/);
    await fails([newer, '--without-record'], /created by a newer version: it has the migration 9999_later\.sql/);
    const other = join(folder, 'other.sqlite');
    writeFileSync(other, 'This is no database. '.repeat(500));
    await fails([other, '--without-record'], /can't be read/);
    expect(existsSync(`${databasePath}.restoring`)).toBe(false);
  });
});
