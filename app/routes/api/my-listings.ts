import { sendData } from '~/api/respond.server';
import { vehicleEndpoints } from '~/api/contract/vehicle.contract.server';
import { defineEndpoint, type EndpointContext, endpointRoute } from '~/api/define-endpoint.server';
import type { SignedInUser } from '~/domain/shared/actor';
import { vehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { vehicleRecordsOfUser } from '~/domain/catalogue/vehicle.queries.server';
import { listingJson } from '~/domain/listings/listing.serializer.server';
import { listingsOfUser } from '~/domain/listings/listing.queries.server';
import type { ApiResponse } from '~/http/responses.server';

/** All that the user offers, vehicles and listings, each with its `kind`, the newest first. */
function list({ runtime, origin }: EndpointContext, { user }: { user: SignedInUser }): ApiResponse {
  const vehicles = vehicleRecordsOfUser(runtime.db, user.id);
  const listings = [
    ...vehicles.map((vehicle) => ({ ...vehicleJson(vehicle, origin), kind: 'vehicle' })),
    ...listingsOfUser(runtime.db, user).map((listing) => listingJson(listing, origin)),
  ].sort((one, other) => (one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0));
  const { length } = listings;
  return sendData({ listings, pagination: { page: 1, limit: length, total: length, pages: length === 0 ? 0 : 1 } });
}

const endpoint = endpointRoute(defineEndpoint(vehicleEndpoints.listOwn, list));

export const loader = endpoint;
export const action = endpoint;
