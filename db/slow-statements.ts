import type { Database, Sqlite } from './connection';

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
const prepared = new WeakSet<object>();

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
  if (prepared.has(prototype)) return;
  prepared.add(prototype);
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
    plan: planOf(database, source, values),
  });
}

function planOf(database: Sqlite, source: string, values: unknown[]): string[] {
  try {
    const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`).all(...values);
    return steps.map(({ detail }) => detail);
  } catch {
    // Reported without a plan if the statement cannot be explained.
    return [];
  }
}
