import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import { commitInGroup } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import { formatError } from '~/domain/shared/text';
import type { Runtime } from '~/http/runtime.server';
import { closeDatabase, type Database } from '~db/connection';
import { getRescueRequestPath } from '~db/files.mjs';
import { findRescuedCopy } from '~db/foreign-log';

const watchMilliseconds = 1_000;
const checksPerTrial = 5;

/**
 * Checks once a second whether the database file is still in place, and whether a rescue copy is requested. While writes fail, attempts one from time to time.
 */
export function watchDatabase(runtime: Pick<Runtime, 'db' | 'log' | 'readOnly'>, copiesOnRequest = true): () => void {
  const { db, log } = runtime;
  const status = getDatabaseStatus(db);
  const { path } = status;
  let checks = 0;
  // Changes nothing, but does write: SQLite would skip a row set to its current value. Detects a read-only database
  // before the first form is sent.
  const writeAndRevert = db.$client.transaction(() => {
    db.$client.exec('UPDATE content_revision SET revision = revision + 1');
    db.$client.exec('UPDATE content_revision SET revision = revision - 1');
  });
  const tryWriting = () => {
    if (!runtime.readOnly) void commitInGroup(db, () => ok(writeAndRevert.immediate()));
  };
  const check = async (): Promise<void> => {
    status.isInPlace();
    checks += 1;
    if (status.writeFailure && checks % checksPerTrial === 0) tryWriting();
    if (path === null) return;
    if (copiesOnRequest) await copyOnRequest(path, db, log);
  };
  tryWriting();
  void check();
  const timer = setInterval(check, watchMilliseconds).unref();
  return () => clearInterval(timer);
}

const rescueRequest = z.object({ file: z.string().max(4_000).refine(isAbsolute) });
const maxRequestBytes = 8_192;

/** Requests that could not be deleted, by identity, so that none is handled twice. */
const handledRequests = new Set<string>();

/** Other users who can write to the folder must not request copies. */
const isTrusted = (uid: number): boolean => uid === 0 || uid === process.getuid?.();

function takeRequest(databasePath: string): string | null {
  const path = getRescueRequestPath(databasePath);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > maxRequestBytes || !isTrusted(stats.uid)) return null;
  const name = `${stats.ino} ${stats.mtimeMs}`;
  if (handledRequests.has(name)) return null;
  handledRequests.add(name);
  const { file } = rescueRequest.parse(JSON.parse(readFileSync(path, 'utf8')));
  rmSync(path, { force: true });
  return file;
}

/**
 * SQLite reads the open files, even if their paths now lead elsewhere. @throws if `file` exists or cannot be written
 */
async function copyOpenDatabase(db: Database, file: string): Promise<void> {
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
 * renames, or the reason for a failure as `FILE.failed`.
 */
async function copyOnRequest(databasePath: string, db: Database, log: Logger): Promise<void> {
  let file: string | null = null;
  try {
    file = takeRequest(databasePath);
    if (file === null) return;
    const unfinished = `${file}.unfinished`;
    await copyOpenDatabase(db, unfinished);
    renameSync(unfinished, `${file}.copied`);
    log.warn({ event: 'database-copied' }, 'database copied on request');
  } catch (error) {
    log.error({ event: 'database-not-copied', err: error }, 'database copy failed');
    try {
      if (file !== null) writeFileSync(`${file}.failed`, formatError(error), { flag: 'wx', mode: 0o600 });
    } catch {
      // The log still has the reason.
    }
  }
}

const createRescuePath = (path: string | null): string =>
  `${path}-rescued-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;

function closeIfInPlace(db: Database): boolean {
  if (!getDatabaseStatus(db).isInPlace()) return false;
  closeDatabase(db);
  return true;
}

/**
 * Closes the database when a worker stops. If its log was emptied, the latest changes may be in the memory of the worker
 * that wrote them, and only there: a copy that lacks any of them fails.
 */
export async function closeInWorker({ db, log }: Pick<Runtime, 'db' | 'log'>): Promise<void> {
  const status = getDatabaseStatus(db);
  if (closeIfInPlace(db) || status.writeFailure?.kind !== 'emptied') return;
  const file = `${createRescuePath(status.path)}-${process.pid}`;
  try {
    await copyOpenDatabase(db, file);
    log.error({ event: 'database-rescued', file }, 'write-ahead log emptied: the open database was copied');
  } catch (error) {
    log.warn({ event: 'database-not-copied', err: error }, 'changes are missing in the memory of this worker');
  }
}

/**
 * Closes the database when the site stops. If its file was deleted, its data would be lost with the process, so it is
 * first copied next to the original path, and not closed: that would remove the write-ahead log of a file that may now
 * be at that path.
 */
export async function closeOrRescue({ db, log }: Pick<Runtime, 'db' | 'log'>): Promise<void> {
  const status = getDatabaseStatus(db);
  if (closeIfInPlace(db) || status.path === null) return;
  const file = createRescuePath(status.path);
  try {
    await copyOpenDatabase(db, file);
    log.error({ event: 'database-rescued', file }, 'database file missing: the open database was copied');
  } catch (error) {
    if (status.writeFailure?.kind === 'emptied' && findRescuedCopy(status.path)) return;
    log.error({ event: 'database-lost', err: error }, 'database file missing: copying the open database failed');
  }
}
