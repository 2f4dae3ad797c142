import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '~db/connection';

/** In the order in which they are applied. */
export const migrationNames = readdirSync('drizzle')
  .filter((name) => name.endsWith('.sql'))
  .sort();

/** Last migration of the oldest schema that databases have. */
export const firstSchema = '0001_triggers.sql';

/** Applies a migration as an older version did, and fills the tables that it creates. */
export function applyMigration(sqlite: Sqlite, name: string): void {
  const statements = readFileSync(join('drizzle', name), 'utf8');
  sqlite.exec(statements);
  const rows = join('tests/fixtures/rows', name);
  if (existsSync(rows)) sqlite.exec(readFileSync(rows, 'utf8'));
  sqlite.exec(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  );
  const hash = createHash('sha256').update(statements).digest('hex');
  sqlite.prepare("INSERT INTO migrations VALUES (?, ?, '2026-11-22T00:00:00.000Z')").run(name, hash);
}
