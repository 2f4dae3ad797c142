import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { changesEpochKey } from '~/domain/listings/listing-changes.server';
import { bringUpToDate, type ReadOnly } from '~/http/runtime.server';
import type { Settings } from '~/http/settings.server';
import { closeDatabase, type Database, openDatabase } from '~db/connection';
import BetterSqlite3 from '~db/driver.mjs';
import { makeFolder } from '~db/files.mjs';
import { outstandingMigrations } from '~db/migrate';
import {
  isOwnFence,
  promotionMark,
  promotionRequest,
  ReplicaError,
  readFence,
  restoreReplica,
  standbyMark,
  stateOfReplica,
} from '~db/replica.mjs';
import { replaceContent } from './replace-content';

/** Time between two looks at the replica. */
const lookMilliseconds = 500;
/** Time between two looks of a primary at the fence and at what the replica lacks. */
const fenceMilliseconds = 5_000;
/** Times in the replica are whole seconds, and a change takes a part of one to arrive. */
const arrivalMilliseconds = 2_000;
/** Attempts to take in the last changes before a promotion goes on without. */
const lastAttempts = 3;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const removeWithLog = (path: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
};

/** Logs a failure once, and its end. */
function failureLog(log: Logger, event: string): (error: unknown | null) => void {
  let last: string | null = null;
  return (error) => {
    const reason = error === null ? null : textOf(error);
    if (reason === last) return;
    last = reason;
    if (reason === null) log.info({ event: `${event}-recovered` }, 'the replica responds again');
    else log.error({ event, reason }, 'the replica is not available');
  };
}

/** What a person reads who sends a form to a standby, unless it is passed on. */
export const readOnlyStandby = ({ primaryUrl, passesOn }: Settings): ReadOnly => ({
  message: `This is a copy of the site that can only be read, and nothing was saved. Please use the primary${primaryUrl === null ? '' : ` at ${primaryUrl}`}.`,
  primaryUrl: passesOn ? primaryUrl : null,
});

/** What a person reads who sends a form to a machine that was the primary. */
const fenced: ReadOnly = {
  message: 'Another machine is the primary of this site now. Nothing can be saved here any more.',
  primaryUrl: null,
};

/**
 * Deletes the request of a promotion that a crash kept from doing so itself. The next standby in this place would
 * promote itself with it, under a token that is no longer that of the fence.
 */
export function forgetOldRequest(databasePath: string): void {
  if (!existsSync(standbyMark(databasePath))) rmSync(promotionRequest(databasePath), { force: true });
}

/**
 * Whether the site starts as a standby: the setting says so, and it was not promoted since.
 *
 * @throws ReplicaError where the database is another one, which following the replica would overwrite, and where it is
 * the copy of a standby but the setting is missing: what would be written to it would be overwritten later
 */
export function startsAsStandby({ isStandby, databasePath }: Pick<Settings, 'isStandby' | 'databasePath'>): boolean {
  const isCopy = existsSync(standbyMark(databasePath));
  if (!isStandby && isCopy) {
    throw new ReplicaError(
      `${databasePath} is the copy of a standby. Start it with STANDBY=on; npm run promote makes it the primary.`,
    );
  }
  if (!isStandby) return false;
  if (isCopy || !existsSync(databasePath)) return true;
  if (existsSync(promotionMark(databasePath))) return false;
  throw new ReplicaError(
    `${databasePath} is no copy that follows a replica, and a standby would overwrite it. Move it away, or start without STANDBY.`,
  );
}

/** The copy of a standby, which follows the replica (docs/operations.md, "Standby"). */
export class Standby {
  #version: string | null = null;
  /** When it last had everything that the replica had. */
  #currentAt: number | null = null;
  #newest: Date | null = null;
  #timer: NodeJS.Timeout | null = null;
  #look: Promise<void> | null = null;

  constructor(readonly databasePath: string) {}

  /** Seconds since the copy last had everything that the replica had. */
  lag(): number | null {
    return this.#currentAt === null ? null : (Date.now() - this.#currentAt) / 1_000;
  }

