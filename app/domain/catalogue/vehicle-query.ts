import type { FuelType, VehicleCategory, VehicleStock, VehicleType } from '~db/enums';
import { listSorts, type OfferFilters, type OneOrMore } from '../search/search-query';
import type { MileageBand } from './bands';

/** Sort orders of vehicle lists. Vehicles without the figure, such as a rating by reviews, come last. */
export const vehicleSorts = [...listSorts, 'rating', '-rating'] as const;
export type VehicleSort = (typeof vehicleSorts)[number];

/** Filters of the catalogue; all are optional. */
export type VehicleFilters = OfferFilters & {
  type?: OneOrMore<VehicleType>;
  stock?: OneOrMore<VehicleStock>;
  category?: VehicleCategory;
  fuel?: OneOrMore<FuelType>;
  mileage?: MileageBand;
  /** PS. */
  minPower?: number;
  maxPower?: number;
};

export type VehicleQuery = VehicleFilters & {
  sort: VehicleSort;
  /** From 1. */
  page: number;
  limit: number;
};
