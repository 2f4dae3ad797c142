// Copies the database while the site runs, page by page through SQLite's own backup, never as a file copy:
//   npm run backup -- backups/today.sqlite
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from '../db/driver.mjs';

// Backups are for their owner only, and so are the folders made for them.
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

/** A copy that was cut short must not pass for a backup: it has the name only once it is sound. */
const unfinished = `${target}.unfinished`;

/** One by one: Node's own making of several never ends below a folder that can have none, such as /proc. */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** @throws when the source can't be read, the copy can't be written, or it is not sound */
async function copySoundly() {
  const db = new BetterSqlite3(source, { readonly: true });
  await db.backup(unfinished).finally(() => db.close());
  const copy = new BetterSqlite3(unfinished);
  // The copy is one file that needs no log beside it.
  copy.pragma('journal_mode = DELETE');
  const verdict = copy.pragma('integrity_check', { simple: true });
  copy.close();
  if (verdict !== 'ok') throw new Error(`the copy is not sound: ${verdict}`);
}

/** @returns never: says why there is no backup, in one sentence */
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
