import type { Database } from './connection';
import { SqliteError } from './driver.mjs';

/** Value of SQLite's `auto_vacuum` for a file whose free pages can be released a few at a time. */
const incremental = 2;
/** Free pages (of 4 KB) reserved for future writes. */
const reservedPages = 1_000;
/** Pages released in one step: a few milliseconds of work, including the disk wait. */
const pagesAtOnce = 32;

/**
 * Releases free pages at the end of the file to the file system, for at most a few milliseconds beyond the budget. It
 * never waits: while another process holds the write lock, nothing is released. A file created before `auto_vacuum` was
 * enabled keeps its free pages until `npm run compact`.
 *
 * @param budgetMs time budget in milliseconds
 * @returns whether more can be released
 * @throws when the database cannot be written for another reason than a lock
 */
export function giveBackSpace({ $client }: Database, budgetMs: number): boolean {
  if ($client.pragma('auto_vacuum', { simple: true }) !== incremental) return false;
  const free = (): number => Number($client.pragma('freelist_count', { simple: true })) - reservedPages;
  const patience = Number($client.pragma('busy_timeout', { simple: true }));
  const until = performance.now() + budgetMs;
  $client.pragma('busy_timeout = 0');
  try {
    while (free() > 0) {
      if (performance.now() >= until) return true;
      $client.pragma(`incremental_vacuum(${Math.min(pagesAtOnce, free())})`);
    }
    return false;
  } catch (error) {
    if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    $client.pragma(`busy_timeout = ${patience}`);
  }
}
