import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { browseListings } from '~/domain/browse/browse-listings.server';
import { browseOffers } from '~/domain/browse/browse-offers.server';
import { noFilters } from '~/domain/browse/browse-query';
import { findListings } from '~/domain/listings/listing-search.server';
import { loadOfferTables } from '~/domain/search/offer-tables.server';
import { mergeDocuments } from '~/domain/search/text-search.server';
import { anonymous } from '~/domain/shared/actor';
import { closeDatabase, type Database, openDatabase } from '~db/connection';
import { listingKinds } from '~db/enums';
import { queries } from '../search/queries';
import { figure, printFigure, printGoal, printTitle } from './report';
import { compareWithNames, compareWithScan } from './search-oracle';

/** 99th percentile of any search of the table, by the number of listings. */
const searchGoalMilliseconds = (count: number): number => (count > 100_000 ? 30 : 10);

/** Memory of a server, in MB, by the number of listings. */
export const memoryGoalMegabytes = (count: number): number => (count > 100_000 ? 220 : 150);

/** Longest time for which a search may block other requests, up to 1,00,000 listings. */
const turnGoalMilliseconds = 50;

/** The table of searches, by endpoint: /browse, the sell screens and the API's lists. */
export const searches = Object.values(queries)
  .flat()
  .filter(({ q }) => q.trim() !== '')
  .flatMap(({ q }) => [
    { q, path: `/browse?${new URLSearchParams({ q })}` },
    ...listingKinds.flatMap((kind) => [
      { q, path: `/sell-${kind}s?${new URLSearchParams({ q })}` },
      { q, path: `/api/${kind}s?${new URLSearchParams({ q, limit: '20' })}` },
    ]),
  ]);

type Read = (db: Database, q: string) => unknown;

const listed = { sort: 'relevance', page: 1, limit: 20 } as const;
const reads: Readonly<Record<string, Read>> = {
  '/browse': (db, q) => browseOffers(db, { ...noFilters, q, sort: 'relevance', page: 1 }, anonymous),
  'sell bikes': (db, q) =>
    browseListings(db, 'bike', { ...noFilters, q, sort: 'relevance', page: 1 }, { limit: 20, actor: anonymous }),
  "API's bikes": (db, q) => findListings(db, { ...listed, kind: 'bike', q }, anonymous),
};

/** The value below which that share of the values is. */
function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/**
 * Time of one search: the shorter of the time that passed, which contains that of other programs, and the CPU time of
 * the process, which contains that of garbage collection and compilation beside the search.
 */
async function timeSearch(search: () => unknown): Promise<number> {
  const [cpuBefore, before] = [process.cpuUsage(), performance.now()];
  await search();
  const passed = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return Math.min(passed, (user + system) / 1_000);
}

/**
 * Times of every search, by its query. They run in turn, so that the processor's caches of one are gone when it is
 * repeated.
 */
async function timeSearches(db: Database, read: Read, rounds: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { q } of Object.values(queries).flat()) {
      // Each search starts a turn of the event loop, as each request does.
      await setImmediate();
      const time = await timeSearch(() => read(db, q));
      times.set(q, [...(times.get(q) ?? []), time]);
    }
  }
  return times;
}

/** Time of a query that depends on the machine and the number of rows only: the median of five. */
async function timeControl(db: Database): Promise<number> {
  const scan = db.$client.prepare('SELECT sum(present_price_rupees) FROM listings NOT INDEXED WHERE year > 2000');
  const times: number[] = [];
  for (let at = 0; at < 5; at += 1) times.push(await timeSearch(() => scan.get()));
  return quantile(times, 0.5);
}

const milliseconds = (value: number): string => `${figure(value)} ms`;

/**
 * Times of the table of searches, by the queries that screens and API share. The goal is for all runs; the medians of
 * each search beside it do not contain interruptions by other programs.
 */
export async function measureSearch(databasePath: string, count: number, isQuick: boolean): Promise<void> {
  printTitle(
    `Searches in ${count.toLocaleString('en-IN')} listings: time of a page of the best matches, and how many there are`,
  );
  const db = openDatabase(databasePath);
  try {
    // As the hourly cleanup does.
    while (mergeDocuments(db) > 0);
    const before = performance.now();
    await loadOfferTables(db);
    console.log(`  offers read into memory in ${milliseconds(performance.now() - before)}`);
    const control = await timeControl(db);
    console.log(`  control query, a scan of all listings: ${milliseconds(control)}`);
    for (const [name, read] of Object.entries(reads)) {
      await timeSearches(db, read, 1);
      const turns = monitorEventLoopDelay({ resolution: 1 });
      turns.enable();
      const timesByQuery = await timeSearches(db, read, isQuick ? 2 : 10);
      turns.disable();
      const medians = [...timesByQuery].map(([q, times]) => ({ q, median: quantile(times, 0.5) }));
      const slowest = medians.reduce((one, other) => (other.median > one.median ? other : one));
      const medianTimes = medians.map(({ median }) => median);
      printGoal(
        `${name}, 99th percentile of all runs`,
        {
          value: quantile([...timesByQuery.values()].flat(), 0.99),
          atMost: searchGoalMilliseconds(count),
          unit: ' ms',
        },
        [
          `of the medians of each search ${milliseconds(quantile(medianTimes, 0.99))}`,
          `median ${milliseconds(quantile(medianTimes, 0.5))}`,
          `slowest “${slowest.q}” ${milliseconds(slowest.median)}`,
          `${figure(quantile([...timesByQuery.values()].flat(), 0.99) / control)} × the control query`,
        ].join(', '),
      );
      const longest = { value: turns.max / 1e6, unit: ' ms' };
      if (count > 100_000) printFigure(`${name}, longest turn of the event loop`, milliseconds(longest.value));
      else printGoal(`${name}, longest turn of the event loop`, { ...longest, atMost: turnGoalMilliseconds });
    }
    await compareWithScan(db, isQuick ? 20 : 100);
    await compareWithNames(db, isQuick ? 20 : 100);
  } finally {
    closeDatabase(db);
  }
}
