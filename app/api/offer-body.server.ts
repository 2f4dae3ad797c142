import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeListingForm } from '~/domain/listings/listing.schema.server';
import { maxPhotos, noRoomForPhotos, parsePhotoFile } from '~/domain/photos/photo';
import { hashRenditions, processPhoto, readLogo, storePhoto } from '~/domain/photos/photos.server';
import type { Logo } from '~/domain/photos/renditions.server';
import { type AppError, err, invalid, ok, type Result } from '~/domain/shared/result';
import { sha256 } from '~/domain/shared/secrets.server';
import { readForm } from '~/submit/form-body.server';
import { claimWrite, rejectInProgress, releaseWrite } from '~/submit/submit-command.server';
import { DataString, decodeDataString } from './data-string';
import type { EndpointContext } from './define-endpoint.server';
import { findChanges } from './endpoint-command.server';
import { readJsonBody, recordBodyNotes } from './read-input.server';
import type { ApiError, ApiResult } from './respond.server';

export type OfferBody = {
  fields: Record<string, unknown>;
  content: unknown;
  storePhotos: (() => Promise<Result<string[]>>) | undefined;
};

const toImagesError = (error: AppError): { ok: false; error: AppError } =>
  err(
    (error.kind === 'invalid' && Object.keys(error.errors).length === 0) || error.kind === 'too-large'
      ? { ...error, errors: { images: error } }
      : error,
  );

const notAListError = toImagesError({ kind: 'invalid', code: 'images_not_a_list', errors: {} });

async function addPhoto(
  { runtime, now, address, isDryRun, photosOfDryRun }: EndpointContext,
  bytes: Buffer,
  file: string,
): Promise<Result<{ hash: string }>> {
  if (!isDryRun) return storePhoto(runtime.db, bytes, file, now, address);
  const made = await processPhoto(runtime.db, bytes, file, address);
  if (!made.ok) return made;
  photosOfDryRun.push(made.value);
  return ok({ hash: hashRenditions(made.value) });
}

/** Images are data strings, the long ones decoded on arrival; URLs returned by the API keep their photo or drawing. */
async function storeImages(
  context: EndpointContext,
  images: unknown,
  owned: readonly string[],
): Promise<Result<string[]>> {
  if (!Array.isArray(images)) return notAListError;
  if (images.length > maxPhotos) return toImagesError({ kind: 'invalid', code: 'photos_full', errors: {} });
  const hashes: string[] = [];
  for (const [index, image] of images.entries()) {
    if (typeof image !== 'string' && !(image instanceof DataString)) return notAListError;
    const photo = typeof image === 'string' ? parsePhotoFile(image.slice(image.lastIndexOf('/') + 1)) : null;
    if (photo && owned.includes(photo.hash)) {
      hashes.push(photo.hash);
      continue;
    }
    if (typeof image === 'string' && /^https?:\/\/[^/]+\/drawings\/[\w-]+\.svg$/.test(image)) continue;
    const file = `Photo ${index + 1}`;
    const bytes = typeof image === 'string' ? decodeDataString(image, file) : image.bytes(file);
    if (!bytes.ok) return toImagesError(bytes.error);
    const stored = await addPhoto(context, bytes.value, file);
    if (!stored.ok) return toImagesError(stored.error);
    hashes.push(stored.value.hash);
  }
  return ok(hashes);
}

/** `mayChange` is checked first, because processing images is slow. */
export const withPhotos = <Input extends { photos?: string[] | undefined }>(
  storePhotos: OfferBody['storePhotos'],
  mayChange: () => Result<unknown> = () => ok(null),
): ((input: Input) => Promise<Result<Input>>) | undefined =>
  storePhotos &&
  (async (input) => {
    const allowed = mayChange();
    if (!allowed.ok) return allowed;
    const stored = await storePhotos();
    return stored.ok ? ok({ ...input, photos: stored.value }) : stored;
  });

/** Copied and then changed: the union of all errors is too large for the compiler to spread. */
function withMultipart(rejection: { ok: false; error: ApiError }): ApiResult<OfferBody> {
  const error = structuredClone(rejection.error);
  if (error.kind === 'unsupported') error.accepts = { Accept: 'application/json, multipart/form-data' };
  return { ok: false, error };
}

async function storeFiles(
  context: EndpointContext,
  files: readonly SpooledFile[],
  spool: SpooledFiles,
): Promise<Result<string[]>> {
  const hashes: string[] = [];
  for (const file of files) {
    const stored = await addPhoto(context, await spool.read(file), file.name);
    if (!stored.ok) return toImagesError(stored.error);
    hashes.push(stored.value.hash);
  }
  return ok(hashes);
}

