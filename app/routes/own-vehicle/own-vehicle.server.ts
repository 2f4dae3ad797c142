import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { findVehicleRecord, revealToSeller, vehicleNotFound } from '~/domain/catalogue/vehicle.queries.server';
import { type Actor, requireUser } from '~/domain/shared/actor';
import { err, ok, type Result } from '~/domain/shared/result';
import { largestPlaces, states } from '~/domain/places/places.server';
import { getMeasures } from '~/domain/shared/field-table';
import {
  getUsedVehicleField,
  type UsedVehicleField,
  usedVehicleFieldNames,
  usedVehicleFields,
} from '~/domain/listings/offer-fields';
import { getSaleChange, type SaleChange } from '~/domain/listings/listing';
import { changeVehicle, deleteVehicle, offerVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { isOwnVehicle } from '~/domain/used-vehicles/own-vehicle.server';
import { decodeVehicleForm } from '~/domain/used-vehicles/used-vehicle.schema.server';
import { getActor } from '~/http/actor.server';
import { allowUser, createFormAction, createFormActions, findIntent, type FormPost } from '~/submit/form.server';
import { type FormSender, readPhotosOfForm, selectFields } from '~/submit/form-body.server';
import { mergePhotos, readPhotoForm } from '~/submit/form-photos.server';
import {
  generateIdempotencyKey,
  readUnfinishedForm,
  type RejectedForm,
  findReadings,
} from '~/submit/form-response.server';
import { redirectToSignIn } from '~/http/responses.server';
import { createGoneResponse } from '~/http/gone-offer.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { createFormFields, type FormField } from '~/ui/forms/offer-field';

import { createSaleForms } from '../sale-forms.server';
import { type ChosenPhoto, toChosenPhoto } from '~/ui/forms/photo-chooser';

export type VehicleForm = {
  idempotencyKey: string;
  /** The vehicle to edit, as stored when the form was opened. */
  changing: { id: string; name: string; version: string; sale: SaleChange | null } | null;
  isDeleting: boolean;
  values: Record<string, string>;
  photos: ChosenPhoto[];
  fields: readonly FormField[];
  /** Suggestions of cities with their states. */
  cities: { city: string; state: string }[];
};

export type VehicleFormActionData = RejectedForm & {
  photos: ChosenPhoto[];
  version: string;
  /** Current values after a concurrent change; empty otherwise. */
  currentValues: Record<string, string>;
};

/** Form values of a vehicle: text, empty for absent values. */
function toFormValues(vehicle: VehicleRecord): Record<string, string> {
  const fields: Record<UsedVehicleField, string | number | boolean | null> = {
    name: vehicle.name,
    brand: vehicle.brand,
    type: vehicle.type,
    fuelType: vehicle.fuel,
    year: vehicle.modelYear,
    condition: vehicle.condition,
    usedKms: vehicle.kilometresDriven,
    yearsUsed: vehicle.yearsUsed,
    owners: vehicle.owners,
    mileage: vehicle.mileageKmpl ?? vehicle.rangeKm,
    topSpeed: vehicle.topSpeedKmph,
    engine: vehicle.engineCc,
    battery: vehicle.batteryKwh,
    price: vehicle.priceRupees,
    originalPrice: vehicle.originalPriceRupees,
    registration: vehicle.registration,
    numberPlate: vehicle.numberPlate,
    hideNumberDigits: vehicle.hideNumberDigits,
    insuranceUntil: vehicle.insuranceUntil,
    city: vehicle.city,
    state: vehicle.state,
    description: vehicle.description,
    hasRc: vehicle.hasRc,
    hasPuc: vehicle.hasPuc,
    hasNoc: vehicle.hasNoc,
    isLoanCleared: vehicle.isLoanCleared,
  };
  const toText = (value: string | number | boolean | null): string =>
    typeof value === 'boolean' ? (value ? 'on' : '') : String(value ?? '');
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, toText(value)]));
}

const fields = createFormFields(usedVehicleFieldNames, getUsedVehicleField, states, {
  numberPlate: { spellCheck: false },
});

/** The user's own vehicle to edit; null when it does not exist, or belongs to another user. */
function findEditedVehicle({ db }: Runtime, actor: Actor, id: string): VehicleRecord | null {
  const vehicle = findVehicleRecord(db, id);
  return vehicle && isOwnVehicle(vehicle, actor) ? revealToSeller(db, vehicle, actor) : null;
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
      sale: getSaleChange(vehicle, runtime.clock()),
    },
    isDeleting: vehicle !== null && searchParams.get('confirm') === 'delete',
    values: { ...(vehicle && toFormValues(vehicle)), ...unfinished },
    photos: readPhotosOfForm(form, vehicle?.photos ?? []).map(toChosenPhoto),
    fields,
    cities: largestPlaces.map(({ city, state }) => ({ city, state })),
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
  const toText = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : '') : String(value ?? ''));
  const differs = ([name, value]: [string, string]) => toText(decoded[name]) !== value;
  return Object.fromEntries(Object.entries(toFormValues(vehicle)).filter(differs));
}

const getValues = selectFields(usedVehicleFieldNames);

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

const remove = createFormAction({
  access: allowUser(signIn),
  command: deleteVehicle,
  decode: (post) => ({ id: getVehicleId(post) }),
  onSuccess: () => deletedRedirect,
  // Deletion is idempotent.
  forgive: ({ kind }) => (kind === 'not-found' ? deletedRedirect : null),
  redisplay: null,
});

const getVehiclePath = (post: FormPost): string => paths.vehicle(getVehicleId(post) ?? '');

/** The buttons of the owner, by their `intent`; a form without one of these changes the vehicle. */
const ownerForms = {
  delete: remove,
  ...createSaleForms({
    getName: (post) => ({ id: getVehicleId(post) ?? '', kind: 'vehicle' }),
    getReturnPath: getVehiclePath,
    getPath: getVehiclePath,
  }),
};

export const vehicleAction = createFormActions(
  (post) => (getVehicleId(post) === null ? 'offer' : (findIntent(ownerForms, post.fields.get('intent')) ?? 'change')),
  {
    ...ownerForms,
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
  },
  readPhotoForm(() => true),
);
