import { afterEach, expect, it, vi } from 'vitest';
import { createLog } from '~/http/log.server';
import { type Database, findStaleStatistics } from '~db/connection';
import { renewStatistics } from '../../server/scheduled-tasks';
import { freshDatabase } from '../support/fresh-database';
import { storeManyBikes } from '../support/many-bikes';

afterEach(() => vi.useRealTimers());

/** Rows of the table of listings, as the query planner knows them; a partial index has fewer. */
const knownListings = (db: Database): number =>
  db.$client
    .prepare<[], number | null>("SELECT max(CAST(stat AS INTEGER)) FROM sqlite_stat1 WHERE tbl = 'listings'")
    .pluck()
    .get() ?? 0;

it('the statistics of a site that grows without a restart are renewed, and once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const db = freshDatabase();
  const stop = renewStatistics({ db, log: createLog('silent'), readOnly: null });
  await vi.waitFor(() => expect(findStaleStatistics(db)).toEqual([]));
  expect(knownListings(db)).toBeLessThan(20);

  storeManyBikes(db, 1_000);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(knownListings(db)).toBeGreaterThan(500));
  await vi.waitFor(() => expect(findStaleStatistics(db)).toEqual([]));

  const changes = db.$client.prepare<[], number>('SELECT total_changes()').pluck();
  const before = changes.get();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(changes.get()).toBe(before);
  stop();
});

it('a machine that does not write leaves them', async () => {
  const db = freshDatabase();
  const stale = findStaleStatistics(db);
  expect(stale).not.toEqual([]);
  const stop = renewStatistics({
    db,
    log: createLog('silent'),
    readOnly: { reason: { code: 'read_only_copy' }, primaryUrl: null },
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(findStaleStatistics(db)).toEqual(stale);
  stop();
});