/** Files stay on disk until the whole form is read: its fields may follow them, and are validated first. */
async function readMultipart(context: EndpointContext): Promise<ApiResult<OfferBody>> {
  const spool = new SpooledFiles();
  context.cleanups.push(
    async () => releaseWrite(context),
    () => spool.remove(),
  );
  const form = await readForm(context.request, (file) => spool.add(file.bytes, file.name), context.bodyAllowance);
  const files = form.files.filter(({ field }) => field === 'images').map(({ value }) => value);
  const [error] = form.errors;
  const formValues = form.fields.toRecord();
  recordBodyNotes(context, formValues);
  const fields = decodeListingForm(formValues);
  return {
    ok: true,
    value: {
      fields,
      content: { ...fields, images: files.map(({ sha256 }) => sha256) },
      storePhotos:
        error || files.length > 0
          ? async () => (error ? toImagesError(error) : storeFiles(context, files, spool))
          : undefined,
    },
  };
}

type CurrentOffer = {
  photos: readonly string[];
  /** Representations that GET returns to this client and to visitors: a field equal to one of them is unchanged. */
  shown: readonly object[];
};

export async function readOfferBody(
  context: EndpointContext,
  current: CurrentOffer | null = null,
): Promise<ApiResult<OfferBody>> {
  const body = await readJsonBody(context.request, { allowance: context.bodyAllowance });
  return body.ok ? { ok: true, value: toOfferBody(context, body.value, current) } : body;
}

export function toOfferBody(
  context: EndpointContext,
  body: Record<string, unknown>,
  current: CurrentOffer | null = null,
): OfferBody {
  recordBodyNotes(context, body);
  const pictures = current?.shown ?? [];
  const { images, ...fields } = pictures.reduce<Record<string, unknown>>(
    (changes, one) => findChanges(context, changes, one),
    body,
  );
  return {
    fields,
    content: body,
    storePhotos:
      images === undefined || images === null ? undefined : () => storeImages(context, images, current?.photos ?? []),
  };
}

type LogoBody = { content: unknown; read: () => Promise<Result<Logo>> };

/** A picture, which is processed only where the command runs. */
export async function readLogoBody(context: EndpointContext): Promise<ApiResult<LogoBody>> {
  const body = await readJsonBody(context.request, { allowance: context.bodyAllowance });
  if (!body.ok) return body;
  recordBodyNotes(context, body.value);
  const { images } = body.value;
  const [image, ...rest]: unknown[] = Array.isArray(images) ? images : [];
  const isText = typeof image === 'string' || image instanceof DataString;
  if (!isText || rest.length > 0) return invalid({ images: { code: 'one_picture_required' } });
  const file = 'Photo 1';
  return {
    ok: true,
    value: {
      content: body.value,
      async read() {
        const bytes = typeof image === 'string' ? decodeDataString(image, file) : image.bytes(file);
        const logo = bytes.ok ? await readLogo(bytes.value, file, context.address) : bytes;
        return logo.ok ? logo : toImagesError(logo.error);
      },
    },
  };
}

export async function readListingBody(
  context: EndpointContext,
  current: CurrentOffer | null = null,
): Promise<ApiResult<OfferBody>> {
  if (/^multipart\/form-data\s*;/i.test(context.request.headers.get('Content-Type') ?? ''))
    return claimWrite(context) ? readMultipart(context) : rejectInProgress(context);
  const body = await readOfferBody(context, current);
  return body.ok ? body : withMultipart(body);
}

const maxSpooledBytes = 512 * 1024 * 1024;
let spooledBytes = 0;

type SpooledFile = { path: string; name: string; sha256: string };

/** Readable by the server's user only; files of a rejected request are never processed. */
class SpooledFiles {
  #folder: string | null = null;
  #bytes = 0;
  #count = 0;

  /** @returns the error `unavailable` if there is no space */
  async add(bytes: Buffer, name: string): Promise<Result<SpooledFile>> {
    if (spooledBytes + bytes.length > maxSpooledBytes) return err(noRoomForPhotos);
    this.#bytes += bytes.length;
    spooledBytes += bytes.length;
    try {
      this.#folder ??= await mkdtemp(join(tmpdir(), 'dopahiya-upload-'));
      const path = join(this.#folder, String(this.#count));
      this.#count += 1;
      await writeFile(path, bytes, { mode: 0o600 });
      return ok({ path, name, sha256: sha256(bytes) });
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) return err(noRoomForPhotos);
      throw error;
    }
  }

  read = ({ path }: SpooledFile): Promise<Buffer> => readFile(path);

  async remove(): Promise<void> {
    spooledBytes -= this.#bytes;
    this.#bytes = 0;
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
  }
}
