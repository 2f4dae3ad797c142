import type { Database } from './connection';

/** The value of SQLite's `auto_vacuum` for a file whose free pages can be given back a few at a time. */
const incremental = 2;
/** Free pages (of 4 KB) that are kept for what is written next. */
const reservedPages = 1_000;
/** Given back at once: some milliseconds of work, the wait for the disk included. */
const pagesAtOnce = 64;

/**
 * Gives some free pages at the end of the file back to the file system, for at most a few milliseconds beyond the
 * budget. A file that was made before databases were made so keeps them until `npm run compact`.
 *
 * @param budgetMs that it may take
 * @returns whether more could be given back
 * @throws when the database can't be written
 */
export function giveBackSpace({ $client }: Database, budgetMs: number): boolean {
  if ($client.pragma('auto_vacuum', { simple: true }) !== incremental) return false;
  const free = (): number => Number($client.pragma('freelist_count', { simple: true })) - reservedPages;
  const until = performance.now() + budgetMs;
  while (free() > 0) {
    if (performance.now() >= until) return true;
    $client.pragma(`incremental_vacuum(${Math.min(pagesAtOnce, free())})`);
  }
  return false;
}
