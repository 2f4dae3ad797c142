import { json } from '@remix-run/node';
import { type Listing, listingLabels } from '~/domain/listings/listing';
import { changeListing, createListing, deleteListing, markSold } from '~/domain/listings/listing.commands.server';
import { decodeListingForm } from '~/domain/listings/listing.schema.server';
import { clearDraft } from '~/domain/photos/photos.server';
import type { Actor } from '~/domain/shared/actor';
import { checkInput, runCommand } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { idempotentForm, runCommandOnce } from '~/domain/shared/idempotency.server';
import type { AppError } from '~/domain/shared/result';
import { holdManageKeyCookie } from '~/http/actor.server';
import { readFormOrReject, rejectForm, rejectionOf, seeOther } from '~/http/form-response.server';
import { formSenderOf } from '~/http/form-sender.server';
import { type PhotoFormSender, photosOfBoth, readPhotoForm } from '~/http/photo-form.server';
import { overLimit } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { chosenPhoto } from '~/ui/forms/photo-chooser';
import type { ListingKind } from '~db/enums';
import type { SellFormActionData } from './sell-form';
import { listingFormValues } from './sell-listings.loader.server';

type OwnerActionSender = { request: Request; runtime: Runtime; actor: Actor; address: string; kind: ListingKind };

/** Marks a listing as sold or deletes it, from its details panel. Doing it twice is doing it once. */
export async function takeOwnerAction(sender: OwnerActionSender): Promise<Response> {
  const { request, runtime, actor, kind } = sender;
  const tooMany = overLimit(sender, 'write');
  if (tooMany) throw rejectionOf(tooMany);
  const fields = await readFormOrReject(request);
  const name = { id: fields.get('listing') ?? '', kind };
  const context = { db: runtime.db, actor, now: runtime.clock() };
  if (fields.get('intent') === 'delete') {
    const result = await commitWithOthers(runtime.db, () => runCommand(deleteListing, name, context));
    const isGone = result.ok || result.error.kind === 'not-found';
    if (isGone) return seeOther(request, paths.sellList(kind), { flash: 'listing-deleted' });
    throw rejectionOf(result.error);
  }
  const result = await commitWithOthers(runtime.db, () => runCommand(markSold, name, context));
  if (result.ok) return seeOther(request, paths.listing(kind, name.id), { flash: 'listing-sold' });
  if (result.error.kind === 'conflict') {
    return seeOther(request, paths.listing(kind, name.id), { flash: 'listing-already-sold' });
  }
  throw rejectionOf(result.error);
}

/** Who sends the sell form, and what it is about. */
type SellFormSender = PhotoFormSender & {
  actor: Actor;
  kind: ListingKind;
  /** The sender's own listing that is being changed; null for a new one. */
  listing: Listing | null;
};

/** The form shows every field, so one that comes back empty was emptied: a command would leave it as it was. */
const emptiedFields = Object.fromEntries(Object.keys(listingLabels).map((name) => [name, null]));

/** How a listing stands, to be read beside what was typed. */
function currentValuesOf(listing: Listing, formValues: Readonly<Record<string, string>>): Record<string, string> {
  const { hideLicenseDigits: _on, ...currentValues } = listingFormValues(listing);
  // 1,45,000 is 145000: what was typed is compared as it is understood.
  const meant = new Map(
    Object.entries(decodeListingForm(formValues)).map(([name, value]) => [name, String(value ?? '')]),
  );
  const isSame = (formValues.hideLicenseDigits === 'on') === listing.hideLicenseDigits;
  return {
    ...Object.fromEntries(Object.entries(currentValues).filter(([name, value]) => (meant.get(name) ?? '') !== value)),
    ...(!isSame && { hideLicenseDigits: listing.hideLicenseDigits ? 'Yes' : 'No' }),
  };
}

/** Takes the sell form: adds or removes photos, lists the vehicle, or saves a change. */
export async function takeSellForm(sender: SellFormSender): Promise<Response> {
  const { request, runtime, actor, kind, listing } = sender;
  const { db } = runtime;
  const now = runtime.clock();
  const {
    fields,
    values,
    photos: owned,
    sent,
    isUnfinished,
    error,
  } = await readPhotoForm(sender, listing?.photos ?? []);
  const { idempotencyKey } = values;
  const photos = owned.map(chosenPhoto);
  const version = Number(fields.get('version'));
  // Whoever was told of a change in the meantime sees both, and goes on from that change.
  const reject = (rejection: AppError) =>
    rejection.kind === 'conflict' && listing
      ? rejectForm(rejection, values, {
          photos: photosOfBoth(listing.photos, owned).map(chosenPhoto),
          version: listing.version,
          currentValues: currentValuesOf(listing, values),
        })
      : rejectForm(rejection, values, { photos, version, currentValues: null });

  if (error) return reject(error);
  if (isUnfinished) return json<SellFormActionData>({ message: '', errors: {}, values, photos, version });

  const decoded = { ...decodeListingForm(values), kind, photos: owned.map(({ hash }) => hash) };
  const context = { db, actor, now };
  if (listing) {
    const change = { ...emptiedFields, hideLicenseDigits: false, ...decoded, id: listing.id };
    const input = checkInput(changeListing, { ...change, version }, now);
    const idempotentRequest = idempotentForm(idempotencyKey, { ...values, ...sent, kind, id: listing.id, version });
    const result = input.ok
      ? await commitWithOthers(db, () => runCommandOnce(changeListing, input.value, context, idempotentRequest))
      : input;
    if (!result.ok) return reject(result.error);
    clearDraft(db, idempotencyKey);
    return seeOther(request, paths.listing(kind, listing.id), { flash: 'listing-changed' });
  }
  const input = checkInput(createListing, decoded, now);
  if (!input.ok) return reject(input.error);
  // Only what could be listed counts among the listings of an hour.
  const tooMany = overLimit(sender, createListing.limit);
  if (tooMany) return reject(tooMany);
  // Without the photos: a browser that goes back to send the form again brings the text, and seldom the files.
  const idempotentRequest = idempotentForm(idempotencyKey, { kind, ...values }, formSenderOf(request));
  const result = await commitWithOthers(db, () =>
    runCommandOnce(createListing, input.value, context, idempotentRequest),
  );
  if (!result.ok) return reject(result.error);
  clearDraft(db, idempotencyKey);
  const { manageCode } = result.value;
  return seeOther(request, paths.sellList(kind), {
    flash: kind === 'bike' ? 'bike-listed' : 'scooter-listed',
    showsNewKey: manageCode !== null,
    cookies: manageCode === null ? [] : [holdManageKeyCookie(request, manageCode)],
  });
}
