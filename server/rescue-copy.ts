import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { databaseStatus } from '~/domain/database-status.server';
import type { Runtime } from '~/http/runtime.server';
import { closeDatabase, type Database } from '~db/connection';

const rescueRequest = z.object({ file: z.string().max(4_000).refine(isAbsolute) });
const longestRequest = 8_192;

/** Requests that could not be taken away, by what tells them apart: each is answered once. */
const answered = new Set<string>();

/** Where `npm run rescue` leaves its request: beside the database, by its path, so that no process has to be named. */
const requestPath = (databasePath: string): string => `${databasePath}-rescue-request`;

/** Whether this process's own user or root left a file. Others who may write into the folder may not command it. */
const isOurs = (uid: number): boolean => uid === 0 || uid === process.getuid?.();

/** The file that a request asks the copy into; null when there is no request, or none to be followed. */
function takeRequest(databasePath: string): string | null {
  const path = requestPath(databasePath);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > longestRequest || !isOurs(found.uid)) return null;
  const name = `${found.ino} ${found.mtimeMs}`;
  if (answered.has(name)) return null;
  answered.add(name);
  const { file } = rescueRequest.parse(JSON.parse(readFileSync(path, 'utf8')));
  rmSync(path, { force: true });
  return file;
}

/**
 * Copies what a connection holds into a new file that only this user can read, while requests go on being answered. The
 * connection reads the files it has open, wherever their paths lead by now.
 *
 * @throws when `file` exists, or can't be written
 */
export async function copyHeld(db: Database, file: string): Promise<void> {
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
 * Answers `npm run rescue -- FILE`: a copy of what the running site holds as `FILE.copied`, which the command checks
 * and renames; or the reason why there is none as `FILE.failed`.
 */
export async function copyOnRequest(databasePath: string, db: Database, log: Logger): Promise<void> {
  let file: string | null = null;
  try {
    file = takeRequest(databasePath);
    if (file === null) return;
    const unfinished = `${file}.unfinished`;
    await copyHeld(db, unfinished);
    renameSync(unfinished, `${file}.copied`);
    log.warn({ event: 'database-copied' }, 'a copy of the database was written, as asked for');
  } catch (error) {
    log.error({ event: 'database-not-copied', err: error }, 'a copy of the database could not be written');
    try {
      const reason = error instanceof Error ? error.message : String(error);
      if (file !== null) writeFileSync(`${file}.failed`, reason, { flag: 'wx', mode: 0o600 });
    } catch {
      // Then the log alone says why.
    }
  }
}

/**
 * Closes the database when the site stops. One whose file is gone would be gone with the process: what it holds is
 * copied beside its place first. It is then left open, since closing removes the log of whatever stands there by now.
 */
export async function closeOrRescue({ db, log }: Pick<Runtime, 'db' | 'log'>): Promise<void> {
  const status = databaseStatus(db);
  if (status.isInPlace() || status.path === null) {
    closeDatabase(db);
    return;
  }
  const file = `${status.path}-rescued-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    await copyHeld(db, file);
    log.error({ event: 'database-rescued', file }, 'the database file was gone: what the site held was copied');
  } catch (error) {
    log.error({ event: 'database-lost', err: error }, 'the database file was gone, and no copy could be written');
  }
}
