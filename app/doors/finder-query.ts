import { parseBudgetBand, parseFuelType, parseMileageBand, parseVehicleType } from '~/domain/catalogue/bands';
import type { FinderTraits } from '~/domain/catalogue/finder-filters';

/** The four filters of the finder as set in the URL; invalid values count as unset. */
export const finderFilters = (search: URLSearchParams): FinderTraits => ({
  fuelType: parseFuelType(search.get('fuelType')),
  mileage: parseMileageBand(search.get('mileage'))?.id ?? null,
  vehicleType: parseVehicleType(search.get('vehicleType')),
  budget: parseBudgetBand(search.get('budget'))?.id ?? null,
});
