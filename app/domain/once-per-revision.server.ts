import type { Database, Sqlite } from '~db/connection';
import { statementsOf } from './statements.server';

const revisionOf = statementsOf((sqlite) =>
  sqlite.prepare<[], number>('SELECT revision FROM content_revision').pluck(),
);

/** Raised by every write that a public page could show. */
export const contentRevision = (db: Database): number => revisionOf(db).get() ?? 0;

/**
 * Reads again only when something public has changed. For what many screens show and few writes touch.
 *
 * @param read asks only tables that the content revision watches, outside a transaction that may be rolled back; what
 *   it returns is shared, so nobody changes it
 */
export function oncePerRevision<Value>(read: (db: Database) => Value): (db: Database) => Value {
  const known = new WeakMap<Sqlite, { revision: number; value: Value }>();
  return (db) => {
    // The revision first: what is read after it is at least as new.
    const revision = contentRevision(db);
    const last = known.get(db.$client);
    if (last?.revision === revision) return last.value;
    const value = read(db);
    known.set(db.$client, { revision, value });
    return value;
  };
}
