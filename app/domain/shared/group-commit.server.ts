import type { Database, Sqlite } from '~db/connection';
import {
  createFailure,
  createNotSavedError,
  type DatabaseFailure,
  type DatabaseStatus,
  getDatabaseStatus,
  toDatabaseFailure,
} from './database-status.server';
import { type AppError, err, type Result } from './result';

const maxWaitMilliseconds = 5_000;
const firstRetryDelayMilliseconds = 2;
const maxRetryDelayMilliseconds = 50;
/** A lock held for this long is logged and reported by the health endpoint. */
const longLockMilliseconds = 1_000;
/** Maximum number of writes in one transaction, so that reads of this process are not blocked for long. */
const maxGroupSize = 200;
/** Maximum number of writes waiting for a lock; each holds its data in memory. */
const maxWaiting = 2_000;

/** As during recovery, while another process holds a lock that reads need. */
const readWaitMilliseconds = 100;

export type LockTimeout = { milliseconds: number };

export const createLockTimeout = (): LockTimeout => ({ milliseconds: maxWaitMilliseconds });

type Attempted = { announce: () => void; isWritten: boolean };

type Pending = {
  /** Runs the write. @throws the driver's error while another process holds the write lock */
  attempt: () => Attempted;
  reject: (error: AppError) => void;
  since: number;
  /** Milliseconds it may wait for a lock; writes that may be lost do not wait. */
  timeout: number;
};

type Queue = {
  pending: Pending[];
  isScheduled: boolean;
  wait: number;
  sizes: number[];
  writes: number;
};

const queues = new WeakMap<Sqlite, Queue>();

/** Upper bounds of the size buckets; no group is larger than the last. */
export const groupSizes = [1, 2, 5, 10, 20, 50, 100, maxGroupSize] as const;

function getQueue({ $client: sqlite }: Pick<Database, '$client'>): Queue {
  const existing = queues.get(sqlite);
  if (existing) return existing;
  const queue = { pending: [], isScheduled: false, wait: 0, sizes: [...groupSizes.map(() => 0), 0], writes: 0 };
  queues.set(sqlite, queue);
  return queue;
}

export function getWriteGroups(db: Pick<Database, '$client'>) {
  const { sizes, writes, pending } = getQueue(db);
  return { sizes, writes, waiting: pending.length };
}

/** Limits how long reads block on a connection that serves requests. At startup it may wait for another process. */
export function limitReadWaits({ $client: sqlite }: Pick<Database, '$client'>): void {
  sqlite.exec(`PRAGMA busy_timeout = ${readWaitMilliseconds}`);
}

/**
 * Commits a write together with all others of the same turn of the event loop: most of the cost of a write is waiting
 * for the disk, and one wait serves them all. They run in order in one immediate transaction, each in its own
 * savepoint, so that rolling back one does not affect the others. No response is sent before the whole group is on
 * disk, and no read sees uncommitted data.
 *
 * If the group cannot be committed as a whole, for example on a full disk, it is rolled back and its writes are
 * repeated one by one, each with the result it would have had alone. While another process holds the write lock they
 * are retried for five seconds; requests that only read continue.
 *
 * @param write one transaction, such as `runCommand`; may run several times, so it must change nothing but the database
 * @param timeout shared by the writes of one request, so that together they wait no longer than one would
 * @returns the result of the write, or the error 'unavailable'; rejects with any error of the write
 */
export function commitInGroup<Value>(
  db: Pick<Database, '$client'>,
  write: () => Result<Value>,
  timeout = createLockTimeout(),
): Promise<Result<Value>> {
  const since = performance.now();
  const committed = new Promise<Result<Value>>((resolve, reject) => {
    enqueue(db, {
      attempt: () => {
        try {
          const value = write();
          return { announce: () => resolve(value), isWritten: value.ok };
        } catch (error) {
          const failure = toDatabaseFailure(error);
          if (!failure) return { announce: () => reject(error), isWritten: false };
          if (failure.kind === 'busy') throw error;
          const refused = err(getDatabaseStatus(db).toWriteError(failure));
          return { announce: () => resolve(refused), isWritten: false };
        }
      },
      reject: (error) => resolve(err(error)),
      since,
      timeout: timeout.milliseconds,
    });
  });
  return committed.finally(() => {
    timeout.milliseconds -= performance.now() - since;
  });
}

/** For writes that may be lost, such as the time at which a session was last seen: never retried. */
export function commitIfPossible(db: Pick<Database, '$client'>, write: () => void): void {
  enqueue(db, {
    attempt: () => {
      write();
      return { announce: () => undefined, isWritten: false };
    },
    reject: () => undefined,
    since: performance.now(),
    timeout: 0,
  });
}

