import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import BetterSqlite3 from '~db/driver.mjs';

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
    stop: async () => {
      site.kill('SIGTERM');
      await ended;
    },
  };
}

test('sites that start while another process upgrades the database wait for it, and log it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-upgrade-'));
  const databasePath = join(folder, 'site.sqlite');
  const other = new BetterSqlite3(databasePath);
  other.pragma('journal_mode = WAL');
  other.pragma('foreign_keys = OFF');
  other.exec(`BEGIN; ${readFileSync('tests/fixtures/database-before-0.1.0.sql', 'utf8')}; COMMIT`);
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
