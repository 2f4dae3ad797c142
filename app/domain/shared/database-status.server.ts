import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database, Sqlite } from '~db/connection';
import { contentRevision } from '~db/schema/site';
import { type AppError, err, type PlainCode, type Reason, type Result } from './result';
import { minuteMs } from './dates';
import { memoize } from './memoize';

/** Failures of the database that are not bugs of the application. */
export type FailureKind = 'full' | 'busy' | 'read-only' | 'io' | 'cannot-open' | 'corrupt' | 'moved' | 'emptied';

type FailureRule = {
  /** Value of `Retry-After`, in seconds. */
  retryAfterSeconds: number;
  /** Advice to the operator, for the log. */
  remedy: string;
};

/** Response (always 503) and log entry of each kind of failure. */
const rules: Record<FailureKind, FailureRule> = {
  full: {
    retryAfterSeconds: 60,
    remedy: 'The disk of the database is full. Free some space: writes then resume.',
  },
  busy: {
    retryAfterSeconds: 5,
    remedy: 'Another process holds the write lock of the database. Find that process and end its transaction.',
  },
  'read-only': {
    retryAfterSeconds: 60,
    remedy:
      'The database can be read but not written. Give this user write permission for the file and its folder, then restart.',
  },
  io: {
    retryAfterSeconds: 60,
    remedy: 'The disk failed while the database was read or written. Check the disk and the system log.',
  },
  'cannot-open': {
    retryAfterSeconds: 60,
    remedy: 'A file of the database cannot be opened. Check the permissions of its folder and the limit of open files.',
  },
  corrupt: {
    retryAfterSeconds: 300,
    remedy: 'The database file is damaged. Restore a backup with `npm run restore -- FILE`, then restart the site.',
  },
  moved: {
    retryAfterSeconds: 60,
    remedy:
      'The database file was deleted, moved or replaced while the site runs. Put it back, or run `npm run rescue -- FILE` before you stop the site.',
  },
  emptied: {
    retryAfterSeconds: 300,
    remedy:
      'The write-ahead log of the database was emptied while the site runs. Run `npm run rescue -- FILE` before you stop it: the latest changes may still be in its memory. If that fails, restore a backup or the replica with `npm run restore`.',
  },
};

/** Bytes of the header of a write-ahead log, and of each frame before its page (SQLite's file format, 4.1 and 4.2). */
const logHeaderBytes = 32;
const frameBytes = 24;

/**
 * Prefixes of SQLite result codes: an extended code such as `SQLITE_IOERR_FSYNC` starts with its primary code. The
 * first match counts.
 */
const kindOfCode: readonly [string, FailureKind][] = [
  ['SQLITE_READONLY_DBMOVED', 'moved'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_PROTOCOL', 'busy'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_IOERR', 'io'],
  ['SQLITE_CANTOPEN', 'cannot-open'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
];

/** Occurrence of a database failure. */
export type DatabaseFailure = FailureRule & {
  kind: FailureKind;
  /** SQLite's result code; null if SQLite reported no error. */
  code: string | null;
};

/** Creates the failure of the given kind. */
export const createFailure = (kind: FailureKind, code: string | null = null): DatabaseFailure => ({
  kind,
  code,
  ...rules[kind],
});

/** Classifies an error of the driver; null for other errors, which are bugs. */
export function toDatabaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = kindOfCode.find(([prefix]) => code.startsWith(prefix));
  // The query builder wraps errors of the driver.
  return known ? createFailure(known[1], code) : toDatabaseFailure(error.cause);
}

type Unavailable = Extract<AppError, { kind: 'unavailable' }>;

/** Error for a write that fails because of the database. */
export const createNotSavedError = ({ retryAfterSeconds }: DatabaseFailure): Unavailable => ({
  kind: 'unavailable',
  code: 'not_saved',
  retryAfterSeconds,
});

/** Error for a read that fails because of the database. */
export const createNotReadError = ({ retryAfterSeconds }: DatabaseFailure): Unavailable => ({
  kind: 'unavailable',
  code: 'not_read',
  retryAfterSeconds,
});

