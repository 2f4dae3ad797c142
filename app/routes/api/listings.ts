import { sendData, sendError } from '~/api/respond.server';
import { bikeEndpoints } from '~/api/contract/listing.contract.server';
import { defineEndpoint, type EndpointContext, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import { createListing } from '~/domain/listings/listing.commands.server';
import { listingJson } from '~/domain/listings/listing.serializer.server';
import { listedMessages } from '~/domain/listings/listing';
import type { ApiResponse } from '~/http/responses.server';
import { readListingBody, withPhotos } from './offer-body.server';
import { kindOf, sendListings } from './listing-call.server';

async function create(context: EndpointContext): Promise<ApiResponse> {
  const kind = kindOf(context);
  const body = await readListingBody(context);
  if (!body.ok) return sendError(body.error);
  const { fields, content, storePhotos } = body.value;
  const result = await runEndpointCommand(
    context,
    createListing,
    { ...fields, kind, photos: [] },
    { kind, content },
    withPhotos(storePhotos),
  );
  if (!result.ok) return sendError(result.error);
  const { listing, manageCode } = result.value;
  return sendData(
    { ...listingJson(listing, context.origin), ...(manageCode && { manageKey: manageCode }) },
    {
      status: 201,
      message: listedMessages[kind],
      headers: { Location: `/api/${kind}s/${listing.id}` },
    },
  );
}

const endpoint = endpointRoute(
  defineEndpoint(bikeEndpoints.list, (context, { query }) => sendListings(context, query)),
  defineEndpoint(bikeEndpoints.create, create),
);

export const loader = endpoint;
export const action = endpoint;
