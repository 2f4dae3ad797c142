import {
  type BudgetBand,
  budgetBandOf,
  type FuelType,
  type MileageBand,
  mileageBandOf,
  type VehicleType,
} from './bands';
import type { VehicleSummary } from './vehicle-summary';

/**
 * The four filters, in the order in which they are dropped when too few vehicles match
 * (docs/product.md, "Relaxed filters").
 */
export const filterNames = ['fuelType', 'mileage', 'vehicleType', 'budget'] as const;
export type FilterName = (typeof filterNames)[number];

/** Values of the filters, of a vehicle or as set by the user. null: in no band, or not set. */
export type FinderTraits = {
  fuelType: FuelType | null;
  mileage: MileageBand['id'] | null;
  vehicleType: VehicleType | null;
  budget: BudgetBand['id'] | null;
};

export const noFilters: FinderTraits = { fuelType: null, mileage: null, vehicleType: null, budget: null };

export const isAnySet = (filters: FinderTraits): boolean => filterNames.some((name) => filters[name] !== null);

/** Whether these traits match every filter that is set. */
export const matches = (traits: FinderTraits, filters: FinderTraits): boolean =>
  filterNames.every((name) => filters[name] === null || filters[name] === traits[name]);

type Figures = Pick<VehicleSummary, 'fuel' | 'type' | 'mileageKmpl' | 'priceRupees'>;

export const traitsOf = ({ fuel, type, mileageKmpl, priceRupees }: Figures): FinderTraits => ({
  fuelType: fuel,
  mileage: mileageBandOf(mileageKmpl)?.id ?? null,
  vehicleType: type,
  budget: budgetBandOf(priceRupees)?.id ?? null,
});

/** Number of vehicles with the same traits. */
export type TraitCount = FinderTraits & { vehicles: number };

/** Number of vehicles of a stock that match. */
export const countMatching = (stock: readonly TraitCount[], filters: FinderTraits): number =>
  stock.reduce((sum, group) => (matches(group, filters) ? sum + group.vehicles : sum), 0);
