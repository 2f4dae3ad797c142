import type { Sqlite } from '~db/connection';

const maxAttempts = 50;

/**
 * Copies a database into another one in one transaction. Processes that have the target open see it like any other
 * write.
 *
 * @param onLocked called once the target is locked for writing, before its first page is replaced
 * @returns monotonic time at which the target was locked; null if another process never released its lock
 */
export async function replaceContent(
  source: Sqlite,
  databasePath: string,
  onLocked: () => void = () => undefined,
): Promise<number | null> {
  const locks: number[] = [];
  for (let attempt = 0; attempt < maxAttempts && locks.length === 0; attempt += 1) {
    // If the target was locked by another process, the driver reports success without having called this.
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
