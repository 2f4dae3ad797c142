import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database, Sqlite } from '~db/connection';
import { contentRevision } from '~db/schema/site';
import { type AppError, err, type PlainCode, type Reason, type Result } from './result';
import { minuteMs } from './dates';
import { memoize } from './memoize';

export type FailureKind = 'full' | 'busy' | 'read-only' | 'io' | 'cannot-open' | 'corrupt' | 'moved' | 'emptied';

type FailureRule = {
  retryAfterSeconds: number;
  remedy: string;
};

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

/** An extended code such as `SQLITE_IOERR_FSYNC` starts with its primary code. The first match counts. */
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

export type DatabaseFailure = FailureRule & {
  kind: FailureKind;
  /** SQLite's result code; null if SQLite reported no error. */
  code: string | null;
};

export const createFailure = (kind: FailureKind, code: string | null = null): DatabaseFailure => ({
  kind,
  code,
  ...rules[kind],
});

export function toDatabaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const match = kindOfCode.find(([prefix]) => code.startsWith(prefix));
  // The query builder wraps errors of the driver.
  return match ? createFailure(match[1], code) : toDatabaseFailure(error.cause);
}

type Unavailable = Extract<AppError, { kind: 'unavailable' }>;

export const createNotSavedError = ({ retryAfterSeconds }: DatabaseFailure): Unavailable => ({
  kind: 'unavailable',
  code: 'not_saved',
  retryAfterSeconds,
});

export const createNotReadError = ({ retryAfterSeconds }: DatabaseFailure): Unavailable => ({
  kind: 'unavailable',
  code: 'not_read',
  retryAfterSeconds,
});

export const setFailureCode = (code: PlainCode, error: AppError): AppError => {
  if (error.kind !== 'unavailable') return error;
  return { kind: 'unavailable', code, errors: { form: error }, retryAfterSeconds: error.retryAfterSeconds };
};

/** Paths with the same identity are one file. Null if it does not exist. */
function readFileIdentity(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : null;
  } catch {
    // A folder on the path is missing or inaccessible.
    return null;
  }
}

/** An open file that is deleted or replaced still accepts writes, which are lost; SQLite does not notice. */
class DatabaseFile {
  readonly #opened: readonly { path: string; identity: string }[];

  /** @param path path of a database that was read at least once, so that its log exists too */
  constructor(readonly path: string) {
    this.#opened = [path, `${path}-wal`, `${path}-shm`].flatMap((name) => {
      const identity = readFileIdentity(name);
      return identity === null ? [] : [{ path: name, identity }];
    });
  }

  isInPlace(): boolean {
    return this.#opened.every(({ path, identity }) => readFileIdentity(path) === identity);
  }
}

/** SQLite does not notice that another program emptied a log, and copies zeros into the file. */
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
  readonly #readFailures = new Map<FailureKind, number>();

  constructor(readonly sqlite: Sqlite) {
    this.#file = sqlite.memory ? null : new DatabaseFile(sqlite.name);
    this.#isLogWhole = sqlite.memory ? () => true : createLogCheck(sqlite);
  }

  get writeFailure(): DatabaseFailure | null {
    return this.#writeFailure;
  }

  /** Whether a corrupt page was found. Never reset, because only replacing the file repairs that. */
  get isCorrupt(): boolean {
    return this.#isCorrupt;
  }

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

export function getDatabaseStatus({ $client: sqlite }: Pick<Database, '$client'>): DatabaseStatus {
  const existing = statuses.get(sqlite);
  if (existing) return existing;
  const made = new DatabaseStatus(sqlite);
  statuses.set(sqlite, made);
  return made;
}

/** @throws bugs, and the driver's error while another process holds the write lock, so that a caller may retry */
export function catchUnavailable<Value>(db: Pick<Database, '$client'>, write: () => Result<Value>): Result<Value> {
  try {
    return write();
  } catch (error) {
    const failure = toDatabaseFailure(error);
    if (!failure || failure.kind === 'busy') throw error;
    return err(getDatabaseStatus(db).toWriteError(failure));
  }
}

export function toReadError(db: Pick<Database, '$client'>, error: unknown): AppError | null {
  const failure = toDatabaseFailure(error);
  if (!failure) return null;
  getDatabaseStatus(db).readFailed(failure);
  return createNotReadError(failure);
}

export function isDatabaseResponding(db: Database): boolean {
  try {
    return db.select().from(contentRevision).get() !== undefined;
  } catch {
    return false;
  }
}
