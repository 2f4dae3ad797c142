import type { Problem } from './outcome';

/** What can be wrong with the database that is no bug of ours. */
export type FailureKind = 'full' | 'busy' | 'read-only' | 'io' | 'cannot-open' | 'corrupt' | 'moved';

type FailureRule = {
  /** When a client may try again. */
  retryAfterSeconds: number;
  /** What the operator can do about it, for the log. */
  remedy: string;
};

/** The one table from what SQLite reports to what is answered (503 in each case) and logged. */
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
    remedy: 'The database file is damaged. Stop the site and restore a backup as README says.',
  },
  moved: {
    retryAfterSeconds: 60,
    remedy:
      'The database file was deleted, moved or replaced while the site runs. Put it back, or run `npm run rescue -- FILE` before anything is stopped.',
  },
};

/** Result codes by their beginning: an extended code adds to it, as `SQLITE_IOERR_FSYNC` does. The first match counts. */
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

/** A failure of the database, as it was met. */
export type DatabaseFailure = FailureRule & {
  kind: FailureKind;
  /** SQLite's own code; null where SQLite noticed nothing. */
  code: string | null;
};

/** The failure of a kind. */
export const failureOfKind = (kind: FailureKind, code: string | null = null): DatabaseFailure => ({
  kind,
  code,
  ...rules[kind],
});

/** What an error of the driver means; null for every other error, which is a bug. */
export function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = kindOfCode.find(([prefix]) => code.startsWith(prefix));
  // The query builder wraps what the driver throws.
  return known ? failureOfKind(known[1], code) : failureOf(error.cause);
}

type Unavailable = Extract<Problem, { kind: 'unavailable' }>;

/** How a write is refused that met a failure. */
export const notSaved = ({ retryAfterSeconds }: DatabaseFailure): Unavailable => ({
  kind: 'unavailable',
  message: 'Nothing can be saved at the moment. Please try again later.',
  retryAfterSeconds,
});

/** How a read is refused that met one. */
export const notRead = ({ retryAfterSeconds }: DatabaseFailure): Unavailable => ({
  kind: 'unavailable',
  message: 'This cannot be shown at the moment. Please try again later.',
  retryAfterSeconds,
});
