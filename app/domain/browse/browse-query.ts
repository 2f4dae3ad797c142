import type { FuelType, VehicleType } from '../catalogue/bands';
import type { VehicleSummary } from '../catalogue/vehicle-summary';

/** What stands side by side on the browse screen: the three stocks of the catalogue, and what riders offer. */
export const offerKinds = ['new', 'upcoming', 'used', 'listing'] as const;
export type OfferKind = (typeof offerKinds)[number];

export const browseSorts = ['newest', 'price', '-price'] as const;
export type BrowseSort = (typeof browseSorts)[number];

/** What the screen is narrowed to; null does not narrow. Money is whole rupees, both ends belong to a range. */
export type BrowseFilters = {
  /** Part of a name or brand, in any case and script. */
  q: string | null;
  kind: OfferKind | null;
  vehicleType: VehicleType | null;
  /** The whole name of a brand in any case, or the id of one of the catalogue's. */
  brand: string | null;
  fuelType: FuelType | null;
  condition: VehicleSummary['condition'] | null;
  minPrice: number | null;
  maxPrice: number | null;
  /** Of the model: new vehicles have none. */
  minYear: number | null;
  maxYear: number | null;
  maxKilometres: number | null;
};

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
