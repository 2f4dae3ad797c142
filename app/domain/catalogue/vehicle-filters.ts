import type { FuelType, MileageBand, VehicleType } from './bands';
import type { VehicleSummary } from './vehicle-summary';

/** Orders a list of vehicles can have; those without a rating count as rated lowest. */
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

/** Which vehicles of the catalogue are asked for; what is absent does not narrow. */
export type VehicleFilters = {
  type?: VehicleType;
  stock?: VehicleSummary['stock'];
  category?: (typeof vehicleCategories)[number];
  condition?: VehicleSummary['condition'];
  /** The whole name of a brand, in any case. */
  brand?: string;
  fuel?: FuelType;
  mileage?: MileageBand;
  /** Whole rupees; both ends belong to the range. */
  minPrice?: number;
  maxPrice?: number;
  /** Of the model; new vehicles have none. */
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

/** On a page of the API by default. */
export const vehiclesPerPage = 50;
