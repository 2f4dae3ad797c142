import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import BetterSqlite3 from '~db/driver.mjs';
import { startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

const run = promisify(execFile);
const bike = {
  name: 'Hero Splendor',
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
};
const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(bike) };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dopahiya-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const backup = (databasePath: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  run(process.execPath, ['ops/commands/backup.mjs', ...args], {
    env: { ...process.env, DATABASE_PATH: databasePath, ...env },
  });
const verify = (file: string) => run(process.execPath, ['ops/commands/verify.mjs', file]);

/** A small database, and a backup of it. */
async function madeBackup(): Promise<string> {
  const source = join(folder, 'source.sqlite');
  const sqlite = new BetterSqlite3(source);
  sqlite.exec("CREATE TABLE bikes (name TEXT); INSERT INTO bikes VALUES ('Splendor'), ('Activa')");
  sqlite.close();
  const copy = join(folder, 'copy.sqlite');
  await backup(source, [copy]);
  return copy;
}

describe('npm run backup', () => {
  test('while the site runs copies all confirmed writes', async () => {
    const copy = join(folder, 'deep', 'copy.sqlite');
    const site = await startSite();
    const { id } = JSON.parse((await requestOver(site.origin, '/api/bikes', post)).body).data;
    await backup(site.databasePath, [copy]);
    await expect(backup(site.databasePath, [copy])).rejects.toThrow(/already exists/);
    await expect(backup(folder)).rejects.toThrow(/is a folder, not a file/);
    await site.stop();

    expect(JSON.parse(readFileSync(`${copy}.json`, 'utf8'))).toEqual({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      bytes: statSync(copy).size,
      schema: expect.stringMatching(/^\d{4}_\w+\.sql$/),
      rows: expect.objectContaining({ users: 0, content_revision: 1 }),
      version: JSON.parse(readFileSync('package.json', 'utf8')).version,
      createdAt: expect.stringMatching(/Z$/),
    });
    for (const file of [copy, `${copy}.json`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await verify(copy)).stdout).toMatch(/is sound and unchanged since it was made on .+ rows in \d+ tables/);

    const copied = new BetterSqlite3(copy, { readonly: true });
    expect(copied.prepare('SELECT count(*) FROM listings WHERE id = ?').pluck().get(id)).toBe(1);
    copied.close();
  });

  test('copies one point in time of a database that is written without a pause', async () => {
    const source = join(folder, 'source.sqlite');
    const sqlite = new BetterSqlite3(source);
    sqlite.pragma('journal_mode = WAL');
    sqlite.exec(`CREATE TABLE parts (half TEXT, number INTEGER, filler TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
      INSERT INTO parts SELECT 'old', i, hex(randomblob(100)) FROM n`);
    const writer = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import BetterSqlite3 from ${JSON.stringify(new URL('../../db/driver.mjs', import.meta.url).href)};
       const sqlite = new BetterSqlite3(${JSON.stringify(source)});
       sqlite.pragma('synchronous = OFF');
       const write = sqlite.prepare("INSERT INTO parts VALUES (?, ?, '')");
       const both = sqlite.transaction((i) => { write.run('left', i); write.run('right', i); });
       for (let i = 0; ; i++) both.immediate(i);`,
    ]);
    while (sqlite.prepare("SELECT count(*) FROM parts WHERE half = 'right'").pluck().get() === 0) await setTimeout(20);
    const copy = join(folder, 'copy.sqlite');
    await backup(source, [copy]);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    sqlite.close();
    const copied = new BetterSqlite3(copy, { readonly: true });
    const count = (half: string) => copied.prepare('SELECT count(*) FROM parts WHERE half = ?').pluck().get(half);
    expect([count('old'), count('left')]).toEqual([60_000, count('right')]);
    copied.close();
  });

  test('without a name is written to the backup folder, where the newest are kept', async () => {
    const source = join(folder, 'source.sqlite');
    new BetterSqlite3(source).exec('CREATE TABLE bikes (name TEXT)').close();
    const backups = join(folder, 'kept');
    for (let made = 0; made < 3; made += 1) await backup(source, [], { BACKUP_FOLDER: backups, BACKUP_KEEP: '2' });
    const names = readdirSync(backups).sort();
    expect(names).toHaveLength(4);
    for (const name of names)
      expect(name).toMatch(/^dopahiya-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.sqlite(?:\.json)?$/);
    await backup(source);
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(2);
    await expect(backup(source, [], { BACKUP_KEEP: 'all' })).rejects.toThrow(/BACKUP_KEEP must be a number/);
  });

  test('that fails prints the reason in one sentence and leaves no incomplete file', async () => {
    const source = join(folder, 'source.sqlite');
    writeFileSync(source, 'This is no database. '.repeat(500));
    await expect(backup(source, [join(folder, 'copy.sqlite')])).rejects.toMatchObject({
      stderr: `${source} could not be copied: file is not a database\n`,
    });
    expect(readdirSync(folder)).toEqual(['source.sqlite']);
  });

  test('that is killed leaves no file with the name of a backup, and what it leaves is removed by the next', async () => {
    const source = join(folder, 'source.sqlite');
    const large = new BetterSqlite3(source).exec('CREATE TABLE bikes (photo BLOB)');
    large.exec('INSERT INTO bikes SELECT randomblob(1000000) FROM json_each(json_array(1,2,3,4,5,6,7,8))');
    large.close();
    const backups = join(folder, 'backups');
    const unfinished = () => (existsSync(backups) ? readdirSync(backups) : []);
    const env = { ...process.env, DATABASE_PATH: source, BACKUP_FOLDER: backups };
    const child = spawn(process.execPath, ['ops/commands/backup.mjs'], { env });
    while (unfinished().length === 0 && child.exitCode === null) await setTimeout(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(unfinished().filter((name) => name.endsWith('.sqlite'))).toEqual([]);
    expect(unfinished().length).toBeGreaterThan(0);
    await backup(source);
    expect(unfinished().map((name) => name.replace(/^.*Z/, ''))).toEqual(['.sqlite', '.sqlite.json']);
  });

  test.each(['/dev/null/copy.sqlite', '/proc/none/of/this/copy.sqlite'])(
    'to %s, which is impossible, prints the reason',
    async (target) => {
      const source = join(folder, 'source.sqlite');
      writeFileSync(source, '');
      await expect(backup(source, [target])).rejects.toMatchObject({
        stderr: expect.stringMatching(new RegExp(`^${source} could not be copied: .+\n$`)),
      });
    },
  );
});

describe('npm run verify', () => {
  test('finds a changed byte, a truncated file, and a missing or wrong record', async () => {
    const copy = await madeBackup();
    const original = readFileSync(copy);
    const changed = Buffer.from(original);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    writeFileSync(copy, changed);
    await expect(verify(copy)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('was changed') });
    writeFileSync(copy, original.subarray(0, original.length - 4096));
    await expect(verify(copy)).rejects.toMatchObject({
      stderr: expect.stringMatching(/has 4096 bytes instead of 8192/),
    });
    writeFileSync(copy, original);
    expect((await verify(copy)).stdout).toContain('2 rows in 1 tables');

    const record = readFileSync(`${copy}.json`, 'utf8');
    writeFileSync(`${copy}.json`, record.replace('"bikes": 2', '"bikes": 3'));
    await expect(verify(copy)).rejects.toMatchObject({ stderr: `${copy} has 2 rows in bikes instead of 3.\n` });
    writeFileSync(`${copy}.json`, '{}');
    await expect(verify(copy)).rejects.toMatchObject({ stderr: `${copy}.json is not a backup record.\n` });
    const alone = join(folder, 'alone.sqlite');
    copyFileSync(copy, alone);
    await expect(verify(alone)).rejects.toMatchObject({ stderr: expect.stringContaining('is missing') });
  });
});

describe('a site with BACKUP_EVERY=1s', () => {
  test('makes a backup every second while it serves, keeps the newest, and reports their age', async () => {
    const backups = join(folder, 'kept');
    const env = { BACKUP_EVERY: '1s', BACKUP_KEEP: '2', BACKUP_FOLDER: backups };
    const site = await startSite({ env });
    const health = async () => JSON.parse((await requestOver(site.origin, '/api/health')).body).data;
    const seen = new Set<string>();
    const deadline = performance.now() + 40_000;
    while (seen.size < 3 && performance.now() < deadline) {
      await setTimeout(200);
      const complete = readdirSync(folder).includes('kept') ? readdirSync(backups) : [];
      for (const name of complete.filter((file) => file.endsWith('Z.sqlite.json'))) seen.add(name);
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
    const last = [...seen].sort().at(-1)?.replace('.json', '') ?? '';
    // It may be deleted by the third one after it.
    await verify(join(backups, last));
    expect((await health()).backupAgeSeconds).toBeLessThan(10);
    expect(await site.stop()).toBe(0);
    const copies = readdirSync(backups).filter((file) => file.endsWith('.sqlite'));
    expect(copies.length).toBeLessThanOrEqual(3);
    expect(site.printed()).not.toContain('backup failed');
  });

  test('logs why a backup failed, and keeps serving', async () => {
    writeFileSync(join(folder, 'file'), '');
    const site = await startSite({ env: { BACKUP_EVERY: '1s', BACKUP_FOLDER: join(folder, 'file') } });
    const deadline = performance.now() + 20_000;
    while (!site.printed().includes('backup failed') && performance.now() < deadline) await setTimeout(100);
    expect(site.printed()).toMatch(/"event":"backup-failed".*ENOTDIR/);
    const { status, body } = await requestOver(site.origin, '/api/health');
    expect([status, JSON.parse(body).data.backupAgeSeconds]).toEqual([200, null]);
    await site.stop();
  });
});
