import { type FilterName, type FinderTraits, filterNames } from './finder-filters';

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
