import type { FuelType, MileageBand, VehicleType } from './bands';
import type { VehicleSummary } from './vehicle-summary';

/** Sort orders of vehicle lists; vehicles without a rating sort as the lowest rated. */
export const vehicleSorts = ['newest', 'price', '-price', 'rating', '-rating'] as const;
export type VehicleSort = (typeof vehicleSorts)[number];

export const vehicleStocks = ['new', 'used', 'upcoming'] as const satisfies readonly VehicleSummary['stock'][];
export const vehicleCategories = ['popular', 'upcoming'] as const;
export const vehicleConditions = [
  'Brand New',
  'Like New',
  'Excellent',
  'Good',
  'Fair',
  'Poor',
] as const satisfies readonly VehicleSummary['condition'][];

/** Filters of the catalogue; absent fields do not filter. */
export type VehicleFilters = {
  type?: VehicleType;
  stock?: VehicleSummary['stock'];
  category?: (typeof vehicleCategories)[number];
  condition?: VehicleSummary['condition'];
  /** Full name of a brand, in any case. */
  brand?: string;
  fuel?: FuelType;
  mileage?: MileageBand;
  /** Whole rupees; ranges include both ends. */
  minPrice?: number;
  maxPrice?: number;
  /** Model year; new vehicles have none. */
  minYear?: number;
  maxYear?: number;
  maxKilometres?: number;
  /** Part of a name or brand, in any case and script. */
  q?: string;
};

export type VehicleQuery = VehicleFilters & {
  sort: VehicleSort;
  /** From 1. */
  page: number;
  limit: number;
};

/** Default page size of the API. */
export const vehiclesPerPage = 50;
