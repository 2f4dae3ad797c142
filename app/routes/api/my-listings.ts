import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { type Call, jsonDoor } from '~/doors/json-door.server';
import { signInRequired } from '~/domain/accounts/signed-in';
import { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { vehicleRecordsOfUser } from '~/domain/catalogue/vehicle-record-queries.server';
import { listingJson } from '~/domain/listings/listing-json.server';
import { listingsOfUser } from '~/domain/listings/listing-queries.server';

/** All that the user offers, vehicles and listings, each with its `kind`, the newest first. */
function show({ runtime, asker, origin }: Call): Response {
  const { user } = asker;
  if (!user) return sendProblem(signInRequired);
  const vehicles = vehicleRecordsOfUser(runtime.db, user.id);
  const listings = [
    ...vehicles.map((vehicle) => ({ ...vehicleJson(vehicle, origin), kind: 'vehicle' })),
    ...listingsOfUser(runtime.db, user).map((listing) => listingJson(listing, origin)),
  ].sort((one, other) => (one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0));
  const { length } = listings;
  return sendData({ listings, pagination: { page: 1, limit: length, total: length, pages: length === 0 ? 0 : 1 } });
}

const door = jsonDoor({ GET: show });

export const handle = apiHandle(['GET']);
export const loader = door;
export const action = door;
