import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { placesMeant } from '../places/places-meant.server';
import { findRowsInPieces } from '../search/bounded-search.server';
import { findMatches, type WordSearch, withLimits, wordSearch } from '../search/matches.server';
import {
  type Bounds,
  type Filter,
  nearestFirst,
  type Order,
  ordersBy,
  placeFilter,
  rangeFilters,
  type SearchableTable,
  type SearchQuery,
  type Values,
  valueFilter,
} from '../search/search-query';
import type { Understood } from '../search/understood';
import { everyRow } from '../search/whole-list.server';
import { type VehicleFilters, type VehicleQuery, type VehicleSort, vehicleSorts } from './vehicle';

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
  /** Without an index of its own: it only ever leaves a few of the catalogue out. */
  yearOrNew: { sql: "(v.stock = 'new' OR v.model_year BETWEEN @minYear AND @maxYear)", inOrder: false },
  kilometres: {
    sql: 'v.kilometres_driven BETWEEN 0 AND @maxKilometres',
    index: 'vehicles_kilometres',
    inOrder: false,
  },
  engine: { sql: 'v.engine_cc BETWEEN @minCc AND @maxCc', index: 'vehicles_engine', inOrder: false },
  power: { sql: 'v.power_ps BETWEEN @minPower AND @maxPower', index: 'vehicles_power', inOrder: false },
  range: { sql: 'v.range_km >= @minRange', index: 'vehicles_range', inOrder: false },
  leastMileage: { sql: 'v.mileage_kmpl >= @minMileage', index: 'vehicles_mileage', inOrder: false },
  seatHeight: { sql: 'v.seat_height_mm BETWEEN 0 AND @maxSeatHeight', index: 'vehicles_seat_height', inOrder: false },
  weight: { sql: 'v.kerb_weight_kg BETWEEN 0 AND @maxWeight', index: 'vehicles_weight', inOrder: false },
  owners: { sql: 'v.owners BETWEEN 0 AND @maxOwners', index: 'vehicles_owners', inOrder: false },
  bodyStyle: { sql: 'v.body_style = @bodyStyle', index: 'vehicles_body_style', inOrder: true },
  posted: { sql: 'v.created_at >= @postedSince', index: 'vehicles_created', inOrder: false },
  photo: { sql: 'EXISTS (SELECT 1 FROM vehicle_photos p WHERE p.vehicle_id = v.id)', inOrder: false },
  place: { sql: 'v.place = @place', index: 'vehicles_place', inOrder: true },
  transmission: { sql: 'v.transmission = @transmission', inOrder: false },
  without: {
    sql: 'v.seq NOT IN (SELECT rowid FROM vehicle_documents WHERE vehicle_documents MATCH @without)',
    inOrder: false,
  },
} satisfies Record<string, Filter>;

const newest: Order = { by: 'v.seq DESC', index: 'vehicles_newest' };
const price = ordersBy('v.seq', 'vehicles_price', { column: 'v.price_rupees', between: ['minPrice', 'maxPrice'] });
const kilometres = ordersBy('v.seq', 'vehicles_kilometres', { column: 'v.kilometres_driven', isNullable: true });
const year = ordersBy('v.seq', 'vehicles_year', {
  column: 'v.model_year',
  isNullable: true,
  between: ['minYear', 'maxYear'],
});
const mileage = ordersBy('v.seq', 'vehicles_mileage', { column: 'v.mileage_kmpl', isNullable: true });
const rating = ordersBy('v.seq', 'vehicles_rating', { column: 'v.rating', isNullable: true });
const orders: Record<VehicleSort, Order> = {
  relevance: newest,
  newest,
  price: price.up,
  '-price': price.down,
  kilometres: kilometres.up,
  '-kilometres': kilometres.down,
  year: year.up,
  '-year': year.down,
  mileage: mileage.up,
  '-mileage': mileage.down,
  distance: nearestFirst('v.seq', 'v.place', 'vehicles_place'),
  rating: rating.up,
  '-rating': rating.down,
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
  { least: 'minPrice', most: 'maxPrice', filter: filters.price },
  { least: 'minYear', most: 'maxYear', filter: filters.year },
  { most: 'maxKilometres', filter: filters.kilometres },
  { least: 'minCc', most: 'maxCc', filter: filters.engine },
  { least: 'minPower', most: 'maxPower', filter: filters.power },
  { least: 'minRange', filter: filters.range },
  { least: 'minMileage', filter: filters.leastMileage },
  { most: 'maxSeatHeight', filter: filters.seatHeight },
  { most: 'maxWeight', filter: filters.weight },
  { most: 'maxOwners', filter: filters.owners },
];

