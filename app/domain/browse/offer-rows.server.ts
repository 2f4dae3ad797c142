import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import { bodyStyles, type ListingKind, listingConditions, listingKinds, listingTypes, vehicleStocks } from '~db/enums';
import { vehicleSearchQuery } from '../catalogue/vehicle-search.server';
import { kilometresPerLitre, listingSearchQuery } from '../listings/listing-search.server';
import {
  findPlace,
  type KnownPlace,
  kilometresBetween,
  placeById,
  placeName,
  placesAround,
} from '../places/places.server';
import { type LookedAt, rowReader } from '../search/bounded-search.server';
import type { DocumentMatch } from '../search/document-match';
import { type KnownMatches, lookAtMatches, placeMeant, placeSaid, wordMatch } from '../search/matches.server';
import type { OfferFilters, OfferSort } from '../search/offer-filters';
import type { Bounds, RankedValues, SearchQuery } from '../search/search-query';
import type { Understood } from '../search/understood';
import { aDay, timestampBefore } from '../shared/dates';
import type { BrowseFilters, BrowseSort, OfferKind } from './browse-query';
import { inOrder, type OfferRow } from './offer-order';

/**
 * The browse page reads the first 500 of the catalogue, of bikes and of scooters on sale, in the requested order: its
 * pages and the counts of its options cover these. A search by words reads the newest 500 matches of each, or 1,000
 * when combined with filters or another order.
 */
const bounds: Bounds = { counted: 500, walked: 2_000, matches: 500, sifted: 1_000 };

/** Columns of both tables. */
type ReadValues = [
  seq: number,
  createdAt: string,
  ...RankedValues,
  searchBrand: string,
  fuel: OfferRow['fuel'],
  condition: OfferRow['condition'],
  bodyStyle: OfferRow['bodyStyle'],
  priceRupees: number,
  year: number | null,
  kilometres: number | null,
  place: string | null,
  owners: number | null,
  mileage: number | null,
  hasPhoto: number,
];

const readVehicles = rowReader<[kind: OfferRow['kind'], type: OfferRow['type'], ...ReadValues]>(
  ({ table }) => `
  v.stock, v.type, v.seq, v.created_at, ${table.ranked}, v.search_brand, v.fuel, v.condition, v.body_style,
  v.price_rupees, v.model_year, v.kilometres_driven, v.place, v.owners, v.mileage_kmpl,
  EXISTS (SELECT 1 FROM vehicle_photos p WHERE p.vehicle_id = v.id)`,
);
const readListings = rowReader<ReadValues>(
  ({ table }) => `
  l.seq, l.created_at, ${table.ranked}, l.search_brand, l.type, l.condition, l.body_style, l.present_price_rupees,
  l.year, l.kilometres_driven, l.place, l.owner_number, ${kilometresPerLitre},
  EXISTS (SELECT 1 FROM listing_photos p WHERE p.listing_id = l.id)`,
);

/** A search as it is carried out: the filters of the URL, and what `q` was understood to say beside them. */
export type Search = {
  filters: Omit<BrowseFilters, 'q'>;
  understood: Understood | null;
  match: DocumentMatch | null;
  /** The place that is asked for by the filter or the words. */
  around: KnownPlace | null;
  known: KnownMatches;
};

const known = <Value>(value: Value | null): Value | undefined => value ?? undefined;
const orOneOf = <Value>(given: readonly Value[], meant: Value | null): readonly Value[] =>
  given.length > 0 || meant === null ? given : [meant];

/** Filters that `q` sets, where the URL does not set the same. */
function completed({ q: _, ...filters }: BrowseFilters, { limits }: Understood): Search['filters'] {
  const isPriced = filters.minPrice !== null || filters.maxPrice !== null;
  const isDated = filters.minYear !== null || filters.maxYear !== null;
  const isOfSize = filters.minCc !== null || filters.maxCc !== null;
  return {
    ...filters,
    vehicleType: orOneOf(filters.vehicleType, limits.vehicleType),
    fuelType: orOneOf(filters.fuelType, limits.fuelType),
    condition: orOneOf(filters.condition, limits.condition),
    bodyStyle:
      filters.bodyStyle.length > 0
        ? filters.bodyStyle
        : bodyStyles.filter((style) => limits.bodyStyles.includes(style)),
    ...(!isPriced && { minPrice: limits.minPrice, maxPrice: limits.maxPrice }),
    ...(!isDated && { minYear: limits.minYear, maxYear: limits.maxYear }),
    ...(!isOfSize && { minCc: limits.minCc, maxCc: limits.maxCc }),
    maxKilometres: filters.maxKilometres ?? limits.maxKilometres,
    maxOwners: filters.maxOwners ?? limits.maxOwners,
    minMileage: filters.minMileage ?? limits.minMileage,
    minRange: filters.minRange ?? limits.minRange,
  };
}

