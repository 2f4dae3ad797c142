/** The filters, sort orders and URL parameters of the browse page. */

import type { BodyStyle, FuelType, VehicleCondition, VehicleType } from '~db/enums';
import { type OfferKind, type OfferSort, offerSorts } from '../search/search-query';

/** `relevance`: best match first, which is the default of a search; newest first without a query. */
export const browseSorts = ['relevance', ...offerSorts] as const;
export type BrowseSort = 'relevance' | OfferSort;

/** Filters with alternative values. An empty list does not filter. */
export type ValueFilters = {
  kind: readonly OfferKind[];
  vehicleType: readonly VehicleType[];
  /** Names of brands in any case, or ids of brands of the catalogue. */
  brand: readonly string[];
  fuelType: readonly FuelType[];
  condition: readonly VehicleCondition[];
  bodyStyle: readonly BodyStyle[];
};

/**
 * Ranges of figures, both ends included; null does not filter. Offers without the figure are left out: new vehicles
 * have neither year nor kilometres, listings have no power, and seat height and weight only by their model.
 */
export type FigureFilters = {
  /** Whole rupees. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Model year. */
  minYear: number | null;
  maxYear: number | null;
  maxKilometres: number | null;
  /** Number of owners so far. */
  maxOwners: number | null;
  /** Cubic centimetres. */
  minCc: number | null;
  maxCc: number | null;
  /** PS. */
  minPower: number | null;
  maxPower: number | null;
  /** Kilometres per litre. */
  minMileage: number | null;
  /** Kilometres per charge. */
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
    /** Search query, as typed. */
    q: string | null;
    /** A place, by any of its names. */
    city: string | null;
    /** Whether to exclude offers without a photo, which are shown as drawings. */
    withPhoto: boolean;
  };

/** The sort order of a URL that sets none. */
export const getDefaultSort = ({ q }: Pick<BrowseFilters, 'q'>): BrowseSort => (q === null ? 'newest' : 'relevance');

/** Last sequence numbers of the catalogue and of listings at a visit. Offers with greater ones are new. */
export type OfferMarks = { vehicle: number; listing: number };

export type BrowseQuery = BrowseFilters & {
  sort: BrowseSort;
  /** From 1. */
  page: number;
};

/** No filter set. The order of the keys is that of the URL parameters. */
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

/** URL parameters of a list; the default order and the first page have none. */
export const createBrowseAddress = (filters: BrowseFilters, sort: BrowseSort, page = 1) => ({
  ...filters,
  sort: sort === 'relevance' || (sort === 'newest' && filters.q === null) ? null : sort,
  page: page === 1 ? null : page,
});

/** Title of the screen and of its feeds. */
export function formatBrowseTitle({ q, brand }: BrowseFilters): string {
  if (q !== null) return `“${q}”`;
  return brand.length > 0 ? brand.join(', ') : 'Browse';
}
