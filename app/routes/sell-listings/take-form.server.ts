import { json } from '@remix-run/node';
import type { Asker } from '~/domain/asker';
import { checkInput } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { changeListing } from '~/domain/listings/change-listing.server';
import { createListing } from '~/domain/listings/create-listing.server';
import { decodeListingForm } from '~/domain/listings/decode-listing-form';
import { type ListingKind, listingLabels } from '~/domain/listings/limits';
import type { Listing, ListingPhoto } from '~/domain/listings/listing';
import { type Outcome, type Problem, refused } from '~/domain/outcome';
import { addDraftPhoto, clearDraft, draftPhotos, removeDraftPhoto } from '~/domain/photos/draft-photos.server';
import { photosMaximum } from '~/domain/photos/limits';
import { photosFull } from '~/domain/photos/photo-problems';
import { storePhoto } from '~/domain/photos/store-photo.server';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { refuseForm, seeOther } from '~/doors/form-door.server';
import type { FormFields } from '~/doors/form-fields';
import { overLimit } from '~/doors/over-limit.server';
import { readForm } from '~/doors/read-form.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { holdManageKeyCookie } from '~/http/manage-keys.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { chosenPhoto, typedListing } from './load-form.server';
import type { SellFormAnswer } from './sell-form';

/** Who sends the sell form, and what it is about. */
type SellFormSender = {
  request: Request;
  runtime: Runtime;
  asker: Asker;
  address: string;
  kind: ListingKind;
  /** The sender's own listing that is being changed; null for a new one. */
  listing: Listing | null;
};

/** What travels with the form beside what was typed. */
const carried = new Set(['intent', 'version', 'photos', 'removePhoto', 'images']);

/** The form shows every field, so one that comes back empty was emptied: a command would leave it as it was. */
const emptiedFields = Object.fromEntries(Object.keys(listingLabels).map((name) => [name, null]));

/** Every sentence once, at the photos; the first problem decides the status. */
function photoProblem(problems: readonly Problem[]): Problem | null {
  const [first] = problems;
  if (!first) return null;
  const sentences = [...new Set(problems.map(({ message }) => message))];
  const errors = { images: sentences.join('. ') };
  return first.kind === 'too-large' || first.kind === 'invalid'
    ? { kind: first.kind, message: sentences[0] ?? '', errors }
    : first;
}

/**
 * Brings the photos of the form up to date: those of the listing that the form still holds, then those accepted under
 * its submission id, now or before.
 */
function takePhotos(
  { runtime, listing }: SellFormSender,
  fields: FormFields,
  submissionId: string,
  added: readonly ListingPhoto[],
): { photos: ListingPhoto[]; problems: Problem[] } {
  const { db } = runtime;
  const removed = fields.get('removePhoto');
  if (removed) removeDraftPhoto(db, submissionId, removed);
  const still = new Set(fields.getAll('photos'));
  const kept = (listing?.photos ?? []).filter(({ hash }) => still.has(hash) && hash !== removed);
  const problems: Problem[] = [];
  for (const { hash } of added) {
    const held = [...kept, ...draftPhotos(db, submissionId)];
    // A form sent twice brings the same photos twice.
    if (held.some((photo) => photo.hash === hash)) continue;
    const isFull = held.length >= photosMaximum;
    const outcome: Outcome<null> = isFull
      ? refused({ kind: 'invalid', message: photosFull, errors: {} })
      : addDraftPhoto(db, submissionId, hash, runtime.clock());
    if (!outcome.done) problems.push(outcome.problem);
  }
  const drafted = draftPhotos(db, submissionId).filter(({ hash }) => !kept.some((photo) => photo.hash === hash));
  return { photos: [...kept, ...drafted], problems };
}

/** Photos that were added in the meantime stand in the form too, so that saving it takes none of them away. */
function withThoseOf({ photos }: Listing, chosen: readonly ListingPhoto[]): ListingPhoto[] {
  const others = chosen.filter(({ hash }) => !photos.some((photo) => photo.hash === hash));
  return [...photos, ...others].slice(0, photosMaximum);
}

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

/**
 * Takes the sell form: adds or removes photos, lists the vehicle, or saves a change. Photos that were accepted stay
 * under the form's submission id whatever else is wrong with it, and text is never lost to a photo.
 */
export async function takeSellForm(sender: SellFormSender): Promise<Response> {
  const { request, runtime, asker, kind, listing } = sender;
  const { db } = runtime;
  const now = runtime.clock();
  const busy = overLimit(sender, 'write');
  // Over the limit the text is read all the same, to be shown again; photos are read past.
  const { fields, files, problems } = await readForm(
    request,
    busy ? undefined : ({ bytes, name }) => storePhoto(db, bytes, name, now),
  );
  const submissionId = fields.get('submissionId') || newSubmissionId();
  const typed = Object.fromEntries(Object.entries(fields.toRecord()).filter(([name]) => !carried.has(name)));
  const taken = takePhotos(
    sender,
    fields,
    submissionId,
    files.map(({ value }) => value),
  );
  const values = { ...typed, submissionId };
  const photos = taken.photos.map(chosenPhoto);
  const version = Number(fields.get('version'));
  // Whoever was told of a change in the meantime sees both, and goes on from that change.
  const refuse = (problem: Problem) =>
    problem.kind === 'conflict' && listing
      ? refuseForm(problem, values, {
          photos: withThoseOf(listing, taken.photos).map(chosenPhoto),
          version: listing.version,
          stands: standsOf(listing, typed),
        })
      : refuseForm(problem, values, { photos, version, stands: null });

  if (busy) return refuse(busy);
  const atPhotos = photoProblem([...problems, ...taken.problems]);
  if (atPhotos) return refuse(atPhotos);
  if (fields.has('removePhoto') || fields.get('intent') === 'add-photos') {
    return json<SellFormAnswer>({ message: '', errors: {}, values, photos, version });
  }

  const decoded = { ...decodeListingForm(typed), kind, photos: taken.photos.map(({ hash }) => hash) };
  const context = { db, asker, now };
  if (listing) {
    const change = { ...emptiedFields, hideLicenseDigits: false, ...decoded, id: listing.id };
    const input = checkInput(changeListing, { ...change, version }, now);
    // The photos as they came: a first try has moved the new ones from the draft to the listing.
    const sent = { photos: fields.getAll('photos'), added: files.map(({ value }) => value.hash) };
    const submission = formSubmission(submissionId, { ...typed, ...sent, kind, id: listing.id, version });
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
  const submission = formSubmission(submissionId, { kind, ...typed });
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
