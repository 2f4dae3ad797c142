import { chmodSync, copyFileSync, existsSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startChangesEpoch } from '~/domain/listings/listing-changes.server';
import { formatError } from '~/domain/shared/text';
import { migrateAndSeed } from '../server/boot';
import { readSettings, SettingError, type Settings } from '~/http/settings.server';
import { BackupError, backUp, backUpFile, checkSoundness, verifyBackup } from './backup.mjs';
import { closeDatabase, openDatabase, replaceContent, type Sqlite } from '~db/connection';
import BetterSqlite3, { SqliteError } from '~db/driver.mjs';
import { deleteDatabase, makeFolder, putInPlace } from '~db/files.mjs';
import { ReplicaError, restoreReplica } from './replica.mjs';
import packageFile from '../package.json';

/*
 * Replaces the database by a backup, also while the site runs (docs/operations.md, "Restore"). The site sees it like
 * any other write of another process: in one transaction, with a content revision that no cached page has.
 */

const usage = `Specify a backup:
  npm run restore -- backups/today.sqlite                    ends every session and access token
  npm run restore -- backups/today.sqlite --keep-sessions    keeps those of the backup
  npm run restore -- some-copy.sqlite --without-record       for a copy that has no .json beside it
  npm run restore -- --from-replica                          the newest state of the replica at REPLICA_URL
  npm run restore -- --from-replica --at 2026-11-22T21:40:00Z  its state at that time`;

/** A sentence for the operator. */
class RestoreError extends Error {}

const revisionsAhead = 1_000_000;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'keep-sessions': { type: 'boolean' },
        'without-record': { type: 'boolean' },
        'from-replica': { type: 'boolean' },
        at: { type: 'string' },
      },
    });
    const [file] = positionals;
    const keeps = values['keep-sessions'] ?? false;
    if (values['from-replica'] && file === undefined) {
      const at = values.at === undefined ? null : new Date(values.at);
      if (at === null || !Number.isNaN(at.getTime())) {
        return { file: null, at: at?.toISOString() ?? null, keepsSessions: keeps, hasRecord: false };
      }
    }
    const isFromFile = !values['from-replica'] && values.at === undefined;
    if (file !== undefined && positionals.length === 1 && isFromFile) {
      return { file, at: null, keepsSessions: keeps, hasRecord: !values['without-record'] };
    }
  } catch {
    // Unknown options print the usage, as does any other misuse.
  }
  throw new RestoreError(usage);
}

const readRevision = (sqlite: Sqlite): number =>
  sqlite.prepare<[], number>('SELECT revision FROM content_revision').pluck().get() ?? 0;

const isDamage = (error: unknown): boolean =>
  error instanceof BackupError || (error instanceof SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code));

/** Whether another process has the database open: only then can WAL mode not be left. */
function isInUse(path: string): boolean {
  const sqlite = new BetterSqlite3(path, { timeout: 0 });
  try {
    sqlite.pragma('journal_mode = DELETE');
    sqlite.pragma('journal_mode = WAL');
    return false;
  } catch (error) {
    if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    sqlite.close();
  }
}

/** @throws when a newer version created it */
function prepare(working: string, liveRevision: number, keepsSessions: boolean): void {
  const db = openDatabase(working);
  try {
    migrateAndSeed(db, { report: console.error, copiesFirst: false });
    const sqlite = db.$client;
    sqlite
      .transaction(() => {
        if (!keepsSessions) sqlite.exec('DELETE FROM sessions');
        sqlite
          .prepare('UPDATE content_revision SET revision = ?')
          .run(Math.max(liveRevision, readRevision(sqlite)) + revisionsAhead);
        startChangesEpoch(db);
      })
      .immediate();
  } finally {
    closeDatabase(db);
  }
}

