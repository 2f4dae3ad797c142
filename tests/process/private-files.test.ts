import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { closeDatabase, releaseFreePages, openDatabase } from '~db/connection';
import { startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-modes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = promisify(execFile);

const getMode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const getModes = (database: string): string[] =>
  ['', '-wal', '-shm'].flatMap((end) => (existsSync(database + end) ? getMode(database + end) : []));

it('only the owner can read the database, its log, a backup, and folders made for them; permissive files are corrected', async () => {
  const databasePath = join(folder, 'made', 'site.sqlite');
  // Without restrictions for new files.
  const umask = process.umask(0);
  try {
    const first = await startSite({ databasePath, isFirstStart: true });
    expect(getModes(databasePath)).toEqual(['600', '600', '600']);
    expect(getMode(join(folder, 'made'))).toBe('700');
    const backup = join(folder, 'backups', 'copy.sqlite');
    await run(process.execPath, ['ops/commands/backup.mjs', backup], {
      env: { ...process.env, DATABASE_PATH: databasePath },
    });
    expect([getMode(backup), getMode(join(folder, 'backups'))]).toEqual(['600', '700']);
    await first.stop();

    chmodSync(databasePath, 0o664);
    chmodSync(folder, 0o755);
    const second = await startSite({ databasePath });
    expect((await requestOver(second.origin, '/api/health')).status).toBe(200);
    expect(getModes(databasePath)).toEqual(['600', '600', '600']);
    // An existing folder keeps its mode.
    expect(getMode(folder)).toBe('755');
    await second.stop();
  } finally {
    process.umask(umask);
  }
});

it('a file that its owner made read-only stays so', () => {
  const path = join(folder, 'read-only.sqlite');
  closeDatabase(openDatabase(path));
  chmodSync(path, 0o444);
  closeDatabase(openDatabase(path));
  expect(getMode(path)).toBe('400');
});

it('free space is returned to the file system, a little at a time; for an older file by a command', async () => {
  const path = join(folder, 'space.sqlite');
  const pages = 6_000;
  const fill = (db: ReturnType<typeof openDatabase>) => {
    db.$client.exec('CREATE TABLE filling (bytes BLOB)');
    db.$client
      .prepare(
        `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
         INSERT INTO filling SELECT zeroblob(4000) FROM n`,
      )
      .run(pages);
    db.$client.exec('DROP TABLE filling');
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
  };
  const db = openDatabase(path);
  fill(db);
  const before = statSync(path).size;
  expect(before).toBeGreaterThan(pages * 4_000);
  // It does not wait for a write of another process.
  const other = openDatabase(path);
  other.$client.exec('BEGIN IMMEDIATE');
  const requestedAt = performance.now();
  expect(releaseFreePages(db, 10)).toBe(true);
  expect(performance.now() - requestedAt).toBeLessThan(2_000);
  expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(5_000);
  expect(Number(db.$client.pragma('freelist_count', { simple: true }))).toBeGreaterThan(pages - 100);
  other.$client.exec('ROLLBACK');
  closeDatabase(other);
  let longest = 0;
  for (let isMore = true; isMore; ) {
    const startedAt = performance.now();
    isMore = releaseFreePages(db, 10);
    longest = Math.max(longest, performance.now() - startedAt);
  }
  // 50 ms on an idle machine.
  expect(longest).toBeLessThan(500);
  closeDatabase(db);
  expect(statSync(path).size).toBeLessThan(before / 4);

  const older = openDatabase(join(folder, 'older.sqlite'));
  older.$client.pragma('auto_vacuum = NONE');
  older.$client.exec('VACUUM');
  fill(older);
  expect(releaseFreePages(older, 10)).toBe(false);
  const compact = () =>
    run(process.execPath, ['ops/commands/compact.mjs'], {
      env: { ...process.env, DATABASE_PATH: join(folder, 'older.sqlite') },
    });
  await expect(compact()).rejects.toThrow(/is in use\. Stop the server first\./);
  closeDatabase(older);
  expect((await compact()).stdout).toMatch(/^Compacted .* from 2\d\.\d MB to 0\.0 MB\.\n$/);
  const reopened = openDatabase(join(folder, 'older.sqlite'));
  expect(reopened.$client.pragma('auto_vacuum', { simple: true })).toBe(2);
  closeDatabase(reopened);
});
