import { budgetBands, fuelTypes, mileageBands, vehicleTypes } from './bands';
import { countMatching, type FilterName, type FinderTraits, filterNames, type TraitCount } from './finder-filters';

export const filterTitles: Readonly<Record<FilterName, string>> = {
  fuelType: 'Fuel Type',
  mileage: 'Mileage',
  vehicleType: 'Two-Wheeler Type',
  budget: 'Budget',
};

/** `filters` is what the finder is set to when this option is chosen; `vehicles` is how many match that, unrelaxed. */
type FilterOption = { label: string; filters: FinderTraits; isSelected: boolean; vehicles: number };

export type FilterChoice = {
  name: FilterName;
  title: string;
  /** The chosen option's label; null while any will do. */
  selected: string | null;
  /** What the finder is set to when this filter is taken back. */
  anyFilters: FinderTraits;
  options: FilterOption[];
};

/** Each filter with its options, and what choosing one of them leaves of a stock. */
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
