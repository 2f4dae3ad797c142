import { statSync } from 'node:fs';

/**
 * Identifies a file on this machine independently of its path: two paths with one identity are one file. Null when it
 * does not exist.
 */
function identityOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : null;
  } catch {
    // A missing or inaccessible folder on the path.
    return null;
  }
}

/**
 * The files of an open database, as they were when it was opened. An open file that is deleted or replaced still
 * accepts writes, which are lost when the process exits: SQLite does not notice, so the server checks.
 */
export class DatabaseFile {
  /** The file, its write-ahead log and the log's index; those that existed. */
  readonly #opened: readonly { path: string; identity: string }[];

  /** @param path of a database that was read at least once, so that its log exists too */
  constructor(readonly path: string) {
    this.#opened = [path, `${path}-wal`, `${path}-shm`].flatMap((name) => {
      const identity = identityOf(name);
      return identity === null ? [] : [{ path: name, identity }];
    });
  }

  /** Whether its paths still refer to the open files. */
  isInPlace(): boolean {
    return this.#opened.every(({ path, identity }) => identityOf(path) === identity);
  }
}
