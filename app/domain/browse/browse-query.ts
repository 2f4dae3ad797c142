import type { BodyStyle, FuelType, VehicleCondition, VehicleType } from '~db/enums';
import { type OfferSort, offerSorts } from '../search/offer-filters';

/** Kinds of offers on the browse page: the three stocks of the catalogue, and users' listings. */
export const offerKinds = ['new', 'upcoming', 'used', 'listing'] as const;
export type OfferKind = (typeof offerKinds)[number];

/** `relevance` is the usual order of a search by words, and the order by time without words. */
export const browseSorts = ['relevance', ...offerSorts] as const;
export type BrowseSort = 'relevance' | OfferSort;

/** Filters with any number of values, of which an offer has to have one; an empty list does not filter. */
export type ValueFilters = {
  kind: readonly OfferKind[];
  vehicleType: readonly VehicleType[];
  /** Full names of brands in any case, or ids of brands of the catalogue. */
  brand: readonly string[];
  fuelType: readonly FuelType[];
  condition: readonly VehicleCondition[];
  bodyStyle: readonly BodyStyle[];
};

/**
 * Bounds of figures, both included; null does not filter. An offer without the figure in question is left out: new
 * vehicles have neither year nor kilometres, listings no power, and seat height and weight only by their model.
 */
export type FigureFilters = {
  /** Whole rupees. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Model year. */
  minYear: number | null;
  maxYear: number | null;
  maxKilometres: number | null;
  /** Owners so far. */
  maxOwners: number | null;
  /** Cubic centimetres. */
  minCc: number | null;
  maxCc: number | null;
  /** PS. */
  minPower: number | null;
  maxPower: number | null;
  /** Kilometres per litre. */
  minMileage: number | null;
  /** Kilometres a charge. */
  minRange: number | null;
  /** Millimetres. */
  maxSeatHeight: number | null;
  /** Kilograms. */
  maxWeight: number | null;
  /** Days since it was offered. */
  postedWithin: number | null;
  /** Kilometres around the city. */
  within: number | null;
};

/** Filters of the browse page. */
export type BrowseFilters = ValueFilters &
  FigureFilters & {
    /** As it was typed, to be understood. */
    q: string | null;
    /** A known place, by any of its names. */
    city: string | null;
    /** Whether only offers with a photo of their own. */
    withPhoto: boolean;
  };

/** The order of a search for which the URL sets none. */
export const usualSort = ({ q }: Pick<BrowseFilters, 'q'>): BrowseSort => (q === null ? 'newest' : 'relevance');

/** Sequence numbers of the catalogue and of listings: offers above them are newer than a visit. */
export type OfferMarks = { vehicle: number; listing: number };

export type BrowseQuery = BrowseFilters & {
  sort: BrowseSort;
  /** From 1. */
  page: number;
};

/** The filters in the order of the parameters of a URL, each not set. */
export const noFilters: BrowseFilters = {
  q: null,
  city: null,
  within: null,
  kind: [],
  vehicleType: [],
  brand: [],
  fuelType: [],
  condition: [],
  bodyStyle: [],
  minPrice: null,
  maxPrice: null,
  minYear: null,
  maxYear: null,
  maxKilometres: null,
  maxOwners: null,
  minCc: null,
  maxCc: null,
  minPower: null,
  maxPower: null,
  minMileage: null,
  minRange: null,
  maxSeatHeight: null,
  maxWeight: null,
  postedWithin: null,
  withPhoto: false,
};

/** Query parameters of a list, without its usual order and the first page. */
export const browseAddress = (filters: BrowseFilters, sort: BrowseSort, page = 1) => ({
  ...filters,
  // The best match is the usual order of a search by words, and none without them.
  sort: sort === 'relevance' || (sort === 'newest' && filters.q === null) ? null : sort,
  page: page === 1 ? null : page,
});

/** Short description of the set filters: title of the screen, and name of its feeds. */
export function browseTitle({ q, brand }: BrowseFilters): string {
  if (q !== null) return `“${q}”`;
  return brand.length > 0 ? brand.join(', ') : 'Browse';
}
