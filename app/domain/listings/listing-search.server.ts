import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { type ListingKind, listingConditions, listingTypes } from '~db/enums';
import { listingCounters } from '~db/schema';
import { memoizePrepared } from '~db/statements';
import { findPlacesInQuery } from '../places/places.server';
import { findRows, findRowsInChunks, joinConditions, numberStatements } from '../search/bounded-search.server';
import { findMatches, type TextSearch, applyParsedFilters, parseTextSearch } from '../search/text-search.server';
import { type ListSort, offerSorts } from '../search/search-query';
import {
  type Bounds,
  createColumnOrders,
  createExclusionFilter,
  createNearestOrder,
  createPlaceFilter,
  createRangeFilters,
  createValueFilter,
  type Filter,
  type Order,
  type SearchableTable,
  type SearchQuery,
  type Values,
} from '../search/search-query';
import type { ParsedQuery } from '../search/parsed-query';
import { iterateRows } from '../search/iterate-rows.server';
import { foldBrand } from '../search/brand-names.server';
import { findModelsWithin } from './models.server';
import { firstYear, type ListingFilters, type ListingQuery, type ListingStatistics } from './listing';

/** Counts stop at 10,000; beyond that only the statistics, which triggers maintain, are exact. */
export const maxCounted = 10_000;
const bounds: Bounds = { maxRows: maxCounted, maxScanned: 10_000, maxMatches: 500, maxFilteredMatches: 1_000 };
/** A search by words counts to 2,000: it reads its newest 500 matches, with filters or another order the newest 1,000. */
const textBounds: Bounds = { ...bounds, maxRows: 1_000, maxScanned: 2_000 };

/** The two figures that the column `mileage` contains; 0 if unknown. Written exactly as in the indexes. */
export const kilometresPerLitre = "CASE WHEN l.type = 'Petrol' AND l.mileage > 0 THEN l.mileage END";
const kilometresACharge = "CASE WHEN l.type = 'Electric' AND l.mileage > 0 THEN l.mileage END";

const filters = {
  type: {
    sql: 'l.type = @type',
    index: 'listings_type',
    isChronological: true,
    orderedIndexes: { listings_price: 'listings_type_price' },
  },
  condition: { sql: 'l.condition = @condition', index: 'listings_condition', isChronological: true },
  brand: { sql: 'l.search_brand = @brand', index: 'listings_brand', isChronological: true },
  price: {
    sql: 'l.present_price_rupees BETWEEN @minPrice AND @maxPrice',
    index: 'listings_price',
    isChronological: false,
  },
  year: { sql: 'l.year BETWEEN @minYear AND @maxYear', index: 'listings_year', isChronological: false },
  kilometres: {
    sql: 'l.kilometres_driven BETWEEN 0 AND @maxKilometres',
    index: 'listings_kilometres',
    isChronological: false,
  },
  engine: {
    sql: 'CAST(l.engine_capacity AS REAL) BETWEEN @minCc AND @maxCc',
    index: 'listings_engine',
    isChronological: false,
  },
  mileage: { sql: `${kilometresPerLitre} >= @minMileage`, index: 'listings_mileage', isChronological: false },
  range: { sql: `${kilometresACharge} >= @minRange`, index: 'listings_range', isChronological: false },
  owners: { sql: 'l.owner_number BETWEEN 0 AND @maxOwners', index: 'listings_owners', isChronological: false },
  bodyStyle: { sql: 'l.body_style = @bodyStyle', index: 'listings_body_style', isChronological: true },
  posted: { sql: 'l.created_at >= @postedSince', index: 'listings_created', isChronological: false },
  photo: { sql: 'l.has_photo = 1', isChronological: false },
  place: { sql: 'l.place = @place', index: 'listings_place', isChronological: true },
  /** Weight and seat height, which follow from the model of a listing. */
  model: { sql: "l.brand || '|' || l.model IN (SELECT value FROM json_each(@models))", isChronological: false },
  // Scooters have no gears; a listing does not say more.
  transmission: { sql: "iif(l.kind = 'scooter', 'automatic', 'manual') = @transmission", isChronological: false },
} satisfies Record<string, Filter>;

const availability: Filter = {
  sql: 'l.availability = @availability',
  index: 'listings_availability',
  isChronological: true,
  orderedIndexes: {
    listings_price: 'listings_availability_price',
    listings_kilometres: 'listings_availability_kilometres',
    listings_year: 'listings_availability_year',
    listings_mileage: 'listings_availability_mileage',
  },
  isBroad: true,
};

