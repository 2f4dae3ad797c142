import type { FuelType, VehicleType } from '~db/enums';
import type { VehicleSummary } from '../catalogue/vehicle';

/** Kinds of offers on the browse page: the three stocks of the catalogue, and users' listings. */
export const offerKinds = ['new', 'upcoming', 'used', 'listing'] as const;
export type OfferKind = (typeof offerKinds)[number];

/** `relevance` is the usual order of a search by words, and the order by time without words. */
export const browseSorts = ['relevance', 'newest', 'price', '-price'] as const;
export type BrowseSort = (typeof browseSorts)[number];

/** Filters of the browse page; null does not filter. Money is whole rupees, and ranges include both ends. */
export type BrowseFilters = {
  /** As it was typed, to be understood. */
  q: string | null;
  kind: OfferKind | null;
  vehicleType: VehicleType | null;
  /** Full name of a brand in any case, or the id of a brand of the catalogue. */
  brand: string | null;
  fuelType: FuelType | null;
  condition: VehicleSummary['condition'] | null;
  minPrice: number | null;
  maxPrice: number | null;
  /** Model year; new vehicles have none. */
  minYear: number | null;
  maxYear: number | null;
  maxKilometres: number | null;
};

/** The order of a search for which the URL sets none. */
export const usualSort = ({ q }: Pick<BrowseFilters, 'q'>): BrowseSort => (q === null ? 'newest' : 'relevance');

export type BrowseQuery = BrowseFilters & {
  sort: BrowseSort;
  /** From 1. */
  page: number;
};

export const noFilters: BrowseFilters = {
  q: null,
  kind: null,
  vehicleType: null,
  brand: null,
  fuelType: null,
  condition: null,
  minPrice: null,
  maxPrice: null,
  minYear: null,
  maxYear: null,
  maxKilometres: null,
};
