import type { Asker } from '~/domain/asker';
import type { VehicleRecord } from '~/domain/catalogue/vehicle-record';
import { findVehicleRecord } from '~/domain/catalogue/vehicle-record-queries.server';
import { draftPhotos } from '~/domain/photos/draft-photos.server';
import { isOwnVehicle } from '~/domain/used-vehicles/held-vehicle.server';
import { keptFormOf, redirectToSignIn } from '~/doors/sign-in-first.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { chosenPhoto } from '~/ui/forms/chosen-photo';
import type { VehicleForm } from './vehicle-form';

/** A vehicle's fields as the form holds them: text, and nothing where nothing was given. */
export function typedVehicle(vehicle: VehicleRecord): Record<string, string> {
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
export function ownVehicle({ db }: Runtime, asker: Asker, id: string): VehicleRecord | null {
  const vehicle = findVehicleRecord(db, id);
  return vehicle && isOwnVehicle(vehicle, asker) ? vehicle : null;
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
  const asker = askerOf(request, runtime);
  if (!asker.user) throw redirectToSignIn(request, paths.ownVehicle({ vehicle: id }));
  const vehicle = id === null ? null : ownVehicle(runtime, asker, id);
  if (id !== null && !vehicle) throw new Response(null, { status: 404 });
  const { submissionId = newSubmissionId(), ...kept } = keptFormOf(request, runtime) ?? {};
  const photos = [...(vehicle?.photos ?? []), ...draftPhotos(runtime.db, submissionId)];
  return {
    submissionId,
    changing: vehicle && { id: vehicle.id, name: vehicle.name, version: vehicle.version },
    isDeleting: vehicle !== null && searchParams.get('confirm') === 'delete',
    values: { ...(vehicle && typedVehicle(vehicle)), ...kept },
    photos: photos.map(chosenPhoto),
  };
}
