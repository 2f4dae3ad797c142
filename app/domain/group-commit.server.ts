import type { Database, Sqlite } from '~db/connection';

/** Tells whoever waits for a write what came of it. */
type Answer = () => void;
/** Makes a write; its answer may be given once all of its group is on disk. */
type Attempt = () => Answer;

/** Writes that came in this turn of the event loop, in their order. */
const waiting = new WeakMap<Sqlite, Attempt[]>();

/**
 * Commits a write together with all others that come in the same turn of the event loop: waiting for the disk is most
 * of what a write costs, and one wait does for all. They stand one after the other in one immediate transaction, each
 * a savepoint of it: one that rolls back takes nothing else along. Nobody is answered before all of it is on disk, and
 * as the group is written in one go, nobody reads what is not committed.
 *
 * A group that can't be committed as a whole, as when the disk is full, leaves nothing behind, and its writes are made
 * again one by one: so each is answered as if it had come alone.
 *
 * @param write one transaction of its own, such as `runCommand` makes it; may be made twice, so it changes nothing but
 *   the database
 * @returns what the write returned; rejects with what it threw
 */
export function commitWithOthers<Value>(db: Database, write: () => Value): Promise<Value> {
  const sqlite = db.$client;
  return new Promise((resolve, reject) => {
    const attempt: Attempt = () => {
      try {
        const value = write();
        return () => resolve(value);
      } catch (error) {
        return () => reject(error);
      }
    };
    const group = waiting.get(sqlite);
    if (group) {
      group.push(attempt);
      return;
    }
    waiting.set(sqlite, [attempt]);
    setImmediate(commitGroup, sqlite);
  });
}

function commitGroup(sqlite: Sqlite): void {
  const group = waiting.get(sqlite) ?? [];
  waiting.delete(sqlite);
  const answers = (group.length > 1 ? inOneTransaction(sqlite, group) : null) ?? group.map((attempt) => attempt());
  for (const answer of answers) answer();
}

/** @returns null when the transaction was rolled back: then none of the writes is made */
function inOneTransaction(sqlite: Sqlite, group: readonly Attempt[]): Answer[] | null {
  const attemptAll = sqlite.transaction(() =>
    group.map((attempt) => {
      const answer = attempt();
      // SQLite itself gives up a whole transaction over some errors, and a write may have told its own as a problem.
      if (!sqlite.inTransaction) throw new Error('The transaction of a group was given up.');
      return answer;
    }),
  );
  try {
    return attemptAll.immediate();
  } catch {
    // Whatever it was, the write it belongs to meets it again on its own, and tells it.
    return null;
  }
}
