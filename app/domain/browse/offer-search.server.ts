/** Converts the filters and the query of the browse page to SQL queries of the catalogue and of listings. */

import type { Database } from '~db/connection';
import { type ListingKind, listingConditions, listingTypes, vehicleStocks } from '~db/enums';
import { createVehicleSearchQuery } from '../catalogue/vehicle-search.server';
import { createListingSearchQuery } from '../listings/listing-search.server';
import {
  findPlace,
  findPlaceById,
  findPlacesAround,
  findPlacesInQuery,
  type KnownPlace,
} from '../places/places.server';
import type { FtsQuery } from '../search/fts-query';
import type { ParsedQuery } from '../search/parsed-query';
import type { OfferFilters, OfferSort, SearchQuery } from '../search/search-query';
import {
  applyParsedFilters,
  comparePlaces,
  createFtsQueryBesideFilters,
  type MatchCache,
} from '../search/text-search.server';
import { dayMs, getTimestampBefore } from '../shared/dates';
import { type BrowseFilters, isKindInStock, type OfferKind } from './browse-query';

/** A search over all offers. */
export type OfferSearch = {
  /** The filters of the URL; type, fuel and condition also of the query. */
  filters: Omit<BrowseFilters, 'q'>;
  /** Null without a query. */
  parsedQuery: ParsedQuery | null;
  /** Null if the query consists of filters alone. */
  fts: FtsQuery | null;
  /** Place from which distances are measured: that of the filter, or the first of the query. */
  centre: KnownPlace | null;
  matchCache: MatchCache;
};

const toUndefined = <Value>(value: Value | null): Value | undefined => value ?? undefined;
const orElse = <Value>(values: readonly Value[], others: readonly Value[]): readonly Value[] =>
  values.length > 0 ? values : others;
const toList = <Value>(value: Value | null): readonly Value[] => (value === null ? [] : [value]);

/** Removes the city of the URL if the query names another place, which takes precedence. */
export function removeReplacedCity(filters: BrowseFilters, parsedQuery: ParsedQuery | null): BrowseFilters {
  const place = filters.city === null ? null : findPlace(filters.city);
  return place && parsedQuery && comparePlaces(parsedQuery.filters, place.id) === 'other'
    ? { ...filters, city: null, within: null }
    : filters;
}

/**
 * Creates a search.
 *
 * @param centre city from which distances are measured, if not that of the filters
 * @param matchCache matches that other searches of the request have found
 */
export function createSearch(
  filters: BrowseFilters,
  parsedQuery: ParsedQuery | null,
  {
    centre: centreName = filters.city,
    matchCache = new Map(),
  }: { centre?: string | null; matchCache?: MatchCache } = {},
): OfferSearch {
  const parsed = parsedQuery?.filters;
  const centre = centreName === null ? findPlaceById(parsed?.cities[0]?.id ?? null) : findPlace(centreName);
  if (!parsedQuery || !parsed) return { filters, parsedQuery, fts: null, centre, matchCache };
  const merged = {
    ...filters,
    vehicleType: orElse(filters.vehicleType, toList(parsed.vehicleType)),
    fuelType: orElse(filters.fuelType, parsed.fuelTypes),
    condition: orElse(filters.condition, toList(parsed.condition)),
  };
  const place = filters.city === null ? null : findPlace(filters.city);
  return {
    filters: merged,
    parsedQuery,
    fts: createFtsQueryBesideFilters(parsedQuery, place?.id ?? null, filters.minCc !== null || filters.maxCc !== null),
    centre,
    matchCache,
  };
}

/** Whether the search includes offers of a kind. */
function includesKind({ filters, parsedQuery }: OfferSearch, kind: OfferKind): boolean {
  if (filters.kind.length > 0) return filters.kind.includes(kind);
  return isKindInStock(kind, parsedQuery?.filters.stock ?? null);
}

/** The filters that vehicles and listings share. */
function createCommonFilters({ filters, parsedQuery, centre }: OfferSearch): OfferFilters {
  const common: OfferFilters = {
    near: filters.city !== null && centre ? findPlacesAround(centre, filters.within) : undefined,
    brand: filters.brand,
    bodyStyle: filters.bodyStyle.length > 0 ? filters.bodyStyle : undefined,
    minPrice: toUndefined(filters.minPrice),
    maxPrice: toUndefined(filters.maxPrice),
    minYear: toUndefined(filters.minYear),
    maxYear: toUndefined(filters.maxYear),
    maxKilometres: toUndefined(filters.maxKilometres),
    maxOwners: toUndefined(filters.maxOwners),
    minCc: toUndefined(filters.minCc),
    maxCc: toUndefined(filters.maxCc),
    minMileage: toUndefined(filters.minMileage),
    minRange: toUndefined(filters.minRange),
    maxSeatHeight: toUndefined(filters.maxSeatHeight),
    maxWeight: toUndefined(filters.maxWeight),
    postedSince:
      filters.postedWithin === null ? undefined : getTimestampBefore(new Date(), filters.postedWithin * dayMs),
    withPhoto: filters.withPhoto,
  };
  return parsedQuery ? applyParsedFilters(common, parsedQuery, findPlacesInQuery(parsedQuery.filters)) : common;
}

/** The query of the catalogue; null if the search excludes all of its kinds. */
export function createVehicleQuery(search: OfferSearch, sort: OfferSort): SearchQuery | null {
  const { vehicleType, fuelType, condition, minPower, maxPower } = search.filters;
  const stock = vehicleStocks.filter((kind) => includesKind(search, kind));
  if (stock.length === 0) return null;
  return createVehicleSearchQuery({
    ...createCommonFilters(search),
    stock: stock.length === vehicleStocks.length ? undefined : stock,
    type: vehicleType,
    fuel: fuelType,
    condition,
    minPower: toUndefined(minPower),
    maxPower: toUndefined(maxPower),
    sort,
  });
}

/** Fuel and condition as filters of listings; null if no listing can match, as with a power or diesel. */
function createListingFilters({ filters }: OfferSearch, listingKind: ListingKind) {
  const { vehicleType, fuelType, condition, minPower, maxPower } = filters;
  if (minPower !== null || maxPower !== null) return null;
  if (vehicleType.length > 0 && !vehicleType.some((type) => type.toLowerCase() === listingKind)) return null;
  const types = listingTypes.filter((type) => fuelType.includes(type));
  const conditions = listingConditions.filter((listingCondition) => condition.includes(listingCondition));
  if (types.length < Math.min(1, fuelType.length) || conditions.length < Math.min(1, condition.length)) return null;
  return { type: types, condition: conditions };
}

/** The query of the available listings of a kind; null if none can match. */
export function createListingQuery(
  db: Database,
  kind: ListingKind,
  search: OfferSearch,
  sort: OfferSort,
): SearchQuery | null {
  const own = includesKind(search, 'listing') ? createListingFilters(search, kind) : null;
  return (
    own &&
    createListingSearchQuery(db, { ...createCommonFilters(search), ...own, kind, availability: 'available', sort })
  );
}
