import { photosFull, maxPhotos, type StoredPhoto } from '~/domain/photos/photo';
import { addDraftPhoto, findDraftPhotos, removeDraftPhoto } from '~/domain/photos/draft-photos.server';
import { readLogo, storePhoto } from '~/domain/photos/photos.server';
import { type AppError, err, type Result } from '~/domain/shared/result';
import type { FormSender } from './form-action.server';
import { type BodyReader, createFormBody, type FormFields, readForm, readTextForm } from './form-data.server';
import { tooLargeForm, tooMuchText, unreadableForm } from './multipart.server';
import type { Runtime } from './runtime.server';

const unreadErrors: readonly AppError[] = [unreadableForm, tooMuchText, tooLargeForm];

/** Buttons of a single photo, which do not submit the form. */
const photoButtons = ['removePhoto', 'movePhoto'];

/** Photos of a form. */
export type FormPhotos = {
  /** Photos of the form after this request, in display order. */
  chosen: StoredPhoto[];
  /** Photos as submitted: unlike `chosen`, without those of a first attempt with the same form. */
  sent: { photos: string[]; added: string[] };
  /** Whether all fields arrived: otherwise missing ones are not reported. */
  isWhole: boolean;
  /** Whether only the photos were edited: the form is redisplayed, to be submitted once complete. */
  isUnfinished: boolean;
};

/** Merges the errors of photos into one validation error without repetitions; the first decides the status. */
function photoError(photoErrors: readonly AppError[]): AppError | null {
  const [first] = photoErrors;
  if (!first) return null;
  const messages = [...new Set(photoErrors.map(({ message }) => message))];
  const errors = { images: messages.join('. ') };
  return first.kind === 'too-large' || first.kind === 'invalid'
    ? { kind: first.kind, message: messages[0] ?? '', errors }
    : first;
}

/**
 * Updates the photos of a form: those of `owned` that it still contains and those accepted under its idempotency key,
 * in the form's order.
 */
async function takePhotos(
  { db, clock }: Runtime,
  owned: readonly StoredPhoto[],
  fields: FormFields,
  idempotencyKey: string,
  added: readonly StoredPhoto[],
): Promise<{ photos: StoredPhoto[]; errors: AppError[] }> {
  const removed = fields.get('removePhoto');
  const errors: AppError[] = [];
  const removal = removed ? await removeDraftPhoto(db, idempotencyKey, removed) : null;
  if (removal && !removal.ok) errors.push(removal.error);
  const still = new Set(fields.getAll('photos'));
  const remaining = owned.filter(({ hash }) => still.has(hash) && hash !== removed);
  for (const { hash } of added) {
    const there = [...remaining, ...findDraftPhotos(db, idempotencyKey)];
    // A form submitted twice contains the same photos twice.
    if (there.some((photo) => photo.hash === hash)) continue;
    const isFull = there.length >= maxPhotos;
    const result: Result<null> = isFull
      ? err({ kind: 'invalid', message: photosFull, errors: {} })
      : await addDraftPhoto(db, idempotencyKey, hash, clock());
    if (!result.ok) errors.push(result.error);
  }
  const drafted = findDraftPhotos(db, idempotencyKey).filter(
    ({ hash }) => !remaining.some((photo) => photo.hash === hash),
  );
  return { photos: sortByFields(fields, [...remaining, ...drafted]), errors };
}

/** Sorts photos in the form's order, new ones last, and moves the one whose button was pressed by one position. */
function sortByFields(fields: FormFields, photos: readonly StoredPhoto[]): StoredPhoto[] {
  const named = fields.getAll('photos');
  const getPlace = ({ hash }: StoredPhoto) => (named.includes(hash) ? named.indexOf(hash) : named.length);
  const sorted = photos.toSorted((one, other) => getPlace(one) - getPlace(other));
  const [direction, moved] = fields.get('movePhoto')?.split(' ') ?? [];
  const from = sorted.findIndex(({ hash }) => hash === moved);
  const to = direction === 'earlier' ? from - 1 : from + 1;
  const [one, other] = [sorted[from], sorted[to]];
  return one && other ? sorted.with(from, other).with(to, one) : sorted;
}

/**
 * Reads a form with photos. Accepted photos stay stored under the form's idempotency key even if the form is rejected,
 * and no text is lost because of a photo.
 *
 * @param findOwned photos of the item being edited, none of a new one; null for a form without photos. May throw an
 *   error page.
 */
export const readPhotoForm =
  (findOwned: (sender: FormSender) => readonly StoredPhoto[] | null): BodyReader =>
  async (sender, allowance, isOverLimit) => {
    const owned = findOwned(sender);
    if (!owned) return readTextForm(sender, allowance, isOverLimit);
    const { request, runtime, address, now } = sender;
    const { fields, files, errors } = await readForm(
      request,
      isOverLimit ? undefined : ({ bytes, name }) => storePhoto(runtime.db, bytes, name, now, address),
      allowance,
    );
    const body = createFormBody(fields);
    const added = files.map(({ value }) => value);
    const taken = await takePhotos(runtime, owned, fields, body.idempotencyKey, added);
    return {
      ...body,
      photos: {
        chosen: taken.photos,
        isWhole: !errors.some((error) => unreadErrors.includes(error)),
        sent: { photos: fields.getAll('photos'), added: added.map(({ hash }) => hash) },
        isUnfinished: photoButtons.some((name) => fields.has(name)) || fields.get('intent') === 'add-photos',
      },
      error: photoError([...errors, ...taken.errors]),
    };
  };

/** Reads a form with an uploaded logo. @param takesLogo whether the sender may upload one */
export const readLogoForm =
  (takesLogo: (sender: FormSender) => boolean): BodyReader =>
  async (sender, allowance, isOverLimit) => {
    if (isOverLimit || !takesLogo(sender)) return readTextForm(sender, allowance, isOverLimit);
    const { fields, files, errors } = await readForm(
      sender.request,
      ({ bytes, name }) => readLogo(bytes, name, sender.address),
      allowance,
    );
    return { ...createFormBody(fields, errors[0]), logo: files[0]?.value ?? null };
  };

/**
 * Merges the photos of a form with those of a concurrent change, so that saving the form does not remove photos added in
 * the meantime.
 *
 * @param owned current photos of the offer
 * @param chosen photos of the form
 */
export function mergePhotos(owned: readonly StoredPhoto[], chosen: readonly StoredPhoto[]): StoredPhoto[] {
  const others = chosen.filter(({ hash }) => !owned.some((photo) => photo.hash === hash));
  return [...owned, ...others].slice(0, maxPhotos);
}