  /**
   * Has the copy follow until it is promoted, or stopped by what this returns.
   *
   * @param onPromoted tried again when it throws
   */
  follow(log: Logger, onPromoted: () => Promise<void>): () => Promise<void> {
    const report = failureLog(log, 'replica-not-followed');
    let isStopped = false;
    const look = async (): Promise<void> => {
      const isPromoted = existsSync(promotionRequest(this.databasePath));
      for (let attempt = 0; attempt < (isPromoted ? lastAttempts : 1); attempt += 1) {
        try {
          await this.catchUp();
          report(null);
          break;
        } catch (error) {
          report(error);
        }
      }
      if (isStopped) return;
      if (!isPromoted) {
        schedule();
        return;
      }
      try {
        await onPromoted();
        rmSync(promotionRequest(this.databasePath), { force: true });
        log.warn({ event: 'promoted', newest: this.#newest }, 'this machine is the primary now');
      } catch (error) {
        log.error({ event: 'promotion-failed', err: error }, 'this machine is still a standby, and tries again');
        schedule();
      }
    };
    const schedule = (): void => {
      this.#timer = setTimeout(() => {
        this.#look = look();
      }, lookMilliseconds);
    };
    schedule();
    return async () => {
      isStopped = true;
      if (this.#timer) clearTimeout(this.#timer);
      await this.#look;
    };
  }

  /** Takes in what the replica has more. @throws ReplicaError and errors of the database */
  async catchUp(): Promise<void> {
    const { databasePath } = this;
    const lookedAt = Date.now();
    const { version, newest } = await stateOfReplica(databasePath);
    if (version !== this.#version) {
      const fetched = `${databasePath}.following`;
      makeFolder(dirname(databasePath));
      removeWithLog(fetched);
      try {
        await restoreReplica(databasePath, fetched, null);
        await this.#takeIn(fetched);
      } finally {
        removeWithLog(fetched);
      }
      this.#version = version;
      this.#newest = newest;
    }
    this.#currentAt = lookedAt;
    utimesSync(standbyMark(databasePath), lookedAt / 1_000, lookedAt / 1_000);
  }

  async #takeIn(fetched: string): Promise<void> {
    const { databasePath } = this;
    const db = openDatabase(fetched);
    try {
      // A primary of an older version. That of a newer one throws.
      if (outstandingMigrations(db.$client) !== 0) bringUpToDate(db, { copiesFirst: false });
    } finally {
      closeDatabase(db);
    }
    if (!existsSync(databasePath)) {
      // First: a copy without it would be taken for a database of its own.
      writeFileSync(standbyMark(databasePath), '', { mode: 0o600 });
      removeWithLog(databasePath);
      renameSync(fetched, databasePath);
      return;
    }
    const source = new BetterSqlite3(fetched, { readonly: true });
    try {
      if ((await replaceContent(source, databasePath)) === null) {
        throw new ReplicaError(`${databasePath} is locked by another process.`);
      }
    } finally {
      source.close();
    }
  }
}

/** Makes the copy of a standby that is promoted a database that may be written. */
export function beginToWrite(db: Database): void {
  const { name: path } = db.$client;
  bringUpToDate(db);
  db.$client
    .transaction(() => {
      // The former primary may have told clients of /changes of more than there is here.
      db.$client
        .prepare('INSERT OR REPLACE INTO site_keys (name, key) VALUES (?, ?)')
        .run(changesEpochKey, randomBytes(4));
      db.$client.exec('UPDATE content_revision SET revision = revision + 1');
    })
    .immediate();
  copyFileSync(promotionRequest(path), promotionMark(path));
  // From here on nothing overwrites it, also after a crash; nothing was written before.
  rmSync(standbyMark(path), { force: true });
}

/**
 * Looks at the start and every five seconds whether another machine was promoted, and how far the replica is behind.
 *
 * @param onFenced called once when this machine may not write any more
 * @returns the seconds that the replica is behind, and stops looking; after the first look
 */
export async function watchFence(
  databasePath: string,
  log: Logger,
  onFenced: (readOnly: ReadOnly) => void,
): Promise<{ lag: () => number | null; stop: () => void }> {
  const report = failureLog(log, 'replica-not-read');
  /** When the replica last had everything. */
  let currentAt = Date.now();
  let isFenced = false;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const look = async (): Promise<void> => {
    try {
      const token = await readFence();
      // The database may be closed by now.
      if (isStopped) return;
      if (!isFenced && !isOwnFence(databasePath, token)) {
        isFenced = true;
        log.error({ event: 'fenced' }, 'another machine was promoted; nothing is written here any more');
        onFenced(fenced);
      }
      const lookedAt = Date.now();
      const written = statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      const { newest } = await stateOfReplica(databasePath);
      if (newest.getTime() + arrivalMilliseconds >= written) currentAt = lookedAt;
      report(null);
    } catch (error) {
      report(error);
    }
    if (!isStopped) timer = setTimeout(look, fenceMilliseconds).unref();
  };
  await look();
  return {
    lag: () => Math.max(0, Date.now() - currentAt - fenceMilliseconds) / 1_000,
    stop: () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
