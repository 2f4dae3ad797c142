import type { Database } from '~db/connection';
import { signedIn } from '../accounts/signed-in';
import type { Asker } from '../asker';
import type { Offer, VehicleRecord } from '../catalogue/vehicle-record';
import { findVehicleRecord, vehicleNotFound } from '../catalogue/vehicle-record-queries.server';
import { done, type Outcome, refused } from '../outcome';

/** Whether the actor owns a vehicle. */
export const isOwnVehicle = ({ owner }: Pick<VehicleRecord, 'owner'>, { user }: Pick<Asker, 'user'>): boolean =>
  owner !== null && owner.id === user?.id;

/** Whether the actor owns an offer. @param offer as read for this actor */
export const isOwnOffer = (offer: Offer, asker: Pick<Asker, 'user'>): boolean =>
  offer.kind === 'vehicle' ? isOwnVehicle(offer.vehicle, asker) : offer.listing.isMine;

/**
 * Finds a vehicle that the actor may change: the owner may, and an operator for any vehicle, the built-in catalogue
 * included.
 *
 * @returns unauthenticated without a signed-in user; not-found, also for a hidden vehicle; forbidden for another user's
 */
export function vehicleToChange(db: Database, id: string, asker: Asker): Outcome<VehicleRecord> {
  const user = signedIn(asker);
  if (!user.done) return user;
  const vehicle = findVehicleRecord(db, id);
  if (!vehicle) return refused(vehicleNotFound);
  if (user.value.role === 'operator' || isOwnVehicle(vehicle, asker)) return done(vehicle);
  return refused({ kind: 'forbidden', message: 'Only its owner may change this vehicle.' });
}