function enqueue(db: Pick<Database, '$client'>, write: Pending): void {
  const queue = getQueue(db);
  if (queue.wait > 0 && queue.pending.length >= maxWaiting) {
    write.reject(createNotSavedError(createFailure('busy')));
    return;
  }
  queue.pending.push(write);
  if (queue.isScheduled) return;
  queue.isScheduled = true;
  setImmediate(commitGroup, db, queue);
}

function commitGroup(db: Pick<Database, '$client'>, queue: Queue): void {
  const sqlite = db.$client;
  const group = queue.pending.splice(0, maxGroupSize);
  const status = getDatabaseStatus(db);
  if (!sqlite.open || !status.isInPlace()) {
    rejectAll(group, status.writeFailure ?? createFailure('moved'));
    scheduleGroup(db, queue);
    return;
  }
  // The timer below waits for the lock: SQLite's own waiting would block the event loop.
  sqlite.exec('PRAGMA busy_timeout = 0');
  const { attempted, locked } = attemptAll(sqlite, group);
  limitReadWaits(db);
  countGroup(queue, attempted.size);
  // If the file disappeared during the write, nothing in the group is durable.
  if (attempted.size > 0 && !status.isInPlace()) {
    rejectAll([...attempted.keys()], status.writeFailure ?? createFailure('moved'));
  } else {
    if ([...attempted.values()].some(({ isWritten }) => isWritten)) status.writeSucceeded();
    for (const { announce } of attempted.values()) announce();
  }
  if (locked)
    waitForLock(
      locked,
      group.filter((write) => !attempted.has(write)),
      queue,
      status,
    );
  else queue.wait = 0;
  scheduleGroup(db, queue);
}

function countGroup(queue: Queue, size: number): void {
  if (size === 0) return;
  const at = groupSizes.findIndex((bound) => size <= bound);
  queue.sizes[at] = (queue.sizes[at] ?? 0) + 1;
  queue.writes += size;
}

type GroupResult = {
  attempted: Map<Pending, Attempted>;
  /** Set if the remaining writes could not begin because of a lock. */
  locked: DatabaseFailure | null;
};

function attemptAll(sqlite: Sqlite, group: readonly Pending[]): GroupResult {
  const together = group.length > 1 ? attemptTogether(sqlite, group) : null;
  if (together) return together;
  const attempted: GroupResult['attempted'] = new Map();
  for (const write of group) {
    try {
      attempted.set(write, write.attempt());
    } catch (error) {
      const failure = toDatabaseFailure(error);
      if (failure?.kind === 'busy') return { attempted, locked: failure };
      // Nothing awaits this write.
      attempted.set(write, { announce: () => undefined, isWritten: false });
    }
  }
  return { attempted, locked: null };
}

/** @returns null if the transaction was rolled back, without any of the writes */
function attemptTogether(sqlite: Sqlite, group: readonly Pending[]): GroupResult | null {
  const transaction = sqlite.transaction(
    () =>
      new Map(
        group.map((write) => {
          const attempted = write.attempt();
          // Some errors make SQLite roll back the whole transaction, and the write may have returned its own as a
          // result.
          if (!sqlite.inTransaction) throw new Error('The transaction of a group was rolled back.');
          return [write, attempted];
        }),
      ),
  );
  try {
    return { attempted: transaction.immediate(), locked: null };
  } catch (error) {
    const failure = toDatabaseFailure(error);
    if (failure?.kind === 'busy') return { attempted: new Map(), locked: failure };
    // Each write is then repeated on its own, and the failing one reports its error.
    return null;
  }
}

function waitForLock(locked: DatabaseFailure, group: readonly Pending[], queue: Queue, status: DatabaseStatus): void {
  const now = performance.now();
  const waiting = group.filter(({ timeout, since }) => now - since < timeout);
  rejectAll(
    group.filter((write) => !waiting.includes(write)),
    locked,
  );
  if (group.some(({ since }) => now - since >= longLockMilliseconds)) status.writeFailed(locked);
  queue.pending.unshift(...waiting);
  queue.wait = Math.min(maxRetryDelayMilliseconds, queue.wait * 2 || firstRetryDelayMilliseconds);
}

function scheduleGroup(db: Pick<Database, '$client'>, queue: Queue): void {
  queue.isScheduled = queue.pending.length > 0;
  if (!queue.isScheduled) {
    queue.wait = 0;
    return;
  }
  if (queue.wait === 0) setImmediate(commitGroup, db, queue);
  else setTimeout(commitGroup, queue.wait, db, queue);
}

function rejectAll(group: readonly Pending[], failure: DatabaseFailure): void {
  for (const { reject } of group) reject(createNotSavedError(failure));
}
