import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databaseStatus } from '~/domain/shared/database-status.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import type { Runtime } from '~/http/runtime.server';
import { copyOnRequest } from './rescue-copy';

const watchMilliseconds = 1_000;
/** Checks between two trial writes while the database cannot be written. */
const looksBeforeTrial = 5;

/**
 * Checks once a second whether the database file is still in place, how much disk space is left, and whether a rescue
 * copy is requested; while writes fail, attempts one from time to time.
 *
 * @returns stops the checks
 */
export function watchDatabase({ db, log }: Pick<Runtime, 'db' | 'log'>): () => void {
  const status = databaseStatus(db);
  const { path } = status;
  let looks = 0;
  // Leaves the data unchanged but does write: SQLite would skip a row set to its current value. This detects a
  // read-only database before the first form is sent.
  const writeAndTakeBack = db.$client.transaction(() => {
    db.$client.exec('UPDATE content_revision SET revision = revision + 1');
    db.$client.exec('UPDATE content_revision SET revision = revision - 1');
  });
  const tryWriting = () => void commitWithOthers(db, () => ok(writeAndTakeBack.immediate()));
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
