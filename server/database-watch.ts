import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { databaseStatus } from '~/domain/shared/database-status.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import type { Runtime } from '~/http/runtime.server';
import { closeDatabase, type Database } from '~db/connection';

const watchMilliseconds = 1_000;
/** Checks between two trial writes while the database cannot be written. */
const looksBeforeTrial = 5;

/**
 * Checks once a second whether the database file is still in place, how much disk space is left, and whether a rescue
 * copy is requested; while writes fail, attempts one from time to time.
 *
 * @param copiesOnRequest whether this process makes the rescue copies, which one of several does
 * @returns stops the checks
 */
export function watchDatabase(runtime: Pick<Runtime, 'db' | 'log' | 'readOnly'>, copiesOnRequest = true): () => void {
  const { db, log } = runtime;
  const status = databaseStatus(db);
  const { path } = status;
  let looks = 0;
  // Leaves the data unchanged but does write: SQLite would skip a row set to its current value. This detects a
  // read-only database before the first form is sent.
  const writeAndTakeBack = db.$client.transaction(() => {
    db.$client.exec('UPDATE content_revision SET revision = revision + 1');
    db.$client.exec('UPDATE content_revision SET revision = revision - 1');
  });
  const tryWriting = () => {
    if (!runtime.readOnly) void commitWithOthers(db, () => ok(writeAndTakeBack.immediate()));
  };
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
    if (copiesOnRequest) await copyOnRequest(path, db, log);
  };
  tryWriting();
  void look();
  const timer = setInterval(look, watchMilliseconds).unref();
  return () => clearInterval(timer);
}

const rescueRequest = z.object({ file: z.string().max(4_000).refine(isAbsolute) });
const longestRequest = 8_192;

/** Requests that could not be deleted, by identity, so that each is handled once. */
const response = new Set<string>();

/** Path of the request file of `npm run rescue`: next to the database, so that no process id is needed. */
const requestPath = (databasePath: string): string => `${databasePath}-rescue-request`;

/**
 * Whether a file belongs to this process's user or root. Other users with write access to the folder cannot issue
 * requests.
 */
const isOurs = (uid: number): boolean => uid === 0 || uid === process.getuid?.();

/** Target file of a rescue request; null if there is no valid request. */
function takeRequest(databasePath: string): string | null {
  const path = requestPath(databasePath);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > longestRequest || !isOurs(found.uid)) return null;
  const name = `${found.ino} ${found.mtimeMs}`;
  if (response.has(name)) return null;
  response.add(name);
  const { file } = rescueRequest.parse(JSON.parse(readFileSync(path, 'utf8')));
  rmSync(path, { force: true });
  return file;
}

/**
 * Copies the database of a connection into a new file readable by this user only, while requests continue. The
 * connection reads its open files, even if their paths now lead elsewhere.
 *
 * @throws if `file` exists or cannot be written
 */
async function copyHeld(db: Database, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'wx', 0o600));
  try {
    await db.$client.backup(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Handles `npm run rescue -- FILE`: writes a copy of the open database as `FILE.copied`, which the command verifies and
 * renames; or the reason for a failure as `FILE.failed`.
 */
async function copyOnRequest(databasePath: string, db: Database, log: Logger): Promise<void> {
  let file: string | null = null;
  try {
    file = takeRequest(databasePath);
    if (file === null) return;
    const unfinished = `${file}.unfinished`;
    await copyHeld(db, unfinished);
    renameSync(unfinished, `${file}.copied`);
    log.warn({ event: 'database-copied' }, 'database copied on request');
  } catch (error) {
    log.error({ event: 'database-not-copied', err: error }, 'database copy failed');
    try {
      const reason = error instanceof Error ? error.message : String(error);
      if (file !== null) writeFileSync(`${file}.failed`, reason, { flag: 'wx', mode: 0o600 });
    } catch {
      // The reason is then only in the log.
    }
  }
}

/** Closes a database whose file is still where it was opened. @returns whether it was */
export function closeIfInPlace(db: Database): boolean {
  if (!databaseStatus(db).isInPlace()) return false;
  closeDatabase(db);
  return true;
}

/**
 * Closes the database when the site stops. If its file was deleted, the data would be lost with the process, so it is
 * first copied next to the original path. The database then stays open, since closing it would remove the write-ahead
 * log of a file that may now be at that path.
 */
export async function closeOrRescue({ db, log }: Pick<Runtime, 'db' | 'log'>): Promise<void> {
  const status = databaseStatus(db);
  if (closeIfInPlace(db) || status.path === null) return;
  const file = `${status.path}-rescued-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    await copyHeld(db, file);
    log.error({ event: 'database-rescued', file }, 'database file missing: the open database was copied');
  } catch (error) {
    log.error({ event: 'database-lost', err: error }, 'database file missing: copying the open database failed');
  }
}
