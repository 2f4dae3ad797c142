import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
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

test('a backup taken while the site runs has all confirmed writes, and can replace the database', {
  timeout: 30_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-backup-'));
  const copy = join(folder, 'deep', 'copy.sqlite');
  const site = await startSite();
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(bike) };
  const { id } = JSON.parse((await requestOver(site.origin, '/api/bikes', post)).body).data;
  const env = { ...process.env, DATABASE_PATH: site.databasePath };
  await run(process.execPath, ['scripts/backup.mjs', copy], { env });
  await expect(run(process.execPath, ['scripts/backup.mjs', copy], { env })).rejects.toThrow(/is there already/);
  await site.stop();

  const restored = await startSite({ databasePath: copy });
  expect((await requestOver(restored.origin, `/api/bikes/${id}`)).status).toBe(200);
  await restored.stop();
  rmSync(folder, { recursive: true });
});

test('a failed backup says why in a sentence and leaves no file that could pass for one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-backup-'));
  const source = join(folder, 'source.sqlite');
  writeFileSync(source, 'This is no database. '.repeat(500));
  const env = { ...process.env, DATABASE_PATH: source };
  const failure = run(process.execPath, ['scripts/backup.mjs', join(folder, 'copy.sqlite')], { env });
  await expect(failure).rejects.toMatchObject({ stderr: `${source} could not be copied: file is not a database\n` });
  expect(readdirSync(folder)).toEqual(['source.sqlite']);
  rmSync(folder, { recursive: true });
});

test.each(['/dev/null/copy.sqlite', '/proc/none/of/this/copy.sqlite'])(
  'a backup to %s, which is impossible, says why',
  async (target) => {
    const folder = mkdtempSync(join(tmpdir(), 'dopahiya-backup-'));
    const source = join(folder, 'source.sqlite');
    writeFileSync(source, '');
    const env = { ...process.env, DATABASE_PATH: source };
    await expect(run(process.execPath, ['scripts/backup.mjs', target], { env })).rejects.toMatchObject({
      stderr: expect.stringMatching(new RegExp(`^${source} could not be copied: .+\n$`)),
    });
    rmSync(folder, { recursive: true });
  },
);
