import { statSync } from 'node:fs';

/** Names a file on this machine whatever its path: two paths with one identity are one file. Null when none is there. */
function identityOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : null;
  } catch {
    // A folder on the way that is gone, or may not be entered.
    return null;
  }
}

/**
 * The files of an open database, as they were when it was opened. An open file that is deleted or replaced goes on
 * taking writes, which are lost with the process: SQLite doesn't notice, so the server looks.
 */
export class DatabaseFile {
  /** The file, its write-ahead log and the log's index; those that were there. */
  readonly #opened: readonly { path: string; identity: string }[];

  /** @param path of a database that was read from at least once, so that its log is there too */
  constructor(readonly path: string) {
    this.#opened = [path, `${path}-wal`, `${path}-shm`].flatMap((name) => {
      const identity = identityOf(name);
      return identity === null ? [] : [{ path: name, identity }];
    });
  }

  /** Whether its paths still lead to the files that are open. */
  isInPlace(): boolean {
    return this.#opened.every(({ path, identity }) => identityOf(path) === identity);
  }
}
