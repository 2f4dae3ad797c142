import { z } from 'zod';
import { findBrandsOfVehicles, findModelsOfBrand } from '~/domain/catalogue/brand.queries.server';
import {
  findFeaturedRecords,
  findVehicleRecord,
  findVehicleRecordsOfUser,
  revealNumberPlate,
  vehicleNotFound,
} from '~/domain/catalogue/vehicle.queries.server';
import { toVehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { deletedMessage, listedMessages } from '~/domain/listings/listing';
import { findListingsOfUser } from '~/domain/listings/listing.queries.server';
import { changeVehicle, deleteVehicle, offerVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { findVehicleToChange } from '~/domain/used-vehicles/own-vehicle.server';
import { getVehicleChangeSchema, getVehicleSchema } from '~/domain/used-vehicles/used-vehicle.schema.server';
import {
  bodyWithImages,
  defineEndpoint,
  type Endpoint,
  idParam,
  noInput,
  owners,
  users,
} from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { pickFields } from '../lists.server';
import { readOfferBody, withPhotos } from '../offer-body.server';
import { respondWithData, respondWithDeleted, respondWithError, respondWithItem } from '../respond.server';
import { exampleUser, images, listExample, listShape, removed, removedExample } from '../schemas.server';
import { listing, listingJson } from './listing.shape.server';
import { chosenFields, chosenVehicle, readVehicles, vehicle, vehicleList } from './vehicle.shape.server';
import vehicleExample from './vehicle-example.json';
import { createSaleEndpoints } from './sale.endpoints.server';
import { estimateEndpoints } from './vehicle-estimates.endpoints.server';
import { listVehicles } from './vehicle-list.endpoint.server';

const ownVehicle = vehicle.extend({ kind: z.literal('vehicle') }).meta({ id: 'OwnVehicle' });
const writing = { ...noInput, subject: 'vehicles', access: owners } as const;
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

export const vehicleEndpoints: readonly Endpoint[] = [
  listVehicles,
  defineEndpoint({
    ...readVehicles,
    operationId: 'listFeaturedVehicles',
    method: 'GET',
    path: '/vehicles/featured',
    summary: 'List featured vehicles of the home screen',
    query: z.object({ fields: chosenFields }),
    response: vehicleList,
    handler({ runtime, origin }, { query }) {
      const vehicles = findFeaturedRecords(runtime.db).map((item) =>
        pickFields(toVehicleJson(item, origin), query.fields),
      );
      const { length } = vehicles;
      return respondWithData({ vehicles, pagination: { page: 1, limit: length, total: length, pages: 1 } });
    },
  }),
  defineEndpoint({
    ...readVehicles,
    operationId: 'listBrands',
    method: 'GET',
    path: '/vehicles/meta/brands',
    summary: 'List brands in alphabetical order',
    response: { status: 200, data: z.object({ brands: z.array(z.string()) }), example: { brands: ['Hero', 'Honda'] } },
    handler: ({ runtime }) => respondWithData({ brands: findBrandsOfVehicles(runtime.db) }),
  }),
  defineEndpoint({
    ...readVehicles,
    operationId: 'listModels',
    method: 'GET',
    path: '/vehicles/meta/models/{brand}',
    summary: 'List the models of a brand in alphabetical order',
    params: z.object({ brand: z.string() }),
    response: { status: 200, data: z.object({ models: z.array(z.string()) }), example: { models: ['Classic 350'] } },
    handler: ({ runtime }, { params }) => respondWithData({ models: findModelsOfBrand(runtime.db, params.brand) }),
  }),
  defineEndpoint({
    ...readVehicles,
    operationId: 'listOwnOffers',
    method: 'GET',
    path: '/vehicles/user/my-listings',
    summary: 'List your vehicles, bikes and scooters, each with its `kind`',
    access: users,
    isCached: false,
    response: {
      status: 200,
      data: listShape('listings', z.union([ownVehicle, listing])),
      example: listExample('listings', { ...vehicleExample, kind: 'vehicle' }),
    },
    handler({ runtime, origin }, { user }) {
      const vehicles = findVehicleRecordsOfUser(runtime.db, user.id).map((item) =>
        revealNumberPlate(runtime.db, item, { user }),
      );
      const listings = [
        ...vehicles.map((item) => ({ ...toVehicleJson(item, origin), kind: 'vehicle' })),
        ...findListingsOfUser(runtime.db, user).map((item) => listingJson(item, origin)),
      ].sort((one, other) => (one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0));
      const { length } = listings;
      return respondWithData({
        listings,
        pagination: { page: 1, limit: length, total: length, pages: length === 0 ? 0 : 1 },
      });
    },
  }),
  defineEndpoint({
    ...readVehicles,
    operationId: 'getVehicle',
    method: 'GET',
    path: '/vehicles/{id}',
    summary: 'Retrieve a vehicle',
    query: z.object({ fields: chosenFields }),
    params: idParam,
    response: { status: 200, data: chosenVehicle, example: vehicleExample },
    rejections: [404],
    handler({ runtime, origin, actor }, { params, query }) {
      const found = findVehicleRecord(runtime.db, params.id);
      const shown = found && revealNumberPlate(runtime.db, found, actor);
      return shown
        ? respondWithData(pickFields(toVehicleJson(shown, origin), query.fields))
        : respondWithError(vehicleNotFound);
    },
  }),
  ...estimateEndpoints,
  ...createSaleEndpoints({ kind: 'vehicle', data: vehicle, example: ownExample }),
  defineEndpoint({
    ...writing,
    operationId: 'offerVehicle',
    method: 'POST',
    path: '/vehicles',
    summary: 'List a used vehicle for sale in the catalogue',
    description: 'The `mileage` of an electric vehicle is in kilometres per charge. The default `condition` is Good.',
    access: users,
    body: bodyWithImages(
      (now) => getVehicleSchema(now).omit({ photos: true, draft: true }).extend({ images }),
      exampleFormValues,
      ['application/json'],
    ),
    response: { status: 201, data: vehicle, example: ownExample, message: listedMessages.bike },
    async handler(context) {
      const body = await readOfferBody(context);
      if (!body.ok) return respondWithError(body.error);
      const { fields: given, content, storePhotos } = body.value;
      const result = await runEndpointCommand(
        context,
        offerVehicle,
        { ...given, photos: [], draft: undefined },
        content,
        withPhotos(storePhotos),
      );
      if (!result.ok) return respondWithError(result.error);
      const { id, type } = result.value;
      return respondWithData(toVehicleJson(result.value, context.origin), {
        status: 201,
        message: listedMessages[type === 'Bike' ? 'bike' : 'scooter'],
        headers: { Location: `/api/vehicles/${id}` },
      });
    },
  }),
  defineEndpoint({
    ...writing,
    operationId: 'changeVehicle',
    method: 'PUT',
    path: '/vehicles/{id}',
    summary: 'Update a vehicle',
    description:
      'Absent fields keep their values. `images` replaces all photos; a URL that the API returned keeps its photo. Only operators can change built-in vehicles.',
    params: idParam,
    body: bodyWithImages(
      (now) => getVehicleChangeSchema(now).omit({ id: true, photos: true, draft: true }).extend({ images }),
      { price: 135_000, version: 1 },
      ['application/json'],
    ),
    response: { status: 200, data: vehicle, example: { ...ownExample, price: 135_000, version: 2 } },
    rejections: [403, 404, 409],
    async handler(context, { params: { id } }) {
      const { runtime, origin, actor } = context;
      const current = findVehicleRecord(runtime.db, id);
      const body = await readOfferBody(
        context,
        current && {
          photos: current.photos.map(({ hash }) => hash),
          shown: [current, revealNumberPlate(runtime.db, current, actor)].map((shown) => toVehicleJson(shown, origin)),
        },
      );
      if (!body.ok) return respondWithError(body.error);
      const { fields: given, content, storePhotos } = body.value;
      const result = await runEndpointCommand(
        context,
        changeVehicle,
        { ...given, id, photos: undefined, draft: undefined },
        { id, content },
        withPhotos(storePhotos, () => findVehicleToChange(runtime.db, id, actor, 'stock')),
      );
      return respondWithItem(result, (changed) => toVehicleJson(changed, origin));
    },
  }),
  defineEndpoint({
    ...writing,
    operationId: 'deleteVehicle',
    method: 'DELETE',
    path: '/vehicles/{id}',
    summary: 'Delete a vehicle',
    params: idParam,
    response: { status: 200, data: removed, example: removedExample, message: deletedMessage },
    rejections: [403, 404],
    handler: async (context, { params }) =>
      respondWithDeleted(await runEndpointCommand(context, deleteVehicle, params), deletedMessage),
  }),
];
