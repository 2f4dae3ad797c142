import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TablesRelationalConfig } from 'drizzle-orm';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import BetterSqlite3, { type RunResult, type Sqlite, type Statement } from './driver.mjs';
import { MappedSession } from './session';

export type { Sqlite, Statement };
/**
 * Drizzle over one synchronous connection. Its transactions are synchronous: an `async` callback throws and still
 * writes.
 */
export type Database = ReturnType<typeof openDatabase>;

/**
 * Creates the folders one by one: Node's own recursive creation never returns below a folder that can have none, such
 * as /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Restricts a database file to its owner: it contains personal messages and password hashes. SQLite gives the
 * write-ahead log and its index the mode of the file, so a new file is created with that mode first; the mode of
 * existing files is tightened.
 */
function markPrivate(path: string): void {
  try {
    // Fails when the file exists, by whatever path.
    closeSync(openSync(path, 'ax', 0o600));
  } catch {
    // It exists, or cannot be created: opening it reports that.
  }
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      const mode = statSync(name, { throwIfNoEntry: false })?.mode;
      if (mode !== undefined && (mode & 0o077) !== 0) chmodSync(name, mode & 0o700);
    } catch {
      // Another user's file, or a read-only file system: used as it is.
    }
  }
}

/**
 * Opens the database file, creating its folder if missing, with the settings that durability and speed depend on: an
 * acknowledged write survives a power cut (WAL with `synchronous=FULL`), and a second process waits rather than fails.
 *
 * @param source a file path, `:memory:`, or the bytes of a serialized database (tests open a seeded template so).
 * @param pragmas further settings, applied before the database is read
 * @throws when the file cannot be opened or is not a database
 */
export function openDatabase(source: string | Buffer, pragmas: readonly string[] = []) {
  if (typeof source === 'string' && source !== ':memory:') {
    makeFolder(dirname(source));
    markPrivate(source);
  }
  const isNew = typeof source === 'string' && (statSync(source, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const sqlite: Sqlite = new BetterSqlite3(source);
  try {
    for (const pragma of pragmas) sqlite.pragma(pragma);
    // Must precede the first write; an older file is converted by `npm run compact`. There it would be a write, which
    // fails on a read-only file or a full disk.
    if (isNew) sqlite.pragma('auto_vacuum = INCREMENTAL');
    sqlite.pragma('journal_mode = WAL');
  } catch (error) {
    sqlite.close();
    throw error;
  }
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('journal_size_limit = 67108864');
  sqlite.pragma('cache_size = -8192');
  sqlite.pragma('trusted_schema = OFF');
  // Drizzle's own `drizzle()` imports `better-sqlite3` by name, which Node.js 20 must not load.
  const dialect = new SQLiteSyncDialect();
  const session = new MappedSession(sqlite, dialect, undefined);
  const db = new BaseSQLiteDatabase<'sync', RunResult, Record<string, unknown>, TablesRelationalConfig>(
    'sync',
    dialect,
    session,
    undefined,
  );
  return Object.assign(db, { $client: sqlite });
}

/** A database, and the restrictions under which it was opened. */
export type OpenedDatabase = {
  db: Database /** Warning for the log; null when it was opened normally. */;
  caveat: string | null;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Opens a database as `openDatabase` does, and reads from it, because SQLite opens the files beside it only then. */
function openAndRead(open: () => Database): Database {
  const db = open();
  try {
    db.$client.pragma('schema_version');
    return db;
  } catch (error) {
    db.$client.close();
    throw error;
  }
}

/**
 * Opens an existing database as `openDatabase` does; if its disk is full or read-only, opens it for reading at least. A
 * full disk has no room for the index of the write-ahead log: this process then locks the file exclusively and keeps
 * the index in memory. A read-only folder has no room for a log at all: a copy in the temporary folder is served
 * instead.
 *
 * @throws when the path has no database, the file is not a database, or it cannot be read either way
 */
export function openForService(path: string): OpenedDatabase {
  try {
    return { db: openAndRead(() => openDatabase(path)), caveat: null };
  } catch (error) {
    if (!existsSync(path) || !/^SQLITE_(?:FULL|IOERR|CANTOPEN|READONLY)/.test(codeOf(error))) throw error;
    try {
      const db = openAndRead(() => openDatabase(path, ['locking_mode = EXCLUSIVE']));
      return { db, caveat: 'The disk is full: no other process can read the database until a restart.' };
    } catch {
      return { db: openCopy(path), caveat: 'The folder of the database is read-only: a copy of the file is served.' };
    }
  }
}

/** Opens a read-only copy of a database; it is deleted when the process exits. */
function openCopy(path: string): Database {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-copy-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'copy.sqlite');
  for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  chmodSync(copy, 0o600);
  const db = openAndRead(() => openDatabase(copy));
  db.$client.pragma('query_only = ON');
  return db;
}

/** Checkpoints the write-ahead log into the file and closes it, so that a deployment is a single file. */
export function closeDatabase(db: Database): void {
  if (!db.$client.open) return;
  for (const pragma of ['optimize', 'wal_checkpoint(TRUNCATE)']) {
    try {
      db.$client.pragma(pragma);
    } catch {
      // Read-only, full or locked: the log stays beside the file, and the next start continues from it.
    }
  }
  db.$client.close();
}
