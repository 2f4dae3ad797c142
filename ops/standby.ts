import { copyFileSync, existsSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { startChangesEpoch } from '~/domain/listings/listing-changes.server';
import { formatError } from '~/domain/shared/text';
import { migrateAndSeed } from '../server/boot';
import type { ReadOnly } from '~/http/runtime.server';
import type { Settings } from '~/http/settings.server';
import { closeDatabase, type Database, openDatabase, replaceContent } from '~db/connection';
import BetterSqlite3 from '~db/driver.mjs';
import { deleteDatabase, makeFolder } from '~db/files.mjs';
import { countOutstandingMigrations } from '~db/migrate';
import {
  isOwnFence,
  getPromotionMarkPath,
  getPromotionRequestPath,
  ReplicaError,
  readFence,
  restoreReplica,
  getStandbyMarkPath,
  readReplicaState,
} from './replica.mjs';

const pollMilliseconds = 500;
const fencePollMilliseconds = 5_000;
/** Timestamps in the replica are whole seconds, and a change takes a fraction of one to arrive. */
const arrivalMilliseconds = 2_000;
const finalAttempts = 3;

function createFailureLog(log: Logger, event: string): (error: unknown | null) => void {
  let last: string | null = null;
  return (error) => {
    const reason = error === null ? null : formatError(error);
    if (reason === last) return;
    last = reason;
    if (reason === null) log.info({ event: `${event}-recovered` }, 'the replica responds again');
    else log.error({ event, reason }, 'the replica is not available');
  };
}

export const createStandbyReadOnly = ({ primaryUrl, isProxyingWrites }: Settings): ReadOnly => ({
  reason: primaryUrl === null ? { code: 'read_only_copy' } : { code: 'read_only_copy_of', values: { primaryUrl } },
  primaryUrl: isProxyingWrites ? primaryUrl : null,
});

const fenced: ReadOnly = {
  reason: { code: 'former_primary' },
  primaryUrl: null,
};

/** Otherwise the next standby on this path would promote itself, with a token that the fence no longer has. */
export function deleteStaleRequest(databasePath: string): void {
  if (!existsSync(getStandbyMarkPath(databasePath))) rmSync(getPromotionRequestPath(databasePath), { force: true });
}

/**
 * Whether the site starts as a standby: the setting is on, and the copy has not been promoted since.
 *
 * @throws ReplicaError if following the replica would overwrite another database; or if the setting is missing and the
 *   database is a standby's copy, whose writes would be overwritten later
 */
export function isStandbyAtStart({ isStandby, databasePath }: Pick<Settings, 'isStandby' | 'databasePath'>): boolean {
  const isCopy = existsSync(getStandbyMarkPath(databasePath));
  if (!isStandby && isCopy) {
    throw new ReplicaError(
      `${databasePath} is the copy of a standby. Start it with STANDBY=on; npm run promote makes it the primary.`,
    );
  }
  if (!isStandby) return false;
  if (isCopy || !existsSync(databasePath)) return true;
  if (existsSync(getPromotionMarkPath(databasePath))) return false;
  throw new ReplicaError(
    `${databasePath} is not the copy of a standby, and a standby would overwrite it. Move it away, or start without STANDBY.`,
  );
}

/** docs/operations.md, "Standby". */
export class Standby {
  #version: string | null = null;
  #currentAt: number | null = null;
  #newest: Date | null = null;
  #timer: NodeJS.Timeout | null = null;
  #poll: Promise<void> | null = null;

  constructor(readonly databasePath: string) {}

  getLag(): number | null {
    return this.#currentAt === null ? null : (Date.now() - this.#currentAt) / 1_000;
  }

  follow(log: Logger, onPromoted: () => Promise<void>): () => Promise<void> {
    const report = createFailureLog(log, 'replica-not-followed');
    let isStopped = false;
    const poll = async (): Promise<void> => {
      const isPromoted = existsSync(getPromotionRequestPath(this.databasePath));
      for (let attempt = 0; attempt < (isPromoted ? finalAttempts : 1); attempt += 1) {
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
        rmSync(getPromotionRequestPath(this.databasePath), { force: true });
        log.warn({ event: 'promoted', newest: this.#newest }, 'this machine is the primary now');
      } catch (error) {
        log.error({ event: 'promotion-failed', err: error }, 'the promotion failed and will be retried');
        schedule();
      }
    };
    const schedule = (): void => {
      this.#timer = setTimeout(() => {
        this.#poll = poll();
      }, pollMilliseconds);
    };
    schedule();
    return async () => {
      isStopped = true;
      if (this.#timer) clearTimeout(this.#timer);
      await this.#poll;
    };
  }

  /** @throws ReplicaError and errors of the database */
  async catchUp(): Promise<void> {
    const { databasePath } = this;
    const checkedAt = Date.now();
    const { version, newest } = await readReplicaState(databasePath);
    if (version !== this.#version) {
      const fetched = `${databasePath}.following`;
      makeFolder(dirname(databasePath));
      deleteDatabase(fetched);
      try {
        await restoreReplica(databasePath, fetched, null);
        await this.#apply(fetched);
      } finally {
        deleteDatabase(fetched);
      }
      this.#version = version;
      this.#newest = newest;
    }
    this.#currentAt = checkedAt;
    utimesSync(getStandbyMarkPath(databasePath), checkedAt / 1_000, checkedAt / 1_000);
  }

  async #apply(fetched: string): Promise<void> {
    const { databasePath } = this;
    const db = openDatabase(fetched);
    try {
      // The primary may run an older version; a newer one makes this throw.
      if (countOutstandingMigrations(db.$client) !== 0) migrateAndSeed(db, { copiesFirst: false });
    } finally {
      closeDatabase(db);
    }
    if (!existsSync(databasePath)) {
      // Written first: a copy without the mark would be taken for a primary's database.
      writeFileSync(getStandbyMarkPath(databasePath), '', { mode: 0o600 });
      deleteDatabase(databasePath);
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

export function becomePrimary(db: Database): void {
  const { name: path } = db.$client;
  migrateAndSeed(db);
  db.$client
    .transaction(() => {
      // The former primary may have reported changes to clients that this copy lacks.
      startChangesEpoch(db);
      db.$client.exec('UPDATE content_revision SET revision = revision + 1');
    })
    .immediate();
  copyFileSync(getPromotionRequestPath(path), getPromotionMarkPath(path));
  // Without the mark nothing overwrites the database, even after a crash. Nothing was written to it before.
  rmSync(getStandbyMarkPath(path), { force: true });
}

/** @returns after the first check: the lag of the replica in seconds, and a function that stops the checks */
export async function watchFence(
  databasePath: string,
  log: Logger,
  onFenced: (readOnly: ReadOnly) => void,
): Promise<{ getLag: () => number | null; stop: () => void }> {
  const report = createFailureLog(log, 'replica-not-read');
  let currentAt = Date.now();
  let isFenced = false;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const poll = async (): Promise<void> => {
    try {
      const token = await readFence();
      if (isStopped) return;
      if (!isFenced && !isOwnFence(databasePath, token)) {
        isFenced = true;
        log.error({ event: 'fenced' }, 'another machine was promoted; this one no longer writes');
        onFenced(fenced);
      }
      const checkedAt = Date.now();
      const written = statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      const { newest } = await readReplicaState(databasePath);
      if (newest.getTime() + arrivalMilliseconds >= written) currentAt = checkedAt;
      report(null);
    } catch (error) {
      report(error);
    }
    if (!isStopped) timer = setTimeout(poll, fencePollMilliseconds).unref();
  };
  await poll();
  return {
    getLag: () => Math.max(0, Date.now() - currentAt - fencePollMilliseconds) / 1_000,
    stop: () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
