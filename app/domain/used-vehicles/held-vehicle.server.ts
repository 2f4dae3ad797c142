import type { Database } from '~db/connection';
import { signedIn } from '../accounts/signed-in';
import type { Asker } from '../asker';
import type { Offer, VehicleRecord } from '../catalogue/vehicle-record';
import { findVehicleRecord, vehicleNotFound } from '../catalogue/vehicle-record-queries.server';
import { done, type Outcome, refused } from '../outcome';

/** Whether a vehicle is the asker's own. */
export const isOwnVehicle = ({ owner }: Pick<VehicleRecord, 'owner'>, { user }: Pick<Asker, 'user'>): boolean =>
  owner !== null && owner.id === user?.id;

/** Whether somebody offers it themselves. @param offer as it was read for this asker */
export const isOwnOffer = (offer: Offer, asker: Pick<Asker, 'user'>): boolean =>
  offer.kind === 'vehicle' ? isOwnVehicle(offer.vehicle, asker) : offer.listing.isMine;

/**
 * The vehicle that an asker wants to change: its owner's, and any for an operator, the built-in catalogue included.
 *
 * @returns unauthenticated when nobody is signed in; not-found, also for one out of sight; forbidden for anybody else's
 */
export function vehicleToChange(db: Database, id: string, asker: Asker): Outcome<VehicleRecord> {
  const user = signedIn(asker);
  if (!user.done) return user;
  const vehicle = findVehicleRecord(db, id);
  if (!vehicle) return refused(vehicleNotFound);
  if (user.value.role === 'operator' || isOwnVehicle(vehicle, asker)) return done(vehicle);
  return refused({ kind: 'forbidden', message: 'Only its owner may change this vehicle.' });
}