/** The safety copy includes every write up to that point. */
async function copyInto(databasePath: string, working: string, safety: string): Promise<number> {
  const source = new BetterSqlite3(working, { readonly: true });
  const before = new BetterSqlite3(databasePath, { readonly: true });
  const wanted = readRevision(source);
  try {
    const lockedAt = await replaceContent(source, databasePath, {
      onLocked: () => {
        before.exec('BEGIN');
        before.pragma('schema_version');
      },
    });
    if (lockedAt === null) {
      throw new RestoreError(`${databasePath} is locked by another process. Nothing was restored.`);
    }
    const milliseconds = performance.now() - lockedAt;
    await backUp(before, safety, packageFile.version);
    before.exec('COMMIT');
    if (readRevision(before) < wanted) throw new RestoreError(`${databasePath} was not replaced by the backup.`);
    return milliseconds;
  } finally {
    source.close();
    before.close();
  }
}

async function replaceLive(settings: Settings, working: string, safety: string): Promise<string> {
  const { databasePath } = settings;
  const isRunning = isInUse(databasePath);
  const milliseconds = await copyInto(databasePath, working, safety);
  return [
    `Writes waited for ${Math.ceil(milliseconds)} ms.`,
    `The previous database was copied to ${safety}.`,
    isRunning ? 'A running site has the file open, and shows the restored content.' : 'No site has the file open.',
  ].join(' ');
}

function replaceFile(databasePath: string, working: string, time: string): string {
  const aside = `${databasePath}.damaged-${time}`;
  const isThere = existsSync(databasePath);
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(databasePath + end)) renameSync(databasePath + end, aside + end);
  }
  putInPlace(working, databasePath);
  return isThere
    ? `The damaged database was moved to ${aside}. If a site is running, restart it.`
    : 'There was no database before.';
}

async function restore(): Promise<string> {
  const { file, at, keepsSessions, hasRecord } = readArguments();
  const settings = readSettings(process.env);
  if (file !== null) return restoreFile(settings, { file, from: file, keepsSessions, hasRecord });
  const { databasePath } = settings;
  const fetched = `${databasePath}.from-replica`;
  makeFolder(dirname(databasePath));
  deleteDatabase(fetched);
  try {
    await restoreReplica(databasePath, fetched, at);
    const from = at === null ? 'the replica' : `the replica as of ${at}`;
    return await restoreFile(settings, { file: fetched, from, keepsSessions, hasRecord });
  } finally {
    deleteDatabase(fetched);
  }
}

type Source = {
  file: string;
  from: string;
  keepsSessions: boolean;
  hasRecord: boolean;
};

async function restoreFile(settings: Settings, { file, from, keepsSessions, hasRecord }: Source): Promise<string> {
  const { databasePath, backups } = settings;
  if (resolve(file) === resolve(databasePath)) throw new RestoreError(`${file} is the database itself.`);
  if (hasRecord) await verifyBackup(file);
  else checkSoundness(file);

  const working = `${databasePath}.restoring`;
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const safety = join(backups.folder, `before-restore-${time}.sqlite`);
  makeFolder(dirname(databasePath));
  deleteDatabase(working);
  try {
    copyFileSync(file, working);
    chmodSync(working, 0o600);
    let isReadable = existsSync(databasePath);
    let liveRevision = 0;
    if (isReadable) {
      try {
        await backUpFile(databasePath, safety, packageFile.version);
        const live = new BetterSqlite3(databasePath, { readonly: true });
        liveRevision = readRevision(live);
        live.close();
      } catch (error) {
        if (!isDamage(error)) throw error;
        isReadable = false;
      }
    }
    prepare(working, liveRevision, keepsSessions);
    const summary = isReadable
      ? await replaceLive(settings, working, safety)
      : replaceFile(databasePath, working, time);
    const sessions = keepsSessions ? '' : ' Every session and access token has ended.';
    return `Restored ${databasePath} from ${from}. ${summary}${sessions}`;
  } finally {
    deleteDatabase(working);
  }
}

process.umask(0o077);
try {
  console.log(await restore());
} catch (error) {
  const isExpected = [RestoreError, SettingError, BackupError, ReplicaError].some((kind) => error instanceof kind);
  if (isExpected && error instanceof Error) {
    console.error(error.message);
  } else {
    console.error(`Nothing was restored: ${formatError(error)}`);
  }
  process.exitCode = 1;
}
