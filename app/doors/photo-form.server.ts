import { type Outcome, type Problem, refused } from '~/domain/outcome';
import { addDraftPhoto, draftPhotos, removeDraftPhoto } from '~/domain/photos/draft-photos.server';
import { photosMaximum } from '~/domain/photos/limits';
import { photosFull } from '~/domain/photos/photo-problems';
import { storePhoto } from '~/domain/photos/store-photo.server';
import type { StoredPhoto } from '~/domain/photos/stored-photo';
import type { BodyAllowance } from '~/http/body-budget.server';
import type { Runtime } from '~/http/runtime.server';
import type { FormFields } from './form-fields';
import { overLimit } from './over-limit.server';
import { readForm } from './read-form.server';
import { newSubmissionId } from './submission-id.server';

/** Hidden fields that accompany the values of a form with photos. */
const carried = new Set(['intent', 'version', 'photos', 'removePhoto', 'images']);

/** Request context of a form with photos. */
export type PhotoFormSender = {
  request: Request;
  runtime: Runtime;
  address: string;
  /** Memory accounting of the photos while they are received. */
  bodyAllowance: BodyAllowance | null;
};

/** A form with photos, parsed and ready for its command. */
type PhotoForm = {
  fields: FormFields;
  /** Includes the submission id, so that a rejected form can be restored. */
  values: Record<string, string> & { submissionId: string };
  /** Photos of the form after this request, in display order. */
  photos: StoredPhoto[];
  /** Photos as submitted: unlike `photos`, they are not affected by a first attempt with the same form. */
  sent: { photos: string[]; added: string[] };
  /** Whether only the photos were to be changed: the form is redisplayed and submitted again when it is complete. */
  isUnfinished: boolean;
  /** Reason to reject the form: rate limit exceeded, unreadable, or an unacceptable photo. */
  problem: Problem | null;
};

/**
 * Merges the problems of photos into one validation error with each sentence once; the first problem decides the
 * status.
 */
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
 * Updates the photos of a form: those of `held` that it still contains, followed by those accepted under its submission
 * id.
 */
async function takePhotos(
  { db, clock }: Runtime,
  held: readonly StoredPhoto[],
  fields: FormFields,
  submissionId: string,
  added: readonly StoredPhoto[],
): Promise<{ photos: StoredPhoto[]; problems: Problem[] }> {
  const removed = fields.get('removePhoto');
  const problems: Problem[] = [];
  const removal = removed ? await removeDraftPhoto(db, submissionId, removed) : null;
  if (removal && !removal.done) problems.push(removal.problem);
  const still = new Set(fields.getAll('photos'));
  const kept = held.filter(({ hash }) => still.has(hash) && hash !== removed);
  for (const { hash } of added) {
    const there = [...kept, ...draftPhotos(db, submissionId)];
    // A form submitted twice brings the same photos twice.
    if (there.some((photo) => photo.hash === hash)) continue;
    const isFull = there.length >= photosMaximum;
    const outcome: Outcome<null> = isFull
      ? refused({ kind: 'invalid', message: photosFull, errors: {} })
      : await addDraftPhoto(db, submissionId, hash, clock());
    if (!outcome.done) problems.push(outcome.problem);
  }
  const drafted = draftPhotos(db, submissionId).filter(({ hash }) => !kept.some((photo) => photo.hash === hash));
  return { photos: [...kept, ...drafted], problems };
}

/**
 * Reads the form of an offer with its photos. Accepted photos remain stored under the form's submission id even if the
 * form is rejected, and text is never lost because of a photo.
 *
 * @param held photos of the offer being edited; empty for a new one
 */
export async function readPhotoForm(
  { request, runtime, address, bodyAllowance }: PhotoFormSender,
  held: readonly StoredPhoto[],
): Promise<PhotoForm> {
  const { db, clock } = runtime;
  const busy = overLimit({ runtime, address }, 'write');
  // Over the limit the text is still read, for redisplay; photos are skipped.
  const { fields, files, problems } = await readForm(
    request,
    busy ? undefined : ({ bytes, name }) => storePhoto(db, bytes, name, clock(), address),
    bodyAllowance,
  );
  const submissionId = fields.get('submissionId') || newSubmissionId();
  const typed = Object.entries(fields.toRecord()).filter(([name]) => !carried.has(name));
  const added = files.map(({ value }) => value);
  const taken = await takePhotos(runtime, held, fields, submissionId, added);
  return {
    fields,
    values: { ...Object.fromEntries(typed), submissionId },
    photos: taken.photos,
    sent: { photos: fields.getAll('photos'), added: added.map(({ hash }) => hash) },
    isUnfinished: fields.has('removePhoto') || fields.get('intent') === 'add-photos',
    problem: busy ?? photoProblem([...problems, ...taken.problems]),
  };
}

/**
 * Merges the photos of a form with those of a concurrent change: photos added meanwhile are included, so that saving
 * the form does not remove them.
 *
 * @param held current photos of the offer
 * @param chosen photos of the form
 */
export function photosOfBoth(held: readonly StoredPhoto[], chosen: readonly StoredPhoto[]): StoredPhoto[] {
  const others = chosen.filter(({ hash }) => !held.some((photo) => photo.hash === hash));
  return [...held, ...others].slice(0, photosMaximum);
}
