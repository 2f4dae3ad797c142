import { z } from 'zod';
import {
  brandsOfVehicles,
  featuredRecords,
  findVehicleRecord,
  modelsOfBrand,
  vehicleNotFound,
  vehicleRecordsOfUser,
} from '~/domain/catalogue/vehicle.queries.server';
import { vehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { deletedMessage, listedMessages } from '~/domain/listings/listing';
import { listingsOfUser } from '~/domain/listings/listing.queries.server';
import { onRoadPrices } from '~/domain/on-road/on-road.queries.server';
import { parseRiderHeight, riderHeightError, riderHeights, stands } from '~/domain/seat-height/seat-height';
import { fitsOf } from '~/domain/seat-height/seat-height.queries.server';
import {
  changeVehicle,
  deleteVehicle,
  offerVehicle,
  vehicleToChange,
} from '~/domain/used-vehicles/used-vehicle.commands.server';
import { newVehicle, vehicleChange } from '~/domain/used-vehicles/used-vehicle.schema.server';
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
import { stateParameter } from '../query-parameters.server';
import { sendData, sendError, sendItem, sendRemoved } from '../respond.server';
import { exampleUser, images, listExample, listOf, removed, removedExample } from '../shapes.server';
import { listing, listingJson } from './listing.shape.server';
import { chosenFields, chosenVehicle, readVehicles, vehicle, vehicleList } from './vehicle.shape.server';
import vehicleExample from './vehicle-example.json';
import { listVehicles } from './vehicle-list.endpoint.server';

const ownVehicle = vehicle.extend({ kind: z.literal('vehicle') }).meta({ id: 'OwnVehicle' });
/** An estimate in whole rupees: the total, its parts, and how current they are. */
const onRoadPrice = z
  .object({
    state: z.object({ code: z.string(), name: z.string() }),
    exShowroom: z.int(),
    roadTax: z.int(),
    insurance: z.int(),
    registration: z.int().meta({ description: 'Registration, its certificate and the number plate.' }),
    total: z.int(),
    asOf: z.string().meta({ description: 'Month of fees and premiums.' }),
    roadTaxAsOf: z.string().meta({ description: 'Year or month of the rates of road tax.' }),
    isRateAssumed: z
      .boolean()
      .meta({ description: 'No rate of the state is known: the middle of the others is taken.' }),
    notes: z.array(z.string()),
  })
  .meta({ id: 'OnRoadPrice' });

/** An estimate, by the height of the rider. */
const seatFit = z
  .object({
    vehicleId: z.string(),
    isEstimate: z.literal(true),
    heightCm: z.int(),
    seatHeightMm: z.number().nullable(),
    source: z.string().nullable().meta({ description: 'Where the seat height comes from.' }),
    fit: z
      .object({
        stand: z.enum(stands).meta({ description: 'Both feet flat, on the balls of both, or one foot at a time.' }),
        inseamMm: z.int().meta({ description: '46% of the height.' }),
        gapMm: z.int().meta({ description: 'Seat above the inseam; negative where the legs are longer.' }),
      })
      .nullable()
      .meta({ description: 'Null where the seat height is not known.' }),
  })
  .meta({ id: 'SeatFit' });
const seatFitExample = {
  vehicleId: '1',
  isEstimate: true,
  heightCm: 170,
  seatHeightMm: 805,
  source: 'as its maker states',
  fit: { stand: 'balls', inseamMm: 782, gapMm: 23 },
};

const writing = { ...noInput, subject: 'vehicles', access: owners } as const;
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
      const vehicles = featuredRecords(runtime.db).map((item) => pickFields(vehicleJson(item, origin), query.fields));
      const { length } = vehicles;
      return sendData({ vehicles, pagination: { page: 1, limit: length, total: length, pages: 1 } });
    },
  }),
  defineEndpoint({
    ...readVehicles,
    operationId: 'listBrands',
    method: 'GET',
    path: '/vehicles/meta/brands',
    summary: 'List brands in alphabetical order',
    response: { status: 200, data: z.object({ brands: z.array(z.string()) }), example: { brands: ['Hero', 'Honda'] } },
    handler: ({ runtime }) => sendData({ brands: brandsOfVehicles(runtime.db) }),
  }),
  defineEndpoint({
    ...readVehicles,
    operationId: 'listModels',
    method: 'GET',
    path: '/vehicles/meta/models/{brand}',
    summary: 'List the models of a brand in alphabetical order',
    params: z.object({ brand: z.string() }),
    response: { status: 200, data: z.object({ models: z.array(z.string()) }), example: { models: ['Classic 350'] } },
    handler: ({ runtime }, { params }) => sendData({ models: modelsOfBrand(runtime.db, params.brand) }),
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
      data: listOf('listings', z.union([ownVehicle, listing])),
      example: listExample('listings', { ...vehicleExample, kind: 'vehicle' }),
    },
    handler({ runtime, origin }, { user }) {
      const vehicles = vehicleRecordsOfUser(runtime.db, user.id);
      const listings = [
        ...vehicles.map((item) => ({ ...vehicleJson(item, origin), kind: 'vehicle' })),
        ...listingsOfUser(runtime.db, user).map((item) => listingJson(item, origin)),
      ].sort((one, other) => (one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0));
      const { length } = listings;
      return sendData({ listings, pagination: { page: 1, limit: length, total: length, pages: length === 0 ? 0 : 1 } });
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
    handler({ runtime, origin }, { params, query }) {
      const found = findVehicleRecord(runtime.db, params.id);
      return found ? sendData(pickFields(vehicleJson(found, origin), query.fields)) : sendError(vehicleNotFound);
    },
  }),
  defineEndpoint({
    ...readVehicles,
    operationId: 'getOnRoadPrice',
    method: 'GET',
    path: '/vehicles/{id}/on-road',
    summary: 'Estimate the on-road price of a new vehicle, by state',
    description: 'Estimates of all states in alphabetical order, or of one; none for a vehicle that is not sold new.',
    query: z.object({ state: stateParameter.optional() }),
    params: idParam,
    response: {
      status: 200,
      data: z.object({ vehicleId: z.string(), isEstimate: z.literal(true), onRoad: z.array(onRoadPrice) }),
      example: {
        vehicleId: '1',
        isEstimate: true,
        onRoad: [
          {
            state: { code: 'DL', name: 'Delhi' },
            exShowroom: 184_000,
            roadTax: 14_720,
            insurance: 10_979,
            registration: 950,
            total: 210_649,
            asOf: '2026-01',
            roadTaxAsOf: '2024',
            isRateAssumed: false,
            notes: ['Estimate with fees and premiums of Jan 2026 and the road tax of 2024.'],
          },
        ],
      },
    },
    rejections: [404],
    handler({ runtime: { db } }, { params: { id }, query: { state } }) {
      const found = findVehicleRecord(db, id);
      if (!found) return sendError(vehicleNotFound);
      const prices = onRoadPrices(db, found).filter(({ stateCode }) => !state || stateCode === state.code);
      return sendData({
        vehicleId: id,
        isEstimate: true,
        onRoad: prices.map((price) => ({
          state: { code: price.stateCode, name: price.state },
          exShowroom: price.exShowroomRupees,
          roadTax: price.roadTaxRupees,
          insurance: price.insuranceRupees,
          registration: price.feesRupees,
          total: price.totalRupees,
          asOf: price.asOf,
          roadTaxAsOf: price.roadTaxAsOf,
          isRateAssumed: price.isRateAssumed,
          notes: price.notes,
        })),
      });
    },
  }),
  defineEndpoint({
    ...readVehicles,
    operationId: 'getSeatFit',
    method: 'GET',
    path: '/vehicles/{id}/seat-height',
    summary: 'Estimate how a rider stands over the seat of a vehicle or listing',
    description: 'Of a listing the seat height is that of its model when new.',
    query: z.object({
      height: z
        .string()
        .transform((text, context) => {
          const height = parseRiderHeight(text);
          if (height !== null) return height;
          context.addIssue({ code: 'custom', message: riderHeightError });
          return z.NEVER;
        })
        .meta({ json: { type: 'integer', minimum: riderHeights.least, maximum: riderHeights.most } })
        .default(riderHeights.usual),
    }),
    params: idParam,
    response: { status: 200, data: seatFit, example: seatFitExample },
    rejections: [404],
    handler({ runtime: { db }, actor }, { params: { id }, query: { height } }) {
      const [found] = fitsOf(db, height, [id], actor);
      if (!found) return sendError(vehicleNotFound);
      return sendData({
        vehicleId: id,
        isEstimate: true,
        heightCm: height,
        seatHeightMm: found.seatHeight?.mm ?? null,
        source: found.seatHeight?.source ?? null,
        fit: found.fit && { stand: found.fit.stand, inseamMm: found.fit.inseamMm, gapMm: found.fit.gapMm },
      });
    },
  }),
  defineEndpoint({
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
    async handler(context) {
      const body = await readOfferBody(context);
      if (!body.ok) return sendError(body.error);
      const { fields: given, content, storePhotos } = body.value;
      const result = await runEndpointCommand(
        context,
        offerVehicle,
        { ...given, photos: [] },
        content,
        withPhotos(storePhotos),
      );
      if (!result.ok) return sendError(result.error);
      const { id, type } = result.value;
      return sendData(vehicleJson(result.value, context.origin), {
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
      () => vehicleChange.omit({ id: true, photos: true }).extend({ images }),
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
        current && { photos: current.photos.map(({ hash }) => hash), shown: [vehicleJson(current, origin)] },
      );
      if (!body.ok) return sendError(body.error);
      const { fields: given, content, storePhotos } = body.value;
      const result = await runEndpointCommand(
        context,
        changeVehicle,
        { ...given, id, photos: undefined },
        { id, content },
        withPhotos(storePhotos, () => vehicleToChange(runtime.db, id, actor)),
      );
      return sendItem(result, (changed) => vehicleJson(changed, origin));
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
      sendRemoved(await runEndpointCommand(context, deleteVehicle, params), deletedMessage),
  }),
];
