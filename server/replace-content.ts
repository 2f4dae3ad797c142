import type { Sqlite } from '~db/connection';

const mostAttempts = 50;

/**
 * Copies a database into another one in one transaction, also while others have that open: they see it like any other
 * write of another process.
 *
 * @param onLocked called once the target is locked for writing, before any page of it is replaced
 * @returns the time at which it was locked, of the monotonic clock; null when another process never released its lock
 */
export async function replaceContent(
  source: Sqlite,
  databasePath: string,
  onLocked: () => void = () => undefined,
): Promise<number | null> {
  const locks: number[] = [];
  for (let attempt = 0; attempt < mostAttempts && locks.length === 0; attempt += 1) {
    // The driver reports a database that was locked by another process as copied, without having called this.
    await source.backup(databasePath, {
      progress() {
        if (locks.length === 0) {
          locks.push(performance.now());
          onLocked();
        }
        return Number.MAX_SAFE_INTEGER;
      },
    });
  }
  return locks[0] ?? null;
}
