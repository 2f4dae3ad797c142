import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databaseStatus } from '~/domain/database-status.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { done } from '~/domain/outcome';
import type { Runtime } from '~/http/runtime.server';
import { copyOnRequest } from './rescue-copy';

const watchMilliseconds = 1_000;
/** Looks in vain before a database that can't be written is written again, to see whether that is over. */
const looksBeforeTrial = 5;

/**
 * Looks once a second whether the database file is where it was opened, how much space its disk has left, and whether
 * somebody asks for a copy; and while nothing can be written, tries a write now and then.
 *
 * @returns stops it
 */
export function watchDatabase({ db, log }: Pick<Runtime, 'db' | 'log'>): () => void {
  const status = databaseStatus(db);
  const { path } = status;
  let looks = 0;
  // Leaves everything as it was, but is written: SQLite would not write a row that is set to what it is. So it is known
  // that nothing can be written before the first form is sent.
  const writeAndTakeBack = db.$client.transaction(() => {
    db.$client.exec('UPDATE content_revision SET revision = revision + 1');
    db.$client.exec('UPDATE content_revision SET revision = revision - 1');
  });
  const tryWriting = () => void commitWithOthers(db, () => done(writeAndTakeBack.immediate()));
  const look = async (): Promise<void> => {
    status.isInPlace();
    looks += 1;
    if (status.writeFailure && looks % looksBeforeTrial === 0) tryWriting();
    if (path === null) return;
    try {
      const { bavail, bsize } = await statfs(dirname(path));
      status.freeBytes = bavail * bsize;
    } catch {
      status.freeBytes = null;
    }
    await copyOnRequest(path, db, log);
  };
  tryWriting();
  void look();
  const timer = setInterval(look, watchMilliseconds).unref();
  return () => clearInterval(timer);
}
