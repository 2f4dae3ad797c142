import type { z } from 'zod';
import type { Offer } from '~/domain/catalogue/vehicle';
import { toVehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { offeredAgainMessage, soldMessage } from '~/domain/listings/listing';
import { markSold, undoSale } from '~/domain/used-vehicles/sale.commands.server';
import type { ListingKind } from '~db/enums';
import { defineEndpoint, type Endpoint, idParam, keyHolders, noInput, owners } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithItem } from '../respond.server';
import { listingJson } from './listing.shape.server';

const toOfferJson = (offer: Offer, origin: string): object =>
  offer.kind === 'vehicle' ? toVehicleJson(offer.vehicle, origin) : listingJson(offer.listing, origin);

type Sold = { kind: ListingKind | 'vehicle'; data: z.ZodType; example: object };

/** Marking a second-hand vehicle as sold and undoing it, for each place where it may be listed. */
export function createSaleEndpoints({ kind, data, example }: Sold): readonly Endpoint[] {
  const subject = `${kind}s` as const;
  const noun = ({ bike: 'Bike', scooter: 'Scooter', vehicle: 'Vehicle' } as const)[kind];
  const sale = {
    ...noInput,
    subject,
    path: `/${subject}/{id}/sold`,
    params: idParam,
    access: kind === 'vehicle' ? owners : keyHolders,
    rejections: { 403: [], 404: ['listing_not_found'], 409: ['already_sold', 'not_sold', 'undo_too_late'] },
  } as const;
  return [
    defineEndpoint({
      ...sale,
      operationId: `undo${noun}Sale`,
      method: 'DELETE',
      summary: `Offer a ${kind} again that was marked as sold in the last 24 hours`,
      response: { status: 200, data, example: { ...example, version: 3 }, message: offeredAgainMessage },
      handler: async (context, { params }) =>
        respondWithItem(
          await runEndpointCommand(context, undoSale, { ...params, kind }),
          (offer) => toOfferJson(offer, context.origin),
          { message: offeredAgainMessage },
        ),
    }),
    defineEndpoint({
      ...sale,
      operationId: `mark${noun}Sold`,
      method: 'PATCH',
      summary: `Mark a ${kind} as sold, which can be undone for 24 hours`,
      response: {
        status: 200,
        data,
        example: { ...example, availability: 'sold', version: 2 },
        message: soldMessage,
      },
      handler: async (context, { params }) =>
        respondWithItem(
          await runEndpointCommand(context, markSold, { ...params, kind }),
          (offer) => toOfferJson(offer, context.origin),
          { message: soldMessage },
        ),
    }),
  ];
}
