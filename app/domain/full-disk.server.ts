import { SqliteError } from '~db/driver.mjs';
import { type Outcome, refused } from './outcome';

const isDiskFull = (error: unknown): boolean =>
  (error instanceof SqliteError && error.code === 'SQLITE_FULL') ||
  (error instanceof Error && error.cause !== undefined && isDiskFull(error.cause));

/**
 * Runs a write that is one transaction. A full disk is no bug: it becomes a problem, which both doors know how to tell,
 * and the transaction leaves nothing behind.
 *
 * @returns what the write answered, or the problem 'unavailable'
 */
export function unlessDiskFull<Value>(write: () => Outcome<Value>): Outcome<Value> {
  try {
    return write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return refused({ kind: 'unavailable', message: 'Nothing can be saved at the moment. Please try again later.' });
  }
}
