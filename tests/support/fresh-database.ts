import { type Database, openDatabase } from '~db/connection';
import { migrate } from '~db/migrate';
import { seed } from '~db/seed/seed';

let template: Buffer | undefined;

/** A database in memory as after a first start: migrated and seeded once per test file, then copied. */
export function freshDatabase(): Database {
  if (!template) {
    const db = openDatabase(':memory:');
    migrate(db);
    seed(db, new Date('2026-06-15T06:30:00.000Z'));
    template = db.$client.serialize();
    db.$client.close();
  }
  return openDatabase(template);
}

/** The database that cached pages are compared with. */
export function contentRevision(db: Database): number {
  const revision = db.$client.prepare<[], number>('SELECT revision FROM content_revision').pluck().get();
  if (revision === undefined) throw new Error('The content revision is missing.');
  return revision;
}