const newest: Order = { by: 'l.position DESC', index: 'listings_position' };
const price = createColumnOrders('l.seq', 'listings_price', {
  column: 'l.present_price_rupees',
  between: ['minPrice', 'maxPrice'],
});
const kilometres = createColumnOrders('l.seq', 'listings_kilometres', {
  column: 'l.kilometres_driven',
  isNullable: true,
});
const year = createColumnOrders('l.seq', 'listings_year', { column: 'l.year', between: ['minYear', 'maxYear'] });
const mileage = createColumnOrders('l.seq', 'listings_mileage', { column: kilometresPerLitre, isNullable: true });
const orders: Record<ListSort, Order> = {
  relevance: newest,
  newest,
  price: price.ascending,
  '-price': price.descending,
  kilometres: kilometres.ascending,
  '-kilometres': kilometres.descending,
  year: year.ascending,
  '-year': year.descending,
  mileage: mileage.ascending,
  '-mileage': mileage.descending,
  distance: createNearestOrder('l.seq', 'l.place', 'listings_place'),
};

/** Last year of the whole decades that `createYearTerms` names; the schema allows no year after it. */
const endOfYears = 2099;
/** Engine sizes such as 200 cc begin like the years before it. */
const firstWholeDecade = 2010;

/**
 * Full-text terms of a range of years, which the documents of listings contain among the details: single years, and
 * prefixes of whole decades.
 */
function createYearTerms({ minYear = firstYear, maxYear = endOfYears }: ListingFilters): string[] {
  const terms: string[] = [];
  for (let year = Math.max(firstYear, minYear); year <= Math.min(endOfYears, maxYear); ) {
    const isWholeDecade = year >= firstWholeDecade && year % 10 === 0 && year + 9 <= maxYear;
    terms.push(isWholeDecade ? `"${String(year).slice(0, 3)}"*` : `"${year}"`);
    year += isWholeDecade ? 10 : 1;
  }
  return terms;
}

function createYearFilter(query: ListingFilters): Filter {
  if (query.minYear === undefined && query.maxYear === undefined) return filters.year;
  const terms = createYearTerms(query);
  if (terms.length === 0) return filters.year;
  return { ...filters.year, fts: { operator: 'AND', query: `{details} : (${terms.join(' OR ')})` } };
}

const createRanges = (query: ListingFilters) => [
  { min: 'minPrice', max: 'maxPrice', filter: filters.price },
  { min: 'minYear', max: 'maxYear', filter: createYearFilter(query) },
  { max: 'maxKilometres', filter: filters.kilometres },
  { min: 'minCc', max: 'maxCc', filter: filters.engine },
  { min: 'minMileage', filter: filters.mileage },
  { min: 'minRange', filter: filters.range },
  { max: 'maxOwners', filter: filters.owners },
];

const createSearchableTable = (kind: ListingKind): SearchableTable => ({
  from: 'listings l',
  seq: 'l.seq',
  position: 'l.position',
  visible: 'l.kind = @kind AND l.is_sample = 0 AND l.hidden_at IS NULL',
  newest,
  documents: `${kind}_documents`,
  facts: { index: 'listings_facts', where: 'l.kind = @kind' },
  ranked: ['l.name', 'l.brand', "l.availability = 'sold'", 'l.is_behind', '0', 'l.body_style'],
});
const tables: Record<ListingKind, SearchableTable> = {
  bike: createSearchableTable('bike'),
  scooter: createSearchableTable('scooter'),
};

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

/** Converts a listing query for the bounded search. */
export function createListingSearchQuery(
  db: Database,
  query: Omit<ListingFilters, 'q'> & { kind: ListingKind; sort: ListSort },
): SearchQuery {
  const { kind, brand, postedSince } = query;
  const { total, available, sold, petrol, electric } = readListingStatistics(db, kind);
  const parts: { filters: Filter[]; values: Values }[] = [
    createValueFilter('availability', availability, query.availability, (one) => (one === 'sold' ? sold : available)),
    createValueFilter('type', filters.type, query.type, (one) => (one === 'Petrol' ? petrol : electric)),
    createValueFilter('condition', filters.condition, query.condition),
    createValueFilter('brand', filters.brand, typeof brand === 'string' ? foldBrand(brand) : brand?.map(foldBrand)),
    createValueFilter('bodyStyle', filters.bodyStyle, query.bodyStyle),
    createValueFilter('transmission', filters.transmission, query.transmission),
    createPlaceFilter(filters.place, query.near),
    createRangeFilters(createRanges(query), query),
    ...(query.maxWeight === undefined && query.maxSeatHeight === undefined
      ? []
      : [{ filters: [filters.model], values: { models: JSON.stringify(findModelsWithin(query)) } }]),
    ...(postedSince === undefined ? [] : [{ filters: [filters.posted], values: { postedSince } }]),
    ...(query.withPhoto ? [{ filters: [filters.photo], values: {} }] : []),
    createExclusionFilter(tables[kind], query.without),
  ];
  return {
    table: tables[kind],
    filters: parts.flatMap((part) => part.filters),
    values: Object.assign({ kind }, ...parts.map((part) => part.values)),
    // The order by distance needs places.
    order: query.sort === 'distance' && query.near === undefined ? newest : orders[query.sort],
    fts: query.fts,
    tableCount: total,
  };
}

