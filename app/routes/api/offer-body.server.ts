import { decodeListingForm } from '~/domain/listings/listing.schema.server';
import { type AppError, err, ok, type Result } from '~/domain/shared/result';
import { DataString, decodeDataString } from '~/domain/photos/photo-input';
import { parsePhotoFile, photosFull, photosMaximum } from '~/domain/photos/photo';
import { storePhoto } from '~/domain/photos/photos.server';
import type { ApiError } from '~/api/respond.server';
import { workOnce } from '~/api/idempotency-key.server';
import { type ReadBody, readJsonBody } from '~/api/json-body.server';
import { changesOf, type EndpointContext, noteIgnored } from '~/api/define-endpoint.server';
import { readForm } from '~/http/form-data.server';
import { type SpooledFile, SpooledFiles } from '~/http/spooled-files.server';

/**
 * What a call says of an offer: its fields as they came, and its images, which are looked at when the fields are right.
 */
type OfferBody = {
  fields: Record<string, unknown>;
  /** All that came, images included: what tells this call from another one. */
  content: unknown;
  /** Undefined: the call says nothing of images. */
  storePhotos: (() => Promise<Result<string[]>>) | undefined;
};

/** The problem of a photo, told beside the field it came in. */
const ofImages = (error: AppError): { ok: false; error: AppError } =>
  err(error.kind === 'invalid' || error.kind === 'too-large' ? { ...error, errors: { images: error.message } } : error);

const notAList = ofImages({ kind: 'invalid', message: 'Images must be a list of data strings', errors: {} });

/**
 * Stores the images of a JSON body, one after the other.
 *
 * @param images data strings, the long ones decoded while they came; an address that the API itself gave stands for the photo or the drawing it shows
 * @param owned hashes of the photos it has already
 */
async function storeImages(
  { runtime, now, address }: EndpointContext,
  images: unknown,
  owned: readonly string[],
): Promise<Result<string[]>> {
  if (!Array.isArray(images)) return notAList;
  if (images.length > photosMaximum) return ofImages({ kind: 'invalid', message: photosFull, errors: {} });
  const hashes: string[] = [];
  for (const [index, image] of images.entries()) {
    if (typeof image !== 'string' && !(image instanceof DataString)) return notAList;
    const shown = typeof image === 'string' ? parsePhotoFile(image.slice(image.lastIndexOf('/') + 1)) : null;
    if (shown && owned.includes(shown.hash)) {
      hashes.push(shown.hash);
      continue;
    }
    if (typeof image === 'string' && /^https?:\/\/[^/]+\/drawings\/[\w-]+\.svg$/.test(image)) continue;
    const file = `Photo ${index + 1}`;
    const bytes = typeof image === 'string' ? decodeDataString(image, file) : image.bytes(file);
    if (!bytes.ok) return ofImages(bytes.error);
    const stored = await storePhoto(runtime.db, bytes.value, file, now, address);
    if (!stored.ok) return ofImages(stored.error);
    hashes.push(stored.value.hash);
  }
  return ok(hashes);
}

/**
 * Prepares a command whose fields are right: stores the images that came, and puts their names among the fields.
 *
 * @param mayChange whether the client may change the offer: no picture is worked on for one who may not
 */
export const withPhotos =
  (storePhotos: OfferBody['storePhotos'], mayChange: () => Result<unknown> = () => ok(null)) =>
  async <Input extends { photos?: string[] | undefined }>(input: Input): Promise<Result<Input>> => {
    if (!storePhotos) return ok(input);
    const allowed = mayChange();
    if (!allowed.ok) return allowed;
    const stored = await storePhotos();
    return stored.ok ? ok({ ...input, photos: stored.value }) : stored;
  };

/** A listing may come as a form too. */
const alsoMultipart = ({ error }: { ok: false; error: ApiError }): ReadBody<OfferBody> => ({
  ok: false,
  error:
    error.kind === 'unsupported' ? { ...error, accepts: { Accept: 'application/json, multipart/form-data' } } : error,
});

/** Stores the files of a form, one after the other. */
async function storeFiles(
  { runtime, now, address }: EndpointContext,
  files: readonly SpooledFile[],
  spool: SpooledFiles,
): Promise<Result<string[]>> {
  const hashes: string[] = [];
  for (const file of files) {
    const stored = await storePhoto(runtime.db, await spool.read(file), file.name, now, address);
    if (!stored.ok) return ofImages(stored.error);
    hashes.push(stored.value.hash);
  }
  return ok(hashes);
}

/** Files wait on disk until the whole form is read: its fields may stand behind them, and are checked first. */
async function readMultipart(context: EndpointContext): Promise<ReadBody<OfferBody>> {
  const spool = new SpooledFiles();
  context.cleanups.push(() => spool.remove());
  const form = await readForm(context.request, (file) => spool.add(file.bytes, file.name), context.bodyAllowance);
  const files = form.files.filter(({ field }) => field === 'images').map(({ value }) => value);
  const [error] = form.errors;
  const formValues = form.fields.toRecord();
  noteIgnored(context, formValues);
  const fields = decodeListingForm(formValues);
  return {
    ok: true,
    value: {
      fields,
      content: { ...fields, images: files.map(({ sha256 }) => sha256) },
      storePhotos:
        error || files.length > 0
          ? async () => (error ? ofImages(error) : storeFiles(context, files, spool))
          : undefined,
    },
  };
}

/** An offer as it is now, for a change of it. */
type CurrentOffer = {
  /** Hashes of its photos. */
  photos: readonly string[];
  /** How the API shows it, to the client itself and to everybody: what comes back as it was shown is no change. */
  shown: readonly object[];
};

/**
 * Reads what a call says of an offer, as JSON with data strings.
 *
 * @param current the offer that is to be changed; null for a new one
 */
export async function readOfferBody(
  context: EndpointContext,
  current: CurrentOffer | null = null,
): Promise<ReadBody<OfferBody>> {
  const body = await readJsonBody(context.request, { allowance: context.bodyAllowance });
  if (!body.ok) return body;
  noteIgnored(context, body.value);
  const shown = current?.shown ?? [];
  const { images, ...fields } = shown.reduce<Record<string, unknown>>(
    (changes, one) => changesOf(context, changes, one),
    body.value,
  );
  return {
    ok: true,
    value: {
      fields,
      content: body.value,
      storePhotos:
        images === undefined || images === null
          ? undefined
          : () => workOnce(context, () => storeImages(context, images, current?.photos ?? [])),
    },
  };
}

/** The same of a listing, which may come as a multipart form with files in `images` as well. */
export async function readListingBody(
  context: EndpointContext,
  current: CurrentOffer | null = null,
): Promise<ReadBody<OfferBody>> {
  if (/^multipart\/form-data\s*;/i.test(context.request.headers.get('Content-Type') ?? ''))
    return workOnce(context, () => readMultipart(context));
  const body = await readOfferBody(context, current);
  return body.ok ? body : alsoMultipart(body);
}
