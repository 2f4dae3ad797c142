import { json } from '@remix-run/node';
import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { clearDraft } from '~/domain/photos/photos.server';
import type { Actor } from '~/domain/shared/actor';
import { checkInput, type Command, runCommand } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { idempotentForm, runCommandOnce } from '~/domain/shared/idempotency.server';
import type { AppError, Result } from '~/domain/shared/result';
import { changeVehicle, deleteVehicle, offerVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { decodeVehicleForm } from '~/domain/used-vehicles/used-vehicle.schema.server';
import { getActor } from '~/http/actor.server';
import { rejectForm, rejectionOf, seeOther } from '~/http/form-response.server';
import { type PhotoFormSender, photosOfBoth, readPhotoForm } from '~/http/photo-form.server';
import { overLimit } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { signInFirst } from '~/http/sign-in-first.server';
import { paths } from '~/paths';
import { chosenPhoto } from '~/ui/forms/photo-chooser';
import type { VehicleFormActionData } from './form-view';
import { ownVehicle, vehicleFormValues } from './own-vehicle.loader.server';

const ownListings = paths.profile({ show: 'listings' });

/** How a vehicle stands where it is not as it was typed: 1,45,000 is 145000. */
function currentValuesOf(vehicle: VehicleRecord, values: Readonly<Record<string, string>>): Record<string, string> {
  const meant = decodeVehicleForm(values);
  const differs = ([name, value]: [string, string]) => String(meant[name] ?? '') !== value;
  return Object.fromEntries(Object.entries(vehicleFormValues(vehicle)).filter(differs));
}

/** Doing it twice is doing it once. */
async function remove(request: Request, { db, clock }: Runtime, actor: Actor, id: string): Promise<Response> {
  const context = { db, actor, now: clock() };
  const result = await commitWithOthers(db, () => runCommand(deleteVehicle, { id }, context));
  if (!result.ok && result.error.kind !== 'not-found') throw rejectionOf(result.error);
  return seeOther(request, ownListings, { flash: 'listing-deleted' });
}

/** Takes the form of a used vehicle: adds or removes photos, offers it, saves a change, or deletes it. */
export async function takeVehicleForm(sender: PhotoFormSender): Promise<Response> {
  const { request, runtime, address } = sender;
  const { db, clock } = runtime;
  const now = clock();
  const actor = getActor(request, runtime);
  const id = new URL(request.url).searchParams.get('vehicle');
  const vehicle = id === null ? null : ownVehicle(runtime, actor, id);
  const form = await readPhotoForm(sender, vehicle?.photos ?? []);
  const { fields, values, photos, sent } = form;
  const isDeletion = fields.get('intent') === 'delete';
  if (!actor.user) return signInFirst(request, runtime, paths.ownVehicle({ vehicle: id }), isDeletion ? {} : values);
  if (id !== null && isDeletion && !form.error) return remove(request, runtime, actor, id);
  if (id !== null && !vehicle) throw new Response(null, { status: 404 });

  const version = fields.get('version') ?? '';
  const shown = { photos: photos.map(chosenPhoto), version, currentValues: {} };
  const reject = (error: AppError) => {
    // Whoever was told of a change in the meantime sees both, and goes on from that change.
    const meanwhile = error.kind === 'conflict' && vehicle;
    const status = meanwhile && {
      photos: photosOfBoth(vehicle.photos, photos).map(chosenPhoto),
      version: String(vehicle.version),
      currentValues: currentValuesOf(vehicle, values),
    };
    return rejectForm(error, values, { ...shown, ...status });
  };
  if (form.error) return reject(form.error);
  if (form.isUnfinished) return json<VehicleFormActionData>({ message: '', errors: {}, values, ...shown });

  const run = async <Input>(
    command: Command<Input, VehicleRecord>,
    about: object,
    content: object,
  ): Promise<Result<VehicleRecord>> => {
    const decoded = { ...decodeVehicleForm(values), ...about, photos: photos.map(({ hash }) => hash) };
    const input = checkInput(command, decoded, now);
    if (!input.ok) return input;
    // Only what could be offered counts among the listings of an hour.
    const tooMany = command.limit === 'write' ? null : overLimit({ runtime, address }, command.limit);
    if (tooMany) return { ok: false, error: tooMany };
    const idempotentRequest = idempotentForm(values.idempotencyKey, { ...values, ...content });
    return commitWithOthers(db, () => runCommandOnce(command, input.value, { db, actor, now }, idempotentRequest));
  };
  const result =
    id === null
      ? // Without the photos: a browser that goes back to send the form again brings the text, and seldom the files.
        await run(offerVehicle, {}, {})
      : await run(changeVehicle, { id, version: Number(version) }, { id, version, ...sent });
  if (!result.ok) return reject(result.error);
  clearDraft(db, values.idempotencyKey);
  if (id !== null) return seeOther(request, paths.vehicle(id), { flash: 'listing-changed' });
  const { type } = result.value;
  return seeOther(request, paths.vehicle(result.value.id), {
    flash: type === 'Bike' ? 'bike-listed' : 'scooter-listed',
  });
}
