import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Sqlite } from './connection';
import BetterSqlite3 from './driver.mjs';
import { putInPlace } from './files.mjs';

const maxCopies = 3;

/**
 * Copies a database file before its upgrade, in the transaction of the upgrade, so that no other process can write in the
 * meantime. The copy gets its name only once it is complete and on disk; all but the newest three are deleted.
 * @throws if the copy cannot be written
 */
export function copyBeforeUpgrade(sqlite: Sqlite): string | null {
  if (sqlite.memory) return null;
  const start = `${sqlite.name}.before-upgrade`;
  const unfinished = `${start}.unfinished`;
  const copy = `${start}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  rmSync(unfinished, { force: true });
  // Created first, to be accessible to its owner only.
  closeSync(openSync(unfinished, 'wx', 0o600));
  // A separate connection: SQLite does not copy a database from within a transaction.
  const reader = new BetterSqlite3(sqlite.name, { readonly: true });
  try {
    reader.prepare('VACUUM INTO ?').run(unfinished);
  } finally {
    reader.close();
  }
  putInPlace(unfinished, copy);
  const folder = dirname(copy);
  const copies = readdirSync(folder).filter((name) => name.startsWith(`${basename(start)}-`));
  for (const name of copies.sort().slice(0, -maxCopies)) rmSync(join(folder, name), { force: true });
  return copy;
}

/** `auto_vacuum = INCREMENTAL`: free pages can be released later. */
const incremental = 2;

/** Enables the release of space freed later. @throws if there is no room, or another process uses the file */
export function vacuumAfterUpgrade(sqlite: Sqlite): void {
  const readNumber = (pragma: string): number => Number(sqlite.pragma(pragma, { simple: true }));
  if (sqlite.memory) return;
  if (readNumber('auto_vacuum') === incremental && readNumber('freelist_count') * 4 < readNumber('page_count')) return;
  sqlite.pragma('auto_vacuum = INCREMENTAL');
  sqlite.exec('VACUUM');
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
}
