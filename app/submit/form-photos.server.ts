import {
  type AppError,
  type FieldErrors,
  formatReason,
  isSameReason,
  type PlainCode,
  type Result,
} from '~/domain/shared/result';
import { createPhotoError, maxPhotos, type NamedPhoto } from '~/domain/photos/photo';
import { addDraftPhoto, findDraftPhotos } from '~/domain/photos/draft-photos.server';
import { readLogo, storePhoto } from '~/domain/photos/photos.server';
import { sha256 } from '~/domain/shared/secrets.server';
import type { Database } from '~db/connection';
import {
  type BodyReader,
  createFormBody,
  type FormFields,
  type FormPhotos,
  type FormSender,
  isPhotoHash,
  readForm,
  readTextForm,
  tooLargeForm,
  tooMuchText,
  unreadableForm,
  uploadHashName,
} from './form-body.server';

const unreadErrors: readonly AppError[] = [unreadableForm, tooMuchText, tooLargeForm];

const photoButtons = ['removePhoto', 'movePhoto'];

function photoError(photoErrors: readonly AppError[]): AppError | null {
  const [first] = photoErrors;
  if (!first) return null;
  const ofFields = photoErrors.flatMap((error) => ('errors' in error && error.errors ? [error.errors] : []));
  const ofPhotos = photoErrors.filter((error) => !('errors' in error && Object.keys(error.errors ?? {}).length > 0));
  const reasons = ofPhotos.filter((error, at) => ofPhotos.findIndex((other) => isSameReason(other, error)) === at);
  const errors: FieldErrors = {
    ...(reasons.length > 0 && { images: reasons }),
    ...Object.assign({}, ...ofFields),
  };
  return first.kind === 'too-large' || first.kind === 'invalid' ? { ...first, errors } : first;
}

function getNamedPhotos(fields: FormFields): string[] {
  const removed = fields.get('removePhoto');
  return [...new Set(fields.getAll('photos'))].filter((hash) => isPhotoHash(hash) && hash !== removed);
}

function movePhoto(fields: FormFields, photos: readonly string[]): string[] {
  const [direction, moved] = fields.get('movePhoto')?.split(' ') ?? [];
  const from = photos.indexOf(moved ?? '');
  const to = direction === 'earlier' ? from - 1 : from + 1;
  const [hash, neighbour] = [photos[from], photos[to]];
  return hash && neighbour ? photos.with(from, neighbour).with(to, hash) : [...photos];
}

/** Accepted photos stay stored under the form's idempotency key even if the form is rejected. */
export const readPhotoForm =
  (hasPhotos: (sender: FormSender) => boolean): BodyReader =>
  async (sender, allowance) => {
    if (!hasPhotos(sender)) return readTextForm(sender, allowance);
    const { request, runtime, address, now } = sender;
    const { fields, files, errors } = await readForm(
      request,
      sender.overLimit ? undefined : ({ bytes, name }) => storePhoto(runtime.db, bytes, name, now, address),
      allowance,
    );
    const body = createFormBody(fields);
    const added = files.map(({ value }) => value.hash);
    const chosen = movePhoto(fields, getNamedPhotos(fields));
    const photoErrors = [...errors];
    for (const hash of added) {
      const isNew = !chosen.includes(hash);
      const isFull = isNew && chosen.length >= maxPhotos;
      const result: Result<null> = isFull
        ? createPhotoError({ code: 'photos_full' })
        : await addDraftPhoto(runtime.db, body.idempotencyKey, hash, chosen, runtime.clock());
      if (!result.ok) photoErrors.push(result.error);
      else if (isNew) chosen.push(hash);
    }
    return {
      ...body,
      photos: {
        chosen,
        added,
        isWhole: !errors.some((error) => unreadErrors.includes(error)),
        isUnfinished: photoButtons.some((name) => fields.has(name)) || fields.get('intent') === 'add-photos',
      },
      error: photoError(photoErrors),
    };
  };

/** Photos of several vehicles, each of which is stored or has its own error. */
export const readNamedPhotoForm =
  (rules: { mayAdd: (sender: FormSender) => boolean; most: number; surplus: PlainCode }): BodyReader =>
  async (sender, allowance) => {
    if (sender.overLimit || !rules.mayAdd(sender)) return readTextForm(sender, allowance);
    const { request, runtime, address } = sender;
    const namedPhotos: NamedPhoto[] = [];
    const { fields, errors } = await readForm(
      request,
      async ({ bytes, name: file }) => {
        const stored = await storePhoto(runtime.db, bytes, file, runtime.clock(), address);
        if (stored.ok) namedPhotos.push({ file, hash: stored.value.hash });
        return stored;
      },
      allowance,
      undefined,
      {
        most: rules.most,
        surplus: { kind: 'invalid', code: rules.surplus, errors: {} },
        reject: (file, error) => namedPhotos.push({ file, problem: formatReason(error) }),
      },
    );
    // Other files are another post.
    fields.append(uploadHashName, sha256(JSON.stringify(namedPhotos)));
    return { ...createFormBody(fields, errors[0]), namedPhotos };
  };

export const readLogoForm =
  (takesLogo: (sender: FormSender) => boolean): BodyReader =>
  async (sender, allowance) => {
    if (sender.overLimit || !takesLogo(sender)) return readTextForm(sender, allowance);
    const { fields, files, errors } = await readForm(
      sender.request,
      ({ bytes, name }) => readLogo(bytes, name, sender.address),
      allowance,
    );
    return { ...createFormBody(fields, errors[0]), logo: files[0]?.value ?? null };
  };

/** So that saving the form does not remove photos added in the meantime. */
export function mergePhotos(
  db: Database,
  owned: readonly { hash: string }[],
  { photos, idempotencyKey }: { photos: FormPhotos | null; idempotencyKey: string },
): string[] {
  const added = findDraftPhotos(db, idempotencyKey).filter((hash) => photos?.chosen.includes(hash));
  return [...new Set([...owned.map(({ hash }) => hash), ...added])].slice(0, maxPhotos);
}
