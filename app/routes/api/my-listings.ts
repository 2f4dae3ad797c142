import { sendData } from '~/doors/api-answer.server';
import { vehicleCalls } from '~/doors/contract/vehicle-calls.server';
import { answer, type Call, jsonDoor } from '~/doors/json-door.server';
import type { SignedInUser } from '~/domain/asker';
import { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { vehicleRecordsOfUser } from '~/domain/catalogue/vehicle-record-queries.server';
import { listingJson } from '~/domain/listings/listing-json.server';
import { listingsOfUser } from '~/domain/listings/listing-queries.server';
import type { ApiAnswer } from '~/http/json-answer';

/** All that the user offers, vehicles and listings, each with its `kind`, the newest first. */
function list({ runtime, origin }: Call, { user }: { user: SignedInUser }): ApiAnswer {
  const vehicles = vehicleRecordsOfUser(runtime.db, user.id);
  const listings = [
    ...vehicles.map((vehicle) => ({ ...vehicleJson(vehicle, origin), kind: 'vehicle' })),
    ...listingsOfUser(runtime.db, user).map((listing) => listingJson(listing, origin)),
  ].sort((one, other) => (one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0));
  const { length } = listings;
  return sendData({ listings, pagination: { page: 1, limit: length, total: length, pages: length === 0 ? 0 : 1 } });
}

const door = jsonDoor(answer(vehicleCalls.listOwn, list));

export const loader = door;
export const action = door;
