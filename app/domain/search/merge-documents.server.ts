import type { Database } from '~db/connection';
import { preparedOf } from '../shared/memoize.server';

/**
 * Each write adds a small piece to the full-text index, and a search looks its words up in every piece, a hundred words
 * where a name has many spellings. SQLite merges pieces while it writes, four of one size at a time, so that many are
 * left: sixteen of them make a search ten times as slow as one.
 */
const tables = ['vehicle_documents', 'bike_documents', 'scooter_documents'] as const;

/** Pages (of 4 KB) of the index that one step writes: about 8 ms of work. */
const pagesAtOnce = 64;
/** Pieces of one size that are merged. */
const fewestPieces = 2;
/** A step that merges nothing changes less rows than this, as SQLite's documentation says. */
const rowsOfNoMerge = 2;

// Raw: commands of the full-text index.
const statements = preparedOf(({ $client: sqlite }) => ({
  changes: sqlite.prepare<[], number>('SELECT total_changes()').pluck(),
  tables: tables.map((table) => ({
    fewest: sqlite.prepare<[], number>(`SELECT v FROM ${table}_config WHERE k = 'usermerge'`).pluck(),
    setFewest: sqlite.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('usermerge', ${fewestPieces})`),
    merge: sqlite.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${pagesAtOnce})`),
  })),
}));

/**
 * Merges pieces of the search index, one step at a time; inside a transaction.
 *
 * @returns the number of steps done: 0 when there is nothing left to merge
 */
export function mergeDocuments(db: Database): number {
  const { changes, tables: all } = statements(db);
  for (const { fewest, setFewest, merge } of all) {
    if (fewest.get() !== fewestPieces) setFewest.run();
    const before = changes.get() ?? 0;
    merge.run();
    if ((changes.get() ?? 0) - before >= rowsOfNoMerge) return 1;
  }
  return 0;
}
