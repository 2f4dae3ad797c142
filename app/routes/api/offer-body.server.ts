import { decodeListingForm } from '~/domain/listings/decode-listing-form';
import { done, type Outcome, type Problem, refused } from '~/domain/outcome';
import { DataString, decodeDataString } from '~/domain/photos/data-string';
import { photosMaximum } from '~/domain/photos/limits';
import { parsePhotoFile } from '~/domain/photos/photo-address';
import { photosFull } from '~/domain/photos/photo-problems';
import { storePhoto } from '~/domain/photos/store-photo.server';
import type { CallProblem } from '~/doors/api-answer.server';
import { workOnce } from '~/doors/idempotency-key.server';
import { type ReadBody, readJsonBody } from '~/doors/json-body.server';
import { type Call, changesOf, noteIgnored } from '~/doors/json-door.server';
import { readForm } from '~/doors/read-form.server';
import { type SpooledFile, SpooledFiles } from '~/doors/spooled-files.server';

/**
 * What a call says of an offer: its fields as they came, and its images, which are looked at when the fields are right.
 */
type OfferBody = {
  fields: Record<string, unknown>;
  /** All that came, images included: what tells this call from another one. */
  content: unknown;
  /** Undefined: the call says nothing of images. */
  storePhotos: (() => Promise<Outcome<string[]>>) | undefined;
};

/** The problem of a photo, told beside the field it came in. */
const ofImages = (problem: Problem): { done: false; problem: Problem } =>
  refused(
    problem.kind === 'invalid' || problem.kind === 'too-large'
      ? { ...problem, errors: { images: problem.message } }
      : problem,
  );

const notAList = ofImages({ kind: 'invalid', message: 'Images must be a list of data strings', errors: {} });

/**
 * Stores the images of a JSON body, one after the other.
 *
 * @param images data strings, the long ones decoded while they came; an address that the API itself gave stands for the photo or the drawing it shows
 * @param held hashes of the photos it has already
 */
async function storeImages(
  { runtime, now, address }: Call,
  images: unknown,
  held: readonly string[],
): Promise<Outcome<string[]>> {
  if (!Array.isArray(images)) return notAList;
  if (images.length > photosMaximum) return ofImages({ kind: 'invalid', message: photosFull, errors: {} });
  const hashes: string[] = [];
  for (const [index, image] of images.entries()) {
    if (typeof image !== 'string' && !(image instanceof DataString)) return notAList;
    const shown = typeof image === 'string' ? parsePhotoFile(image.slice(image.lastIndexOf('/') + 1)) : null;
    if (shown && held.includes(shown.hash)) {
      hashes.push(shown.hash);
      continue;
    }
    if (typeof image === 'string' && /^https?:\/\/[^/]+\/drawings\/[\w-]+\.svg$/.test(image)) continue;
    const file = `Photo ${index + 1}`;
    const bytes = typeof image === 'string' ? decodeDataString(image, file) : image.bytes(file);
    if (!bytes.done) return ofImages(bytes.problem);
    const stored = await storePhoto(runtime.db, bytes.value, file, now, address);
    if (!stored.done) return ofImages(stored.problem);
    hashes.push(stored.value.hash);
  }
  return done(hashes);
}

/**
 * Prepares a command whose fields are right: stores the images that came, and puts their names among the fields.
 *
 * @param mayChange whether the client may change the offer: no picture is worked on for one who may not
 */
export const withPhotos =
  (storePhotos: OfferBody['storePhotos'], mayChange: () => Outcome<unknown> = () => done(null)) =>
  async <Input extends { photos?: string[] | undefined }>(input: Input): Promise<Outcome<Input>> => {
    if (!storePhotos) return done(input);
    const allowed = mayChange();
    if (!allowed.done) return allowed;
    const stored = await storePhotos();
    return stored.done ? done({ ...input, photos: stored.value }) : stored;
  };

/** A listing may come as a form too. */
const alsoMultipart = ({ problem }: { done: false; problem: CallProblem }): ReadBody<OfferBody> => ({
  done: false,
  problem:
    problem.kind === 'unsupported'
      ? { ...problem, accepts: { Accept: 'application/json, multipart/form-data' } }
      : problem,
});

/** Stores the files of a form, one after the other. */
async function storeFiles(
  { runtime, now, address }: Call,
  files: readonly SpooledFile[],
  spool: SpooledFiles,
): Promise<Outcome<string[]>> {
  const hashes: string[] = [];
  for (const file of files) {
    const stored = await storePhoto(runtime.db, await spool.read(file), file.name, now, address);
    if (!stored.done) return ofImages(stored.problem);
    hashes.push(stored.value.hash);
  }
  return done(hashes);
}

/** Files wait on disk until the whole form is read: its fields may stand behind them, and are checked first. */
async function readMultipart(call: Call): Promise<ReadBody<OfferBody>> {
  const spool = new SpooledFiles();
  call.cleanups.push(() => spool.remove());
  const form = await readForm(call.request, (file) => spool.add(file.bytes, file.name), call.bodyAllowance);
  const files = form.files.filter(({ field }) => field === 'images').map(({ value }) => value);
  const [problem] = form.problems;
  const typed = form.fields.toRecord();
  noteIgnored(call, typed);
  const fields = decodeListingForm(typed);
  return {
    done: true,
    value: {
      fields,
      content: { ...fields, images: files.map(({ sha256 }) => sha256) },
      storePhotos:
        problem || files.length > 0
          ? async () => (problem ? ofImages(problem) : storeFiles(call, files, spool))
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
export async function readOfferBody(call: Call, current: CurrentOffer | null = null): Promise<ReadBody<OfferBody>> {
  const body = await readJsonBody(call.request, { allowance: call.bodyAllowance });
  if (!body.done) return body;
  noteIgnored(call, body.value);
  const shown = current?.shown ?? [];
  const { images, ...fields } = shown.reduce<Record<string, unknown>>(
    (changes, one) => changesOf(call, changes, one),
    body.value,
  );
  return {
    done: true,
    value: {
      fields,
      content: body.value,
      storePhotos:
        images === undefined || images === null
          ? undefined
          : () => workOnce(call, () => storeImages(call, images, current?.photos ?? [])),
    },
  };
}

/** The same of a listing, which may come as a multipart form with files in `images` as well. */
export async function readListingBody(call: Call, current: CurrentOffer | null = null): Promise<ReadBody<OfferBody>> {
  if (/^multipart\/form-data\s*;/i.test(call.request.headers.get('Content-Type') ?? ''))
    return workOnce(call, () => readMultipart(call));
  const body = await readOfferBody(call, current);
  return body.done ? body : alsoMultipart(body);
}
