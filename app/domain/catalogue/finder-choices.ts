import { budgetBands, fuelTypes, mileageBands, vehicleTypes } from './bands';
import { countMatching, type FilterName, type FinderTraits, filterNames, type TraitCount } from './finder-filters';

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
