/** Searches the catalogue. */

import type { Database } from '~db/connection';
import { findPlacesInQuery } from '../places/places.server';
import { findRowsInChunks } from '../search/bounded-search.server';
import { findMatches, type TextSearch, applyParsedFilters, parseTextSearch } from '../search/text-search.server';
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
import { type VehicleFilters, type VehicleQuery, type VehicleSort, vehicleSorts } from './vehicle';

/** Maximum number of vehicles that are counted and can be paged to. */
export const maxVehiclesCounted = 10_000;
const bounds: Bounds = {
  maxRows: maxVehiclesCounted,
  maxScanned: 10_000,
  maxMatches: 2_000,
  maxFilteredMatches: 2_000,
};

const filters = {
  type: { sql: 'v.type = @type', index: 'vehicles_type', isChronological: false },
  stock: { sql: 'v.stock = @stock', index: 'vehicles_stock', isChronological: true },
  category: { sql: 'v.category = @category', index: 'vehicles_category', isChronological: true },
  condition: { sql: 'v.condition = @condition', index: 'vehicles_condition', isChronological: true },
  brand: { sql: 'v.search_brand = @brand', index: 'vehicles_brand', isChronological: true },
  fuel: { sql: 'v.fuel = @fuel', index: 'vehicles_fuel', isChronological: true },
  mileage: {
    sql: 'v.mileage_kmpl >= @fromMileage AND v.mileage_kmpl < @belowMileage',
    index: 'vehicles_mileage',
    isChronological: false,
  },
  price: { sql: 'v.price_rupees BETWEEN @minPrice AND @maxPrice', index: 'vehicles_price', isChronological: false },
  year: { sql: 'v.model_year BETWEEN @minYear AND @maxYear', index: 'vehicles_year', isChronological: false },
  /** Without an index, because it excludes few vehicles. */
  yearOrNew: { sql: "(v.stock = 'new' OR v.model_year BETWEEN @minYear AND @maxYear)", isChronological: false },
  kilometres: {
    sql: 'v.kilometres_driven BETWEEN 0 AND @maxKilometres',
    index: 'vehicles_kilometres',
    isChronological: false,
  },
  engine: { sql: 'v.engine_cc BETWEEN @minCc AND @maxCc', index: 'vehicles_engine', isChronological: false },
  power: { sql: 'v.power_ps BETWEEN @minPower AND @maxPower', index: 'vehicles_power', isChronological: false },
  range: { sql: 'v.range_km >= @minRange', index: 'vehicles_range', isChronological: false },
  minMileage: { sql: 'v.mileage_kmpl >= @minMileage', index: 'vehicles_mileage', isChronological: false },
  seatHeight: {
    sql: 'v.seat_height_mm BETWEEN 0 AND @maxSeatHeight',
    index: 'vehicles_seat_height',
    isChronological: false,
  },
  weight: { sql: 'v.kerb_weight_kg BETWEEN 0 AND @maxWeight', index: 'vehicles_weight', isChronological: false },
  owners: { sql: 'v.owners BETWEEN 0 AND @maxOwners', index: 'vehicles_owners', isChronological: false },
  bodyStyle: { sql: 'v.body_style = @bodyStyle', index: 'vehicles_body_style', isChronological: true },
  posted: { sql: 'v.created_at >= @postedSince', index: 'vehicles_created', isChronological: false },
  photo: { sql: 'EXISTS (SELECT 1 FROM vehicle_photos p WHERE p.vehicle_id = v.id)', isChronological: false },
  place: { sql: 'v.place = @place', index: 'vehicles_place', isChronological: true },
  transmission: { sql: 'v.transmission = @transmission', isChronological: false },
} satisfies Record<string, Filter>;

const newest: Order = { by: 'v.seq DESC', index: 'vehicles_newest' };
const price = createColumnOrders('v.seq', 'vehicles_price', {
  column: 'v.price_rupees',
  between: ['minPrice', 'maxPrice'],
});
const kilometres = createColumnOrders('v.seq', 'vehicles_kilometres', {
  column: 'v.kilometres_driven',
  isNullable: true,
});
const year = createColumnOrders('v.seq', 'vehicles_year', {
  column: 'v.model_year',
  isNullable: true,
  between: ['minYear', 'maxYear'],
});
const mileage = createColumnOrders('v.seq', 'vehicles_mileage', { column: 'v.mileage_kmpl', isNullable: true });
const rating = createColumnOrders('v.seq', 'vehicles_rating', { column: 'v.rating', isNullable: true });
const orders: Record<VehicleSort, Order> = {
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
  distance: createNearestOrder('v.seq', 'v.place', 'vehicles_place'),
  rating: rating.ascending,
  '-rating': rating.descending,
};

const table: SearchableTable = {
  from: 'vehicles v',
  seq: 'v.seq',
  position: 'v.seq',
  visible: 'v.hidden_at IS NULL',
  newest,
  documents: 'vehicle_documents',
  ranked: ['v.name', 'v.brand', "v.stock = 'upcoming'", '0', "v.stock = 'new'", 'v.body_style'],
};

