import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import BetterSqlite3 from '~db/driver.mjs';
import { applyMigration, firstSchema, migrationNames } from '../support/older-databases';

/** Starts the built site. @returns what waits for a text among its output, and what stops it */
function start(databasePath: string) {
  const site = spawn(process.execPath, ['build/server/main.js'], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_PATH: databasePath, PORT: '0', LOG_LEVEL: 'warn' },
  });
  let printed = '';
  for (const output of [site.stdout, site.stderr]) output.on('data', (chunk: Buffer) => (printed += chunk));
  const ended = once(site, 'exit');
  return {
    prints: async (text: string) => {
      while (!printed.includes(text) && site.exitCode === null) await setTimeout(50);
      expect(printed).toContain(text);
    },
    stop: async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
      site.kill(signal);
      await ended;
    },
  };
}

/** A database of the oldest schema that is upgraded. */
function makeOldDatabase(databasePath: string) {
  const old = new BetterSqlite3(databasePath);
  old.pragma('journal_mode = WAL');
  old.pragma('foreign_keys = OFF');
  old.transaction(() => {
    for (const name of migrationNames.filter((migration) => migration <= firstSchema)) applyMigration(old, name);
  })();
  return old;
}

test('sites that start while another process upgrades the database wait for it, and log it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-upgrade-'));
  const databasePath = join(folder, 'site.sqlite');
  const other = makeOldDatabase(databasePath);
  other.exec('BEGIN IMMEDIATE');
  const sites = [start(databasePath), start(databasePath)];
  for (const { prints } of sites) await prints('Another process is writing to the database, possibly upgrading it.');
  other.exec('COMMIT');
  other.close();
  for (const { prints } of sites) await prints('is open at');
  // One of them upgraded the database, and only that one copied it.
  expect(readdirSync(folder).filter((name) => name.includes('.before-upgrade-'))).toHaveLength(1);
  for (const { stop } of sites) await stop();
  rmSync(folder, { recursive: true });
});

test('a site that is killed during the upgrade upgrades at its next start, and rejects a newer database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-upgrade-'));
  const databasePath = join(folder, 'site.sqlite');
  makeOldDatabase(databasePath).close();
  const killed = start(databasePath);
  while (!readdirSync(folder).some((name) => name.includes('.before-upgrade-'))) await setTimeout(5);
  await killed.stop('SIGKILL');
  const site = start(databasePath);
  await site.prints('is open at');
  await site.stop();
  const upgraded = new BetterSqlite3(databasePath);
  expect(upgraded.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(upgraded.prepare('SELECT count(*) FROM listings WHERE is_sample = 0').pluck().get()).toBe(6);
  upgraded.exec("INSERT INTO migrations (name, hash, applied_at) VALUES ('9999_of_tomorrow.sql', '', '')");
  upgraded.close();
  const older = start(databasePath);
  await older.prints('The database was created by a newer version: it has the migration 9999_of_tomorrow.sql.');
  await older.stop();
  rmSync(folder, { recursive: true });
});
