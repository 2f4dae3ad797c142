import type { Database } from '~db/connection';
import type { Offer, VehicleRecord } from '../catalogue/vehicle';
import { findVehicleRecord, vehicleNotFound } from '../catalogue/vehicle.queries.server';
import { type Actor, requireUser } from '../shared/actor';
import { isTeamRole, mayUse, type Permission, rejectRole } from '../shared/permissions';
import { err, ok, type Result } from '../shared/result';

export const isOwnVehicle = ({ owner }: Pick<VehicleRecord, 'owner'>, { user }: Pick<Actor, 'user'>): boolean =>
  owner !== null && owner.id === user?.id;

/** Whether the actor owns an offer. @param offer as read for this actor */
export const isOwnOffer = (offer: Offer, actor: Pick<Actor, 'user'>): boolean =>
  offer.kind === 'vehicle' ? isOwnVehicle(offer.vehicle, actor) : offer.listing.isMine;

/** @returns unauthenticated without a user; not-found, also for a hidden one; forbidden for another user's */
export function findVehicleToChange(
  db: Database,
  id: string,
  actor: Actor,
  permission: Permission,
): Result<VehicleRecord> {
  const user = requireUser(actor);
  if (!user.ok) return user;
  const vehicle = findVehicleRecord(db, id);
  if (!vehicle) return err(vehicleNotFound);
  if (mayUse(user.value, permission) || isOwnVehicle(vehicle, actor)) return ok(vehicle);
  if (isTeamRole(user.value.role)) return rejectRole(permission);
  return err({ kind: 'forbidden', code: 'not_the_owner' });
}
