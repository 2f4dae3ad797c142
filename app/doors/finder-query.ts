import { parseBudgetBand, parseFuelType, parseMileageBand, parseVehicleType } from '~/domain/catalogue/bands';
import type { FinderTraits } from '~/domain/catalogue/finder-filters';

/** The four filters as an address sets them; what is no option counts as not set. */
export const finderFilters = (search: URLSearchParams): FinderTraits => ({
  fuelType: parseFuelType(search.get('fuelType')),
  mileage: parseMileageBand(search.get('mileage'))?.id ?? null,
  vehicleType: parseVehicleType(search.get('vehicleType')),
  budget: parseBudgetBand(search.get('budget'))?.id ?? null,
});
