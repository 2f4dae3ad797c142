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

/** A row that tells how often it was changed. */
export type VersionedRow = { table: (typeof tables)[number]; id: string };

const reads = statementsOf((sqlite) =>
  Object.fromEntries(
    tables.map((table) => [
      table,
      sqlite.prepare<[string], number>(`SELECT version FROM ${table} WHERE id = ?`).pluck(),
    ]),
  ),
);

/** The version that a row stands at; null when there is no such row. */
export const storedVersion = (db: Database, { table, id }: VersionedRow): number | null =>
  reads(db)[table]?.get(id) ?? null;