const rangesOrNew = ranges.map((range) =>
  range.filter === filters.year ? { ...range, filter: filters.yearOrNew } : range,
);

const folded = (brand: string): string => foldForSearch(brand.trim());

/** Converts the filters of the catalogue to a query of the bounded search. */
export function vehicleSearchQuery(query: Omit<VehicleFilters, 'q'> & { sort: VehicleSort }): SearchQuery {
  const { brand, mileage: band, postedSince } = query;
  const parts: { filters: Filter[]; values: Values }[] = [
    valueFilter('type', filters.type, query.type),
    valueFilter('stock', filters.stock, query.stock),
    valueFilter('category', filters.category, query.category),
    valueFilter('condition', filters.condition, query.condition),
    valueFilter('fuel', filters.fuel, query.fuel),
    valueFilter('brand', filters.brand, typeof brand === 'string' ? folded(brand) : brand?.map(folded)),
    valueFilter('bodyStyle', filters.bodyStyle, query.bodyStyle),
    valueFilter('transmission', filters.transmission, query.transmission),
    placeFilter(filters.place, query.near),
    rangeFilters(query.orNew ? rangesOrNew : ranges, query),
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
    ...(query.without === undefined ? [] : [{ filters: [filters.without], values: { without: query.without } }]),
  ];
  return {
    table,
    filters: parts.flatMap((part) => part.filters),
    values: Object.assign({}, ...parts.map((part) => part.values)),
    // Without places there is no distance.
    order: query.sort === 'distance' && query.near === undefined ? newest : orders[query.sort],
    match: query.match,
  };
}

type VehiclesInOrder = VehicleFilters & { sort: VehicleSort };

function vehicleSearch(
  db: Database,
  { q, ...query }: VehiclesInOrder,
): { words: WordSearch | null; query: SearchQuery; isRanked: boolean } {
  const words = wordSearch(db, q, query.near);
  if (!words) return { words, query: vehicleSearchQuery(query), isRanked: false };
  const { limits, sort } = words.understood;
  const order = query.sort === 'relevance' ? (vehicleSorts.find((one) => one === sort) ?? query.sort) : query.sort;
  const found = withLimits(
    {
      ...query,
      type: query.type ?? limits.vehicleType ?? undefined,
      fuel: query.fuel ?? limits.fuelTypes,
      stock: query.stock ?? limits.stock ?? undefined,
      condition: query.condition ?? limits.condition ?? undefined,
      sort: order,
    },
    words.understood,
    placesMeant(limits),
  );
  return { words, query: vehicleSearchQuery(found), isRanked: order === 'relevance' };
}

/**
 * Returns the sequence number (`seq`) of each vehicle on a page, in the requested order. Rows are read in portions, so
 * that other requests are answered in between.
 *
 * @param given `page` from 1; a page past the last one is empty
 * @returns the total number of matches, at most as many as were examined
 */
export async function findVehiclesInPieces(
  db: Database,
  given: VehicleQuery,
): Promise<{ seqs: number[]; total: number; understood: Understood | null }> {
  const { words, query, isRanked } = vehicleSearch(db, given);
  const understood = words?.understood ?? null;
  if (!words?.match) return { ...(await findRowsInPieces(db, query, bounds, given)), understood };
  return { ...findMatches(db, query, words, bounds, { ...given, isRanked }), understood };
}

/** Yields the sequence numbers of all matching vehicles, a few at a time; see `everyRow`. */
export function everyVehicle(db: Database, given: VehiclesInOrder): Generator<number[]> {
  const { words, query } = vehicleSearch(db, given);
  return everyRow(db, { ...query, match: words?.match?.anywhere }, bounds);
}
