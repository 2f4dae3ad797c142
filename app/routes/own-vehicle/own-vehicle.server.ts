import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { findVehicleRecord, vehicleNotFound } from '~/domain/catalogue/vehicle.queries.server';
import { type Actor, requireUser } from '~/domain/shared/actor';
import { err, ok, type Result } from '~/domain/shared/result';
import { getMeasures } from '~/domain/shared/field-table';
import { usedVehicleFields, vehicleFieldNames } from '~/domain/used-vehicles/used-vehicle';
import {
  changeVehicle,
  deleteVehicle,
  isOwnVehicle,
  offerVehicle,
} from '~/domain/used-vehicles/used-vehicle.commands.server';
import { decodeVehicleForm } from '~/domain/used-vehicles/used-vehicle.schema.server';
import { getActor } from '~/http/actor.server';
import { allowUser, createFormAction, createFormActions, type FormPost } from '~/submit/form.server';
import { type FormSender, readPhotosOfForm, selectFields } from '~/submit/form-body.server';
import { mergePhotos, readPhotoForm } from '~/submit/form-photos.server';
import {
  generateIdempotencyKey,
  readUnfinishedForm,
  type RejectedForm,
  findReadings,
} from '~/submit/form-response.server';
import { redirectToSignIn } from '~/http/return-path.server';
import { createGoneResponse } from '~/http/gone-offer.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { type ChosenPhoto, toChosenPhoto } from '~/ui/forms/photo-chooser';

export type VehicleForm = {
  idempotencyKey: string;
  /** The vehicle to edit, as stored when the form was opened. */
  changing: { id: string; name: string; version: string } | null;
  isDeleting: boolean;
  values: Record<string, string>;
  photos: ChosenPhoto[];
};

export type VehicleFormActionData = RejectedForm & {
  photos: ChosenPhoto[];
  version: string;
  /** Current values after a concurrent change; empty otherwise. */
  currentValues: Record<string, string>;
};

/** Form values of a vehicle: text, empty for absent values. */
function toFormValues(vehicle: VehicleRecord): Record<string, string> {
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
function findEditedVehicle({ db }: Runtime, actor: Actor, id: string): VehicleRecord | null {
  const vehicle = findVehicleRecord(db, id);
  return vehicle && isOwnVehicle(vehicle, actor) ? vehicle : null;
}

/** @throws a 404 response for another user's vehicle; for a visitor, the redirect to sign in and back */
export function loadVehicleForm(request: Request, runtime: Runtime): VehicleForm {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('vehicle');
  const actor = getActor(request, runtime);
  if (!actor.user) throw redirectToSignIn(request, paths.ownVehicle({ vehicle: id }));
  const vehicle = id === null ? null : findEditedVehicle(runtime, actor, id);
  if (id !== null && !vehicle) {
    throw createGoneResponse(request, runtime, id, new Response(null, { status: 404 }));
  }
  const form = readUnfinishedForm(request, runtime);
  const { idempotencyKey = generateIdempotencyKey(), ...unfinished } = form ?? {};
  return {
    idempotencyKey,
    changing: vehicle && {
      id: vehicle.id,
      name: vehicle.name,
      version: unfinished.version ?? String(vehicle.version),
    },
    isDeleting: vehicle !== null && searchParams.get('confirm') === 'delete',
    values: { ...(vehicle && toFormValues(vehicle)), ...unfinished },
    photos: readPhotosOfForm(form, vehicle?.photos ?? []).map(toChosenPhoto),
  };
}

const ownListings = paths.profileView('listings');
const deletedRedirect = { to: ownListings, flash: 'listing-deleted' } as const;

const getVehicleId = ({ url }: Pick<FormSender, 'url'>): string | null => url.searchParams.get('vehicle');

function findPostedVehicle(sender: FormSender): VehicleRecord | null {
  const id = getVehicleId(sender);
  return id === null ? null : findEditedVehicle(sender.runtime, sender.actor, id);
}

function findOwnVehicle(post: FormPost): Result<VehicleRecord> {
  const user = requireUser(post.actor);
  if (!user.ok) return user;
  const vehicle = findPostedVehicle(post);
  return vehicle ? ok(vehicle) : err(vehicleNotFound);
}

/** Current values that differ from the submitted ones, compared after decoding: 1,45,000 is 145000. */
function getCurrentValues(vehicle: VehicleRecord, values: Readonly<Record<string, string>>): Record<string, string> {
  const decoded = decodeVehicleForm(values);
  const differs = ([name, value]: [string, string]) => String(decoded[name] ?? '') !== value;
  return Object.fromEntries(Object.entries(toFormValues(vehicle)).filter(differs));
}

const getValues = selectFields(vehicleFieldNames);

const signIn = (post: FormPost) => paths.ownVehicle({ vehicle: getVehicleId(post) });

const decode = ({ values, photos, idempotencyKey }: FormPost) => ({
  ...decodeVehicleForm(values),
  photos: photos?.chosen,
  draft: idempotencyKey,
});

const vehicleMeasures = getMeasures(usedVehicleFields);

const redisplay = ({ fields, photos, values }: FormPost) => ({
  ...findReadings(values, vehicleMeasures),
  photos: photos?.chosen.map(toChosenPhoto) ?? [],
  version: fields.get('version') ?? '',
  currentValues: {},
});

export const vehicleAction = createFormActions(
  (post) => {
    if (getVehicleId(post) === null) return 'offer';
    return post.fields.get('intent') === 'delete' ? 'delete' : 'change';
  },
  {
    offer: createFormAction({
      access: allowUser(signIn),
      values: getValues,
      command: offerVehicle,
      decode,
      onSuccess: ({ id, type }) => ({
        to: paths.vehicle(id),
        flash: type === 'Bike' ? 'bike-listed' : 'scooter-listed',
      }),
      redisplay,
    }),
    change: createFormAction({
      access: { check: findOwnVehicle, signIn },
      values: getValues,
      command: changeVehicle,
      decode: (post, { id }) => ({ ...decode(post), id, version: Number(post.fields.get('version')) }),
      onSuccess: (_changed, _post, { id }) => ({ to: paths.vehicle(id), flash: 'listing-changed' }),
      redisplay(post, error) {
        const vehicle = error?.kind === 'conflict' ? findPostedVehicle(post) : null;
        if (!vehicle) return redisplay(post);
        return {
          ...redisplay(post),
          photos: mergePhotos(post.runtime.db, vehicle.photos, post).map(toChosenPhoto),
          version: String(vehicle.version),
          currentValues: getCurrentValues(vehicle, post.values),
        };
      },
    }),
    delete: createFormAction({
      access: allowUser(signIn),
      command: deleteVehicle,
      decode: (post) => ({ id: getVehicleId(post) }),
      onSuccess: () => deletedRedirect,
      // Deletion is idempotent.
      forgive: ({ kind }) => (kind === 'not-found' ? deletedRedirect : null),
      redisplay: null,
    }),
  },
  readPhotoForm(() => true),
);
