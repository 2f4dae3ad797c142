import { z } from 'zod';
import { type Favourite, findFavourites, setFavourite } from '~/domain/saved/favourites.server';
import { cardsPerPage, createPagination } from '~/domain/shared/pagination.server';
import { defineEndpoint, type Endpoint, idParam, noInput, users } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithPage, pageParameters } from '../lists.server';
import { respondWithItem } from '../respond.server';
import { listExample, listShape, rupees } from '../schemas.server';

const favourite = z
  .object({
    _id: z.string(),
    id: z.string(),
    of: z.enum(['vehicle', 'listing']),
    name: z.string(),
    brand: z.string(),
    price: rupees,
    href: z.string().meta({ description: 'URL of the complete item in the API.' }),
  })
  .meta({ id: 'Favourite' }) satisfies z.ZodType<ReturnType<typeof favouriteJson>>;

function favouriteJson(saved: Favourite) {
  if (saved.of === 'vehicle') {
    const { id, name, brand, priceRupees } = saved.vehicle;
    return { _id: id, id, of: saved.of, name, brand, price: priceRupees, href: `/api/vehicles/${id}` };
  }
  const { id, name, brand, presentPrice, kind } = saved.listing;
  return { _id: id, id, of: saved.of, name, brand, price: presentPrice, href: `/api/${kind}s/${id}` };
}

const example = {
  _id: '8',
  id: '8',
  of: 'vehicle',
  name: 'Honda Activa 6G',
  brand: 'Honda',
  price: 78_000,
  href: '/api/vehicles/8',
};

const all = { ...noInput, subject: 'favourites', access: users } as const;
const state = z.object({ _id: z.string(), id: z.string(), isSaved: z.boolean() });

export const favouriteEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listFavourites',
    method: 'GET',
    path: '/favourites',
    summary: 'List your favourites, latest first',
    description: 'Vehicles and listings that are no longer public are left out.',
    query: z.object(pageParameters(cardsPerPage)),
    response: { status: 200, data: listShape('favourites', favourite), example: listExample('favourites', example) },
    handler(context, { query: { page, limit }, user }) {
      const saved = findFavourites(context.runtime.db, user.id, context.actor);
      const pagination = createPagination({ page, limit }, saved.length);
      const favourites = saved.slice((page - 1) * limit, page * limit).map(favouriteJson);
      return respondWithPage(context, pagination, { favourites, pagination });
    },
  }),
  ...(
    [
      { method: 'PUT', operationId: 'saveFavourite', isOn: true, summary: 'Save a vehicle or listing as a favourite' },
      { method: 'DELETE', operationId: 'dropFavourite', isOn: false, summary: 'Remove a favourite' },
    ] as const
  ).map(({ isOn, ...operation }) =>
    defineEndpoint({
      ...all,
      ...operation,
      path: '/favourites/{id}',
      hasNoVersion: true,
      description: 'Idempotent. `id` is the id of a vehicle or listing.',
      params: idParam,
      response: { status: 200, data: state, example: { _id: '8', id: '8', isSaved: isOn } },
      rejections: isOn
        ? { 404: ['favourite_not_found'], 409: ['too_many_favourites'], 422: ['favourite_not_found'] }
        : { 422: ['favourite_not_found'] },
      handler: async (context, { params }) =>
        respondWithItem(
          await runEndpointCommand(context, setFavourite, { vehicle: params.id, isOn }),
          ({ vehicle }) => ({
            _id: vehicle,
            id: vehicle,
            isSaved: isOn,
          }),
        ),
    }),
  ),
];
