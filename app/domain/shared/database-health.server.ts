import type { Database } from '~db/connection';
import { contentRevision } from '~db/schema';

/** Whether the database can read from its own file. */
export function isDatabaseAnswering(db: Database): boolean {
  try {
    return db.select().from(contentRevision).get() !== undefined;
  } catch {
    return false;
  }
}
