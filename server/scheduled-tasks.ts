import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isReplyDue, sendDueReplies } from '~/domain/conversations/conversation.commands.server';
import { purgeRecoveryCodes } from '~/domain/accounts/recovery-codes.server';
import { purgeSessions } from '~/domain/accounts/sessions.server';
import { purgeAttempts } from '~/domain/accounts/sign-in-attempts.server';
import { purgeInvites } from '~/domain/accounts/team-invites.server';
import { purgeRemovals } from '~/domain/listings/listing-changes.server';
import { markUnconfirmed } from '~/domain/listings/seller-notices.server';
import { purgeDrafts } from '~/domain/desk/shop-settings.server';
import { purgeMails } from '~/domain/outbox/outbox.server';
import { purgeOldMessages } from '~/domain/own-data/own-data.server';
import { purgeStalePhotos } from '~/domain/photos/photos.server';
import { purgeVisitorSearches } from '~/domain/saved/saved-searches.server';
import { mergeDocuments } from '~/domain/search/text-search.server';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import { hourMs, minuteMs } from '~/domain/shared/dates';
import { doubtRemedy, formatDoubt, observeClock, type Reading, storeClock } from '~/domain/shared/site-clock.server';
import { commitInGroup } from '~/domain/shared/group-commit.server';
import { purgeIdempotencyKeys } from '~/domain/shared/run-command.server';
import { ok } from '~/domain/shared/result';
import { purgeStockChanges } from '~/domain/stock/imports.server';
import { purgeDeliveries } from '~/domain/webhooks/webhooks.server';
import { addViews, purgeViews } from '~/domain/listings/views.server';
import { addMissedSearches, purgeMissedSearches } from '~/domain/figures/missed-searches.server';
import { addSourceVisitors, purgeSourceCounts } from '~/domain/figures/lead-sources.server';
import { renewSnapshots } from '~/api/snapshots.server';
import type { Runtime } from '~/http/runtime.server';
import { findStaleStatistics, releaseFreePages } from '~db/connection';
import { findNewestBackup } from '../ops/backup.mjs';

const storeMilliseconds = 30_000;

/** If the write fails, the counts are added to the next ones. */
async function storeVisits({ visitors, db, log }: Runtime): Promise<void> {
  const taken = visitors.take();
  if (taken.length === 0) return;
  let isStored = false;
  try {
    const stored = await commitInGroup(db, () => {
      addViews(
        db,
        taken.filter(({ kind }) => kind === 'offer'),
      );
      addMissedSearches(
        db,
        taken.filter(({ kind }) => kind === 'search'),
      );
      addSourceVisitors(
        db,
        taken.filter(({ kind }) => kind === 'source'),
      );
      return ok(null);
    });
    isStored = stored.ok;
  } catch (error) {
    log.error({ err: error }, 'visits could not be stored');
  }
  if (!isStored) visitors.putBack(taken);
}

export function keepStoringVisits(runtime: Runtime): () => Promise<void> {
  const timer = setInterval(() => void storeVisits(runtime), storeMilliseconds).unref();
  return () => {
    clearInterval(timer);
    return storeVisits(runtime);
  };
}

const aSecondMs = 1_000;

/** @returns resolves once none is being sent; what is held back then is sent after the next start */
export function keepSendingReplies({ db, clock, log }: Runtime): () => Promise<void> {
  let working: Promise<void> | null = null;
  async function sendIfDue(): Promise<void> {
    try {
      if (!getDatabaseStatus(db).isInPlace() || !isReplyDue(db, clock())) return;
      await commitInGroup(db, () => ok(sendDueReplies(db, clock())));
    } catch (error) {
      log.error({ err: error }, 'replies could not be sent');
    }
  }
  const timer = setInterval(() => {
    working ??= sendIfDue().finally(() => {
      working = null;
    });
  }, aSecondMs).unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}

const checkMilliseconds = 1_000;
const retryMilliseconds = 10 * minuteMs;
/** Sufficient, because the copy passes through buffers of SQLite and of the hash, not through the heap. */
const workerMemory = ['--max-old-space-size=24', '--max-semi-space-size=1'];
const run = promisify(execFile);

