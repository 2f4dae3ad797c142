import { sendData, sendError } from '~/api/respond.server';
import { bikeEndpoints } from '~/api/contract/listing.contract.server';
import { defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import { listingJson } from '~/domain/listings/listing.serializer.server';
import { soldMessage } from '~/domain/listings/listing';
import { markSold } from '~/domain/listings/listing.commands.server';
import { kindOf } from './listing-call.server';

const endpoint = endpointRoute(
  defineEndpoint(bikeEndpoints.markSold, async (context, { params }) => {
    const result = await runEndpointCommand(context, markSold, { ...params, kind: kindOf(context) });
    if (!result.ok) return sendError(result.error);
    return sendData(listingJson(result.value, context.origin), { message: soldMessage });
  }),
);

export const loader = endpoint;
export const action = endpoint;
