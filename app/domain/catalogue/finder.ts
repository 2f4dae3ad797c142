import { type FuelType, fuelTypes, type VehicleType, vehicleTypes } from '~db/enums';
import {
  type BudgetBand,
  budgetBandOf,
  budgetBands,
  type MileageBand,
  mileageBandOf,
  mileageBands,
  type VehicleSummary,
} from './vehicle';

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

export const filterTitles: Readonly<Record<FilterName, string>> = {
  fuelType: 'Fuel Type',
  mileage: 'Mileage',
  vehicleType: 'Two-Wheeler Type',
  budget: 'Budget',
};

/**
 * `filters` is the state of the finder after choosing this option; `vehicles` is the number of exact matches for it.
 */
type FilterOption = { label: string; filters: FinderTraits; isSelected: boolean; vehicles: number };

export type FilterChoice = {
  name: FilterName;
  title: string;
  /** Label of the chosen option; null while none is chosen. */
  selected: string | null;
  /** State of the finder after clearing this filter. */
  anyFilters: FinderTraits;
  options: FilterOption[];
};

/** Each filter with its options, and the number of vehicles that each option would leave of a stock. */
export function filterChoices(counts: readonly TraitCount[], filters: FinderTraits): FilterChoice[] {
  const option = (label: string, chosen: FinderTraits, name: FilterName): FilterOption => ({
    label,
    filters: chosen,
    isSelected: filters[name] === chosen[name],
    vehicles: countMatching(counts, chosen),
  });
  const options: Readonly<Record<FilterName, FilterOption[]>> = {
    fuelType: fuelTypes.map((fuelType) => option(fuelType, { ...filters, fuelType }, 'fuelType')),
    mileage: mileageBands.map(({ id, label }) => option(label, { ...filters, mileage: id }, 'mileage')),
    vehicleType: vehicleTypes.map((vehicleType) => option(vehicleType, { ...filters, vehicleType }, 'vehicleType')),
    budget: budgetBands.map(({ id, label }) => option(label, { ...filters, budget: id }, 'budget')),
  };
  return filterNames.map((name) => ({
    name,
    title: filterTitles[name],
    selected: options[name].find(({ isSelected }) => isSelected)?.label ?? null,
    anyFilters: { ...filters, [name]: null },
    options: options[name],
  }));
}

/** Minimum number of vehicles to choose from (docs/product.md, "Relaxed filters"). */
const enoughVehicles = 4;

type RelaxedFilters = {
  /** Filters that the shown vehicles match. */
  filters: FinderTraits;
  /** Filters that were set but dropped, in the order in which they were dropped. */
  leftOut: FilterName[];
};

/**
 * Drops filters one at a time, fuel type first, until enough vehicles match or no filter is left
 * (docs/product.md, "Relaxed filters").
 *
 * @param chosen the filters as set by the user; those that are null cannot be dropped
 * @param count returns the number of vehicles that match the given filters
 */
export function relaxFilters(chosen: FinderTraits, count: (filters: FinderTraits) => number): RelaxedFilters {
  let filters = chosen;
  const leftOut: FilterName[] = [];
  for (const name of filterNames) {
    if (count(filters) >= enoughVehicles) break;
    if (filters[name] === null) continue;
    filters = { ...filters, [name]: null };
    leftOut.push(name);
  }
  return { filters, leftOut };
}