/** Also counts a backup of another process. @returns resolves once no process reads the database any more */
export function scheduleBackups(runtime: Runtime, workerFile: string): () => Promise<void> {
  const { settings, log, clock, version } = runtime;
  const { folder, every, keep } = settings.backups;
  const databasePath = getDatabaseStatus(runtime.db).path;
  let worker: ChildProcess | null = null;
  let isStopped = false;
  let currentCheck: Promise<void> | null = null;
  let lastAttempt = Number.NEGATIVE_INFINITY;

  async function backUpNow(path: string): Promise<void> {
    const startedAt = performance.now();
    lastAttempt = startedAt;
    const args = [...workerMemory, workerFile, path, folder, String(keep), version];
    const backup = run(process.execPath, args);
    worker = backup.child;
    try {
      const { stdout } = await backup;
      const milliseconds = Math.round(performance.now() - startedAt);
      log.info({ event: 'backup', bytes: Number(stdout), milliseconds }, 'backup');
    } catch (error) {
      if (!isStopped) log.error({ event: 'backup-failed', err: error }, 'backup failed');
    } finally {
      worker = null;
    }
  }

  function isDue(interval: number): boolean {
    if (performance.now() - lastAttempt < Math.min(interval, retryMilliseconds)) return false;
    const age = runtime.newestBackup && clock().getTime() - runtime.newestBackup.getTime();
    // A negative age means that the clock was set back.
    return age === null || age >= interval || age < 0;
  }

  async function backUpIfDue(): Promise<void> {
    runtime.newestBackup = await findNewestBackup(folder);
    if (every !== null && databasePath !== null && isDue(every) && !isStopped) {
      await backUpNow(databasePath);
      runtime.newestBackup = await findNewestBackup(folder);
    }
    currentCheck = null;
  }

  const check = (): void => {
    currentCheck ??= backUpIfDue();
  };
  if (databasePath !== null && !runtime.readOnly) {
    runtime.backUp = async () => {
      await currentCheck;
      const before = runtime.newestBackup?.getTime();
      currentCheck ??= backUpNow(databasePath).finally(() => {
        currentCheck = null;
      });
      await currentCheck;
      runtime.newestBackup = await findNewestBackup(folder);
      return runtime.newestBackup?.getTime() !== before;
    };
  }
  check();
  const timer = setInterval(check, checkMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    isStopped = true;
    // The worker ignores other signals, which a terminal or a service manager sends to it as well.
    worker?.kill('SIGKILL');
    await currentCheck;
  };
}

/**
 * Writes the snapshots of a day within a minute of its beginning, or of the start.
 *
 * @returns resolves once none is being written
 */
export function keepSnapshots(runtime: Runtime): () => Promise<void> {
  const { db, log } = runtime;
  const stopping = new AbortController();
  let working: Promise<void> | null = null;
  let restUntil = 0;
  async function renew(): Promise<void> {
    if (!getDatabaseStatus(db).isInPlace() || performance.now() < restUntil) return;
    const startedAt = performance.now();
    try {
      const written = await renewSnapshots(runtime, stopping.signal);
      const milliseconds = Math.round(performance.now() - startedAt);
      for (const { kind, rows, bytes } of written) {
        log.info({ event: 'snapshot', kind, rows, bytes, milliseconds }, 'snapshot');
      }
    } catch (error) {
      restUntil = performance.now() + retryMilliseconds;
      if (!stopping.signal.aborted) log.error({ event: 'snapshot-failed', err: error }, 'snapshot failed');
    }
  }
  const timer = setInterval(() => {
    working ??= renew().finally(() => {
      working = null;
    });
  }, minuteMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await working;
  };
}

const statisticsBudgetMs = 5;

/**
 * At once, and within a minute of a table growing tenfold. Every process does so for itself, because a connection reads
 * the statistics that another one stored only when it opens.
 */
