import { z } from 'zod';
import {
  budgetBands,
  fuelTypes,
  mileageBands,
  parseBudgetBand,
  parseMileageBand,
  vehicleTypes,
} from '~/domain/catalogue/bands';
import {
  vehicleCategories,
  vehicleConditions,
  vehicleSorts,
  vehicleStocks,
  vehiclesPerPage,
} from '~/domain/catalogue/vehicle-filters';
import { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { vehicleRecords } from '~/domain/catalogue/vehicle-record-queries.server';
import { longestTerm } from '~/domain/search/limits';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { malformedParameters, readQuery } from '~/doors/call-query.server';
import { type Call, jsonDoor } from '~/doors/json-door.server';
import { isUpsideDown, oneOf, pageRules, wholeNumber } from '~/doors/query-rules';
import { vehicleQueryNames } from './vehicle-query';

/** A band of the finder, by its id or its label. */
const band = <Band>(name: string, bands: readonly { id: string }[], parse: (text: string) => Band | null) =>
  z.string().transform((text, context) => {
    const found = parse(text);
    if (found !== null) return found;
    context.addIssue({ code: 'custom', message: `${name} must be one of ${bands.map(({ id }) => id).join(', ')}` });
    return z.NEVER;
  });

const query = z.object({
  ...pageRules(vehiclesPerPage),
  q: z.string().max(longestTerm, { error: 'q is too long' }).optional(),
  type: oneOf('type', vehicleTypes).optional(),
  category: oneOf('category', vehicleCategories).optional(),
  condition: oneOf('condition', vehicleConditions).optional(),
  stock: oneOf('stock', vehicleStocks).optional(),
  brand: z.string().max(longestTerm, { error: 'brand is too long' }).optional(),
  fuelType: oneOf('fuelType', fuelTypes).optional(),
  mileage: band('mileage', mileageBands, parseMileageBand).optional(),
  budget: band('budget', budgetBands, parseBudgetBand).optional(),
  minPrice: wholeNumber('minPrice').optional(),
  maxPrice: wholeNumber('maxPrice').optional(),
  sort: oneOf('sort', vehicleSorts).default('newest'),
});

/** The prices that a budget and a range both leave; upside down when they have none in common. */
function priceRange({ budget, minPrice, maxPrice }: z.infer<typeof query>): { minPrice?: number; maxPrice?: number } {
  if (!budget) return { minPrice, maxPrice };
  const top = budget.below === null ? undefined : budget.below - 1;
  return {
    minPrice: Math.max(minPrice ?? 0, budget.from),
    maxPrice: top === undefined ? maxPrice : Math.min(maxPrice ?? top, top),
  };
}

function list({ url, runtime, origin }: Call): Response {
  const read = readQuery(url, query);
  if (!read.done) return sendProblem(read.problem);
  const { budget: _budget, fuelType, minPrice, maxPrice, ...asked } = read.value;
  if (isUpsideDown(minPrice, maxPrice)) {
    return sendProblem(malformedParameters({ minPrice: 'minPrice must not be above maxPrice' }).problem);
  }
  const { items, pagination } = vehicleRecords(runtime.db, { ...asked, fuel: fuelType, ...priceRange(read.value) });
  return sendData({ vehicles: items.map((vehicle) => vehicleJson(vehicle, origin)), pagination });
}

const door = jsonDoor({ GET: list });

export const handle = apiHandle(['GET'], vehicleQueryNames);
export const loader = door;
export const action = door;
