import { createHash } from 'node:crypto';
import type { Database, Sqlite } from './connection';
import { SqliteError } from './driver.mjs';
import { copyBeforeUpgrade, vacuumAfterUpgrade } from './upgrade';

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

const migrations = Object.entries(
  import.meta.glob<string>('../drizzle/*.sql', { query: '?raw', import: 'default', eager: true }),
)
  .map(([path, statements]) => ({ name: path.replace(/^.*\//, ''), statements, hash: hashText(statements) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const hasMigrations = (sqlite: Sqlite): boolean =>
  sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined;

const readAppliedMigrations = (sqlite: Sqlite): ReadonlyMap<string, string> =>
  new Map(
    sqlite
      .prepare<[], { name: string; hash: string }>('SELECT name, hash FROM migrations')
      .all()
      .map((row) => [row.name, row.hash]),
  );

/** @throws if the file was created by a newer build or before 0.1.0, or an applied migration was modified afterwards */
function findPendingMigrations(applied: ReadonlyMap<string, string>) {
  const names = new Set(migrations.map((migration) => migration.name));
  if (applied.size > 0 && !applied.has(migrations[0]?.name ?? '')) {
    throw new Error(
      `The database was created before version 0.1.0: its last migration is ${[...applied.keys()].sort().at(-1)}. ` +
        'Start it once with version 0.1.0, which upgrades it, then with this one.',
    );
  }
  for (const name of applied.keys()) {
    if (!names.has(name)) throw new Error(`The database was created by a newer version: it has the migration ${name}.`);
  }
  return migrations.filter(({ name, hash }) => {
    const before = applied.get(name);
    if (before && before !== hash) throw new Error(`The migration ${name} was changed after it had been applied.`);
    return !before;
  });
}

/** @throws if the file was created by a newer build or one too old to be upgraded */
export const countOutstandingMigrations = (sqlite: Sqlite): number | null =>
  hasMigrations(sqlite) ? findPendingMigrations(readAppliedMigrations(sqlite)).length : null;

const isUpToDate = (sqlite: Sqlite): boolean => countOutstandingMigrations(sqlite) === 0;

function record(sqlite: Sqlite, { name, hash }: { name: string; hash: string }): void {
  sqlite
    .prepare('INSERT INTO migrations (name, hash, applied_at) VALUES (?, ?, ?)')
    .run(name, hash, new Date().toISOString());
}

/** Milliseconds to wait for another process to finish its upgrade, silently at first. */
const silentWait = 1_000;
const maxWaitMilliseconds = 600_000;

/**
 * Waits, with a message, while another process writes: upgrading a database takes minutes. @throws after ten minutes
 */
function runExclusively<Value>(sqlite: Sqlite, work: () => Value, report: (message: string) => void): Value {
  const transaction = sqlite.transaction(work);
  const isLocked = (error: unknown) => error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
  const busyTimeout = Number(sqlite.pragma('busy_timeout', { simple: true }));
  try {
    sqlite.pragma(`busy_timeout = ${silentWait}`);
    try {
      return transaction.immediate();
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    report('Another process is writing to the database, possibly upgrading it. Waiting for up to ten minutes.');
    sqlite.pragma(`busy_timeout = ${maxWaitMilliseconds}`);
    return transaction.immediate();
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new Error('Another process has been writing to it for ten minutes. Stop that process, then start again.');
  } finally {
    sqlite.pragma(`busy_timeout = ${busyTimeout}`);
  }
}

export type MigrationOptions = {
  report?: (message: string) => void;
  copiesFirst?: boolean;
};

/**
 * Migrates the schema to this build's in one immediate transaction: two processes starting on one file wait for each
 * other, and a killed one leaves either the old schema or the new. A database with content is copied next to itself
 * first.
 *
 * @throws if the file was created by a newer build or one too old to be upgraded, an applied migration was modified
 *   afterwards, or there is no room for the copy
 */
export function migrate(db: Database, { report = () => undefined, copiesFirst = true }: MigrationOptions = {}): number {
  const sqlite = db.$client;
  // Without pending migrations, a start writes nothing and needs neither a lock nor disk space.
  if (isUpToDate(sqlite)) return 0;
  // With foreign keys on, a migration that rebuilds a table would empty its child tables; the check at the end replaces
  // them.
  sqlite.pragma('foreign_keys = OFF');
  const work = () => {
    sqlite.exec(
      'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
    );
    const isOutdated = readAppliedMigrations(sqlite).size > 0 && !isUpToDate(sqlite);
    const copy = isOutdated && copiesFirst ? copyBeforeUpgrade(sqlite) : null;
    const pending = findPendingMigrations(readAppliedMigrations(sqlite));
    for (const migration of pending) {
      sqlite.exec(migration.statements);
      record(sqlite, migration);
    }
    const broken = sqlite.pragma('foreign_key_check');
    if (Array.isArray(broken) && broken.length > 0) throw new Error('A migration left rows with dangling references.');
    return { applied: pending.length, isOutdated, copy };
  };
  try {
    const { applied, isOutdated, copy } = runExclusively(sqlite, work, report);
    if (copy !== null) {
      report(`The database was upgraded. A copy of it as it was before is ${copy}; the newest three are kept.`);
    }
    if (isOutdated) releaseSpace(sqlite, report);
    return applied;
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}

function releaseSpace(sqlite: Sqlite, report: (message: string) => void): void {
  try {
    vacuumAfterUpgrade(sqlite);
  } catch (error) {
    report(
      `The free space of the database could not be released (${error instanceof Error ? error.message : error}). Run \`npm run compact\` while the site is stopped.`,
    );
  }
}
