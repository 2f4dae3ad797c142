import type { Actor } from '~/domain/shared/actor';
import {
  changeListing,
  deleteListing,
  listingNotFound,
  listingToChange,
} from '~/domain/listings/listing.commands.server';
import { deletedMessage, type Listing } from '~/domain/listings/listing';
import { listingJson } from '~/domain/listings/listing.serializer.server';
import { findListing } from '~/domain/listings/listing.queries.server';
import { sendData, sendError, sendRemoved } from '~/api/respond.server';
import { pickFields } from '~/api/query-rules';
import { bikeEndpoints } from '~/api/contract/listing.contract.server';
import { defineEndpoint, type EndpointContext, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import type { ApiResponse } from '~/http/responses.server';
import { kindOf } from './listing-call.server';
import { readListingBody, withPhotos } from './offer-body.server';

function find(context: EndpointContext, id: string): Listing | null {
  const listing = findListing(context.runtime.db, id, context.actor);
  return listing?.kind === kindOf(context) ? listing : null;
}

/** Who holds nothing: what is public. */
const anonymous: Actor = { user: null, manageKeyIds: [] };

async function change(context: EndpointContext, { params }: { params: { id: string } }): Promise<ApiResponse> {
  const about = { ...params, kind: kindOf(context) };
  const listing = find(context, params.id);
  const visitors = findListing(context.runtime.db, params.id, anonymous);
  const body = await readListingBody(context, {
    photos: listing?.photos.map(({ hash }) => hash) ?? [],
    // Its license may have been read without its last digits.
    shown: [listing, visitors].flatMap((one) => (one ? listingJson(one, context.origin) : [])),
  });
  if (!body.ok) return sendError(body.error);
  const { fields, content, storePhotos } = body.value;
  const result = await runEndpointCommand(
    context,
    changeListing,
    { ...fields, ...about, photos: undefined },
    { about, content },
    withPhotos(storePhotos, () => listingToChange(context.runtime.db, about, context.actor)),
  );
  return result.ok ? sendData(listingJson(result.value, context.origin)) : sendError(result.error);
}

const endpoint = endpointRoute(
  defineEndpoint(bikeEndpoints.show, (context, { params, query }) => {
    const listing = find(context, params.id);
    if (!listing) return sendError(listingNotFound);
    return sendData(pickFields(listingJson(listing, context.origin), query.fields));
  }),
  defineEndpoint(bikeEndpoints.change, change),
  defineEndpoint(bikeEndpoints.remove, async (context, { params }) =>
    sendRemoved(await runEndpointCommand(context, deleteListing, { ...params, kind: kindOf(context) }), deletedMessage),
  ),
);

export const loader = endpoint;
export const action = endpoint;
