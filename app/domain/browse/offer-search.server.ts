import type { Database } from '~db/connection';
import { bodyStyles, type ListingKind, listingConditions, listingTypes, vehicleStocks } from '~db/enums';
import { vehicleSearchQuery } from '../catalogue/vehicle-search.server';
import { listingSearchQuery } from '../listings/listing-search.server';
import { findPlace, type KnownPlace, placeById, placesAround } from '../places/places.server';
import { placesMeant } from '../places/places-meant.server';
import { dictionary } from '../search/dictionary.server';
import { type DocumentMatch, unwantedMatch } from '../search/document-match';
import { type KnownMatches, placeSaid, wordMatch } from '../search/matches.server';
import type { OfferFilters, OfferSort } from '../search/offer-filters';
import type { SearchQuery } from '../search/search-query';
import type { Understood } from '../search/understood';
import { aDay, timestampBefore } from '../shared/dates';
import type { BrowseFilters, OfferKind } from './browse-query';

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
const orAnyOf = <Value>(given: readonly Value[], meant: readonly Value[]): readonly Value[] =>
  given.length > 0 ? given : meant;

/** Filters that `q` sets, where the URL does not set the same. */
function completed({ q: _, ...filters }: BrowseFilters, { limits }: Understood): Search['filters'] {
  const isPriced = filters.minPrice !== null || filters.maxPrice !== null;
  const isDated = filters.minYear !== null || filters.maxYear !== null;
  const isOfSize = filters.minCc !== null || filters.maxCc !== null;
  return {
    ...filters,
    vehicleType: orOneOf(filters.vehicleType, limits.vehicleType),
    fuelType: orAnyOf(filters.fuelType, limits.fuelTypes),
    condition: orOneOf(filters.condition, limits.condition),
    bodyStyle: orAnyOf(
      filters.bodyStyle,
      bodyStyles.filter((style) => limits.bodyStyles.includes(style)),
    ),
    ...(!isPriced && { minPrice: limits.minPrice, maxPrice: limits.maxPrice }),
    ...(!isDated && { minYear: limits.minYear, maxYear: limits.maxYear }),
    ...(!isOfSize && { minCc: limits.minCc, maxCc: limits.maxCc }),
    maxKilometres: filters.maxKilometres ?? limits.maxKilometres,
    maxOwners: filters.maxOwners ?? limits.maxOwners,
    withPhoto: filters.withPhoto || limits.withPhoto,
    minMileage: filters.minMileage ?? limits.minMileage,
    minRange: filters.minRange ?? limits.minRange,
    maxSeatHeight: filters.maxSeatHeight ?? limits.maxSeatHeight,
    maxWeight: filters.maxWeight ?? limits.maxWeight,
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
  const [meant] = understood?.limits.cities ?? [];
  const around = from === null ? (meant ? placeById(meant.id) : null) : findPlace(from);
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
        ? placesMeant(understood.limits)
        : undefined
      : placesAround(around, filters.within),
  brand: filters.brand,
  bodyStyle: filters.bodyStyle,
  minPrice: known(filters.minPrice),
  maxPrice: known(filters.maxPrice),
  minYear: known(filters.minYear),
  maxYear: known(filters.maxYear),
  // A year that the filter asks for is that of the vehicle itself.
  orNew: understood?.limits.orNew === true && filters.minYear === understood.limits.minYear,
  maxKilometres: known(filters.maxKilometres),
  maxOwners: known(filters.maxOwners),
  minCc: known(filters.minCc),
  maxCc: known(filters.maxCc),
  minMileage: known(filters.minMileage),
  minRange: known(filters.minRange),
  maxSeatHeight: known(filters.maxSeatHeight),
  maxWeight: known(filters.maxWeight),
  transmission: known(understood?.limits.transmission ?? null),
  postedSince: filters.postedWithin === null ? undefined : timestampBefore(new Date(), filters.postedWithin * aDay),
  withPhoto: filters.withPhoto,
  without: known(understood && unwantedMatch(dictionary, understood)),
});

/** The search in the catalogue; null where none of its offers is wanted. */
export function vehicleQuery(search: Search, sort: OfferSort): SearchQuery | null {
  const { vehicleType, fuelType, condition, minPower, maxPower } = search.filters;
  const stock = vehicleStocks.filter((kind) => isWanted(search, kind));
  if (stock.length === 0) return null;
  return vehicleSearchQuery({
    ...common(search),
    stock: stock.length === vehicleStocks.length ? undefined : stock,
    type: vehicleType,
    fuel: fuelType,
    condition,
    minPower: known(minPower),
    maxPower: known(maxPower),
    sort,
  });
}

/** The filters that listings can meet; null where they can meet none, such as a power or diesel. */
function filtersOfListings({ filters }: Search, listingKind: ListingKind) {
  const { vehicleType, fuelType, condition, minPower, maxPower } = filters;
  if (minPower !== null || maxPower !== null) return null;
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
