import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingCounters } from '~db/schema';

import { foldForSearch } from '~db/search-fold';

import {
  type Bounds,
  type Filter,
  type FurtherLimits,
  findRows,
  findRowsInPieces,
  type Order,
  type SearchableTable,
  type SearchQuery,
} from '../search/bounded-search.server';
import { everyRow } from '../search/whole-list.server';
import { preparedOf } from '../shared/memoize.server';
import type { ListingFilters, ListingQuery, ListingSort, ListingStatistics } from './listing';

/**
 * Counts stop at 10,000; beyond that only the statistics, which triggers maintain, are exact. A search reads its newest
 * 500 matches; with filters or another order its newest 5,000.
 */
export const mostCounted = 10_000;
const bounds: Bounds = { counted: mostCounted, walked: 10_000, matches: 500, sifted: 5_000 };

const filters = {
  type: {
    sql: 'l.type = @type',
    index: 'listings_type',
    inOrder: true,
    ordered: { listings_price: 'listings_type_price' },
  },
  condition: { sql: 'l.condition = @condition', index: 'listings_condition', inOrder: true },
  brand: { sql: 'l.search_brand = @brand', index: 'listings_brand', inOrder: true },
  price: {
    sql: 'l.present_price_rupees BETWEEN @minPrice AND @maxPrice',
    index: 'listings_price',
    inOrder: false,
  },
  year: { sql: 'l.year BETWEEN @minYear AND @maxYear', index: 'listings_year', inOrder: false },
  kilometres: {
    sql: 'l.kilometres_driven BETWEEN 0 AND @maxKilometres',
    index: 'listings_kilometres',
    inOrder: false,
  },
  engine: { sql: 'CAST(l.engine_capacity AS REAL) BETWEEN @minCc AND @maxCc', inOrder: false },
  bodyStyles: { sql: 'l.body_style IN (SELECT value FROM json_each(@bodyStyles))', inOrder: false },
  owners: { sql: 'l.owner_number <= @maxOwners', inOrder: false },
  // Scooters have no gears; a listing does not say more.
  transmission: { sql: "iif(l.kind = 'scooter', 'automatic', 'manual') = @transmission", inOrder: false },
  leastMileage: { sql: "l.type = 'Petrol' AND l.mileage >= @minMileage", inOrder: false },
  leastRange: { sql: "l.type = 'Electric' AND l.mileage >= @minRange", inOrder: false },
} satisfies Record<string, Filter>;

const availability: Filter = {
  sql: 'l.availability = @availability',
  index: 'listings_availability',
  inOrder: true,
  ordered: { listings_price: 'listings_availability_price' },
  isBroad: true,
};

const newest: Order = { by: 'l.seq DESC', index: 'listings_newest' };
const orders: Record<ListingSort, Order> = {
  newest,
  price: {
    by: 'l.present_price_rupees, l.seq',
    index: 'listings_price',
    first: { column: 'l.present_price_rupees', isDescending: false, between: ['minPrice', 'maxPrice'] },
  },
  '-price': {
    by: 'l.present_price_rupees DESC, l.seq DESC',
    index: 'listings_price',
    first: { column: 'l.present_price_rupees', isDescending: true, between: ['minPrice', 'maxPrice'] },
  },
};

const further = [
  ['maxOwners', filters.owners],
  ['transmission', filters.transmission],
  ['minMileage', filters.leastMileage],
  ['minRange', filters.leastRange],
] as const;

const tableOf = (kind: ListingKind): SearchableTable => ({
  from: 'listings l',
  seq: 'l.seq',
  visible: 'l.kind = @kind AND l.is_sample = 0 AND l.hidden_at IS NULL',
  newest,
  fullText: `${kind}_search`,
  documents: `${kind}_documents`,
  searchName: 'l.search_name',
  searchBrand: 'l.search_brand',
});
const tables: Record<ListingKind, SearchableTable> = { bike: tableOf('bike'), scooter: tableOf('scooter') };

