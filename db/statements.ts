import { Column, eq, is, noopDecoder, SQL, Subquery, sql, type TablesRelationalConfig } from 'drizzle-orm';
import { BetterSQLiteSession, type PreparedQuery } from 'drizzle-orm/better-sqlite3/session';
import type { PreparedQueryConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Sqlite } from './connection';

// How statements are prepared once, how their rows become objects, and how their duration is measured.

type Session = BetterSQLiteSession<Record<string, unknown>, TablesRelationalConfig>;
type PrepareArguments = Parameters<Session['prepareQuery']>;
type SelectedField = NonNullable<PrepareArguments[1]>[number];
type Decode = (value: unknown) => unknown;

const unchanged = Column.prototype.mapFromDriverValue;

const findDecoder = (holder: unknown): Decode | null => {
  if (typeof holder !== 'object' || holder === null || !('mapFromDriverValue' in holder)) return null;
  const { mapFromDriverValue } = holder;
  return typeof mapFromDriverValue === 'function' ? (value) => mapFromDriverValue.call(holder, value) : null;
};

/** Decodes the value of a selected field; null if SQLite's value needs no decoding. */
function getDecoder({ field }: SelectedField): Decode | null {
  // Text, numbers and expressions without `mapWith` have a decoder that returns its argument.
  if (is(field, Column)) return field.mapFromDriverValue === unchanged ? null : findDecoder(field);
  const expression = is(field, SQL.Aliased) ? field.sql : field;
  const decoder = 'decoder' in expression ? expression.decoder : null;
  return decoder === noopDecoder ? null : findDecoder(decoder);
}

type Row = Record<string, unknown>;

/** Creates the row mapper of a statement; null for nested selections and subqueries, which Drizzle maps itself. */
function createRowMapper(fields: readonly SelectedField[]): ((values: unknown[]) => Row) | null {
  if (fields.some(({ path, field }) => path.length !== 1 || is(field, Subquery))) return null;
  const columns = fields.map((field) => ({ name: field.path.join(), decode: getDecoder(field) }));
  return (values) => {
    const row: Row = {};
    let at = 0;
    for (const { name, decode } of columns) {
      const value = values[at++];
      row[name] = decode === null || value === null ? value : decode(value);
    }
    return row;
  };
}

/**
 * Drizzle session with a row mapper made once per statement. Drizzle's own looks up the decoder of every column in
 * every row, which makes mapping a list of 50 rows four times as slow.
 */
export class MappedSession extends BetterSQLiteSession<Record<string, unknown>, TablesRelationalConfig> {
  override prepareQuery<Config extends Omit<PreparedQueryConfig, 'statement' | 'run'>>(
    ...given: PrepareArguments
  ): PreparedQuery<Config> {
    const [query, fields, executeMethod, isArrayMode, customMapper, metadata, cacheConfig] = given;
    const toRow = fields && !customMapper ? createRowMapper(fields) : null;
    if (!toRow) return super.prepareQuery<Config>(...given);
    // `get` passes its one row to the same mapper.
    let isOne = false;
    const mapRows = (rows: unknown[][]): unknown => (isOne ? rows[0] && toRow(rows[0]) : rows.map(toRow));
    const prepared = super.prepareQuery<Config>(
      query,
      fields,
      executeMethod,
      isArrayMode,
      mapRows,
      metadata,
      cacheConfig,
    );
    const { get } = prepared;
    prepared.get = (values) => {
      isOne = true;
      try {
        return get.call(prepared, values);
      } finally {
        isOne = false;
      }
    };
    return prepared;
  }
}

/**
 * Prepares queries once per database, on first use: building a query costs more than running it.
 *
 * @param prepare returns prepared Drizzle queries; raw statements (`db.$client.prepare`) only for what Drizzle cannot
 *   express, each with its reason
 */
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

/**
 * Deletes rows by id, one at a time: with a list of ids, the planner may prefer to read the whole table.
 *
 * @returns number of deleted rows
 */
export function deleteEach(db: Database, table: SQLiteTable, column: Column, rows: readonly { id: string }[]): number {
  const remove = db
    .delete(table)
    .where(eq(column, sql.placeholder('id')))
    .prepare();
  return rows.reduce((deleted, { id }) => deleted + remove.run({ id }).changes, 0);
}

/** Slow statement with its plan, without its values, which may be personal. */
export type SlowStatement = { sql: string; milliseconds: number; plan: string[] };

type Listener = {
  /** Threshold in milliseconds. */
  thresholdMilliseconds: number;
  /** Called for each slow statement. */
  count: () => void;
  /** Called at most once a minute for each distinct statement: under load one would be reported thousands of times. */
  report: (slow: SlowStatement) => void;
};

/** Listeners, and when each statement was last reported to them. */
const listeners = new WeakMap<Sqlite, Listener & { last: Map<string, number> }>();
const measuredPrototypes = new WeakSet<object>();

const pauseMilliseconds = 60_000;
const maxStatements = 200;
const maxSqlLength = 2_000;

const methods = ['get', 'all', 'run'] as const;

/**
 * Measures the statements of a connection. All statements share one prototype of the driver, so that none is wrapped
 * individually; the cost is two clock readings per statement.
 */
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
    // Reported without a plan if the statement cannot be explained.
    return [];
  }
}
