import { type Column, eq, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Sqlite } from './connection';

/** Prepares queries once per database, on first use: building a query costs more than running it. */
export function memoizePrepared<Queries>(prepare: (db: Database) => Queries): (db: Database) => Queries {
  const cache = new WeakMap<Sqlite, Queries>();
  return (db) => {
    const cached = cache.get(db.$client);
    if (cached) return cached;
    const queries = prepare(db);
    cache.set(db.$client, queries);
    return queries;
  };
}

/** One at a time: with a list of ids, the planner may prefer to read the whole table. */
export function deleteEach(db: Database, table: SQLiteTable, column: Column, rows: readonly { id: string }[]): number {
  const remove = db
    .delete(table)
    .where(eq(column, sql.placeholder('id')))
    .prepare();
  return rows.reduce((deleted, { id }) => deleted + remove.run({ id }).changes, 0);
}

/** Without its values, which may be personal. */
export type SlowStatement = { sql: string; milliseconds: number; plan: string[] };

type Listener = {
  /** Milliseconds. */
  thresholdMilliseconds: number;
  count: () => void;
  /** At most once a minute for each distinct statement: under load one would be reported thousands of times. */
  report: (slow: SlowStatement) => void;
};

const listeners = new WeakMap<Sqlite, Listener & { last: Map<string, number> }>();
const measuredPrototypes = new WeakSet<object>();

const pauseMilliseconds = 60_000;
const maxStatements = 200;
const maxSqlLength = 2_000;

const methods = ['get', 'all', 'run'] as const;

/** All statements share one prototype of the driver; the cost is two clock readings per statement. */
export function reportSlowStatements({ $client: sqlite }: Pick<Database, '$client'>, listener: Listener): void {
  listeners.set(sqlite, { ...listener, last: new Map() });
  const prototype: object = Object.getPrototypeOf(sqlite.prepare('SELECT 1'));
  if (measuredPrototypes.has(prototype)) return;
  measuredPrototypes.add(prototype);
  for (const name of methods) {
    const original: unknown = Reflect.get(prototype, name);
    if (typeof original !== 'function') continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value: function measured(this: ReturnType<Sqlite['prepare']>, ...values: unknown[]) {
        const startedAt = performance.now();
        try {
          return Reflect.apply(original, this, values);
        } finally {
          const listener = listeners.get(this.database);
          const milliseconds = performance.now() - startedAt;
          if (listener && milliseconds >= listener.thresholdMilliseconds && !isExplanation(this)) {
            listener.count();
            reportStatement(listener, this, values, milliseconds);
          }
        }
      },
    });
  }
}

const isExplanation = ({ source }: ReturnType<Sqlite['prepare']>): boolean => source.startsWith('EXPLAIN');

function reportStatement(
  { last, report }: Listener & { last: Map<string, number> },
  { source, database }: ReturnType<Sqlite['prepare']>,
  values: unknown[],
  milliseconds: number,
): void {
  const now = performance.now();
  const before = last.get(source);
  if (before !== undefined && now - before < pauseMilliseconds) return;
  if (last.size >= maxStatements) last.clear();
  last.set(source, now);
  report({
    sql: source.slice(0, maxSqlLength),
    milliseconds: Math.round(milliseconds * 10) / 10,
    plan: readPlan(database, source, values),
  });
}

function readPlan(database: Sqlite, source: string, values: unknown[]): string[] {
  try {
    const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`).all(...values);
    return steps.map(({ detail }) => detail);
  } catch {
    return [];
  }
}