/** Prefixes a database failure with what could not be done; returns other errors unchanged. */
export const setFailureCode = (code: PlainCode, error: AppError): AppError => {
  if (error.kind !== 'unavailable') return error;
  return { kind: 'unavailable', code, errors: { form: error }, retryAfterSeconds: error.retryAfterSeconds };
};

/**
 * Identifies a file on this machine independently of its path: paths with the same identity are one file. Null if it
 * does not exist.
 */
function readFileIdentity(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : null;
  } catch {
    // A folder on the path is missing or inaccessible.
    return null;
  }
}

/**
 * Files of an open database, as they were when it was opened. An open file that is deleted or replaced still accepts
 * writes, which are lost when the process exits: SQLite does not notice, so the server checks.
 */
class DatabaseFile {
  /** Those that existed of the file, its write-ahead log and the log's index. */
  readonly #opened: readonly { path: string; identity: string }[];

  /** @param path path of a database that was read at least once, so that its log exists too */
  constructor(readonly path: string) {
    this.#opened = [path, `${path}-wal`, `${path}-shm`].flatMap((name) => {
      const identity = readFileIdentity(name);
      return identity === null ? [] : [{ path: name, identity }];
    });
  }

  /** Whether the paths still refer to the open files. */
  isInPlace(): boolean {
    return this.#opened.every(({ path, identity }) => readFileIdentity(path) === identity);
  }
}

/**
 * Creates a check of whether a write-ahead log is as long as its index says. A log that another program emptied has none
 * of the changes that are not in the file yet: SQLite does not notice, and copies zeros into the file with the next ones.
 */
function createLogCheck(sqlite: Sqlite): () => boolean {
  // Reads the index; nothing is copied.
  const getReads = memoize(() => ({
    frames: sqlite.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)'),
    pageBytes: sqlite.prepare<[], number>('PRAGMA page_size').pluck().get() ?? 0,
  }));
  const isLongEnough = (): boolean => {
    const reads = getReads();
    const frames = reads.frames.get()?.log ?? 0;
    const { size } = statSync(`${sqlite.name}-wal`, { throwIfNoEntry: false }) ?? { size: 0 };
    return frames <= 0 || size >= logHeaderBytes + frames * (frameBytes + reads.pageBytes);
  };
  return () => {
    if (!sqlite.open || sqlite.inTransaction) return true;
    try {
      // Another process may have copied the log into the file, and emptied it, between the two reads.
      return isLongEnough() || isLongEnough() || isLongEnough();
    } catch {
      // Locked, or not readable now: the next write reports that by its own error.
      return true;
    }
  };
}

type Listener = (failure: DatabaseFailure | null) => void;

/** Health of an open database: the results of its latest writes and reads, and whether its file still exists. */
export class DatabaseStatus {
  readonly #file: DatabaseFile | null;
  readonly #isLogWhole: () => boolean;
  /** Reason for refusing writes, shown to senders; null if writes are allowed. */
  readOnlyReason: Reason | null = null;
  /** Number of failed reads. A page that is rendered while it rises is incomplete. */
  failedReads = 0;
  readonly #listeners = new Set<Listener>();
  #writeFailure: DatabaseFailure | null = null;
  #isCorrupt = false;
  /** Monotonic time at which each kind of read failure was last reported. */
  readonly #readFailures = new Map<FailureKind, number>();

  constructor(readonly sqlite: Sqlite) {
    this.#file = sqlite.memory ? null : new DatabaseFile(sqlite.name);
    this.#isLogWhole = sqlite.memory ? () => true : createLogCheck(sqlite);
  }

  /** Failure of the last write; null once a write succeeds. */
  get writeFailure(): DatabaseFailure | null {
    return this.#writeFailure;
  }

  /** Whether a corrupt page was found. Never reset, because only replacing the file repairs that. */
  get isCorrupt(): boolean {
    return this.#isCorrupt;
  }

  /** Path of the file; null for an in-memory database. */
  get path(): string | null {
    return this.#file?.path ?? null;
  }

