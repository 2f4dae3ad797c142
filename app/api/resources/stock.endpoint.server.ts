import { z } from 'zod';
import { vehicleNotFound } from '~/domain/catalogue/vehicle.queries.server';
import type { Result } from '~/domain/shared/result';
import { stepSize } from '~/domain/shared/steps';
import {
  bulkActions,
  changePrices,
  changeStock,
  duplicateStock,
  hideSamples,
  maxAtOnce,
  maxFeaturedMoved,
  maxPercent,
  moveFeatured,
  savePrices,
  undoStock,
} from '~/domain/stock/stock.commands.server';
import { findStockChanges } from '~/domain/stock/stock.queries.server';
import { findStockRow } from '~/domain/stock/stock-writes.server';
import { stockActions } from '~db/enums';
import { defineEndpoint, type Endpoint, idParam, jsonBody, noInput, team } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { type ApiResponse, respondWithData, respondWithError, respondWithItem } from '../respond.server';
import { count, isoDateTime, rupees } from '../schemas.server';

const ids = z
  .array(z.string())
  .min(1)
  .max(maxAtOnce)
  .meta({ description: `Ids of up to ${maxAtOnce} vehicles of the business; all of them are changed, or none.` });

const change = z.object({
  action: z.enum(bulkActions).meta({ description: 'What they become; `retired` ones leave the stock for good.' }),
  ids,
});

const batch = z.string().meta({ description: 'Undoes it for 30 days: `batch` of `POST /desk/stock/undo`.' });
const changed = z
  .object({ changed: count.meta({ description: 'Number of those that were not so before.' }), batch })
  .meta({ id: 'StockChange' });
const batchExample = '9f86d081884c7d659a';
const named = z.object({ _id: z.string(), id: z.string(), name: z.string(), batch }).meta({ id: 'StockVehicle' });
const namedExample = { _id: '8f3c2a1b9d4e', id: '8f3c2a1b9d4e', name: 'Hero Splendor Plus', batch: batchExample };

const loggedChange = z
  .object({
    id: count.meta({ description: 'Number of the change, for `change` of `POST /desk/stock/undo`.' }),
    batch,
    action: z.enum(stockActions).meta({ description: 'What was done to it.' }),
    operator: z.string().meta({ description: 'Name of who did it.' }),
    createdAt: isoDateTime.meta({ description: 'When it was done, in UTC.' }),
    undoneAt: isoDateTime.nullable().meta({ description: 'When it was undone, in UTC; null if it was not.' }),
  })
  .meta({ id: 'LoggedStockChange' });

const respondWithCount = (result: Result<{ count: number; batch: string }>): ApiResponse =>
  respondWithItem(result, (stored) => ({ changed: stored.count, batch: stored.batch }));

const all = { ...noInput, subject: 'stock', access: team('stock') } as const;
const many = {
  ...all,
  method: 'PATCH',
  hasNoVersion: true,
  response: { status: 200, data: changed, example: { changed: 2, batch: batchExample } },
} as const;
const single = { ...all, params: idParam, rejections: { 404: ['vehicle_not_found'] } } as const;

