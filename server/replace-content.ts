import { setTimeout as delay } from 'node:timers/promises';
import type { Sqlite } from '~db/connection';

/** Between two attempts: long enough for another process to commit, short against the time of a restore. */
const pauseMilliseconds = 5;

type Options = {
  /** Called once the target is locked for writing, before its first page is replaced. */
  onLocked?: () => void;
  maxWaitMilliseconds?: number;
};

/**
 * Copies a database into another one in one transaction. Processes that have the target open see it like any other
 * write.
 *
 * @returns monotonic time at which the target was locked; null if another process did not release its lock in time
 */
export async function replaceContent(
  source: Sqlite,
  databasePath: string,
  { onLocked, maxWaitMilliseconds = 30_000 }: Options = {},
): Promise<number | null> {
  const locks: number[] = [];
  const deadline = performance.now() + maxWaitMilliseconds;
  do {
    // If another process has locked the target, the driver reports success at once, without having called `progress`.
    // The busy timeout does not apply to it.
    await source.backup(databasePath, {
      progress() {
        if (locks.length === 0) {
          locks.push(performance.now());
          onLocked?.();
        }
        return Number.MAX_SAFE_INTEGER;
      },
    });
    if (locks.length === 0) await delay(pauseMilliseconds);
  } while (locks.length === 0 && performance.now() < deadline);
  return locks[0] ?? null;
}
