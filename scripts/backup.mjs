// Backs up the database while the site runs, with SQLite's backup API and never as a file copy:
//   npm run backup -- backups/today.sqlite
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from '../db/driver.mjs';

// Backups and the folders created for them are accessible to their owner only.
process.umask(0o077);
const source = process.env.DATABASE_PATH || 'db/dopahiya.sqlite';
const target = process.argv[2];
if (!target) {
  console.error('Say where to: npm run backup -- backups/today.sqlite');
  process.exit(1);
}
if (existsSync(target)) {
  console.error(`${target} is there already. Choose another name, so that no backup is lost.`);
  process.exit(1);
}
if (!existsSync(source)) {
  console.error(`There is no database at ${source} (the setting DATABASE_PATH).`);
  process.exit(1);
}

/** An incomplete copy must not pass for a backup: the file gets its final name only once verified. */
const unfinished = `${target}.unfinished`;

/**
 * Creates the folders one by one: Node's recursive `mkdir` never returns below a folder where none can be created, such
 * as /proc.
 */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** @throws if the source cannot be read, the copy cannot be written, or the copy fails its integrity check */
async function copySoundly() {
  const db = new BetterSqlite3(source, { readonly: true });
  await db.backup(unfinished).finally(() => db.close());
  const copy = new BetterSqlite3(unfinished);
  // Makes the copy a single file without a write-ahead log.
  copy.pragma('journal_mode = DELETE');
  const verdict = copy.pragma('integrity_check', { simple: true });
  copy.close();
  if (verdict !== 'ok') throw new Error(`the copy is not sound: ${verdict}`);
}

/** Prints why there is no backup, in one sentence. @returns never */
function giveUp(error) {
  console.error(`${source} could not be copied: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

try {
  makeFolder(dirname(target));
  rmSync(unfinished, { force: true });
} catch (error) {
  giveUp(error);
}
try {
  await copySoundly();
} catch (error) {
  rmSync(unfinished, { force: true });
  giveUp(error);
}
renameSync(unfinished, target);
console.log(`Copied ${source} to ${target}; it is sound.`);
