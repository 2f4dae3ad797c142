import { json } from '@remix-run/node';
import type { Asker } from '~/domain/asker';
import { checkInput } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { changeListing } from '~/domain/listings/change-listing.server';
import { createListing } from '~/domain/listings/create-listing.server';
import { decodeListingForm } from '~/domain/listings/decode-listing-form';
import { type ListingKind, listingLabels } from '~/domain/listings/limits';
import type { Listing } from '~/domain/listings/listing';
import type { Problem } from '~/domain/outcome';
import { clearDraft } from '~/domain/photos/draft-photos.server';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { refuseForm, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { type PhotoFormSender, photosOfBoth, readPhotoForm } from '~/doors/photo-form.server';
import { formSenderOf } from '~/http/form-sender.server';
import { holdManageKeyCookie } from '~/http/manage-keys.server';
import { paths } from '~/paths';
import { chosenPhoto } from '~/ui/forms/chosen-photo';
import { typedListing } from './load-form.server';
import type { SellFormAnswer } from './sell-form';

/** Who sends the sell form, and what it is about. */
type SellFormSender = PhotoFormSender & {
  asker: Asker;
  kind: ListingKind;
  /** The sender's own listing that is being changed; null for a new one. */
  listing: Listing | null;
};

/** The form shows every field, so one that comes back empty was emptied: a command would leave it as it was. */
const emptiedFields = Object.fromEntries(Object.keys(listingLabels).map((name) => [name, null]));

/** How a listing stands, to be read beside what was typed. */
function standsOf(listing: Listing, typed: Readonly<Record<string, string>>): Record<string, string> {
  const { hideLicenseDigits: _on, ...stands } = typedListing(listing);
  // 1,45,000 is 145000: what was typed is compared as it is understood.
  const meant = new Map(Object.entries(decodeListingForm(typed)).map(([name, value]) => [name, String(value ?? '')]));
  const isSame = (typed.hideLicenseDigits === 'on') === listing.hideLicenseDigits;
  return {
    ...Object.fromEntries(Object.entries(stands).filter(([name, value]) => (meant.get(name) ?? '') !== value)),
    ...(!isSame && { hideLicenseDigits: listing.hideLicenseDigits ? 'Yes' : 'No' }),
  };
}

/** Takes the sell form: adds or removes photos, lists the vehicle, or saves a change. */
export async function takeSellForm(sender: SellFormSender): Promise<Response> {
  const { request, runtime, asker, kind, listing } = sender;
  const { db } = runtime;
  const now = runtime.clock();
  const {
    fields,
    values,
    photos: held,
    sent,
    isUnfinished,
    problem,
  } = await readPhotoForm(sender, listing?.photos ?? []);
  const { submissionId } = values;
  const photos = held.map(chosenPhoto);
  const version = Number(fields.get('version'));
  // Whoever was told of a change in the meantime sees both, and goes on from that change.
  const refuse = (refusal: Problem) =>
    refusal.kind === 'conflict' && listing
      ? refuseForm(refusal, values, {
          photos: photosOfBoth(listing.photos, held).map(chosenPhoto),
          version: listing.version,
          stands: standsOf(listing, values),
        })
      : refuseForm(refusal, values, { photos, version, stands: null });

  if (problem) return refuse(problem);
  if (isUnfinished) return json<SellFormAnswer>({ message: '', errors: {}, values, photos, version });

  const decoded = { ...decodeListingForm(values), kind, photos: held.map(({ hash }) => hash) };
  const context = { db, asker, now };
  if (listing) {
    const change = { ...emptiedFields, hideLicenseDigits: false, ...decoded, id: listing.id };
    const input = checkInput(changeListing, { ...change, version }, now);
    const submission = formSubmission(submissionId, { ...values, ...sent, kind, id: listing.id, version });
    const outcome = input.done
      ? await commitWithOthers(db, () => runCommandOnce(changeListing, input.value, context, submission))
      : input;
    if (!outcome.done) return refuse(outcome.problem);
    clearDraft(db, submissionId);
    return seeOther(request, paths.listing(kind, listing.id), { notice: 'listing-changed' });
  }
  const input = checkInput(createListing, decoded, now);
  if (!input.done) return refuse(input.problem);
  // Only what could be listed counts among the listings of an hour.
  const tooMany = overLimit(sender, createListing.limit);
  if (tooMany) return refuse(tooMany);
  // Without the photos: a browser that goes back to send the form again brings the text, and seldom the files.
  const submission = formSubmission(submissionId, { kind, ...values }, formSenderOf(request));
  const outcome = await commitWithOthers(db, () => runCommandOnce(createListing, input.value, context, submission));
  if (!outcome.done) return refuse(outcome.problem);
  clearDraft(db, submissionId);
  const { manageCode } = outcome.value;
  return seeOther(request, paths.sellList(kind), {
    notice: kind === 'bike' ? 'bike-listed' : 'scooter-listed',
    showsNewKey: manageCode !== null,
    cookies: manageCode === null ? [] : [holdManageKeyCookie(request, manageCode)],
  });
}
