import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TablesRelationalConfig } from 'drizzle-orm';
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import BetterSqlite3, { type RunResult, type Sqlite, type Statement } from './driver.mjs';

export type { Sqlite, Statement };
/**
 * Drizzle over one synchronous connection. Its transactions are synchronous: an `async` callback throws and still
 * writes.
 */
export type Database = ReturnType<typeof openDatabase>;

/** One by one: Node's own making of several never ends below a folder that can have none, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another start may have made it just now.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Opens the database file, making its folder when missing, with the settings that durability and speed rest on: an
 * answered write survives a power cut (WAL with `synchronous=FULL`), a second process waits rather than fails.
 *
 * @param source a file's path, `:memory:`, or the bytes of a serialized database (tests open a seeded template so).
 * @throws when the file cannot be opened or is not a database
 */
export function openDatabase(source: string | Buffer) {
  if (typeof source === 'string' && source !== ':memory:') makeFolder(dirname(source));
  const sqlite: Sqlite = new BetterSqlite3(source);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('journal_size_limit = 67108864');
  sqlite.pragma('cache_size = -8192');
  sqlite.pragma('trusted_schema = OFF');
  // Drizzle's own `drizzle()` imports `better-sqlite3` by name, which Node.js 20 must not load.
  const dialect = new SQLiteSyncDialect();
  const session = new BetterSQLiteSession<Record<string, unknown>, TablesRelationalConfig>(sqlite, dialect, undefined);
  const db = new BaseSQLiteDatabase<'sync', RunResult, Record<string, unknown>, TablesRelationalConfig>(
    'sync',
    dialect,
    session,
    undefined,
  );
  return Object.assign(db, { $client: sqlite });
}

/** Folds the write-ahead log into the file and closes it, so that the one file is the whole deployment. */
export function closeDatabase(db: Database): void {
  if (!db.$client.open) return;
  db.$client.pragma('optimize');
  db.$client.pragma('wal_checkpoint(TRUNCATE)');
  db.$client.close();
}
