import type { Database, Sqlite } from '~db/connection';
import { DatabaseFile } from '~db/database-file';
import {
  type DatabaseFailure,
  type FailureKind,
  failureOf,
  failureOfKind,
  notRead,
  notSaved,
} from './database-failure.server';
import { aMinute } from './durations';
import { type Outcome, type Problem, refused } from './outcome';

type Listener = (failure: DatabaseFailure | null) => void;

/** What is known of the health of one open database: what its last writes and reads met, and whether its file is there. */
export class DatabaseStatus {
  readonly #file: DatabaseFile | null;
  /** Space left on the file's disk for this user, in bytes; null while that is not known. Who watches sets it. */
  freeBytes: number | null = null;
  /** Reads that failed since the start. A page during which it rises shows less than there is. */
  failedReads = 0;
  readonly #listeners = new Set<Listener>();
  #writeFailure: DatabaseFailure | null = null;
  #isCorrupt = false;
  /** When a read failure of each kind was last told, on the monotonic clock. */
  readonly #readFailures = new Map<FailureKind, number>();

  constructor(readonly sqlite: Sqlite) {
    this.#file = sqlite.memory ? null : new DatabaseFile(sqlite.name);
  }

  /** Why the last write did not happen; null once one did. */
  get writeFailure(): DatabaseFailure | null {
    return this.#writeFailure;
  }

  /** Whether a page of the file could not be understood. Only another file makes that better, so it stays. */
  get isCorrupt(): boolean {
    return this.#isCorrupt;
  }

  /** The file's path; null for a database in memory. */
  get path(): string | null {
    return this.#file?.path ?? null;
  }

  /** Told when a kind of failure is first met, and when writes go on (then null). */
  onChange(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Looks whether the file is where it was opened. */
  isInPlace(): boolean {
    const isInPlace = this.#file?.isInPlace() ?? true;
    if (!isInPlace) this.writeFailed(failureOfKind('moved'));
    else if (this.#writeFailure?.kind === 'moved') this.wrote();
    return isInPlace;
  }

  writeFailed(failure: DatabaseFailure): void {
    const isNew = this.#writeFailure?.kind !== failure.kind;
    this.#writeFailure = failure;
    if (failure.kind === 'corrupt') this.#corrupt(failure);
    else if (isNew) this.#tell(failure);
  }

  /** Told once a minute and kind: each request that is refused has a line of its own in the log. */
  readFailed(failure: DatabaseFailure): void {
    this.failedReads += 1;
    if (failure.kind === 'corrupt') {
      this.#corrupt(failure);
      return;
    }
    const now = performance.now();
    const last = this.#readFailures.get(failure.kind);
    if (last !== undefined && now - last < aMinute) return;
    this.#readFailures.set(failure.kind, now);
    this.#tell(failure);
  }

  /** A write is on disk. */
  wrote(): void {
    if (this.#writeFailure === null) return;
    this.#writeFailure = null;
    this.#tell(null);
  }

  #corrupt(failure: DatabaseFailure): void {
    if (!this.#isCorrupt) this.#tell(failure);
    this.#isCorrupt = true;
  }

  #tell(failure: DatabaseFailure | null): void {
    for (const listener of this.#listeners) listener(failure);
  }
}

const statuses = new WeakMap<Sqlite, DatabaseStatus>();

/** The status of an open database: one for each connection, made on first use. */
export function databaseStatus({ $client: sqlite }: Pick<Database, '$client'>): DatabaseStatus {
  const known = statuses.get(sqlite);
  if (known) return known;
  const made = new DatabaseStatus(sqlite);
  statuses.set(sqlite, made);
  return made;
}

/**
 * Runs a write that is one transaction. What is wrong with the database is no bug: it becomes a problem, which forms
 * and the API know how to tell, and the transaction leaves nothing behind.
 *
 * @returns what the write answered, or the problem 'unavailable'
 * @throws what is a bug; and the driver's error while another process holds the write lock: whoever can wait tries again
 */
export function unlessUnavailable<Value>(db: Pick<Database, '$client'>, write: () => Outcome<Value>): Outcome<Value> {
  try {
    return write();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure || failure.kind === 'busy') throw error;
    databaseStatus(db).writeFailed(failure);
    return refused(notSaved(failure));
  }
}

/** The problem to answer a request with whose reads threw `error`; null when that is a bug. */
export function readProblem(db: Pick<Database, '$client'>, error: unknown): Problem | null {
  const failure = failureOf(error);
  if (!failure) return null;
  databaseStatus(db).readFailed(failure);
  return notRead(failure);
}
