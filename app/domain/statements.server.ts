import type { Database, Sqlite } from '~db/connection';

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
