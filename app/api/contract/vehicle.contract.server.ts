import { z } from 'zod';
import { budgetBands, mileageBands, parseBudgetBand, parseMileageBand } from '~/domain/catalogue/bands';
import { vehicleSorts, vehiclesPerPage } from '~/domain/catalogue/vehicle';
import { deletedMessage, listedMessages } from '~/domain/listings/listing';
import { longestTerm } from '~/domain/search/limits';
import { newVehicle, vehicleChange } from '~/domain/used-vehicles/used-vehicle.schema.server';
import { fuelTypes, vehicleCategories, vehicleConditions, vehicleStocks, vehicleTypes } from '~db/enums';
import { fieldsRule, oneOf, pageOrAllRules, shortText, wholeNumber, withChosenFields } from '../query-rules';
import { anyone, bodyWithImages, contract, idParam, owners, takesNothing, users } from './contract.server';
import { listing } from './listing.shape.server';
import { exampleUser, images, listExample, listOf, removed, removedExample } from './shapes.server';
import { vehicle } from './vehicle.shape.server';
import vehicleExample from './vehicle-example.json';

/** Query parameter for a mileage or budget band of the finder, by its id or label. */
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

const fields = fieldsRule(vehicle).optional();
const chosenVehicle = withChosenFields(vehicle, 'ChosenVehicle');
const ownVehicle = vehicle.extend({ kind: z.literal('vehicle') }).meta({ id: 'OwnVehicle' });
const all = { ...takesNothing, subject: 'vehicles', access: anyone, isCached: true } as const;
const writing = { ...takesNothing, subject: 'vehicles', access: owners } as const;
const list = {
  status: 200,
  data: listOf('vehicles', chosenVehicle),
  example: listExample('vehicles', vehicleExample),
} as const;

/* Example request body of a used vehicle, and the response to it. */
const exampleFormValues = {
  name: 'Royal Enfield Classic 350',
  brand: 'Royal Enfield',
  type: 'Bike',
  price: 138_000,
  fuelType: 'Petrol',
  condition: 'Good',
  usedKms: 21_400,
  yearsUsed: 3,
  mileage: 36,
};
const ownExample = {
  ...vehicleExample,
  ...exampleFormValues,
  stock: 'used',
  category: null,
  usedKms: '21,400 km',
  yearsUsed: '3 years',
  mileage: '30-40 km/l',
  budget: '₹1-1.5 Lakh',
  seller: exampleUser,
  isBuiltIn: false,
};

export const vehicleEndpoints = {
  list: contract({
    ...all,
    operationId: 'listVehicles',
    method: 'GET',
    path: '/vehicles',
    summary: 'List vehicles of the catalogue',
    query: z.object({
      ...pageOrAllRules(vehiclesPerPage),
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
      fields,
    }),
    response: list,
    wholeList: chosenVehicle,
  }),
  featured: contract({
    ...all,
    operationId: 'listFeaturedVehicles',
    method: 'GET',
    path: '/vehicles/featured',
    summary: 'List featured vehicles of the home screen',
    query: z.object({ fields }),
    response: list,
  }),
  brands: contract({
    ...all,
    operationId: 'listBrands',
    method: 'GET',
    path: '/vehicles/meta/brands',
    summary: 'List brands in alphabetical order',
    response: { status: 200, data: z.object({ brands: z.array(z.string()) }), example: { brands: ['Hero', 'Honda'] } },
  }),
  models: contract({
    ...all,
    operationId: 'listModels',
    method: 'GET',
    path: '/vehicles/meta/models/{brand}',
    summary: 'List the models of a brand in alphabetical order',
    params: z.object({ brand: z.string() }),
    response: { status: 200, data: z.object({ models: z.array(z.string()) }), example: { models: ['Classic 350'] } },
  }),
  listOwn: contract({
    ...all,
    operationId: 'listOwnOffers',
    method: 'GET',
    path: '/vehicles/user/my-listings',
    summary: 'List your vehicles, bikes and scooters, each with its `kind`',
    access: users,
    isCached: false,
    response: {
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
    summary: 'Retrieve a vehicle',
    query: z.object({ fields }),
    params: idParam,
    response: { status: 200, data: chosenVehicle, example: vehicleExample },
    rejections: [404],
  }),
  offer: contract({
    ...writing,
    operationId: 'offerVehicle',
    method: 'POST',
    path: '/vehicles',
    summary: 'List a used vehicle for sale in the catalogue',
    description: 'The `mileage` of an electric vehicle is in kilometres per charge. The default `condition` is Good.',
    access: users,
    body: bodyWithImages(() => newVehicle.omit({ photos: true }).extend({ images }), exampleFormValues, [
      'application/json',
    ]),
    response: { status: 201, data: vehicle, example: ownExample, message: listedMessages.bike },
  }),
  change: contract({
    ...writing,
    operationId: 'changeVehicle',
    method: 'PUT',
    path: '/vehicles/{id}',
    summary: 'Update a vehicle',
    description:
      'Absent fields keep their values. `images` replaces all photos; a URL that the API returned keeps its photo. Only operators can change built-in vehicles.',
    params: idParam,
    body: bodyWithImages(
      () => vehicleChange.omit({ id: true, photos: true }).extend({ images }),
      { price: 135_000, version: 1 },
      ['application/json'],
    ),
    response: { status: 200, data: vehicle, example: { ...ownExample, price: 135_000, version: 2 } },
    rejections: [403, 404, 409],
  }),
  remove: contract({
    ...writing,
    operationId: 'deleteVehicle',
    method: 'DELETE',
    path: '/vehicles/{id}',
    summary: 'Delete a vehicle',
    params: idParam,
    response: { status: 200, data: removed, example: removedExample, message: deletedMessage },
    rejections: [403, 404],
  }),
};
