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

/** A vehicle's fields as the form holds them: text, and nothing where nothing was given. */
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

/** The asker's own vehicle that a form is to change; null when there is none, or it is somebody else's. */
export function ownVehicle({ db }: Runtime, actor: Actor, id: string): VehicleRecord | null {
  const vehicle = findVehicleRecord(db, id);
  return vehicle && isOwnVehicle(vehicle, actor) ? vehicle : null;
}

/**
 * What the form shows: nothing yet, a vehicle that is to be changed, or what was typed before its sender had to sign
 * in.
 *
 * @throws a 404 answer for a vehicle that is not the asker's; for a visitor, the way to sign in and back
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