const largest = Number.MAX_SAFE_INTEGER;

const { kind: _kind, ...counted } = getTableColumns(listingCounters);

const counters = preparedOf((db) =>
  db
    .select(counted)
    .from(listingCounters)
    .where(eq(listingCounters.kind, sql.placeholder('kind')))
    .prepare(),
);

/** Statistics of one kind, without samples, maintained by triggers. */
export function listingStatistics(db: Database, kind: ListingKind): ListingStatistics {
  return counters(db).get({ kind }) ?? { total: 0, available: 0, sold: 0, petrol: 0, electric: 0 };
}

/** Translates the filters of a listing query for the bounded search. */
export function listingSearchQuery(
  db: Database,
  query: ListingFilters & FurtherLimits & { kind: ListingKind; sort: ListingSort },
): SearchQuery {
  const { kind, sort, q } = query;
  const statistics = listingStatistics(db, kind);
  const given: Filter[] = [];
  const values: SearchQuery['values'] = { kind };
  if (query.availability !== undefined) {
    values.availability = query.availability;
    given.push({ ...availability, size: query.availability === 'sold' ? statistics.sold : statistics.available });
  }
  if (query.type !== undefined) {
    values.type = query.type;
    given.push({ ...filters.type, size: query.type === 'Petrol' ? statistics.petrol : statistics.electric });
  }
  if (query.condition !== undefined) {
    values.condition = query.condition;
    given.push(filters.condition);
  }
  if (query.brand !== undefined) {
    values.brand = foldForSearch(query.brand.trim());
    given.push(filters.brand);
  }
  if (query.minPrice !== undefined || query.maxPrice !== undefined) {
    values.minPrice = query.minPrice ?? 0;
    values.maxPrice = query.maxPrice ?? largest;
    given.push(filters.price);
  }
  if (query.minYear !== undefined || query.maxYear !== undefined) {
    values.minYear = query.minYear ?? 0;
    values.maxYear = query.maxYear ?? largest;
    given.push(filters.year);
  }
  if (query.maxKilometres !== undefined) {
    values.maxKilometres = query.maxKilometres;
    given.push(filters.kilometres);
  }
  if (query.minCc !== undefined || query.maxCc !== undefined) {
    values.minCc = query.minCc ?? 0;
    values.maxCc = query.maxCc ?? largest;
    given.push(filters.engine);
  }
  if (query.bodyStyles !== undefined) {
    values.bodyStyles = JSON.stringify(query.bodyStyles);
    given.push(filters.bodyStyles);
  }
  for (const [name, filter] of further) {
    const value = query[name];
    if (value === undefined) continue;
    values[name] = value;
    given.push(filter);
  }
  return {
    table: tables[kind],
    filters: given,
    values,
    order: orders[sort],
    q,
    match: query.match,
    inAll: statistics.total,
  };
}

/**
 * Finds one page of listings, as their chronological sequence numbers (`seq`) in the requested order.
 *
 * @param query `page` from 1; a page after the last is empty
 * @returns `total` is exact for all listings and for a single availability or type filter; otherwise it is at most the
 *   number of rows examined
 */
export function findListings(db: Database, query: ListingQuery): { seqs: number[]; total: number } {
  return findRows(db, listingSearchQuery(db, query), bounds, query);
}

/** The same for any combination of filters, in portions, so that other requests are answered in between. */
export function findListingsInPieces(db: Database, query: ListingQuery): Promise<{ seqs: number[]; total: number }> {
  return findRowsInPieces(db, listingSearchQuery(db, query), bounds, query);
}

/** Sequence numbers of every matching listing, in portions; see `everyRow`. */
export const everyListing = (
  db: Database,
  query: ListingFilters & { kind: ListingKind; sort: ListingSort },
): Generator<number[]> => everyRow(db, listingSearchQuery(db, query), bounds);
