import { type FilterName, type FinderTraits, filterNames } from './finder-filters';

/** Fewer than these are too few to choose from (docs/product.md, "Relaxed filters"). */
const enoughVehicles = 4;

type RelaxedFilters = {
  /** The filters that the vehicles shown do match. */
  filters: FinderTraits;
  /** The filters that were set and are not asked for any more, in the order they were given up. */
  leftOut: FilterName[];
};

/**
 * Gives up filters, one at a time and fuel type first, until enough vehicles match or none is left (docs/product.md, "Relaxed filters").
 *
 * @param chosen the filters as they are set; those that are null are not given up, for nobody asked for them
 * @param count how many vehicles match the filters it is given
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
