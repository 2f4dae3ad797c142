import { chmodSync, closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TablesRelationalConfig } from 'drizzle-orm';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import BetterSqlite3, { type RunResult, type Sqlite, SqliteError, type Statement } from './driver.mjs';
import { makeFolder } from './files.mjs';
import { MappedSession } from './mapped-session';

export type { Sqlite, Statement };
/**
 * Drizzle over one synchronous connection. Its transactions are synchronous: an `async` callback throws and still
 * writes.
 */
export type Database = ReturnType<typeof openDatabase>;

/**
 * Restricts a database file to its owner: it contains personal messages and password hashes. SQLite gives the
 * write-ahead log and its index the mode of the file, so a new file is created with that mode first; the mode of
 * existing files is tightened.
 */
function markPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch {
    // It exists, or cannot be created, which opening it will report.
  }
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      const found = statSync(name, { throwIfNoEntry: false });
      if (found?.isFile() && (found.mode & 0o077) !== 0) chmodSync(name, found.mode & 0o700);
    } catch {
      // Another user's file, or a read-only file system: left unchanged.
    }
  }
}

/**
 * Opens the database file, creating its folder if missing, with the settings that durability and speed depend on: an
 * acknowledged write survives a power cut (WAL with `synchronous=FULL`), and a second process waits instead of failing.
 *
 * @throws if the file cannot be opened or is not a database
 */
export function openDatabase(source: string | Buffer, pragmas: readonly string[] = []) {
  if (typeof source === 'string' && source !== ':memory:') {
    if (statSync(source, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder, not a file');
    makeFolder(dirname(source));
    markPrivate(source);
  }
  const isNew = typeof source === 'string' && (statSync(source, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const sqlite: Sqlite = new BetterSqlite3(source);
  try {
    for (const pragma of pragmas) sqlite.pragma(pragma);
    // Must precede the first write. An older file is converted by `npm run compact`: here, setting it would be a write,
    // which fails on a read-only file or a full disk.
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
  // KiB.
  sqlite.pragma('cache_size = -8192');
  // Rows of each index that statistics are estimated from.
  sqlite.pragma('analysis_limit = 100');
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

export type OpenedDatabase = {
  db: Database;
  warning: string | null;
};

const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Only when it is read does SQLite open the files next to it. */
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
 * @throws if the path has no database, the file is not a database, or it cannot be read either way
 */
export function openForService(path: string): OpenedDatabase {
  try {
    return { db: openAndRead(() => openDatabase(path)), warning: null };
  } catch (error) {
    if (!existsSync(path) || !/^SQLITE_(?:FULL|IOERR|CANTOPEN|READONLY)/.test(getErrorCode(error))) throw error;
    try {
      const db = openAndRead(() => openDatabase(path, ['locking_mode = EXCLUSIVE']));
      return { db, warning: 'The disk is full: no other process can read the database until a restart.' };
    } catch {
      return { db: openCopy(path), warning: 'The folder of the database is read-only: a copy of the file is served.' };
    }
  }
}

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

const isInternal = (analyze: string): boolean => /_(?:config|content|data|docsize|idx)"$/.test(analyze);

export function findStaleStatistics({ $client }: Pick<Database, '$client'>): string[] {
  const indexes = $client.prepare<[string], { name: string; partial: 0 | 1 }>('SELECT * FROM pragma_index_list(?)');
  return (
    $client
      // Renewal (2) of any table, queried or not (0x10000), listed instead of run (1).
      .prepare<[], string>('PRAGMA optimize(0x10003)')
      .pluck()
      .all()
      .filter((analyze) => !isInternal(analyze))
      .flatMap((analyze) => {
        const own = indexes.all(/"(\w+)"$/.exec(analyze)?.[1] ?? '');
        // Without an index, as the table of the site's clock has none, there is nothing to choose from.
        if (own.length === 0) return [];
        return own.some(({ partial }) => !partial) ? own.map(({ name }) => `ANALYZE "main"."${name}"`) : analyze;
      })
  );
}

/** So that a deployment is a single file. */
export function closeDatabase(db: Database): void {
  if (!db.$client.open) return;
  for (const pragma of ['optimize', 'wal_checkpoint(TRUNCATE)']) {
    try {
      db.$client.pragma(pragma);
    } catch {
      // Read-only, full or locked: the log stays next to the file for the next start.
    }
  }
  db.$client.close();
}

/** `auto_vacuum = INCREMENTAL`: free pages can be released a few at a time. */
const incremental = 2;
/** Free pages (of 4 KB) reserved for future writes. */
const reservedPages = 1_000;
/** Pages released in one step, which takes a few milliseconds including the disk wait. */
const pagesAtOnce = 32;

/**
 * Releases free pages at the end of the file to the file system, for at most a few milliseconds beyond the budget.
 * Never waits: nothing is released while another process holds the write lock, or from a file created before
 * `auto_vacuum` was enabled, which needs `npm run compact`.
 *
 * @throws if the database cannot be written, other than for a lock
 */
export function releaseFreePages({ $client }: Database, budgetMs: number): boolean {
  if ($client.pragma('auto_vacuum', { simple: true }) !== incremental) return false;
  const countFreePages = (): number => Number($client.pragma('freelist_count', { simple: true })) - reservedPages;
  const busyTimeout = Number($client.pragma('busy_timeout', { simple: true }));
  const until = performance.now() + budgetMs;
  $client.pragma('busy_timeout = 0');
  try {
    while (countFreePages() > 0) {
      if (performance.now() >= until) return true;
      $client.pragma(`incremental_vacuum(${Math.min(pagesAtOnce, countFreePages())})`);
    }
    return false;
  } catch (error) {
    if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    $client.pragma(`busy_timeout = ${busyTimeout}`);
  }
}

/** Between two attempts: long enough for another process to commit, short against the time of a restore. */
const replacePauseMilliseconds = 5;

type ReplaceOptions = {
  onLocked?: () => void;
  maxWaitMilliseconds?: number;
};

/**
 * Copies a database into another one in one transaction. Processes that have the target open see it like any other
 * write.
 *
 * @returns monotonic time at which the target was locked; null if another process did not release its lock in time
 */
export async function replaceContent(
  source: Sqlite,
  databasePath: string,
  { onLocked, maxWaitMilliseconds = 30_000 }: ReplaceOptions = {},
): Promise<number | null> {
  const locks: number[] = [];
  const deadline = performance.now() + maxWaitMilliseconds;
  do {
    // If another process has locked the target, the driver reports success immediately, without having called
    // `progress`. The busy timeout does not apply to it.
    await source.backup(databasePath, {
      progress() {
        if (locks.length === 0) {
          locks.push(performance.now());
          onLocked?.();
        }
        return Number.MAX_SAFE_INTEGER;
      },
    });
    if (locks.length === 0) await delay(replacePauseMilliseconds);
  } while (locks.length === 0 && performance.now() < deadline);
  return locks[0] ?? null;
}
