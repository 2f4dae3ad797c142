import type { Database } from '~db/connection';
import { statementsOf } from './statements.server';

const tables = [
  'users',
  'vehicles',
  'listings',
  'reviews',
  'service_requests',
  'feedback',
  'contact_messages',
] as const;

/** A row with a version number. */
export type VersionedRow = { table: (typeof tables)[number]; id: string };

const reads = statementsOf((sqlite) =>
  Object.fromEntries(
    tables.map((table) => [
      table,
      sqlite.prepare<[string], number>(`SELECT version FROM ${table} WHERE id = ?`).pluck(),
    ]),
  ),
);

/** Returns the current version of a row; null when there is no such row. */
export const storedVersion = (db: Database, { table, id }: VersionedRow): number | null =>
  reads(db)[table]?.get(id) ?? null;
