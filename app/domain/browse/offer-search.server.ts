import type { Database } from '~db/connection';
import { type ListingKind, listingKinds } from '~db/enums';
import { findModelsWithin } from '../listings/models.server';
import { findPlacesInQuery } from '../places/places-in-query.server';
import {
  findPlace,
  findPlaceById,
  findPlacesAround,
  formatPlaceName,
  getDistance,
  type KnownPlace,
} from '../places/places.server';
import { createOrder, findOffers, type OfferQuery } from '../search/offer-search.server';
import type { OfferOrder, OfferSelection } from '../search/offer-selection';
import type { ParsedQuery } from '../search/parsed-query';
import type { RowFilters } from '../search/search-query';
import { comparePlaces, createTextSearch } from '../search/text-search.server';
import { dayMs, getTimestampBefore } from '../shared/dates';
import type { BrowseFilters, BrowseSort } from './browse-query';

export type OfferSearch = {
  filters: BrowseFilters;
  /** Null without a query. */
  parsedQuery: ParsedQuery | null;
  /** Place from which distances are measured: that of the filter, or the first of the query. */
  centre: KnownPlace | null;
};

export type OfferScope = 'everything' | ListingKind;

const toUndefined = <Value>(value: Value | null): Value | undefined => value ?? undefined;

/** Removes the city of the URL if the query names another place, which takes precedence. */
export function removeReplacedCity(filters: BrowseFilters, parsedQuery: ParsedQuery | null): BrowseFilters {
  const place = filters.city === null ? null : findPlace(filters.city);
  return place && parsedQuery && comparePlaces(parsedQuery.filters, place.id) === 'other'
    ? { ...filters, city: null, within: null }
    : filters;
}

/** @param centreName city from which distances are measured, if not that of the filters */
export function createSearch(
  filters: BrowseFilters,
  parsedQuery: ParsedQuery | null,
  centreName: string | null = filters.city,
): OfferSearch {
  const centre =
    centreName === null ? findPlaceById(parsedQuery?.filters.cities[0]?.id ?? null) : findPlace(centreName);
  return { filters, parsedQuery, centre };
}

function createRowFilters({ filters, centre }: OfferSearch): RowFilters {
  return {
    kinds: filters.kind,
    type: filters.vehicleType,
    fuel: filters.fuelType,
    condition: filters.condition,
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
    minPower: toUndefined(filters.minPower),
    maxPower: toUndefined(filters.maxPower),
    minMileage: toUndefined(filters.minMileage),
    minRange: toUndefined(filters.minRange),
    maxSeatHeight: toUndefined(filters.maxSeatHeight),
    maxWeight: toUndefined(filters.maxWeight),
    postedSince:
      filters.postedWithin === null ? undefined : getTimestampBefore(new Date(), filters.postedWithin * dayMs),
    withPhoto: filters.withPhoto,
    availability: 'available',
  };
}

/** @param narrower filters in addition to those of the search */
function createOfferQuery(search: OfferSearch, scope: OfferScope, narrower: RowFilters = {}): OfferQuery {
  const { filters, parsedQuery } = search;
  const own = { ...createRowFilters(search), ...narrower };
  return {
    tables: scope === 'everything' ? ['vehicle', ...listingKinds] : [scope],
    filters: own,
    search:
      filters.q === null || parsedQuery === null
        ? null
        : createTextSearch(filters.q, parsedQuery, own, findPlacesInQuery(parsedQuery.filters)),
    findModels: findModelsWithin,
  };
}

/** Name of a place, and its distance in kilometres; null if unknown. */
export type Location = { city: string | null; km: number | null };
export type LocationLookup = (placeId: string | null) => Location;
const unknownLocation: Location = { city: null, km: null };

/** Creates a cached lookup of the locations of places by id. @param centre place from which distances are measured */
function createLocationLookup(centre: KnownPlace | null): LocationLookup {
  const locations = new Map<string, Location>();
  return (placeId) => {
    if (placeId === null) return unknownLocation;
    const cached = locations.get(placeId);
    if (cached) return cached;
    const place = findPlaceById(placeId);
    const location = place
      ? { city: formatPlaceName(place), km: centre && getDistance(centre, place) }
      : unknownLocation;
    locations.set(placeId, location);
    return location;
  };
}

export type FoundOffers = { selection: OfferSelection; order: OfferOrder; getLocation: LocationLookup };

/** Finds the offers of a search. The offers have to be loaded. @param narrower filters in addition to those of the search */
export function searchOffers(
  db: Database,
  search: OfferSearch,
  { sort, scope = 'everything', narrower }: { sort: BrowseSort; scope?: OfferScope; narrower?: RowFilters },
): FoundOffers {
  const query = createOfferQuery(search, scope, narrower);
  const getLocation = createLocationLookup(search.centre);
  const getKilometres = (place: string | null): number | null => getLocation(place).km;
  return {
    selection: findOffers(db, query),
    order: createOrder(db, sort, query, search.centre === null ? null : getKilometres),
    getLocation,
  };
}

export const searchSamples = (db: Database, search: OfferSearch, kind: ListingKind): number[] =>
  findOffers(db, createOfferQuery(search, kind), 'sample')
    .getOffers({ keys: [], isNewestFirst: true }, 0, Number.POSITIVE_INFINITY)
    .map(({ seq }) => seq);
