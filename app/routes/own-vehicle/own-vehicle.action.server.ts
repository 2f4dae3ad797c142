import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { signedIn } from '~/domain/shared/actor';
import { ok, type Result } from '~/domain/shared/result';
import { changeVehicle, deleteVehicle, offerVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { decodeVehicleForm } from '~/domain/used-vehicles/used-vehicle.schema.server';
import { anyUser, type FormPost, type FormSender, formAction, formActions } from '~/http/form-action.server';
import { photosOfBoth } from '~/http/form-photos.server';
import { paths } from '~/paths';
import { chosenPhoto } from '~/ui/forms/photo-chooser';
import { ownVehicle, vehicleFormValues } from './own-vehicle.loader.server';

const ownListings = paths.profile({ show: 'listings' });
const deleted = { to: ownListings, flash: 'listing-deleted' } as const;

const vehicleId = ({ url }: Pick<FormSender, 'url'>): string | null => url.searchParams.get('vehicle');

function vehicleOf(sender: FormSender): VehicleRecord | null {
  const id = vehicleId(sender);
  return id === null ? null : ownVehicle(sender.runtime, sender.actor, id);
}

/** @throws a 404 page for a vehicle that is not the user's own */
function findOwnVehicle(post: FormPost): Result<VehicleRecord> {
  const user = signedIn(post.actor);
  if (!user.ok) return user;
  const vehicle = vehicleOf(post);
  if (!vehicle) throw new Response(null, { status: 404 });
  return ok(vehicle);
}

/** Current values that differ from the form values as decoded: 1,45,000 is 145000. */
function currentValuesOf(vehicle: VehicleRecord, values: Readonly<Record<string, string>>): Record<string, string> {
  const decoded = decodeVehicleForm(values);
  const differs = ([name, value]: [string, string]) => String(decoded[name] ?? '') !== value;
  return Object.fromEntries(Object.entries(vehicleFormValues(vehicle)).filter(differs));
}

const signIn = { path: (post: FormPost) => paths.ownVehicle({ vehicle: vehicleId(post) }) };

const decode = ({ values, photos }: FormPost) => ({
  ...decodeVehicleForm(values),
  photos: photos?.chosen.map(({ hash }) => hash),
});

const redisplay = ({ fields, photos }: FormPost) => ({
  photos: photos?.chosen.map(chosenPhoto) ?? [],
  version: fields.get('version') ?? '',
  currentValues: {},
});

/** Forms that offer a used vehicle, change it, and delete it. */
export const vehicleAction = formActions(
  (post) => {
    if (vehicleId(post) === null) return 'offer';
    return post.fields.get('intent') === 'delete' ? 'delete' : 'change';
  },
  {
    offer: formAction({
      access: anyUser,
      signIn,
      command: offerVehicle,
      decode,
      onSuccess: ({ id, type }) => ({
        to: paths.vehicle(id),
        flash: type === 'Bike' ? 'bike-listed' : 'scooter-listed',
      }),
      redisplay,
    }),
    change: formAction({
      access: findOwnVehicle,
      signIn,
      command: changeVehicle,
      decode: (post, { id }) => ({ ...decode(post), id, version: Number(post.fields.get('version')) }),
      onSuccess: (_changed, _post, { id }) => ({ to: paths.vehicle(id), flash: 'listing-changed' }),
      redisplay,
      onConflict(post) {
        const vehicle = vehicleOf(post);
        return (
          vehicle && {
            photos: photosOfBoth(vehicle.photos, post.photos?.chosen ?? []).map(chosenPhoto),
            version: String(vehicle.version),
            currentValues: currentValuesOf(vehicle, post.values),
          }
        );
      },
    }),
    delete: formAction({
      access: anyUser,
      signIn,
      values: () => ({}),
      command: deleteVehicle,
      decode: (post) => ({ id: vehicleId(post) }),
      onSuccess: () => deleted,
      // Deleting it twice deletes it once.
      forgive: ({ kind }) => (kind === 'not-found' ? deleted : null),
      redisplay: null,
    }),
  },
  { photosOf: (sender) => vehicleOf(sender)?.photos ?? [] },
);
