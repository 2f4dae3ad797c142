import type { BusboyInstance } from '@fastify/busboy';
import type { Logo } from '~/domain/photos/renditions.server';
import type { AppError } from '~/domain/shared/result';
import { FormFields, type FormPhotos } from './form-fields';
import type { RateLimitStatus } from './address-limits.server';
import type { Runtime } from './runtime.server';
import type { Actor } from '~/domain/shared/actor';
import { generateIdempotencyKey } from './form-response.server';
import {
  createUnreadableTextError,
  formLimits,
  type Multipart,
  MultipartReader,
  type TakeFile,
  tooLargeForm,
  tooMuchText,
  unreadableForm,
  withoutPartialCharacter,
} from './multipart.server';
import { waitForBodyTurn } from './body-turns.server';
import type { BodyAllowance } from './request-body.server';

/** Files are processed in pieces, so that the client cannot decide how much is buffered at once. */
const maxPieceBytes = 32 * 1024;

type BodyEnd = 'whole' | 'too-large';

/**
 * Passes a request's body to `take` in pieces of at most 32 KB, one at a time; backpressure pauses the client until a
 * piece is processed. Reading stops at the size limit of forms.
 *
 * @param take returns whether it wants more; after `false` the rest is read and dropped
 * @throws if the connection breaks, and errors of `take`
 */
async function readBody(request: Request, take: (piece: Uint8Array) => Promise<boolean>): Promise<BodyEnd> {
  if (!request.body) return 'whole';
  const reader = request.body.getReader();
  let bytes = 0;
  let isWanted = true;
  let isRead = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        isRead = true;
        return 'whole';
      }
      bytes += value.length;
      if (bytes > formLimits.bodyBytes) return 'too-large';
      for (let at = 0; isWanted && at < value.length; at += maxPieceBytes) {
        isWanted = await take(value.subarray(at, at + maxPieceBytes));
        // Other requests run between two pieces.
        if (bytes > maxPieceBytes) await waitForBodyTurn();
      }
    }
  } finally {
    if (!isRead) await reader.cancel().catch(() => undefined);
  }
}

/** A percent escape that was truncated. */
const cutEscape = /%[0-9A-F]?$/i;

/** Reads `application/x-www-form-urlencoded`, up to the limit of text. */
async function readUrlencoded(request: Request): Promise<{ fields: FormFields; errors: AppError[] }> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const end = await readBody(request, async (piece) => {
    pieces.push(Buffer.from(piece));
    bytes += piece.length;
    return bytes <= formLimits.textBytes;
  });
  const isCut = bytes > formLimits.textBytes;
  const text = Buffer.concat(pieces).toString('utf8', 0, formLimits.textBytes);
  // Split first: parsing a hundred thousand pairs would block other requests.
  const pairs = (isCut ? text.replace(cutEscape, '') : text).split('&', formLimits.fields + 1);
  const entries = [...new URLSearchParams(pairs.slice(0, formLimits.fields).join('&'))];
  const fields = new FormFields();
  let isUnreadable = false;
  for (const [at, [name, value]] of entries.entries()) {
    if (Buffer.byteLength(name) > formLimits.fieldNameBytes) isUnreadable = true;
    else fields.append(name, isCut && at === entries.length - 1 ? withoutPartialCharacter(value) : value);
  }
  // `too-large` comes first: the first error decides the status, and truncation may have cut off a field name.
  const errors: AppError[] = isCut || pairs.length > formLimits.fields ? [tooMuchText] : [];
  if (isUnreadable) errors.push(unreadableForm);
  if (end === 'too-large') errors.push(tooLargeForm);
  return { fields, errors };
}

/** Reads a `multipart/form-data` body; see `readForm`. */
async function readMultipart<Value>(
  request: Request,
  contentType: string,
  takeFile: TakeFile<Value> | undefined,
  allowance: BodyAllowance | null,
): Promise<Multipart<Value>> {
  const reading = new MultipartReader(new FormFields(), takeFile, allowance);
  let parser: BusboyInstance;
  try {
    parser = reading.attach(contentType);
  } catch {
    return { ...reading.result, errors: [unreadableForm] };
  }
  const end = await readBody(request, async (piece) => {
    await Promise.race([new Promise((resolve) => parser.write(piece, resolve)), reading.ended]);
    await reading.filesProcessed;
    reading.count(piece.length);
    return !reading.isOver;
  });
  parser.end();
  await reading.ended;
  await reading.filesProcessed;
  if (end === 'too-large') reading.truncate();
  return reading.result;
}