/** docs/product.md, "Stock". */
export const stockEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...many,
    operationId: 'changeStock',
    path: '/desk/stock',
    summary: 'Mark vehicles of the business as sold, or hide, show or retire them',
    description: 'Clerks mark as sold and offer again; the others are for managers and owners.',
    access: team('sell'),
    body: jsonBody(() => change, { action: 'sold', ids: ['2', '3'] }),
    rejections: { 404: ['vehicle_not_found'], 422: ['nothing_chosen'] },
    handler: async (context, { body: { action, ids: chosen } }) =>
      respondWithCount(await runEndpointCommand(context, changeStock, { action, ids: chosen })),
  }),
  defineEndpoint({
    ...many,
    operationId: 'savePrices',
    path: '/desk/stock/prices',
    summary: 'Set the prices of several vehicles of the business',
    description: 'All are set, or none. An error is named by its vehicle, such as `prices.2`.',
    body: jsonBody(
      () =>
        z.object({
          prices: z
            .array(
              z.object({
                id: z.string().meta({ description: 'Id of the vehicle.' }),
                was: rupees.meta({ description: 'Price that you have read, in whole rupees: 422 if it was changed.' }),
                price: rupees.meta({ description: 'New price in whole rupees.' }),
              }),
            )
            .max(maxAtOnce)
            .meta({ description: `New prices of up to ${maxAtOnce} vehicles.` }),
        }),
      { prices: [{ id: '2', was: 99_500, price: 97_500 }] },
    ),
    response: { ...many.response, example: { changed: 1, batch: batchExample } },
    rejections: { 404: ['vehicle_not_found'], 422: ['prices_changed'] },
    handler: async (context, { body }) =>
      respondWithCount(await runEndpointCommand(context, savePrices, { prices: body.prices })),
  }),
  defineEndpoint({
    ...many,
    operationId: 'changePrices',
    path: '/desk/stock/prices/percent',
    summary: 'Raise or lower the prices of several vehicles of the business',
    description: 'Prices from ₹10,000 on are rounded to whole hundreds.',
    access: team('retire'),
    body: jsonBody(
      () =>
        z.object({
          percent: z
            .number()
            .min(-maxPercent)
            .max(maxPercent)
            .meta({ description: 'By how many percent: -5 takes a twentieth off.' }),
          ids,
        }),
      { percent: -5, ids: ['2', '3'] },
    ),
    rejections: { 404: ['vehicle_not_found'], 422: ['nothing_chosen'] },
    handler: async (context, { body: { percent, ids: chosen } }) =>
      respondWithCount(await runEndpointCommand(context, changePrices, { percent, ids: chosen })),
  }),
  defineEndpoint({
    ...many,
    operationId: 'hideSamples',
    path: '/desk/stock/samples',
    summary: 'Hide the samples that the site came with, or show them again',
    body: jsonBody(() => z.object({ isHidden: z.boolean().meta({ description: 'Whether visitors see none.' }) }), {
      isHidden: true,
    }),
    handler: async (context, { body: { isHidden } }) =>
      respondWithCount(await runEndpointCommand(context, hideSamples, { isHidden })),
  }),
  defineEndpoint({
    ...single,
    operationId: 'duplicateStock',
    method: 'POST',
    path: '/desk/stock/{id}/duplicate',
    summary: 'Add a draft that is a copy of a vehicle of the business',
    description: 'Without number plate, stock number and photos, which belong to one vehicle. A draft is not public.',
    response: { status: 201, data: named, example: namedExample },
    async handler(context, { params }) {
      const result = await runEndpointCommand(context, duplicateStock, params);
      return respondWithItem(result, ({ id, ...copy }) => ({ _id: id, id, ...copy }), {
        status: 201,
        ...(result.ok && { headers: { Location: `/api/vehicles/${result.value.id}` } }),
      });
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'moveFeatured',
    method: 'PATCH',
    path: '/desk/stock/{id}/featured',
    summary: 'Move a vehicle a place earlier or later among the featured of its type',
    description: `Of the first ${maxFeaturedMoved}; those that lead are on the home page.`,
    hasNoVersion: true,
    body: jsonBody(
      () => z.object({ by: z.union([z.literal(1), z.literal(-1)]).meta({ description: '-1 earlier, 1 later.' }) }),
      { by: 1 },
    ),
    response: { status: 200, data: named, example: namedExample },
    async handler(context, { params, body }) {
      const result = await runEndpointCommand(context, moveFeatured, { by: body.by, ...params });
      return respondWithItem(result, ({ id, ...moved }) => ({ _id: id, id, ...moved }));
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'listStockChanges',
    method: 'GET',
    path: '/desk/stock/{id}/changes',
    summary: 'List the last changes of a vehicle of the business, newest first',
    description: 'Of the last 30 days, at most 20.',
    response: {
      status: 200,
      data: z.object({ changes: z.array(loggedChange) }),
      example: {
        changes: [
          {
            ...{ id: 17, batch: batchExample, action: 'changed', operator: 'Asha Rao' },
            ...{ createdAt: '2026-11-20T09:30:00.000Z', undoneAt: null },
          },
        ],
      },
    },
    handler({ runtime: { db } }, { params }) {
      if (!findStockRow(db, params.id)) return respondWithError(vehicleNotFound);
      return respondWithData({
        changes: findStockChanges(db, params.id).map((stored) => ({
          ...{ id: stored.id, batch: stored.batch, action: stored.action, operator: stored.operatorName },
          ...{ createdAt: stored.createdAt, undoneAt: stored.undoneAt },
        })),
      });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'undoStock',
    method: 'POST',
    path: '/desk/stock/undo',
    summary: 'Undo changes of the stock',
    description: `Takes back up to ${stepSize} changes of a batch: repeat with \`from\` until \`next\` is null. What was changed again since stays.`,
    body: jsonBody(
      () =>
        z.object({
          batch: z.string().meta({ description: 'As the change returned it.' }),
          change: z
            .int()
            .nullish()
            .meta({ description: 'Number of one change of the batch; without it, all of them.' }),
          from: z.int().nullish().meta({ description: '`next` of the response before; without it, the first.' }),
        }),
      { batch: batchExample },
    ),
    response: {
      status: 200,
      data: z.object({
        undone: count.meta({ description: 'Number of changes that were taken back.' }),
        next: z.int().nullable().meta({ description: 'Where to go on, as `from`; null after the last.' }),
      }),
      example: { undone: 2, next: null },
    },
    rejections: { 409: ['nothing_to_undo'] },
    async handler(context, { body: { batch: pressed, change: only = null, from = null } }) {
      const result = await runEndpointCommand(context, undoStock, { batch: pressed, change: only, from });
      return respondWithItem(result, ({ count: undone, next }) => ({ undone, next }));
    },
  }),
];
