import type { Database, Sqlite } from './connection';

/** A statement that took long, with its plan. Its values are left out: they may be personal. */
export type SlowStatement = { sql: string; milliseconds: number; plan: string[] };

type Listener = {
  /** Milliseconds from which a statement is slow. */
  atLeast: number;
  /** Called for each slow statement. */
  count: () => void;
  /** Called for each slow statement at most once a minute: under load one would be reported thousands of times. */
  report: (slow: SlowStatement) => void;
};

/** Listeners, and when each statement was last reported. */
const listeners = new WeakMap<Sqlite, Listener & { last: Map<string, number> }>();
const prepared = new WeakSet<object>();

const pauseMilliseconds = 60_000;
const mostStatements = 200;
const longestSql = 2_000;

const methods = ['get', 'all', 'run'] as const;

/**
 * Measures the statements of a connection. The driver has one prototype for all statements, so that nothing is added to
 * each of them; a statement costs two readings of the clock.
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
          if (listener && milliseconds >= listener.atLeast && !isExplanation(this)) {
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
  if (last.size >= mostStatements) last.clear();
  last.set(source, now);
  report({
    sql: source.slice(0, longestSql),
    milliseconds: Math.round(milliseconds * 10) / 10,
    plan: planOf(database, source, values),
  });
}

function planOf(database: Sqlite, source: string, values: unknown[]): string[] {
  try {
    const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`).all(...values);
    return steps.map(({ detail }) => detail);
  } catch {
    // The plan is extra: a statement that cannot be explained is reported without.
    return [];
  }
}