  /** Free disk space for this user, in bytes, now; null if unknown. */
  readFreeBytes(): number | null {
    if (this.path === null) return null;
    try {
      const { bavail, bsize } = statfsSync(dirname(this.path));
      return bavail * bsize;
    } catch {
      return null;
    }
  }

  /** Registers a listener, called when a kind of failure first occurs, and with null when writes succeed again. */
  onChange(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Checks whether the file is still in place, with all that was written to its log. */
  isInPlace(): boolean {
    const isInPlace = this.#file?.isInPlace() ?? true;
    if (!isInPlace) this.writeFailed(createFailure('moved'));
    else if (!this.#isLogWhole()) this.writeFailed(createFailure('emptied'));
    else if (this.#writeFailure?.kind === 'moved') this.writeSucceeded();
    return isInPlace && this.#writeFailure?.kind !== 'emptied';
  }

  writeFailed(failure: DatabaseFailure): void {
    const isNew = this.#writeFailure?.kind !== failure.kind;
    this.#writeFailure = failure;
    if (failure.kind === 'corrupt') this.#reportCorruption(failure);
    else if (isNew) this.#notifyListeners(failure);
  }

  /** Records a failed write. @returns the error for the response */
  toWriteError(failure: DatabaseFailure): AppError {
    // The write had begun when writes were forbidden; the file itself is sound.
    if (failure.kind === 'read-only' && this.readOnlyReason !== null) {
      return { kind: 'unavailable', ...this.readOnlyReason, retryAfterSeconds: failure.retryAfterSeconds };
    }
    this.writeFailed(failure);
    return createNotSavedError(failure);
  }

  /** Reported at most once a minute for each kind: each rejected request has a log line anyway. */
  readFailed(failure: DatabaseFailure): void {
    this.failedReads += 1;
    if (failure.kind === 'corrupt') {
      this.#reportCorruption(failure);
      return;
    }
    const now = performance.now();
    const last = this.#readFailures.get(failure.kind);
    if (last !== undefined && now - last < minuteMs) return;
    this.#readFailures.set(failure.kind, now);
    this.#notifyListeners(failure);
  }

  /** Records a successful write. */
  writeSucceeded(): void {
    if (this.#writeFailure === null) return;
    this.#writeFailure = null;
    this.#notifyListeners(null);
  }

  #reportCorruption(failure: DatabaseFailure): void {
    if (!this.#isCorrupt) this.#notifyListeners(failure);
    this.#isCorrupt = true;
  }

  #notifyListeners(failure: DatabaseFailure | null): void {
    for (const listener of this.#listeners) listener(failure);
  }
}

const statuses = new WeakMap<Sqlite, DatabaseStatus>();

/** Returns the status of an open database: one per connection, created on first use. */
export function getDatabaseStatus({ $client: sqlite }: Pick<Database, '$client'>): DatabaseStatus {
  const known = statuses.get(sqlite);
  if (known) return known;
  const made = new DatabaseStatus(sqlite);
  statuses.set(sqlite, made);
  return made;
}

/**
 * Runs a write that is one transaction. A failure of the database is not a bug: it becomes an error of the result,
 * which forms and the API can report, and the transaction is rolled back.
 *
 * @returns the result of the write, or the error 'unavailable'
 * @throws errors that are bugs; and the driver's error while another process holds the write lock, so that a caller
 *   that can wait may retry
 */
export function catchUnavailable<Value>(db: Pick<Database, '$client'>, write: () => Result<Value>): Result<Value> {
  try {
    return write();
  } catch (error) {
    const failure = toDatabaseFailure(error);
    if (!failure || failure.kind === 'busy') throw error;
    return err(getDatabaseStatus(db).toWriteError(failure));
  }
}

/** Returns the error for a request whose reads threw `error`; null if it is a bug. */
export function toReadError(db: Pick<Database, '$client'>, error: unknown): AppError | null {
  const failure = toDatabaseFailure(error);
  if (!failure) return null;
  getDatabaseStatus(db).readFailed(failure);
  return createNotReadError(failure);
}

/** Whether the database can be read from disk. */
export function isDatabaseResponding(db: Database): boolean {
  try {
    return db.select().from(contentRevision).get() !== undefined;
  } catch {
    return false;
  }
}