export function renewStatistics(runtime: Pick<Runtime, 'db' | 'log' | 'readOnly'>): () => void {
  const { db, log } = runtime;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function renewStale(): Promise<void> {
    try {
      const statements = runtime.readOnly ? [] : findStaleStatistics(db);
      while (statements.length > 0 && !isStopped) {
        const renewed = await commitInGroup(db, () => {
          const until = performance.now() + statisticsBudgetMs;
          let count = 0;
          for (const statement of statements) {
            db.$client.exec(statement);
            count += 1;
            if (performance.now() >= until) break;
          }
          return ok(count);
        });
        if (!renewed.ok) break;
        statements.splice(0, renewed.value);
      }
    } catch (error) {
      log.error({ err: error }, 'statistics could not be renewed');
    }
    if (!isStopped) timer = setTimeout(renewStale, minuteMs).unref();
  }
  void renewStale();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

const aSecond = 1_000;
const spaceBudgetMs = 10;

/** While the clock is in doubt, nothing is deleted or marked by age (docs/operations.md, "Clock"). */
export function runCleanup({ db, log, clock, settings }: Runtime): () => void {
  let isStopped = false;
  let reading: Reading | null = null;

  /** @returns the time; null while it is in doubt or cannot be stored */
  async function readClock(): Promise<Date | null> {
    try {
      const now = clock();
      const { reading: current, toStore } = observeClock(db, now, performance.now(), reading);
      // Not without a change, whose success would hide that the database cannot be written.
      if (toStore && !(await commitInGroup(db, () => ok(storeClock(db, toStore)))).ok) return null;
      const wasInDoubt = reading?.isInDoubt ?? false;
      reading = current;
      const { isInDoubt } = current;
      const stored = isInDoubt && !wasInDoubt ? toStore : null;
      if (stored) {
        log.warn({ event: 'clock-in-doubt', reason: formatDoubt(stored, now), remedy: doubtRemedy }, 'clock in doubt');
      } else if (!isInDoubt && wasInDoubt) log.info({ event: 'clock-accepted' }, 'clock accepted');
      return isInDoubt ? null : now;
    } catch (error) {
      log.error({ err: error }, 'clock could not be checked');
      return null;
    }
  }

  type Purge = readonly [name: string, purge: (now: Date) => number];
  const purges: readonly Purge[] = [
    ['sessions', (now) => purgeSessions(db, now)],
    ['recoveryCodes', (now) => purgeRecoveryCodes(db, now)],
    ['signInAttempts', (now) => purgeAttempts(db, settings.limits?.['sign-in'] ?? null, now)],
    ['invites', (now) => purgeInvites(db, now)],
    ['storedResponses', (now) => purgeIdempotencyKeys(db, now)],
    ['visitorSearches', (now) => purgeVisitorSearches(db, now)],
    ['viewCounts', (now) => purgeViews(db, now)],
    ['missedSearches', (now) => purgeMissedSearches(db, now)],
    ['sourceCounts', (now) => purgeSourceCounts(db, now)],
  ];
  const batches: readonly Purge[] = [
    ['messages', (now) => purgeOldMessages(db, { messages: settings.keepMessages }, now)],
    ['setting-drafts', (now) => purgeDrafts(db, now)],
    ['mails', (now) => purgeMails(db, settings.keepMail, now)],
    ['listingRemovals', (now) => purgeRemovals(db, now)],
    ['photos', (now) => purgeStalePhotos(db, now)],
    ['webhookDeliveries', (now) => purgeDeliveries(db, now)],
    ['stockChanges', (now) => purgeStockChanges(db, now)],
  ];

  /** Each step is a separate write, interleaved with requests. */
  async function purge(now: Date): Promise<boolean> {
    const deleted: Record<string, number> = {};
    try {
      for (const [name, run] of [...purges, ...batches]) {
        const purged = await commitInGroup(db, () => ok(run(now)));
        if (purged.ok && purged.value > 0) deleted[name] = purged.value;
      }
      const hasMore = batches.some(([name]) => deleted[name] !== undefined);
      const marked = await commitInGroup(db, () => ok(markUnconfirmed(db, now)));
      return hasMore || (marked.ok && marked.value > 0);
    } finally {
      if (Object.keys(deleted).length > 0) log.info({ event: 'purged', deleted }, 'old data deleted');
    }
  }

  let timer = setTimeout(runStep, hourMs).unref();
  async function runStep(): Promise<void> {
    let hasMore = false;
    try {
      const now = await readClock();
      if (now && (await purge(now))) hasMore = true;
      const merged = await commitInGroup(db, () => ok(mergeDocuments(db)));
      if (merged.ok && merged.value > 0) hasMore = true;
      if (releaseFreePages(db, spaceBudgetMs)) hasMore = true;
    } catch (error) {
      log.error({ err: error }, 'cleanup failed');
    }
    if (!isStopped) timer = setTimeout(runStep, hasMore ? aSecond : hourMs).unref();
  }
  void readClock();
  const clockTimer = setInterval(() => void readClock(), minuteMs).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    clearInterval(clockTimer);
  };
}
