import type { BodyStyle, FuelType, VehicleCondition, VehicleType } from '~db/enums';
import { type OfferKind, type OfferSort, offerSorts } from '../search/search-query';

/** `relevance`: best match first, which is the default of a search; newest first without a query. */
export const browseSorts = ['relevance', ...offerSorts] as const;
export type BrowseSort = 'relevance' | OfferSort;

/** Filters with alternative values. An empty list does not filter. */
export type ValueFilters = {
  kind: readonly OfferKind[];
  vehicleType: readonly VehicleType[];
  brand: readonly string[];
  fuelType: readonly FuelType[];
  condition: readonly VehicleCondition[];
  bodyStyle: readonly BodyStyle[];
};

/** Both ends included; null does not filter. Offers without the figure are left out. */
export type FigureFilters = {
  /** Whole rupees. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Model year. */
  minYear: number | null;
  maxYear: number | null;
  maxKilometres: number | null;
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

export type BrowseFilters = ValueFilters &
  FigureFilters & {
    q: string | null;
    city: string | null;
    withPhoto: boolean;
  };

export const getDefaultSort = ({ q }: Pick<BrowseFilters, 'q'>): BrowseSort => (q === null ? 'newest' : 'relevance');

/** Last sequence numbers of the catalogue and of listings at a visit. Offers with greater ones are new. */
export type OfferMarks = { vehicle: number; listing: number };

export type BrowseQuery = BrowseFilters & {
  sort: BrowseSort;
  /** From 1. */
  page: number;
};

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

export const createBrowseAddress = (filters: BrowseFilters, sort: BrowseSort, page = 1) => ({
  ...filters,
  sort: sort === 'relevance' || (sort === 'newest' && filters.q === null) ? null : sort,
  page: page === 1 ? null : page,
});

export function formatBrowseTitle({ q, brand }: BrowseFilters): string {
  if (q !== null) return `“${q}”`;
  return brand.length > 0 ? brand.join(', ') : 'Browse';
}
