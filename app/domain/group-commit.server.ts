import type { Database, Sqlite } from '~db/connection';
import { type DatabaseFailure, failureOf, failureOfKind, notSaved } from './database-failure.server';
import { type DatabaseStatus, databaseStatus } from './database-status.server';
import { type Outcome, type Problem, refused } from './outcome';

/** How long a write waits for another process that holds the write lock, before it is refused. */
const patienceMilliseconds = 5_000;
/** The first wait before a write is tried again, and the longest: each is twice the one before. */
const firstWaitMilliseconds = 2;
const longestWaitMilliseconds = 50;
/** A lock that is held for so long stands in the log and in the report of health. */
const longLockMilliseconds = 1_000;
/** Writes in one transaction: it must not keep readers of this process waiting for long. */
const largestGroup = 200;
/** Writes that may wait for a lock at once. Each holds what it is going to write. */
const mostWaiting = 2_000;

/** How long a read may block the event loop where another process holds a lock that reads need, as in a recovery. */
const readWaitMilliseconds = 100;

/** What came of an attempt. It is told once the whole group is on disk. */
type Attempted = { tell: () => void; isWritten: boolean };

type Pending = {
  /** Makes the write. @throws the driver's error while another process holds the write lock */
  attempt: () => Attempted;
  refuse: (problem: Problem) => void;
  /** When it came, on the monotonic clock. */
  since: number;
  /** Whether it waits for a lock; what may be lost does not. */
  waits: boolean;
};

type Queue = { pending: Pending[]; isScheduled: boolean; wait: number };

/** Writes that came in this turn of the event loop and those that wait for the lock, in their order. */
const queues = new WeakMap<Sqlite, Queue>();

/** From here on a connection serves requests: starting, it may wait for another process, serving it must not. */
export function limitReadWaits({ $client: sqlite }: Pick<Database, '$client'>): void {
  sqlite.exec(`PRAGMA busy_timeout = ${readWaitMilliseconds}`);
}

/**
 * Commits a write together with all others that come in the same turn of the event loop: waiting for the disk is most
 * of what a write costs, and one wait does for all. They stand one after the other in one immediate transaction, each
 * a savepoint of it: one that rolls back takes nothing else along. Nobody is answered before all of it is on disk, and
 * as the group is written in one go, nobody reads what is not committed.
 *
 * A group that can't be committed as a whole, as when the disk is full, leaves nothing behind, and its writes are made
 * again one by one: so each is answered as if it had come alone. While another process holds the write lock they are
 * tried again for five seconds, and requests that only read go on meanwhile.
 *
 * @param write one transaction of its own, such as `runCommand` makes it; may be made several times, so it changes
 *   nothing but the database
 * @returns what the write returned, or the problem 'unavailable'; rejects with what it threw
 */
export function commitWithOthers<Value>(
  db: Pick<Database, '$client'>,
  write: () => Outcome<Value>,
): Promise<Outcome<Value>> {
  return new Promise((resolve, reject) => {
    enqueue(db, {
      attempt: () => {
        try {
          const value = write();
          return { tell: () => resolve(value), isWritten: value.done };
        } catch (error) {
          const failure = failureOf(error);
          if (!failure) return { tell: () => reject(error), isWritten: false };
          if (failure.kind === 'busy') throw error;
          databaseStatus(db).writeFailed(failure);
          return { tell: () => resolve(refused(notSaved(failure))), isWritten: false };
        }
      },
      refuse: (problem) => resolve(refused(problem)),
      since: performance.now(),
      waits: true,
    });
  });
}

/**
 * Makes a small write that nobody waits for and that may be lost, such as when a session was last seen. Made with the
 * other writes of this turn; never tried again.
 */
export function commitIfPossible(db: Pick<Database, '$client'>, write: () => void): void {
  enqueue(db, {
    attempt: () => {
      write();
      return { tell: () => undefined, isWritten: false };
    },
    refuse: () => undefined,
    since: performance.now(),
    waits: false,
  });
}

