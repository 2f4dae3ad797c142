import { type FuelType, fuelTypes, type VehicleType, vehicleTypes } from '~db/enums';
import { type BudgetBand, budgetBands, findBudgetBand, findMileageBand, type MileageBand, mileageBands } from './bands';
import type { VehicleSummary } from './vehicle';

/** In the order in which they are dropped when too few vehicles match (docs/product.md, "Relaxed filters"). */
export const filterNames = ['fuelType', 'mileage', 'vehicleType', 'budget'] as const;
export type FilterName = (typeof filterNames)[number];

/** Values of the four filters: those of a vehicle (null: in no band), or those that are set (null: not set). */
export type FinderTraits = {
  fuelType: FuelType | null;
  mileage: MileageBand['id'] | null;
  vehicleType: VehicleType | null;
  budget: BudgetBand['id'] | null;
};

export const noFilters: FinderTraits = { fuelType: null, mileage: null, vehicleType: null, budget: null };

export const hasFilters = (filters: FinderTraits): boolean => filterNames.some((name) => filters[name] !== null);

export const isMatch = (traits: FinderTraits, filters: FinderTraits): boolean =>
  filterNames.every((name) => filters[name] === null || filters[name] === traits[name]);

type TraitSource = Pick<VehicleSummary, 'fuel' | 'type' | 'mileageKmpl' | 'priceRupees'>;

export const getTraits = ({ fuel, type, mileageKmpl, priceRupees }: TraitSource): FinderTraits => ({
  fuelType: fuel,
  mileage: findMileageBand(mileageKmpl)?.id ?? null,
  vehicleType: type,
  budget: findBudgetBand(priceRupees)?.id ?? null,
});

export type TraitCount = FinderTraits & { vehicles: number };

export const countMatching = (stock: readonly TraitCount[], filters: FinderTraits): number =>
  stock.reduce((sum, group) => (isMatch(group, filters) ? sum + group.vehicles : sum), 0);

export const filterTitles: Readonly<Record<FilterName, string>> = {
  fuelType: 'Fuel Type',
  mileage: 'Mileage',
  vehicleType: 'Two-Wheeler Type',
  budget: 'Budget',
};

type FilterOption = { label: string; filters: FinderTraits; isSelected: boolean; vehicles: number };

export type FilterChoice = {
  name: FilterName;
  title: string;
  selected: string | null;
  anyFilters: FinderTraits;
  options: FilterOption[];
};

export function createFilterChoices(counts: readonly TraitCount[], filters: FinderTraits): FilterChoice[] {
  const createOption = (label: string, chosen: FinderTraits, name: FilterName): FilterOption => ({
    label,
    filters: chosen,
    isSelected: filters[name] === chosen[name],
    vehicles: countMatching(counts, chosen),
  });
  const options: Readonly<Record<FilterName, FilterOption[]>> = {
    fuelType: fuelTypes.map((fuelType) => createOption(fuelType, { ...filters, fuelType }, 'fuelType')),
    mileage: mileageBands.map(({ id, label }) => createOption(label, { ...filters, mileage: id }, 'mileage')),
    vehicleType: vehicleTypes.map((vehicleType) =>
      createOption(vehicleType, { ...filters, vehicleType }, 'vehicleType'),
    ),
    budget: budgetBands.map(({ id, label }) => createOption(label, { ...filters, budget: id }, 'budget')),
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
  filters: FinderTraits;
  dropped: FilterName[];
};

/** docs/product.md, "Relaxed filters". @param chosen the filters as set by the user */
export function relaxFilters(chosen: FinderTraits, count: (filters: FinderTraits) => number): RelaxedFilters {
  let filters = chosen;
  const dropped: FilterName[] = [];
  for (const name of filterNames) {
    if (count(filters) >= enoughVehicles) break;
    if (filters[name] === null) continue;
    filters = { ...filters, [name]: null };
    dropped.push(name);
  }
  return { filters, dropped };
}
