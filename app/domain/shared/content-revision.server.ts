import type { Database, Sqlite } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import { dayMs, minuteMs } from './dates';

// Raw SQL, because it is read before each cached page, where Drizzle's 0.4 µs would triple the cost.
const storedRevision = memoizePrepared(({ $client }) =>
  $client.prepare<[], number>('SELECT revision FROM content_revision').pluck(),
);

export const readStoredRevision = (db: Database): number => storedRevision(db).get() ?? 0;

const revisionsPerDay = 2 ** 32;
/** India is UTC+05:30. */
const indiaOffset = 330 * minuteMs;

/** Rises with every write that could affect a public page, and at midnight in India. */
export const readContentRevision = (db: Database): number =>
  Math.floor((Date.now() + indiaOffset) / dayMs) * revisionsPerDay + readStoredRevision(db);

/** A request in the same turn as a write arrived before that write was acknowledged: the older page is correct. */
export class CachedContentRevision {
  /** Null to read it again, as after a write of this turn. */
  cached: number | null = null;

  constructor(readonly db: Database) {}

  /** @returns null if the database is unavailable; rendering the page then reports the error */
  read(): number | null {
    if (this.cached === null) {
      try {
        this.cached = readContentRevision(this.db);
      } catch {
        return null;
      }
      setImmediate(() => {
        this.cached = null;
      });
    }
    return this.cached;
  }
}

const databaseVersion = memoizePrepared(({ $client }) =>
  $client.prepare<[], string>("SELECT total_changes() || '.' || data_version FROM pragma_data_version").pluck(),
);

/** Changes with every write to the database, by this process or another, and each minute. */
export class DatabaseVersion {
  constructor(readonly runtime: { db: Database; clock: () => Date }) {}

  /** @returns null if the database is unavailable */
  read(): string | null {
    const { db, clock } = this.runtime;
    try {
      return `${databaseVersion(db).get()}.${Math.floor(clock().getTime() / minuteMs)}`;
    } catch {
      return null;
    }
  }
}

/** @param read reads only tables that the content revision covers; the result is shared, outside a transaction */
export function memoizeByRevision<Value>(read: (db: Database) => Value): (db: Database) => Value {
  const cache = new WeakMap<Sqlite, { revision: number; value: Value }>();
  return (db) => {
    // The revision is read first, so that the value is at least as new.
    const revision = readContentRevision(db);
    const cached = cache.get(db.$client);
    if (cached?.revision === revision) return cached.value;
    const value = read(db);
    // A transaction may be rolled back, and another reach the same revision.
    if (!db.$client.inTransaction) cache.set(db.$client, { revision, value });
    return value;
  };
}