function enqueue(db: Pick<Database, '$client'>, write: Pending): void {
  const queue = queues.get(db.$client) ?? { pending: [], isScheduled: false, wait: 0 };
  queues.set(db.$client, queue);
  if (queue.wait > 0 && queue.pending.length >= mostWaiting) {
    write.refuse(notSaved(failureOfKind('busy')));
    return;
  }
  queue.pending.push(write);
  if (queue.isScheduled) return;
  queue.isScheduled = true;
  setImmediate(commitGroup, db, queue);
}

function commitGroup(db: Pick<Database, '$client'>, queue: Queue): void {
  const sqlite = db.$client;
  const group = queue.pending.splice(0, largestGroup);
  const status = databaseStatus(db);
  if (!sqlite.open || !status.isInPlace()) {
    refuseAll(group, failureOfKind('moved'));
    next(db, queue);
    return;
  }
  // A lock is waited for by the timer below: SQLite's own waiting would block the event loop.
  sqlite.exec('PRAGMA busy_timeout = 0');
  const { attempted, locked } = attemptAll(sqlite, group);
  limitReadWaits(db);
  // The file may have gone while it was written: then nothing of this lasts.
  if (attempted.size > 0 && !status.isInPlace()) {
    refuseAll([...attempted.keys()], failureOfKind('moved'));
  } else {
    if ([...attempted.values()].some(({ isWritten }) => isWritten)) status.wrote();
    for (const { tell } of attempted.values()) tell();
  }
  if (locked)
    waitForLock(
      locked,
      group.filter((write) => !attempted.has(write)),
      queue,
      status,
    );
  else queue.wait = 0;
  next(db, queue);
}

type GroupResult = {
  /** Writes that came to an end, well or not. */
  attempted: Map<Pending, Attempted>;
  /** Set when others could not begin. */
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
      const failure = failureOf(error);
      if (failure?.kind === 'busy') return { attempted, locked: failure };
      // Of those that nobody waits for, nobody is told either.
      attempted.set(write, { tell: () => undefined, isWritten: false });
    }
  }
  return { attempted, locked: null };
}

/** @returns null when the transaction was rolled back: then none of the writes is made */
function attemptTogether(sqlite: Sqlite, group: readonly Pending[]): GroupResult | null {
  const transaction = sqlite.transaction(
    () =>
      new Map(
        group.map((write) => {
          const attempted = write.attempt();
          // SQLite itself gives up a whole transaction over some errors, and a write may have told its own as a problem.
          if (!sqlite.inTransaction) throw new Error('The transaction of a group was given up.');
          return [write, attempted];
        }),
      ),
  );
  try {
    return { attempted: transaction.immediate(), locked: null };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind === 'busy') return { attempted: new Map(), locked: failure };
    // Whatever it was, the write it belongs to meets it again on its own, and tells it.
    return null;
  }
}

function waitForLock(locked: DatabaseFailure, group: readonly Pending[], queue: Queue, status: DatabaseStatus): void {
  const now = performance.now();
  const waiting = group.filter(({ waits, since }) => waits && now - since < patienceMilliseconds);
  refuseAll(
    group.filter((write) => !waiting.includes(write)),
    locked,
  );
  if (group.some(({ since }) => now - since >= longLockMilliseconds)) status.writeFailed(locked);
  queue.pending.unshift(...waiting);
  queue.wait = Math.min(longestWaitMilliseconds, queue.wait * 2 || firstWaitMilliseconds);
}

/** Goes on with what is left, after a wait when the lock is held. */
function next(db: Pick<Database, '$client'>, queue: Queue): void {
  queue.isScheduled = queue.pending.length > 0;
  if (!queue.isScheduled) {
    queue.wait = 0;
    return;
  }
  if (queue.wait === 0) setImmediate(commitGroup, db, queue);
  else setTimeout(commitGroup, queue.wait, db, queue);
}

function refuseAll(group: readonly Pending[], failure: DatabaseFailure): void {
  for (const { refuse } of group) refuse(notSaved(failure));
}
