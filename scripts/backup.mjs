// Copies the database while the site runs, page by page through SQLite's own backup, never as a file copy:
//   npm run backup -- backups/today.sqlite
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

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
mkdirSync(dirname(target), { recursive: true });
const db = new BetterSqlite3(source, { readonly: true });
await db.backup(target);
db.close();

const copy = new BetterSqlite3(target);
// The copy is one file that needs no log beside it.
copy.pragma('journal_mode = DELETE');
const verdict = copy.pragma('integrity_check', { simple: true });
copy.close();
if (verdict !== 'ok') {
  console.error(`The copy is not sound: ${verdict}`);
  process.exit(1);
}
console.log(`Copied ${source} to ${target}; it is sound.`);
