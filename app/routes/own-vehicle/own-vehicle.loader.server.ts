import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { findVehicleRecord } from '~/domain/catalogue/vehicle.queries.server';
import { draftPhotos } from '~/domain/photos/photos.server';
import type { Actor } from '~/domain/shared/actor';
import { isOwnVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { getActor } from '~/http/actor.server';
import { newIdempotencyKey } from '~/http/form-response.server';
import type { Runtime } from '~/http/runtime.server';
import { redirectToSignIn, unfinishedFormOf } from '~/http/sign-in-first.server';
import { paths } from '~/paths';
import { chosenPhoto } from '~/ui/forms/photo-chooser';
import type { VehicleForm } from './form-view';

/** Form values of a vehicle: text, empty for absent values. */
export function vehicleFormValues(vehicle: VehicleRecord): Record<string, string> {
  const { name, brand, type, condition, registration, numberPlate, description, yearsUsed } = vehicle;
  const fields = {
    name,
    brand,
    type,
    fuelType: vehicle.fuel,
    price: vehicle.priceRupees,
    originalPrice: vehicle.originalPriceRupees,
    condition,
    usedKms: vehicle.kilometresDriven,
    yearsUsed,
    registration,
    numberPlate,
    mileage: vehicle.mileageKmpl ?? vehicle.rangeKm,
    engine: vehicle.engineCc,
    description,
  };
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value ?? '')]));
}

/** The user's own vehicle to edit; null when it does not exist, or belongs to another user. */
export function ownVehicle({ db }: Runtime, actor: Actor, id: string): VehicleRecord | null {
  const vehicle = findVehicleRecord(db, id);
  return vehicle && isOwnVehicle(vehicle, actor) ? vehicle : null;
}

/**
 * Values of the form: empty, a vehicle to edit, or a form stored during sign-in.
 *
 * @throws a 404 response for another user's vehicle; for a visitor, the redirect to sign in and back
 */
export function loadVehicleForm(request: Request, runtime: Runtime): VehicleForm {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('vehicle');
  const actor = getActor(request, runtime);
  if (!actor.user) throw redirectToSignIn(request, paths.ownVehicle({ vehicle: id }));
  const vehicle = id === null ? null : ownVehicle(runtime, actor, id);
  if (id !== null && !vehicle) throw new Response(null, { status: 404 });
  const { idempotencyKey = newIdempotencyKey(), ...unfinished } = unfinishedFormOf(request, runtime) ?? {};
  const photos = [...(vehicle?.photos ?? []), ...draftPhotos(runtime.db, idempotencyKey)];
  return {
    idempotencyKey,
    changing: vehicle && { id: vehicle.id, name: vehicle.name, version: vehicle.version },
    isDeleting: vehicle !== null && searchParams.get('confirm') === 'delete',
    values: { ...(vehicle && vehicleFormValues(vehicle)), ...unfinished },
    photos: photos.map(chosenPhoto),
  };
}