/** A parsed form. */
export type ReadForm<Value> = {
  fields: FormFields;
  /** Accepted files in the order sent, with the result of processing each. */
  files: readonly { field: string; name: string; value: Value }[];
  /** Distinct errors found while reading. The fields contain the text read so far. */
  errors: readonly AppError[];
};

/**
 * Reads a form body as a stream, URL-encoded or multipart, with at most one file (8 MB) in memory; backpressure pauses
 * the client while a file is processed. Invalid bodies never throw: files that are too large or too many are skipped,
 * and the text around them is kept. Limits are those of `formLimits`; empty file inputs are ignored. Check `errors`
 * before using the fields: those of a form that is too large are incomplete.
 *
 * A form with photos processes each as it arrives, and stores the accepted ones under its idempotency key, which may
 * come before or after the photos:
 *
 * ```ts
 * const form = await readForm(request, (file) => storePhoto(db, file.bytes, file.name, now));
 * const idempotencyKey = form.fields.get('idempotencyKey');
 * const errors = [...form.errors];
 * for (const { value } of form.files) {
 *   const added = addDraftPhoto(db, idempotencyKey, value.hash, now);
 *   if (!added.ok) errors.push(added.error);
 * }
 * ```
 *
 * @param takeFile processes a file; if absent, files are skipped and the whole body is held to the limit of text
 * @param allowance memory accounting of a file until it is processed; text is accounted for by the server
 * @throws if the connection breaks or the memory budget is spent, and any error of `takeFile`
 */
export async function readForm<Value = never>(
  request: Request,
  takeFile?: TakeFile<Value>,
  allowance: BodyAllowance | null = null,
): Promise<ReadForm<Value>> {
  const form = await readBodyAsForm(request, takeFile, allowance);
  form.fields.chooseReadings();
  // What stands for bytes of another encoding must not be stored: the sender would find it in the listing.
  const unreadable = [...form.fields].filter(([, value]) => value.includes('\uFFFD')).map(([name]) => name);
  return unreadable.length === 0 ? form : { ...form, errors: [...form.errors, createUnreadableTextError(unreadable)] };
}

async function readBodyAsForm<Value>(
  request: Request,
  takeFile: TakeFile<Value> | undefined,
  allowance: BodyAllowance | null,
): Promise<ReadForm<Value>> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (/^multipart\/form-data\s*;/i.test(contentType)) {
    return readMultipart(request, contentType, takeFile, allowance);
  }
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    return { ...(await readUrlencoded(request)), files: [] };
  }
  return { fields: new FormFields(), files: [], errors: request.body ? [unreadableForm] : [] };
}

/** Selects the fields of a form, for `values` of `createFormAction`; others are neither stored nor redisplayed. */
export const selectFields =
  (names: readonly string[]) =>
  (fields: FormFields): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = fields.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );

/** A form's body after reading. */
export type FormBody = {
  fields: FormFields;
  /** Idempotency key of the form, or a new one. */
  idempotencyKey: string;
  /** Photos of the form after this request; null if it is a form without photos. */
  photos: FormPhotos | null;
  /** Uploaded logo; null without one. */
  logo: Logo | null;
  /** Set if the form is unreadable, or a photo was rejected. */
  error: AppError | null;
};

/** The sender of a form, before its body is read. */
export type FormSender = {
  request: Request;
  /** Id of the request in the log. */
  requestId: string | undefined;
  url: URL;
  runtime: Runtime;
  actor: Actor;
  address: string;
  /** Rate limits that the request was counted against. */
  counted: RateLimitStatus[];
  /** Error over the limit of writes, when only the text is read, for redisplay; null within it. */
  overLimit: Extract<AppError, { kind: 'too-many' }> | null;
  now: Date;
};

export type BodyReader = (sender: FormSender, allowance: BodyAllowance | null) => Promise<FormBody>;

export const createFormBody = (fields: FormFields, error: AppError | null = null): FormBody => ({
  fields,
  idempotencyKey: fields.get('idempotencyKey') || generateIdempotencyKey(),
  photos: null,
  logo: null,
  error,
});

/** Reads a form without files. */
export const readTextForm: BodyReader = async ({ request }) => {
  const { fields, errors } = await readForm(request);
  return createFormBody(fields, errors[0]);
};
