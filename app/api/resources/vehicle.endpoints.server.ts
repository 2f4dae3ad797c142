import { z } from 'zod';
import { findBrandsOfVehicles, findModelsOfBrand } from '~/domain/catalogue/brand.queries.server';
import {
  findFeaturedRecords,
  findStockRecord,
  findVehicleRecord,
  revealToSeller,
  vehicleNotFound,
} from '~/domain/catalogue/vehicle.queries.server';
import { findOwnOffers } from '~/domain/catalogue/own-offers.server';
import { toVehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { deletedMessage, listedMessages } from '~/domain/listings/listing';
import { changeVehicle, deleteVehicle, offerVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { recordRoleRejection } from '~/domain/moderation/audit-log.server';
import { mayUse, requirePermission } from '~/domain/shared/permissions';
import type { SignedInUser } from '~/domain/shared/actor';
import { type AppError, err } from '~/domain/shared/result';
import { changeInStock, putInStock } from '~/domain/stock/stock.commands.server';
import { vehicleStocks } from '~db/enums';
import { findVehicleToChange } from '~/domain/used-vehicles/own-vehicle.server';
import { getVehicleChangeSchema, getVehicleSchema } from '~/domain/used-vehicles/used-vehicle.schema.server';
import {
  bodyWithImages,
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  idParam,
  noInput,
  owners,
  users,
} from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { pageParameters, pickFields, respondWithChosen, respondWithPage, toPaginationJson } from '../lists.server';
import { type OfferBody, readOfferBody, withPhotos } from '../offer-body.server';
import { respondWithData, respondWithDeleted, respondWithError, respondWithItem } from '../respond.server';
import { exampleUser, images, listExample, listShape, removed, removedExample } from '../schemas.server';
import { createStockShape, goesInStock, readStock } from './stock-body.server';
import { listing, listingJson } from './listing.shape.server';
import { chosenFields, chosenVehicle, readVehicles, vehicle, vehicleList } from './vehicle.shape.server';
import vehicleExample from './vehicle-example.json';
import { createSaleEndpoints } from './sale.endpoints.server';
import { estimateEndpoints } from './vehicle-estimates.endpoints.server';
import { listVehicles } from './vehicle-list.endpoint.server';

const ownVehicle = vehicle.extend({ kind: z.literal('vehicle') }).meta({ id: 'OwnVehicle' });
const stockText =
  'new, used or upcoming: a vehicle of the business, if your role may change its stock. All others offer used vehicles.';
const writing = { ...noInput, subject: 'vehicles', access: owners } as const;

/** What a user states of a used vehicle. */
const createUserBody = (now: Date) =>
  getVehicleSchema(now)
    .omit({ photos: true, draft: true })
    .extend({ stock: z.enum(vehicleStocks).nullish().meta({ description: stockText }), images });
const createUserChange = (now: Date) =>
  getVehicleChangeSchema(now)
    .omit({ id: true, photos: true, draft: true })
    .extend({ stock: z.enum(vehicleStocks).nullish().meta({ description: stockText }), images });

const withStock = (now: Date, body: z.ZodObject): z.ZodObject => body.extend(createStockShape(now, body.shape));

type SentFields = Readonly<Record<string, unknown>>;

/** A user can sell used vehicles only. */
function checkStock({ runtime, actor, now }: EndpointContext, { stock }: SentFields): AppError | null {
  if (stock === undefined || stock === null || stock === 'used') return null;
  const permitted = requirePermission(actor, 'stock');
  return permitted.ok ? null : recordRoleRejection({ db: runtime.db, actor, now }, permitted.error);
}

/** As many as a page may have, because a user has few. */
const ownOffersPerPage = 100;

export const exampleFormValues = {
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
  priceText: '₹1,38,000',
  usedKms: '21,400 km',
  yearsUsed: '3 years',
  mileage: '30-40 km/l',
  budget: '₹1-1.5 Lakh',
  seller: exampleUser,
  isBuiltIn: false,
};

async function addToStock(context: EndpointContext, { fields, content, storePhotos }: OfferBody) {
  const { values, papers, rows, rename } = readStock(fields, null);
  const sent = { id: null, values, papers, ...rows, photos: undefined };
  return rename(await runEndpointCommand(context, putInStock, sent, content, withPhotos(storePhotos)));
}

/** @param limit 'write' if its sender has a limit of its own */
export async function offer(
  context: EndpointContext,
  user: SignedInUser,
  body: OfferBody,
  limit: 'listing' | 'write' = 'listing',
) {
  const { fields, content, storePhotos } = body;
  const refused = checkStock(context, fields);
  if (refused) return err(refused);
  if (goesInStock(user, fields)) return addToStock(context, body);
  const sent = { ...fields, photos: [], draft: undefined };
  return runEndpointCommand(context, { ...offerVehicle, limit }, sent, content, withPhotos(storePhotos));
}

/** What the user may state of a vehicle: more with a role that may change the stock. */
export const createBody = (now: Date, user: SignedInUser | null): z.ZodObject =>
  mayUse(user, 'stock') ? withStock(now, createUserBody(now)) : createUserBody(now);

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
      return respondWithData({
        vehicles,
        pagination: toPaginationJson({ page: 1, limit: length, total: length, pages: 1 }),
      });
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
    summary: 'List your vehicles, bikes and scooters, newest first, each with its `kind`',
    query: z.object(pageParameters(ownOffersPerPage)),
    access: users,
    isCached: false,
    response: {
      status: 200,
      data: listShape('listings', z.union([ownVehicle, listing])),
      example: listExample('listings', { ...vehicleExample, kind: 'vehicle' }),
    },
    handler(context, { query, user }) {
      const { runtime, origin } = context;
      const { items, pagination } = findOwnOffers(runtime.db, user, query);
      const listings = items.map((item) =>
        item.kind === 'vehicle'
          ? { ...toVehicleJson(item.vehicle, origin), kind: item.kind }
          : listingJson(item.listing, origin),
      );
      return respondWithPage(context, pagination, { listings });
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
    rejections: { 404: ['vehicle_not_found'] },
    handler({ runtime, origin, actor }, { params, query }) {
      const record = findVehicleRecord(runtime.db, params.id);
      const body = record && toVehicleJson(revealToSeller(runtime.db, record, actor), origin);
      return body ? respondWithChosen(body, query.fields) : respondWithError(vehicleNotFound);
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
    description:
      'The `mileage` of an electric vehicle is in kilometres per charge. The default `condition` is Good. With a `stock`, an operator whose role may change the stock adds a vehicle of the business, with all of its fields and `figures`; all others list a used vehicle of their own. If the `externalId` is that of a vehicle of the same seller, that vehicle is updated with the fields that are given, and the response is 200.',
    access: users,
    body: bodyWithImages((now) => withStock(now, createUserBody(now)), exampleFormValues, ['application/json']),
    response: { status: 201, data: vehicle, example: ownExample, message: listedMessages.bike },
    rejections: { 403: ['not_the_owner'], 404: ['vehicle_not_found'] },
    mayUpdate: true,
    async handler(context, { user }) {
      context.bodySchema = createBody(context.now, user);
      const body = await readOfferBody(context);
      if (!body.ok) return respondWithError(body.error);
      const result = await offer(context, user, body.value);
      if (!result.ok) return respondWithError(result.error);
      const { id, type, isNew } = result.value;
      const data = toVehicleJson(result.value, context.origin);
      const kind = type === 'Bike' ? 'bike' : 'scooter';
      return isNew
        ? respondWithData(data, {
            status: 201,
            message: listedMessages[kind],
            headers: { Location: `/api/vehicles/${id}` },
          })
        : respondWithData(data, { message: `Your ${kind} has been updated.` });
    },
  }),
  defineEndpoint({
    ...writing,
    operationId: 'changeVehicle',
    method: 'PUT',
    path: '/vehicles/{id}',
    summary: 'Update a vehicle',
    description:
      'Absent fields keep their values. `images` replaces all photos; a URL that the API returned keeps its photo. Vehicles of the business are changed by operators whose role may change the stock, with all fields and `figures`; an item as GET returned it changes nothing.',
    params: idParam,
    body: bodyWithImages((now) => withStock(now, createUserChange(now)), { price: 135_000, version: 1 }, [
      'application/json',
    ]),
    response: { status: 200, data: vehicle, example: { ...ownExample, price: 135_000, version: 2 } },
    rejections: { 403: ['not_the_owner'], 404: ['vehicle_not_found'], 409: ['edit_conflict'] },
    async handler(context, { params: { id }, user }) {
      const { runtime, origin, actor } = context;
      const ours = mayUse(user, 'stock') ? findStockRecord(runtime.db, id) : null;
      const current = ours ?? findVehicleRecord(runtime.db, id);
      if (!ours) context.bodySchema = createUserChange(context.now);
      const body = await readOfferBody(
        context,
        current && {
          photos: current.photos.map(({ hash }) => hash),
          shown: [current, revealToSeller(runtime.db, current, actor)].map((shown) => toVehicleJson(shown, origin)),
        },
      );
      if (!body.ok) return respondWithError(body.error);
      const { fields, content, storePhotos } = body.value;
      if (ours) {
        const { values, papers, rows, rename } = readStock(fields, ours);
        const changed = await runEndpointCommand(
          context,
          changeInStock,
          { id, version: fields.version, values, papers, ...rows, photos: undefined },
          { id, content },
          withPhotos(storePhotos),
        );
        return respondWithItem(rename(changed), (stored) => toVehicleJson(stored, origin));
      }
      const refused = checkStock(context, fields);
      if (refused) return respondWithError(refused);
      const result = await runEndpointCommand(
        context,
        changeVehicle,
        { ...fields, id, photos: undefined, draft: undefined },
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
    rejections: { 403: ['not_the_owner'], 404: ['vehicle_not_found'] },
    handler: async (context, { params }) =>
      respondWithDeleted(await runEndpointCommand(context, deleteVehicle, params), deletedMessage),
  }),
];