/** The filters without the city of the URL where the words name another place, which goes before it. */
export function besidePlaceSaid(filters: BrowseFilters, understood: Understood | null): BrowseFilters {
  const asked = filters.city === null ? null : findPlace(filters.city);
  return asked && understood && placeSaid(understood.limits, asked.id) === 'other'
    ? { ...filters, city: null, within: null }
    : filters;
}

/**
 * @param from the city that distances are told from, also where it does not filter
 * @param known matches that an earlier search of the same request has found
 */
export function searchOf(
  filters: BrowseFilters,
  understood: Understood | null,
  { from = filters.city, known = new Map() }: { from?: string | null; known?: KnownMatches } = {},
): Search {
  const city = from ?? understood?.limits.city ?? null;
  const around = city === null ? null : findPlace(city);
  if (!understood) return { filters, understood, match: null, around, known };
  const asked = filters.city === null ? null : findPlace(filters.city);
  const match = wordMatch(understood, asked?.id ?? null);
  return { filters: completed(filters, understood), understood, match, around, known };
}

/** Whether offers of a kind are wanted. */
function isWanted({ filters, understood }: Search, kind: OfferKind): boolean {
  if (filters.kind.length > 0) return filters.kind.includes(kind);
  const stock = understood?.limits.stock ?? null;
  return stock === null || stock === kind || (stock === 'used' && kind === 'listing');
}

/** Filters that apply to both tables. */
const common = ({ filters, understood, around }: Search): OfferFilters => ({
  near:
    filters.city === null || !around
      ? understood
        ? placeMeant(understood.limits)
        : undefined
      : placesAround(around, filters.within),
  brand: filters.brand,
  bodyStyle: filters.bodyStyle,
  minPrice: known(filters.minPrice),
  maxPrice: known(filters.maxPrice),
  minYear: known(filters.minYear),
  maxYear: known(filters.maxYear),
  maxKilometres: known(filters.maxKilometres),
  maxOwners: known(filters.maxOwners),
  minCc: known(filters.minCc),
  maxCc: known(filters.maxCc),
  minMileage: known(filters.minMileage),
  minRange: known(filters.minRange),
  transmission: known(understood?.limits.transmission ?? null),
  postedSince: filters.postedWithin === null ? undefined : timestampBefore(new Date(), filters.postedWithin * aDay),
  withPhoto: filters.withPhoto,
});

const nothing: LookedAt<OfferRow> = { rows: [], total: 0, isExact: true };

type Location = Pick<OfferRow, 'city' | 'km'>;
const nowhere: Location = { city: null, km: null };

/** Tells the name and the distance of places, of which many rows have the same. */
export function locator(around: KnownPlace | null): (id: string | null) => Location {
  const known = new Map<string, Location>();
  return (id) => {
    if (id === null) return nowhere;
    const earlier = known.get(id);
    if (earlier) return earlier;
    const place = placeById(id);
    const made = place ? { city: placeName(place), km: around && kilometresBetween(around, place) } : nowhere;
    known.set(id, made);
    return made;
  };
}

/** Makes rows of what is read; `kind` and `type` are columns of the catalogue, and the same for all listings of a kind. */
function rowMaker({
  around,
}: Search): (values: ReadValues, kind: OfferRow['kind'], type: OfferRow['type']) => OfferRow {
  const locationOf = locator(around);
  return (values, kind, type) => {
    const [
      seq,
      createdAt,
      name,
      brand,
      isUnavailable,
      isBehind,
      isModel,
      searchBrand,
      fuel,
      condition,
      bodyStyle,
      priceRupees,
      year,
      kilometres,
      place,
      owners,
      mileage,
      hasPhoto,
    ] = values;
    const { city, km } = locationOf(place);
    return {
      seq,
      kind,
      type,
      name,
      brand,
      searchBrand,
      fuel,
      condition,
      bodyStyle,
      priceRupees,
      year,
      kilometres,
      owners,
      mileage,
      hasPhoto,
      city,
      km,
      createdAt,
      isUnavailable,
      isBehind,
      isModel,
      isElsewhere: false,
    };
  };
}

