import type { Database, Sqlite } from '~db/connection';

/**
 * Statements prepared once a database, on first use. For reads on the way of every request: a mapped query built anew
 * each time costs more than SQLite needs to answer it.
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
