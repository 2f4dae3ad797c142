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
import { longestTerm } from '~/domain/search/limits';
import { oneOf, pageRules, shortText, wholeNumber } from '~/doors/query-rules';
import { contract, idParam, takesNothing } from './contract.server';
import { listing } from './listing-answer.server';
import { listExample, listOf } from './shapes.server';
import { vehicle } from './vehicle-answer.server';
import vehicleExample from './vehicle-example.json';
import { anyone, users } from './who.server';

/** A band of the finder, by its id or its label. */
const band = <Band>(name: string, bands: readonly { id: string }[], parse: (text: string) => Band | null) => {
  const ids = bands.map(({ id }) => id);
  return z
    .string()
    .transform((text, context) => {
      const found = parse(text);
      if (found !== null) return found;
      context.addIssue({ code: 'custom', message: `${name} must be one of ${ids.join(', ')}` });
      return z.NEVER;
    })
    .meta({ json: { type: 'string', enum: ids } });
};

const ownVehicle = vehicle.extend({ kind: z.literal('vehicle') }).meta({ id: 'OwnVehicle' });
const all = { ...takesNothing, subject: 'vehicles', who: anyone, isKept: true } as const;
const list = {
  status: 200,
  data: listOf('vehicles', vehicle),
  example: listExample('vehicles', vehicleExample),
} as const;

export const vehicleCalls = {
  list: contract({
    ...all,
    operationId: 'listVehicles',
    method: 'GET',
    path: '/vehicles',
    summary: 'The catalogue, filtered and sorted',
    query: z.object({
      ...pageRules(vehiclesPerPage),
      q: shortText('q', longestTerm).optional(),
      type: oneOf('type', vehicleTypes).optional(),
      category: oneOf('category', vehicleCategories).optional(),
      condition: oneOf('condition', vehicleConditions).optional(),
      stock: oneOf('stock', vehicleStocks).optional(),
      brand: shortText('brand', longestTerm).optional(),
      fuelType: oneOf('fuelType', fuelTypes).optional(),
      mileage: band('mileage', mileageBands, parseMileageBand).optional(),
      budget: band('budget', budgetBands, parseBudgetBand).optional(),
      minPrice: wholeNumber('minPrice').optional(),
      maxPrice: wholeNumber('maxPrice').optional(),
      sort: oneOf('sort', vehicleSorts).default('newest'),
    }),
    answer: list,
  }),
  featured: contract({
    ...all,
    operationId: 'listFeaturedVehicles',
    method: 'GET',
    path: '/vehicles/featured',
    summary: 'What the home screen features',
    answer: list,
  }),
  brands: contract({
    ...all,
    operationId: 'listBrands',
    method: 'GET',
    path: '/vehicles/meta/brands',
    summary: 'Brands that vehicles have, by the alphabet',
    answer: { status: 200, data: z.object({ brands: z.array(z.string()) }), example: { brands: ['Hero', 'Honda'] } },
  }),
  models: contract({
    ...all,
    operationId: 'listModels',
    method: 'GET',
    path: '/vehicles/meta/models/{brand}',
    summary: "The names of a brand's vehicles, by the alphabet",
    params: z.object({ brand: z.string() }),
    answer: { status: 200, data: z.object({ models: z.array(z.string()) }), example: { models: ['Classic 350'] } },
  }),
  listOwn: contract({
    ...all,
    operationId: 'listOwnOffers',
    method: 'GET',
    path: '/vehicles/user/my-listings',
    summary: 'All that you offer, vehicles, bikes and scooters, each with its `kind`',
    who: users,
    isKept: false,
    answer: {
      status: 200,
      data: listOf('listings', z.union([ownVehicle, listing])),
      example: listExample('listings', { ...vehicleExample, kind: 'vehicle' }),
    },
  }),
  show: contract({
    ...all,
    operationId: 'getVehicle',
    method: 'GET',
    path: '/vehicles/{id}',
    summary: 'One vehicle',
    params: idParam,
    answer: { status: 200, data: vehicle, example: vehicleExample },
    refusals: [404],
  }),
};
