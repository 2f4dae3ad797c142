import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import {
  type Bounds,
  type Filter,
  type FurtherLimits,
  findRowsInPieces,
  type Order,
  type SearchableTable,
  type SearchQuery,
} from '../search/bounded-search.server';
import { everyRow } from '../search/whole-list.server';
import type { VehicleFilters, VehicleQuery, VehicleSort } from './vehicle';

/** Counts stop at 10,000; a search reads its newest 2,000 matches. */
export const mostVehiclesCounted = 10_000;
const bounds: Bounds = { counted: mostVehiclesCounted, walked: 10_000, matches: 2_000, sifted: 2_000 };

const filters = {
  type: { sql: 'v.type = @type', index: 'vehicles_type', inOrder: false },
  stock: { sql: 'v.stock = @stock', index: 'vehicles_stock', inOrder: true },
  category: { sql: 'v.category = @category', index: 'vehicles_category', inOrder: true },
  condition: { sql: 'v.condition = @condition', index: 'vehicles_condition', inOrder: true },
  brand: { sql: 'v.search_brand = @brand', index: 'vehicles_brand', inOrder: true },
  fuel: { sql: 'v.fuel = @fuel', index: 'vehicles_fuel', inOrder: true },
  mileage: {
    sql: 'v.mileage_kmpl >= @fromMileage AND v.mileage_kmpl < @belowMileage',
    index: 'vehicles_mileage',
    inOrder: false,
  },
  price: { sql: 'v.price_rupees BETWEEN @minPrice AND @maxPrice', index: 'vehicles_price', inOrder: false },
  year: { sql: 'v.model_year BETWEEN @minYear AND @maxYear', index: 'vehicles_year', inOrder: false },
  kilometres: {
    sql: 'v.kilometres_driven BETWEEN 0 AND @maxKilometres',
    index: 'vehicles_kilometres',
    inOrder: false,
  },
  engine: { sql: 'v.engine_cc BETWEEN @minCc AND @maxCc', inOrder: false },
  bodyStyles: { sql: 'v.body_style IN (SELECT value FROM json_each(@bodyStyles))', inOrder: false },
  owners: { sql: 'v.owners <= @maxOwners', inOrder: false },
  transmission: { sql: 'v.transmission = @transmission', inOrder: false },
  leastMileage: { sql: 'v.mileage_kmpl >= @minMileage', inOrder: false },
  leastRange: { sql: 'v.range_km >= @minRange', inOrder: false },
} satisfies Record<string, Filter>;

const newest: Order = { by: 'v.seq DESC', index: 'vehicles_newest' };
const price = { column: 'v.price_rupees', between: ['minPrice', 'maxPrice'] } as const;
const rating = { column: 'v.rating', isNullable: true } as const;
const orders: Record<VehicleSort, Order> = {
  newest,
  price: { by: 'v.price_rupees, v.seq', index: 'vehicles_price', first: { ...price, isDescending: false } },
  '-price': {
    by: 'v.price_rupees DESC, v.seq DESC',
    index: 'vehicles_price',
    first: { ...price, isDescending: true },
  },
  rating: { by: 'v.rating, v.seq', index: 'vehicles_rating', first: { ...rating, isDescending: false } },
  '-rating': {
    by: 'v.rating DESC, v.seq DESC',
    index: 'vehicles_rating',
    first: { ...rating, isDescending: true },
  },
};

const table: SearchableTable = {
  from: 'vehicles v',
  seq: 'v.seq',
  visible: 'v.hidden_at IS NULL',
  newest,
  fullText: 'vehicle_search',
  documents: 'vehicle_documents',
  searchName: 'v.search_name',
  searchBrand: 'v.search_brand',
};

const largest = Number.MAX_SAFE_INTEGER;
const further = [
  ['maxOwners', filters.owners],
  ['transmission', filters.transmission],
  ['minMileage', filters.leastMileage],
  ['minRange', filters.leastRange],
] as const;
const words = ['type', 'stock', 'category', 'condition', 'fuel'] as const;

/** Converts the filters of the catalogue to a query of the bounded search. */
export function vehicleSearchQuery(query: VehicleFilters & FurtherLimits & { sort: VehicleSort }): SearchQuery {
  const given: Filter[] = [];
  const values: SearchQuery['values'] = {};
  for (const name of words) {
    const value = query[name];
    if (value === undefined) continue;
    values[name] = value;
    given.push(filters[name]);
  }
  if (query.brand !== undefined) {
    values.brand = foldForSearch(query.brand.trim());
    given.push(filters.brand);
  }
  if (query.mileage !== undefined) {
    values.fromMileage = query.mileage.from;
    values.belowMileage = query.mileage.below ?? largest;
    given.push(filters.mileage);
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
  return { table, filters: given, values, order: orders[query.sort], q: query.q, match: query.match };
}

/**
 * Returns the sequence number (`seq`) of each vehicle on a page, in the requested order. Rows are read in portions, so
 * that other requests are answered in between.
 *
 * @param query `page` from 1; a page past the last one is empty
 * @returns the total number of matches, at most as many as were examined
 */
export const findVehiclesInPieces = (db: Database, query: VehicleQuery): Promise<{ seqs: number[]; total: number }> =>
  findRowsInPieces(db, vehicleSearchQuery(query), bounds, query);

/** Yields the sequence numbers of all matching vehicles, a few at a time; see `everyRow`. */
export const everyVehicle = (db: Database, query: VehicleFilters & { sort: VehicleSort }): Generator<number[]> =>
  everyRow(db, vehicleSearchQuery(query), bounds);
