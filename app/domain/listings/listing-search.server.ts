/** Searches the listings of one kind, and reads their statistics. */

import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingCounters } from '~db/schema';
import { memoizePrepared } from '~db/statements';
import { findPlacesInQuery } from '../places/places.server';
import { createDistanceLookup, createOrder, findOffers, type OfferQuery } from '../search/offer-search.server';
import type { OfferOrder, OfferSelection } from '../search/offer-selection';
import { loadOfferTables } from '../search/offer-tables.server';
import type { ParsedQuery } from '../search/parsed-query';
import { parseSearch } from '../search/query-parser.server';
import { type ListSort, listSorts, type RowFilters } from '../search/search-query';
import { createTextSearch } from '../search/text-search.server';
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

type FoundListings = { selection: OfferSelection; order: OfferOrder; parsedQuery: ParsedQuery | null };

function findOfKind(db: Database, { q, kind, sort, type: fuel, ...filters }: ListingsOfKind): FoundListings {
  const own: RowFilters = { ...filters, fuel };
  const parsedQuery = q?.trim() ? parseSearch(db, q) : null;
  const search =
    q && parsedQuery ? createTextSearch(q, parsedQuery, own, findPlacesInQuery(parsedQuery.filters)) : null;
  const query: OfferQuery = { tables: [kind], filters: own, search, findModels: findModelsWithin };
  const near = search ? search.filters.near : own.near;
  const requested = sort === 'relevance' && parsedQuery ? parsedQuery.sort : sort;
  return {
    selection: findOffers(db, query),
    order: createOrder(
      db,
      listSorts.find((listSort) => listSort === requested) ?? 'relevance',
      query,
      createDistanceLookup(near),
    ),
    parsedQuery,
  };
}

/** Finds one page of listings, as their sequence numbers (`seq`). A page after the last is empty. */
export async function searchListings(
  db: Database,
  query: ListingQuery,
): Promise<{ seqs: number[]; total: number; parsedQuery: ParsedQuery | null }> {
  await loadOfferTables(db);
  const { selection, order, parsedQuery } = findOfKind(db, query);
  const { page, limit } = query;
  const offers = selection.getOffers(order, (page - 1) * limit, page * limit);
  return { seqs: offers.map(({ seq }) => seq), total: selection.total, parsedQuery };
}

/** Yields the sequence numbers of all matching listings in steps; see `iterateOffers`. */
export function* iterateListings(db: Database, query: ListingsOfKind): Generator<number[]> {
  const { selection, order } = findOfKind(db, query);
  for (const offers of selection.iterateOffers(order)) yield offers.map(({ seq }) => seq);
}
