import { json } from '@remix-run/node';
import type { Asker } from '~/domain/asker';
import type { VehicleRecord } from '~/domain/catalogue/vehicle-record';
import { type Command, checkInput, runCommand } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import type { Outcome, Problem } from '~/domain/outcome';
import { clearDraft } from '~/domain/photos/draft-photos.server';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { changeVehicle } from '~/domain/used-vehicles/change-vehicle.server';
import { decodeVehicleForm } from '~/domain/used-vehicles/decode-vehicle-form';
import { deleteVehicle } from '~/domain/used-vehicles/delete-vehicle.server';
import { offerVehicle } from '~/domain/used-vehicles/offer-vehicle.server';
import { refusalOf, refuseForm, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { type PhotoFormSender, photosOfBoth, readPhotoForm } from '~/doors/photo-form.server';
import { signInFirst } from '~/doors/sign-in-first.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { chosenPhoto } from '~/ui/forms/chosen-photo';
import { ownVehicle, typedVehicle } from './load-vehicle.server';
import type { VehicleFormAnswer } from './vehicle-form';

const ownListings = paths.profile({ show: 'listings' });

/** How a vehicle stands where it is not as it was typed: 1,45,000 is 145000. */
function standsOf(vehicle: VehicleRecord, values: Readonly<Record<string, string>>): Record<string, string> {
  const meant = decodeVehicleForm(values);
  const differs = ([name, value]: [string, string]) => String(meant[name] ?? '') !== value;
  return Object.fromEntries(Object.entries(typedVehicle(vehicle)).filter(differs));
}

/** Doing it twice is doing it once. */
async function remove(request: Request, { db, clock }: Runtime, asker: Asker, id: string): Promise<Response> {
  const context = { db, asker, now: clock() };
  const outcome = await commitWithOthers(db, () => runCommand(deleteVehicle, { id }, context));
  if (!outcome.done && outcome.problem.kind !== 'not-found') throw refusalOf(outcome.problem);
  return seeOther(request, ownListings, { notice: 'listing-deleted' });
}

/** Takes the form of a used vehicle: adds or removes photos, offers it, saves a change, or deletes it. */
export async function takeVehicleForm(sender: PhotoFormSender): Promise<Response> {
  const { request, runtime, address } = sender;
  const { db, clock } = runtime;
  const now = clock();
  const asker = askerOf(request, runtime);
  const id = new URL(request.url).searchParams.get('vehicle');
  const vehicle = id === null ? null : ownVehicle(runtime, asker, id);
  const form = await readPhotoForm(sender, vehicle?.photos ?? []);
  const { fields, values, photos, sent } = form;
  const isDeletion = fields.get('intent') === 'delete';
  if (!asker.user) return signInFirst(request, runtime, paths.ownVehicle({ vehicle: id }), isDeletion ? {} : values);
  if (id !== null && isDeletion && !form.problem) return remove(request, runtime, asker, id);
  if (id !== null && !vehicle) throw new Response(null, { status: 404 });

  const version = fields.get('version') ?? '';
  const shown = { photos: photos.map(chosenPhoto), version, stands: {} };
  const refuse = (problem: Problem) => {
    // Whoever was told of a change in the meantime sees both, and goes on from that change.
    const meanwhile = problem.kind === 'conflict' && vehicle;
    const standing = meanwhile && {
      photos: photosOfBoth(vehicle.photos, photos).map(chosenPhoto),
      version: String(vehicle.version),
      stands: standsOf(vehicle, values),
    };
    return refuseForm(problem, values, { ...shown, ...standing });
  };
  if (form.problem) return refuse(form.problem);
  if (form.isUnfinished) return json<VehicleFormAnswer>({ message: '', errors: {}, values, ...shown });

  const run = async <Input>(
    command: Command<Input, VehicleRecord>,
    about: object,
    content: object,
  ): Promise<Outcome<VehicleRecord>> => {
    const decoded = { ...decodeVehicleForm(values), ...about, photos: photos.map(({ hash }) => hash) };
    const input = checkInput(command, decoded, now);
    if (!input.done) return input;
    // Only what could be offered counts among the listings of an hour.
    const tooMany = command.limit === 'write' ? null : overLimit({ runtime, address }, command.limit);
    if (tooMany) return { done: false, problem: tooMany };
    const submission = formSubmission(values.submissionId, { ...values, ...content });
    return commitWithOthers(db, () => runCommandOnce(command, input.value, { db, asker, now }, submission));
  };
  const outcome =
    id === null
      ? // Without the photos: a browser that goes back to send the form again brings the text, and seldom the files.
        await run(offerVehicle, {}, {})
      : await run(changeVehicle, { id, version: Number(version) }, { id, version, ...sent });
  if (!outcome.done) return refuse(outcome.problem);
  clearDraft(db, values.submissionId);
  if (id !== null) return seeOther(request, paths.vehicle(id), { notice: 'listing-changed' });
  const { type } = outcome.value;
  return seeOther(request, paths.vehicle(outcome.value.id), {
    notice: type === 'Bike' ? 'bike-listed' : 'scooter-listed',
  });
}
