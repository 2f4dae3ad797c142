import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Sqlite } from './connection';
import BetterSqlite3 from './driver.mjs';
import { putInPlace } from './files.mjs';

/*
 * Upgrades a database of the last version before the migrations were reduced to an initial one. The current migrations
 * create every table again and its rows are copied, so that the result cannot differ from a new database.
 */

const firstOldMigration = '0000_schema.sql';
const lastOldMigration = '0017_log_of_accounts.sql';
const lastOldHash = '6e31a83c53564389afbc766376435c37a11264e6ca983bfb527a182db0a747ee';

const oldTables: Readonly<Record<string, string>> = {
  audit_events: 'operator_log',
  idempotency_keys: 'submissions',
};

const oldColumns: Readonly<Record<string, string>> = {
  'audit_events.action': 'deed',
  'idempotency_keys.key_hash': 'id_hash',
  'idempotency_keys.encrypted_response': 'sealed_answer',
  'reports.comment': 'words',
  // The widest rendition always had a checksum, which names its photo.
  'photo_renditions.checksum': 'iif(width = 1280, photo_hash, sha256(webp))',
};

const filledTables: readonly string[] = ['contact_counters', 'content_revision', 'listing_counters'];

/** @throws if it has only some of the migrations: older versions are not upgraded */
export function needsUpgrade(applied: ReadonlyMap<string, string>): boolean {
  if (!applied.has(firstOldMigration)) return false;
  if (applied.get(lastOldMigration) === lastOldHash) return true;
  throw new Error(
    `It was created by an older version, whose last migration was ${[...applied.keys()].sort().at(-1)}. ` +
      `Start it once with the last version that has the migration ${lastOldMigration}, then with this one.`,
  );
}

const readNames = (sqlite: Sqlite, where: string): string[] =>
  sqlite.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE ${where}`).pluck().all();

const readTables = (sqlite: Sqlite): string[] =>
  sqlite
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'`,
    )
    .pluck()
    .all();

const getOldName = (table: string): string => `before_${table}`;

function copyRows(sqlite: Sqlite, table: string): void {
  const columns = sqlite.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const values = columns.map((column) => oldColumns[`${table}.${column}`] ?? `"${column}"`);
  // Preserves the order of rows without a primary key of their own.
  sqlite.exec(
    `INSERT OR REPLACE INTO "${table}" (${columns.map((column) => `"${column}"`).join(', ')})
     SELECT ${values.join(', ')} FROM "${getOldName(oldTables[table] ?? table)}"`,
  );
}

export function upgrade(sqlite: Sqlite, initial: string, triggers: string): void {
  sqlite.function('sha256', { deterministic: true }, (bytes) =>
    Buffer.isBuffer(bytes) ? createHash('sha256').update(bytes).digest('hex') : null,
  );
  for (const name of readNames(sqlite, "type = 'trigger'")) sqlite.exec(`DROP TRIGGER "${name}"`);
  for (const name of readNames(sqlite, "sql LIKE 'CREATE VIRTUAL TABLE%'")) sqlite.exec(`DROP TABLE "${name}"`);
  for (const name of readNames(sqlite, "type = 'index' AND sql IS NOT NULL")) sqlite.exec(`DROP INDEX "${name}"`);
  const before = readTables(sqlite);
  for (const table of before) sqlite.exec(`ALTER TABLE "${table}" RENAME TO "${getOldName(table)}"`);

  sqlite.exec(initial);
  const old = new Set(before.map(getOldName));
  const tables = readTables(sqlite).filter((table) => !old.has(table));
  for (const table of tables) if (!filledTables.includes(table)) copyRows(sqlite, table);
  // Copied before the triggers exist, which would count the rows a second time.
  sqlite.exec(triggers);
  for (const table of filledTables) copyRows(sqlite, table);
  for (const table of old) sqlite.exec(`DROP TABLE "${table}"`);
  sqlite.exec('DELETE FROM migrations');
}

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
