import type { Database } from '~db/connection';

/** Whether the database can read from its own file. */
export function isDatabaseAnswering(db: Database): boolean {
  try {
    return db.$client.prepare('SELECT revision FROM content_revision').get() !== undefined;
  } catch {
    return false;
  }
}
