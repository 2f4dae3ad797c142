/** Searches the listings of one kind, and reads their statistics. */

import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingCounters } from '~db/schema';
import { memoizePrepared } from '~db/statements';
import { findPlacesInQuery } from '../places/places.server';
import {
  type FoundOffers,
  type FoundPage,
  iterateFound,
  readFoundPage,
  searchList,
} from '../search/list-search.server';
import { loadOfferTables } from '../search/offer-tables.server';
import { type ListSort, listSorts } from '../search/search-query';
import { findModelsWithin } from './models.server';
import type { ListingFilters, ListingQuery, ListingStatistics } from './listing';

const { kind: _kind, ...counted } = getTableColumns(listingCounters);

const counters = memoizePrepared((db) =>
  db
    .select(counted)
    .from(listingCounters)
    .where(eq(listingCounters.kind, sql.placeholder('kind')))
    .prepare(),
);

/** Statistics of one kind, without samples, maintained by triggers. */
export function readListingStatistics(db: Database, kind: ListingKind): ListingStatistics {
  return counters(db).get({ kind }) ?? { total: 0, available: 0, sold: 0, petrol: 0, electric: 0 };
}

type ListingsOfKind = ListingFilters & { kind: ListingKind; sort: ListSort };

const findOfKind = (db: Database, { q, kind, sort, type: fuel, ...filters }: ListingsOfKind): FoundOffers =>
  searchList(db, {
    table: kind,
    q,
    sort,
    sorts: listSorts,
    filters: { ...filters, fuel },
    findPlaces: findPlacesInQuery,
    findModels: findModelsWithin,
  });

/** Finds one page of listings. */
export async function searchListings(db: Database, query: ListingQuery): Promise<FoundPage> {
  await loadOfferTables(db);
  return readFoundPage(findOfKind(db, query), query);
}

/** Yields the sequence numbers of all matching listings in steps. */
export const iterateListings = (db: Database, query: ListingsOfKind): Generator<number[]> =>
  iterateFound(findOfKind(db, query));
