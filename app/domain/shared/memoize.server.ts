import type { Database, Sqlite } from '~db/connection';

const revisionOf = statementsOf((sqlite) =>
  sqlite.prepare<[], number>('SELECT revision FROM content_revision').pluck(),
);

/** Returns the content revision, which every write raises that could affect a public page. */
export const contentRevision = (db: Database): number => revisionOf(db).get() ?? 0;

/**
 * Caches the result of a read until public content changes. For data that many pages show and few writes change.
 *
 * @param read reads only tables that the content revision covers, outside a transaction that may be rolled back; its
 *   result is shared and must not be modified
 */
export function memoizeByRevision<Value>(read: (db: Database) => Value): (db: Database) => Value {
  const known = new WeakMap<Sqlite, { revision: number; value: Value }>();
  return (db) => {
    // Reads the revision first: the value is then at least as new as its revision.
    const revision = contentRevision(db);
    const last = known.get(db.$client);
    if (last?.revision === revision) return last.value;
    const value = read(db);
    known.set(db.$client, { revision, value });
    return value;
  };
}

/**
 * Prepares statements once per database, on first use. For reads that every request makes: building a query with the
 * query builder each time costs more than SQLite needs to run it.
 */
export function statementsOf<Statements>(prepare: (sqlite: Sqlite) => Statements): (db: Database) => Statements {
  const prepared = new WeakMap<Sqlite, Statements>();
  return (db) => {
    const known = prepared.get(db.$client);
    if (known) return known;
    const made = prepare(db.$client);
    prepared.set(db.$client, made);
    return made;
  };
}
