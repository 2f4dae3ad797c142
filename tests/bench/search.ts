import type { ListingKind } from '~db/enums';

import type { ListingQuery } from '~/domain/listings/listing';
import { listings } from '~/domain/listings/listing.queries.server';
import { closeDatabase, type Database, openDatabase } from '~db/connection';
import { figure, printFigure, printGoal, printTitle } from './report';
import { searchTerms } from './search-terms';

export const searchGoalMilliseconds = 5;
const anonymous = { user: null, manageKeyIds: [] };
const kinds: readonly ListingKind[] = ['bike', 'scooter'];

type Timed = { group: string; term: string; milliseconds: number };

/** The value below which that share of the others is. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export const searchQuestions = Object.entries(searchTerms).flatMap(([group, terms]) =>
  terms.flatMap((term) => kinds.map((kind) => ({ group, term, kind }))),
);

/** Every term in turn, so often that the processor's caches of one are gone when it is repeated. */
function timeSearches(db: Database, rounds: number): Timed[] {
  const timed: Timed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { group, term, kind } of searchQuestions) {
      const query: ListingQuery = { kind, q: term, sort: 'newest', page: 1, limit: 20 };
      const startedAt = performance.now();
      listings(db, query, anonymous);
      timed.push({ group, term, milliseconds: performance.now() - startedAt });
    }
  }
  return timed;
}

const milliseconds = (value: number): string => `${figure(value)} ms`;

/** Substring search by the query that screens and API share. */
export async function measureSearch(databasePath: string, count: number, isQuick: boolean): Promise<void> {
  printTitle(`Substring search in ${count.toLocaleString('en-IN')} listings: the newest 20 and how many there are`);
  const db = openDatabase(databasePath);
  try {
    timeSearches(db, 2);
    const timed = timeSearches(db, isQuick ? 5 : 40);
    for (const group of Object.keys(searchTerms)) {
      const ofGroup = timed.filter((one) => one.group === group);
      const times = ofGroup.map((one) => one.milliseconds);
      const slowest = ofGroup.reduce((one, other) => (other.milliseconds > one.milliseconds ? other : one));
      printFigure(
        group,
        `median ${milliseconds(quantile(times, 0.5))}, 99th percentile ${milliseconds(quantile(times, 0.99))}, slowest “${slowest.term}” ${milliseconds(slowest.milliseconds)}`,
      );
    }
    const times = timed.map((one) => one.milliseconds);
    printGoal(
      'all, 99th percentile',
      { value: quantile(times, 0.99), atMost: searchGoalMilliseconds, unit: ' ms' },
      `median ${milliseconds(quantile(times, 0.5))}`,
    );
  } finally {
    closeDatabase(db);
  }
}
