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

/** What travels with a form with photos beside what was typed. */
const carried = new Set(['intent', 'version', 'photos', 'removePhoto', 'images']);

/** Where a form with photos comes from. */
export type PhotoFormSender = {
  request: Request;
  runtime: Runtime;
  address: string;
  /** What the memory of its photos is counted by while they arrive. */
  bodyAllowance: BodyAllowance | null;
};

/** A form with photos, read as far as it can be before anything is done with what was typed. */
type PhotoForm = {
  fields: FormFields;
  /** The submission id among it, so that a refused form stands as it was. */
  values: Record<string, string> & { submissionId: string };
  /** Those that the form is left with, in the order they are shown. */
  photos: StoredPhoto[];
  /** The photos as they came: unlike `photos`, what a first try of the same form does not change. */
  sent: { photos: string[]; added: string[] };
  /** Only its photos were to be changed: it comes back as it is, and is sent again when it is finished. */
  isUnfinished: boolean;
  /** Why it is refused already: too many writes, unreadable, or a photo that can't be taken. */
  problem: Problem | null;
};

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
 * Brings the photos of a form up to date: those it still holds of `held`, then those accepted under its submission id.
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
    // A form sent twice brings the same photos twice.
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
 * Reads a form of an offer with its photos. Photos that were accepted stay under the form's submission id whatever else
 * is wrong with it, and text is never lost to a photo.
 *
 * @param held photos of the offer that is being changed; none for a new one
 */
export async function readPhotoForm(
  { request, runtime, address, bodyAllowance }: PhotoFormSender,
  held: readonly StoredPhoto[],
): Promise<PhotoForm> {
  const { db, clock } = runtime;
  const busy = overLimit({ runtime, address }, 'write');
  // Over the limit the text is read all the same, to be shown again; photos are read past.
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
 * The photos of a form that meets a change made in the meantime: those that were added then stand in it too, so that
 * saving it takes none of them away.
 *
 * @param held those the offer has by now
 * @param chosen those of the form
 */
export function photosOfBoth(held: readonly StoredPhoto[], chosen: readonly StoredPhoto[]): StoredPhoto[] {
  const others = chosen.filter(({ hash }) => !held.some((photo) => photo.hash === hash));
  return [...held, ...others].slice(0, photosMaximum);
}
