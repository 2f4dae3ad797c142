import { createHash } from 'node:crypto';
import type { Database, Sqlite } from './connection';

/** SQL of every migration, in order, bundled so that a build can be started from any folder. */
const migrations = Object.entries(
  import.meta.glob<string>('../drizzle/*.sql', { query: '?raw', import: 'default', eager: true }),
)
  .map(([path, statements]) => ({ name: path.replace(/^.*\//, ''), statements }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const hasMigrations = (sqlite: Sqlite): boolean =>
  sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined;

/**
 * Migrations not yet applied, in order.
 *
 * @throws when the file was created by a newer build, or an applied migration was modified afterwards
 */
function pendingMigrations(sqlite: Sqlite) {
  const applied = new Map(
    sqlite
      .prepare<[], { name: string; hash: string }>('SELECT name, hash FROM migrations')
      .all()
      .map((row) => [row.name, row.hash]),
  );
  const known = new Set(migrations.map((migration) => migration.name));
  for (const name of applied.keys()) {
    if (!known.has(name)) throw new Error(`The database was made by a newer version: it holds the migration ${name}.`);
  }
  return migrations
    .map((migration) => ({ ...migration, hash: hashOf(migration.statements) }))
    .filter(({ name, hash }) => {
      const before = applied.get(name);
      if (before && before !== hash) throw new Error(`The migration ${name} was changed after it had been applied.`);
      return !before;
    });
}

/**
 * Migrates the schema to this build's, all steps in one immediate transaction: two processes starting on one file wait
 * for each other, and a killed one leaves either the old schema or the new, never a mixture.
 *
 * @returns number of migrations applied
 * @throws when the file was created by a newer build, or an applied migration was modified afterwards
 */
export function migrate(db: Database): number {
  const sqlite = db.$client;
  // Without pending migrations a start writes nothing, and so needs neither a lock nor disk space.
  if (hasMigrations(sqlite) && pendingMigrations(sqlite).length === 0) return 0;
  // With foreign keys on, a migration that rebuilds a table would empty its child tables; the check at the end replaces
  // the constraint.
  sqlite.pragma('foreign_keys = OFF');
  try {
    return sqlite
      .transaction(() => {
        sqlite.exec(
          'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
        );
        const pending = pendingMigrations(sqlite);
        for (const { name, statements, hash } of pending) {
          sqlite.exec(statements);
          sqlite
            .prepare('INSERT INTO migrations (name, hash, applied_at) VALUES (?, ?, ?)')
            .run(name, hash, new Date().toISOString());
        }
        const broken = pending.length > 0 ? sqlite.pragma('foreign_key_check') : [];
        if (Array.isArray(broken) && broken.length > 0) throw new Error('A migration left rows that refer to nothing.');
        return pending.length;
      })
      .immediate();
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}
