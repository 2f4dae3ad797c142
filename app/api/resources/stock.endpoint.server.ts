import { z } from 'zod';
import { bulkActions, changeStock, maxAtOnce } from '~/domain/stock/stock.commands.server';
import { defineEndpoint, type Endpoint, jsonBody, noInput, team } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithData, respondWithError } from '../respond.server';
import { count } from '../schemas.server';

const change = z.object({
  action: z.enum(bulkActions).meta({ description: 'What they become; `retired` ones leave the stock for good.' }),
  ids: z
    .array(z.string())
    .min(1)
    .max(maxAtOnce)
    .meta({ description: `Ids of up to ${maxAtOnce} vehicles of the business; all of them are changed, or none.` }),
});

/** docs/product.md, "Stock". */
export const stockEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...noInput,
    subject: 'batches',
    operationId: 'changeStock',
    method: 'PATCH',
    path: '/desk/stock',
    hasNoVersion: true,
    summary: 'Mark vehicles of the business as sold, or hide, show or retire them',
    description: 'Clerks mark as sold and offer again; the others are for managers and owners.',
    access: team('sell'),
    body: jsonBody(() => change, { action: 'sold', ids: ['2', '3'] }),
    response: {
      status: 200,
      data: z.object({ changed: count.meta({ description: 'Number of those that were not so before.' }) }),
      example: { changed: 2 },
    },
    rejections: { 404: ['vehicle_not_found'], 422: ['nothing_chosen'] },
    async handler(context, { body }) {
      const { action, ids } = body;
      const result = await runEndpointCommand(context, changeStock, { action, ids });
      return result.ok ? respondWithData({ changed: result.value.count }) : respondWithError(result.error);
    },
  }),
];
