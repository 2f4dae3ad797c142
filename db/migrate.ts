import { createHash } from 'node:crypto';
import type { Database, Sqlite } from './connection';
import { copyBeforeUpgrade, needsUpgrade, upgrade } from './upgrade';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Every migration, in order, bundled so that a build can be started from any folder. */
const migrations = Object.entries(
  import.meta.glob<string>('../drizzle/*.sql', { query: '?raw', import: 'default', eager: true }),
)
  .map(([path, statements]) => ({ name: path.replace(/^.*\//, ''), statements, hash: hashOf(statements) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const hasMigrations = (sqlite: Sqlite): boolean =>
  sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined;

/** Hashes of the applied migrations, by name. */
const appliedMigrations = (sqlite: Sqlite): ReadonlyMap<string, string> =>
  new Map(
    sqlite
      .prepare<[], { name: string; hash: string }>('SELECT name, hash FROM migrations')
      .all()
      .map((row) => [row.name, row.hash]),
  );

/**
 * Migrations not yet applied, in order.
 *
 * @throws when the file was created by a newer build, or an applied migration was modified afterwards
 */
function pendingMigrations(applied: ReadonlyMap<string, string>) {
  const known = new Set(migrations.map((migration) => migration.name));
  for (const name of applied.keys()) {
    if (!known.has(name)) throw new Error(`The database was made by a newer version: it holds the migration ${name}.`);
  }
  return migrations.filter(({ name, hash }) => {
    const before = applied.get(name);
    if (before && before !== hash) throw new Error(`The migration ${name} was changed after it had been applied.`);
    return !before;
  });
}

/** Whether the schema is this build's already. */
function isUpToDate(sqlite: Sqlite): boolean {
  if (!hasMigrations(sqlite)) return false;
  const applied = appliedMigrations(sqlite);
  return !needsUpgrade(applied) && pendingMigrations(applied).length === 0;
}

function record(sqlite: Sqlite, { name, hash }: { name: string; hash: string }): void {
  sqlite
    .prepare('INSERT INTO migrations (name, hash, applied_at) VALUES (?, ?, ?)')
    .run(name, hash, new Date().toISOString());
}

/**
 * Upgrades a database of the last version before the initial migration, once a copy of it is on disk.
 *
 * @returns path of the copy; null when there was nothing to upgrade, or the database is in memory
 */
function upgradeIfNeeded(sqlite: Sqlite): string | null {
  if (!needsUpgrade(appliedMigrations(sqlite))) return null;
  const [initial, triggers] = migrations;
  if (!initial || !triggers) throw new Error('The initial migrations are missing.');
  const copy = copyBeforeUpgrade(sqlite);
  upgrade(sqlite, initial.statements, triggers.statements);
  for (const migration of [initial, triggers]) record(sqlite, migration);
  return copy;
}

/**
 * Migrates the schema to this build's, all steps in one immediate transaction: two processes starting on one file wait
 * for each other, and a killed one leaves either the old schema or the new, never a mixture.
 *
 * @param report receives one sentence when an older database was upgraded
 * @returns number of migrations applied
 * @throws when the file was created by a newer build or one too old to be upgraded, an applied migration was modified
 *   afterwards, or there is no room for the copy that an upgrade makes
 */
export function migrate(db: Database, report: (message: string) => void = () => undefined): number {
  const sqlite = db.$client;
  // Without pending migrations a start writes nothing, and so needs neither a lock nor disk space.
  if (isUpToDate(sqlite)) return 0;
  // With foreign keys on, a migration that rebuilds a table would empty its child tables; the check at the end replaces
  // the constraint.
  sqlite.pragma('foreign_keys = OFF');
  try {
    const { applied, copy } = sqlite
      .transaction(() => {
        sqlite.exec(
          'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
        );
        const copy = upgradeIfNeeded(sqlite);
        const pending = pendingMigrations(appliedMigrations(sqlite));
        for (const migration of pending) {
          sqlite.exec(migration.statements);
          record(sqlite, migration);
        }
        const broken = sqlite.pragma('foreign_key_check');
        if (Array.isArray(broken) && broken.length > 0) throw new Error('A migration left rows that refer to nothing.');
        return { applied: pending.length, copy };
      })
      .immediate();
    if (copy !== null)
      report(`The database was upgraded. A copy of it as it was before is ${copy}; delete it once the site works.`);
    return applied;
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}
