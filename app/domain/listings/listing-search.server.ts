/** Searches the listings of one kind, and reads their statistics. */

import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingCounters } from '~db/schema/listings';
import { memoizePrepared } from '~db/statements';
import { findPlacesInQuery } from '../places/places-in-query.server';
import {
  type FoundOffers,
  type FoundPage,
  iterateFound,
  readFoundPage,
  searchList,
} from '../search/list-search.server';
import { loadOfferTables } from '../search/offer-tables.server';
import { type ListSort, listSorts } from '../search/search-query';
import type { SearchedPage } from '../search/text-search.server';
import type { Actor } from '../shared/actor';
import { createPagination } from '../shared/pagination.server';
import { findModelsWithin } from './models.server';
import type { Listing, ListingFilters, ListingQuery, ListingStatistics } from './listing';
import { findFullListings } from './listing.queries.server';

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

/** A page of full listings that match a query. */
export async function findListings(db: Database, query: ListingQuery, actor: Actor): Promise<SearchedPage<Listing>> {
  const { seqs, total, parsedQuery } = await searchListings(db, query);
  return { items: findFullListings(db, seqs, actor), pagination: createPagination(query, total), parsedQuery };
}