function lookAtVehicles(db: Database, search: Search, sort: OfferSort, of: Bounds): LookedAt<OfferRow> {
  const { vehicleType, fuelType, condition, minPower, maxPower, maxSeatHeight, maxWeight } = search.filters;
  const stock = vehicleStocks.filter((kind) => isWanted(search, kind));
  if (stock.length === 0) return nothing;
  const query = vehicleSearchQuery({
    ...common(search),
    stock: stock.length === vehicleStocks.length ? undefined : stock,
    type: vehicleType,
    fuel: fuelType,
    condition,
    minPower: known(minPower),
    maxPower: known(maxPower),
    maxSeatHeight: known(maxSeatHeight),
    maxWeight: known(maxWeight),
    sort,
  });
  const rowOf = rowMaker(search);
  const read = (...given: [Database, SearchQuery, Bounds]) =>
    readVehicles(...given, ([kind, type, ...values]) => rowOf(values, kind, type));
  return lookAtMatches(db, query, search.match, of, read, search.known);
}

/** The filters that listings can meet; null where they can meet none, such as a weight or diesel. */
function filtersOfListings({ filters }: Search, listingKind: ListingKind) {
  const { vehicleType, fuelType, condition, minPower, maxPower, maxSeatHeight, maxWeight } = filters;
  if ([minPower, maxPower, maxSeatHeight, maxWeight].some((figure) => figure !== null)) return null;
  if (vehicleType.length > 0 && !vehicleType.some((type) => type.toLowerCase() === listingKind)) return null;
  const types = listingTypes.filter((type) => fuelType.includes(type));
  const conditions = listingConditions.filter((one) => condition.includes(one));
  if (types.length < Math.min(1, fuelType.length) || conditions.length < Math.min(1, condition.length)) return null;
  return { type: types, condition: conditions };
}

/** The search among the listings of a kind that are for sale; null where it can mean none of them. */
export function listingQuery(db: Database, kind: ListingKind, search: Search, sort: OfferSort): SearchQuery | null {
  const own = isWanted(search, 'listing') ? filtersOfListings(search, kind) : null;
  return own && listingSearchQuery(db, { ...common(search), ...own, kind, availability: 'available', sort });
}

function lookAtListings(
  db: Database,
  kind: ListingKind,
  search: Search,
  sort: OfferSort,
  of: Bounds,
): LookedAt<OfferRow> {
  const query = listingQuery(db, kind, search, sort);
  if (!query) return nothing;
  const rowOf = rowMaker(search);
  const type = kind === 'bike' ? 'Bike' : 'Scooter';
  const read = (...given: [Database, SearchQuery, Bounds]) =>
    readListings(...given, (values) => rowOf(values, 'listing', type));
  return lookAtMatches(db, query, search.match, of, read, search.known);
}

/** The order of tables that are put into the order of relevance afterwards. */
export const tableSort = (sort: BrowseSort): OfferSort => (sort === 'relevance' ? 'newest' : sort);

/** What a list is of: everything, or the listings of one kind. */
export type OfferScope = 'everything' | ListingKind;

/**
 * Ties list the catalogue first, then bikes, then scooters, each in its own order. Other requests are answered between
 * the tables.
 *
 * @param counted how many of each table are read
 */
export async function lookAt(
  db: Database,
  search: Search,
  sort: BrowseSort,
  { scope = 'everything', counted = bounds.counted }: { scope?: OfferScope; counted?: number } = {},
): Promise<LookedAt<OfferRow>> {
  const of = { ...bounds, counted };
  const tables = scope === 'everything' ? [lookAtVehicles(db, search, tableSort(sort), of)] : [];
  for (const kind of listingKinds) {
    if (scope !== 'everything' && scope !== kind) continue;
    await setImmediate();
    tables.push(lookAtListings(db, kind, search, tableSort(sort), of));
  }
  return {
    rows: inOrder(
      tables.flatMap(({ rows }) => rows),
      sort,
      search.understood,
    ),
    total: tables.reduce((sum, { total }) => sum + total, 0),
    isExact: tables.every(({ isExact }) => isExact),
  };
}
