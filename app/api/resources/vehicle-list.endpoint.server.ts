import { z } from 'zod';
import { encodeReason } from '~/domain/shared/result';
import { budgetBands, mileageBands, parseBudgetBand, parseMileageBand } from '~/domain/catalogue/bands';
import { findVehicleRecords, iterateVehicles, vehicleSorts } from '~/domain/catalogue/vehicle-search.server';
import { vehiclesPerPage } from '~/domain/catalogue/vehicle';
import { findRecordsBySeq } from '~/domain/catalogue/vehicle.queries.server';
import { toVehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { maxQueryLength } from '~/domain/names/tokenizer';
import { fuelTypes, vehicleCategories, vehicleConditions, vehicleStocks, vehicleTypes } from '~db/enums';
import { defineEndpoint } from '../define-endpoint.server';
import { cursorParameter, pageOrAllParameters, respondWithList } from '../lists.server';
import {
  addDistance,
  getNearFilter,
  oneOf,
  placeParameters,
  repeated,
  requireCity,
  shortText,
  wholeNumber,
} from '../schemas.server';
import { rejectParameters, respondWithError } from '../respond.server';
import {
  offerFilters,
  offerParameters,
  getRangeErrors,
  getSameFilterErrors,
  searchFields,
  describeSearch,
} from './offer-list.shape.server';
import { chosenFields, chosenVehicle, readVehicles, vehicle, vehicleList } from './vehicle.shape.server';

const band = <Band>(name: string, bands: readonly { id: string }[], parse: (text: string) => Band | null) => {
  const ids = bands.map(({ id }) => id);
  return z
    .string()
    .transform((text, context) => {
      const value = parse(text);
      if (value !== null) return value;
      const values = { label: name, options: ids.join(', ') };
      context.addIssue({ code: 'custom', message: encodeReason({ code: 'not_one_of', values }) });
      return z.NEVER;
    })
    .meta({ json: { type: 'string', enum: ids } });
};

function priceRange({
  budget,
  minPrice,
  maxPrice,
}: {
  budget?: { from: number; below: number | null };
  minPrice?: number;
  maxPrice?: number;
}): { minPrice?: number; maxPrice?: number } {
  if (!budget) return { minPrice, maxPrice };
  const top = budget.below === null ? undefined : budget.below - 1;
  return {
    minPrice: Math.max(minPrice ?? 0, budget.from),
    maxPrice: top === undefined ? maxPrice : Math.min(maxPrice ?? top, top),
  };
}

export const listVehicles = defineEndpoint({
  ...readVehicles,
  operationId: 'listVehicles',
  method: 'GET',
  path: '/vehicles',
  summary: 'List vehicles of the catalogue',
  description: '`type` and `stock` are older names of `vehicleType` and `kind`.',
  query: z.object({
    ...pageOrAllParameters(vehiclesPerPage),
    ...cursorParameter,
    q: shortText('q', maxQueryLength).optional(),
    type: repeated(oneOf('type', vehicleTypes)).optional(),
    vehicleType: repeated(oneOf('vehicleType', vehicleTypes)).optional(),
    category: oneOf('category', vehicleCategories).optional(),
    condition: repeated(oneOf('condition', vehicleConditions)).optional(),
    stock: repeated(oneOf('stock', vehicleStocks)).optional(),
    kind: repeated(oneOf('kind', vehicleStocks)).optional(),
    fuelType: repeated(oneOf('fuelType', fuelTypes)).optional(),
    mileage: band('mileage', mileageBands, parseMileageBand).optional(),
    budget: band('budget', budgetBands, parseBudgetBand).optional(),
    ...offerParameters,
    ...placeParameters,
    minPower: wholeNumber('minPower').optional().meta({ description: 'Lowest power in PS.' }),
    maxPower: wholeNumber('maxPower').optional().meta({ description: 'Highest power in PS.' }),
    sort: oneOf('sort', vehicleSorts).default('relevance'),
    fields: chosenFields,
  }),
  response: { ...vehicleList, data: vehicleList.data.extend(searchFields) },
  wholeList: chosenVehicle,
  handler(context, { query }) {
    const { runtime, origin } = context;
    const {
      page,
      limit,
      after,
      fields: chosen,
      budget: _budget,
      type,
      vehicleType,
      stock,
      kind,
      city,
      within,
      ...filters
    } = query;
    const errors = {
      ...requireCity({ city, within, sort: filters.sort }),
      ...getRangeErrors(query),
      ...getSameFilterErrors(query, [
        ['type', 'vehicleType'],
        ['stock', 'kind'],
      ]),
    };
    if (Object.keys(errors).length > 0) return respondWithError(rejectParameters(errors).error);
    const requested = {
      ...filters,
      ...offerFilters(query, context.now),
      near: getNearFilter({ city, within }),
      type: type ?? vehicleType,
      stock: stock ?? kind,
      fuel: filters.fuelType,
      ...priceRange(query),
    };
    return respondWithList(
      context,
      {
        name: 'vehicles',
        item: vehicle,
        perPage: vehiclesPerPage,
        sort: filters.sort,
        async readPage(at) {
          const { items, parsedQuery, ...results } = await findVehicleRecords(runtime.db, { ...requested, ...at });
          return {
            items: items.map((item) => addDistance(toVehicleJson(item, origin), city)),
            ...results,
            extra: describeSearch(context, parsedQuery, results.pagination.total, chosen),
          };
        },
        *readAll(position) {
          for (const { seqs, last } of iterateVehicles(runtime.db, requested, position)) {
            yield { items: findRecordsBySeq(runtime.db, seqs).map((item) => toVehicleJson(item, origin)), last };
          }
        },
      },
      { page, limit, after, fields: chosen },
    );
  },
});