type ListingsOfKind = ListingFilters & { kind: ListingKind; sort: ListSort };

/** A search of listings. `query` is null if no listing can match, as with diesel. */
export type ListingSearch = { textSearch: TextSearch | null; query: SearchQuery | null; isRanked: boolean };

function createListingSearch(db: Database, { q, ...query }: ListingsOfKind): ListingSearch {
  const textSearch = parseTextSearch(db, q, query);
  if (!textSearch) return { textSearch, query: createListingSearchQuery(db, query), isRanked: false };
  const { filters: parsed, sort } = textSearch.parsedQuery;
  const order =
    query.sort === 'relevance' ? (offerSorts.find((offerSort) => offerSort === sort) ?? query.sort) : query.sort;
  const type = query.type ?? listingTypes.filter((listingType) => parsed.fuelTypes.includes(listingType));
  const condition =
    query.condition ?? listingConditions.find((listingCondition) => listingCondition === parsed.condition);
  const isExcluded =
    (parsed.vehicleType !== null && parsed.vehicleType.toLowerCase() !== query.kind) ||
    parsed.stock === 'new' ||
    parsed.stock === 'upcoming' ||
    (parsed.fuelTypes.length > 0 && type.length === 0) ||
    (parsed.condition !== null && condition === undefined);
  const merged = applyParsedFilters(
    { ...query, type, condition, sort: order },
    textSearch.parsedQuery,
    findPlacesInQuery(parsed),
  );
  return {
    textSearch,
    query: isExcluded ? null : createListingSearchQuery(db, merged),
    isRanked: order === 'relevance',
  };
}

/**
 * One page of listings, as their chronological sequence numbers (`seq`) in the requested order; `total` is exact for
 * all listings and for a single availability or type filter, otherwise at most the number of rows examined.
 */
type FoundListings = { seqs: number[]; total: number; isExact: boolean; parsedQuery: ParsedQuery | null };

const noListings = { seqs: [], total: 0, isExact: true };

/** Finds one page of a search. @param at `page` from 1; a page after the last is empty */
export function findSearched(
  db: Database,
  { textSearch, query, isRanked }: ListingSearch,
  at: { page: number; limit: number },
): FoundListings {
  const parsedQuery = textSearch?.parsedQuery ?? null;
  if (!query) return { ...noListings, parsedQuery };
  if (!textSearch?.fts) return { ...findRows(db, query, textSearch ? textBounds : bounds, at), parsedQuery };
  return { ...findMatches(db, query, textSearch, textBounds, { ...at, isRanked }), parsedQuery };
}

export const searchListings = (db: Database, given: ListingQuery): FoundListings =>
  findSearched(db, createListingSearch(db, given), given);

/** Sequence numbers of the samples that match the filters of a query. */
export const findSamples = (db: Database, { filters: given, values }: SearchQuery): number[] =>
  numberStatements(db)(
    `SELECT l.seq FROM listings l INDEXED BY listings_samples
      WHERE ${joinConditions('l.kind = @kind', 'l.is_sample = 1', 'l.hidden_at IS NULL', ...given.map(({ sql }) => sql))}
      ORDER BY l.seq DESC`,
  ).all(values);

/** Like `searchListings`, yielding to other requests between chunks of rows. */
export async function searchListingsInChunks(db: Database, given: ListingQuery): Promise<FoundListings> {
  const { textSearch, query, isRanked } = createListingSearch(db, given);
  const parsedQuery = textSearch?.parsedQuery ?? null;
  if (!query) return { ...noListings, parsedQuery };
  if (!textSearch?.fts) {
    return { ...(await findRowsInChunks(db, query, textSearch ? textBounds : bounds, given)), parsedQuery };
  }
  return { ...findMatches(db, query, textSearch, textBounds, { ...given, isRanked }), parsedQuery };
}

/** Yields the sequence numbers of all matching listings in steps; see `iterateRows`. */
export function* iterateListings(db: Database, given: ListingsOfKind): Generator<number[]> {
  const { textSearch, query } = createListingSearch(db, given);
  if (query) yield* iterateRows(db, { ...query, fts: textSearch?.fts?.anywhere }, bounds);
}
