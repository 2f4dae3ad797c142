import type { AppError } from './result';

/** Failures of the database that are not bugs of the application. */
export type FailureKind = 'full' | 'busy' | 'read-only' | 'io' | 'cannot-open' | 'corrupt' | 'moved';

type FailureRule = {
  /** Value of `Retry-After`, in seconds. */
  retryAfterSeconds: number;
  /** Advice to the operator, for the log. */
  remedy: string;
};

/** Maps each kind of failure to its response (always 503) and its log entry. */
const rules: Record<FailureKind, FailureRule> = {
  full: {
    retryAfterSeconds: 60,
    remedy: 'The disk of the database is full. Free some space: writes then go on by themselves.',
  },
  busy: {
    retryAfterSeconds: 5,
    remedy: 'Another process holds the write lock of the database. Find it and end its transaction.',
  },
  'read-only': {
    retryAfterSeconds: 60,
    remedy: 'The database can be read but not written. Let this process write the file and its folder, then restart.',
  },
  io: {
    retryAfterSeconds: 60,
    remedy: 'The disk failed while the database was read or written. Look at the disk and the system log.',
  },
  'cannot-open': {
    retryAfterSeconds: 60,
    remedy: 'A file of the database can not be opened. Look at the rights of its folder and the limit of open files.',
  },
  corrupt: {
    retryAfterSeconds: 300,
    remedy: 'The database file is damaged. Restore a backup with `npm run restore -- FILE`, then restart the site.',
  },
  moved: {
    retryAfterSeconds: 60,
    remedy:
      'The database file was deleted, moved or replaced while the site runs. Put it back, or run `npm run rescue -- FILE` before anything is stopped.',
  },
};

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

/** A failure of the database as it occurred. */
export type DatabaseFailure = FailureRule & {
  kind: FailureKind;
  /** Result code of SQLite; null when SQLite reported no error. */
  code: string | null;
};

/** Creates the failure of the given kind. */
export const failureOfKind = (kind: FailureKind, code: string | null = null): DatabaseFailure => ({
  kind,
  code,
  ...rules[kind],
});

/** Classifies an error of the driver; null for every other error, which is a bug. */
export function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = kindOfCode.find(([prefix]) => code.startsWith(prefix));
  // The query builder wraps errors of the driver.
  return known ? failureOfKind(known[1], code) : failureOf(error.cause);
}

type Unavailable = Extract<AppError, { kind: 'unavailable' }>;

/** The error to return when a write fails because of the database. */
export const notSaved = ({ retryAfterSeconds }: DatabaseFailure): Unavailable => ({
  kind: 'unavailable',
  message: 'Nothing can be saved at the moment. Please try again later.',
  retryAfterSeconds,
});

/** The error to return when a read fails because of the database. */
export const notRead = ({ retryAfterSeconds }: DatabaseFailure): Unavailable => ({
  kind: 'unavailable',
  message: 'This cannot be shown at the moment. Please try again later.',
  retryAfterSeconds,
});

/** Tells what could not be done when the database refused a write, before the reason; every other error as it is. */
export const orFailedTo = (message: string, error: AppError): AppError =>
  error.kind === 'unavailable' ? { ...error, message, errors: { form: error.message } } : error;