const ranges = [
  { min: 'minPrice', max: 'maxPrice', filter: filters.price },
  { min: 'minYear', max: 'maxYear', filter: filters.year },
  { max: 'maxKilometres', filter: filters.kilometres },
  { min: 'minCc', max: 'maxCc', filter: filters.engine },
  { min: 'minPower', max: 'maxPower', filter: filters.power },
  { min: 'minRange', filter: filters.range },
  { min: 'minMileage', filter: filters.minMileage },
  { max: 'maxSeatHeight', filter: filters.seatHeight },
  { max: 'maxWeight', filter: filters.weight },
  { max: 'maxOwners', filter: filters.owners },
];

const rangesOrNew = ranges.map((range) =>
  range.filter === filters.year ? { ...range, filter: filters.yearOrNew } : range,
);

/** Converts filters of the catalogue to an SQL query. */
export function createVehicleSearchQuery(query: Omit<VehicleFilters, 'q'> & { sort: VehicleSort }): SearchQuery {
  const { brand, mileage: band, postedSince } = query;
  const parts: { filters: Filter[]; values: Values }[] = [
    createValueFilter('type', filters.type, query.type),
    createValueFilter('stock', filters.stock, query.stock),
    createValueFilter('category', filters.category, query.category),
    createValueFilter('condition', filters.condition, query.condition),
    createValueFilter('fuel', filters.fuel, query.fuel),
    createValueFilter('brand', filters.brand, typeof brand === 'string' ? foldBrand(brand) : brand?.map(foldBrand)),
    createValueFilter('bodyStyle', filters.bodyStyle, query.bodyStyle),
    createValueFilter('transmission', filters.transmission, query.transmission),
    createPlaceFilter(filters.place, query.near),
    createRangeFilters(query.orNew ? rangesOrNew : ranges, query),
    ...(band
      ? [
          {
            filters: [filters.mileage],
            values: { fromMileage: band.from, belowMileage: band.below ?? Number.MAX_SAFE_INTEGER },
          },
        ]
      : []),
    ...(postedSince === undefined ? [] : [{ filters: [filters.posted], values: { postedSince } }]),
    ...(query.withPhoto ? [{ filters: [filters.photo], values: {} }] : []),
    createExclusionFilter(table, query.without),
  ];
  return {
    table,
    filters: parts.flatMap((part) => part.filters),
    values: Object.assign({}, ...parts.map((part) => part.values)),
    // Without a filter on places there are no distances.
    order: query.sort === 'distance' && query.near === undefined ? newest : orders[query.sort],
    fts: query.fts,
  };
}

type SortedFilters = VehicleFilters & { sort: VehicleSort };

/** Converts filters with a search query to an SQL query. */
function createSearch(
  db: Database,
  { q, ...query }: SortedFilters,
): { textSearch: TextSearch | null; query: SearchQuery; isRanked: boolean } {
  const textSearch = parseTextSearch(db, q, query);
  if (!textSearch) return { textSearch, query: createVehicleSearchQuery(query), isRanked: false };
  const { filters: parsed, sort } = textSearch.parsedQuery;
  const order =
    query.sort === 'relevance' ? (vehicleSorts.find((vehicleSort) => vehicleSort === sort) ?? query.sort) : query.sort;
  const filters = applyParsedFilters(
    {
      ...query,
      type: query.type ?? parsed.vehicleType ?? undefined,
      fuel: query.fuel ?? parsed.fuelTypes,
      stock: query.stock ?? parsed.stock ?? undefined,
      condition: query.condition ?? parsed.condition ?? undefined,
      sort: order,
    },
    textSearch.parsedQuery,
    findPlacesInQuery(parsed),
  );
  return { textSearch, query: createVehicleSearchQuery(filters), isRanked: order === 'relevance' };
}

/**
 * Finds the sequence numbers (`seq`) of one page of vehicles in the requested order, yielding to other requests.
 *
 * @param request `page` from 1; a page after the last is empty
 * @returns `total`: at most the number of vehicles examined
 */
export async function findVehiclesInChunks(
  db: Database,
  request: VehicleQuery,
): Promise<{ seqs: number[]; total: number; parsedQuery: ParsedQuery | null }> {
  const { textSearch, query, isRanked } = createSearch(db, request);
  const parsedQuery = textSearch?.parsedQuery ?? null;
  if (!textSearch?.fts) return { ...(await findRowsInChunks(db, query, bounds, request)), parsedQuery };
  return { ...findMatches(db, query, textSearch, bounds, { ...request, isRanked }), parsedQuery };
}

/** Yields the sequence numbers of all matching vehicles in steps; see `iterateRows`. */
export function iterateVehicles(db: Database, request: SortedFilters): Generator<number[]> {
  const { textSearch, query } = createSearch(db, request);
  return iterateRows(db, { ...query, fts: textSearch?.fts?.anywhere }, bounds);
}
