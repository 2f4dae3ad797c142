import Busboy, { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { photosFull, rejectPhoto, rejectTooLarge, shownFileName } from '~/domain/photos/photo';
import type { AppError, Result } from '~/domain/shared/result';
import type { BodyAllowance } from './request-body.server';
import {
  FormFields,
  formLimits,
  readBody,
  readUrlencoded,
  tooLargeForm,
  tooMuchText,
  unreadableForm,
  withoutPartialCharacter,
} from './form-fields.server';

/** An uploaded file. `name` is for display only. */
type UploadedFile = { field: string; name: string; bytes: Buffer };
/** Processes a file. Reading continues once it resolves. */
export type TakeFile<Value> = (file: UploadedFile) => Promise<Result<Value>>;

type Multipart<Value> = {
  fields: FormFields;
  files: { field: string; name: string; value: Value }[];
  errors: AppError[];
};

/** Maximum size of part headers; name, file name and type need a fraction of it. */
const headerLimits = { headerPairs: 16, headerSize: 8 * 1024 };

/** Reads a `multipart/form-data` body; see `readForm`. */
async function readMultipart<Value>(
  request: Request,
  contentType: string,
  takeFile: TakeFile<Value> | undefined,
  allowance: BodyAllowance | null,
): Promise<Multipart<Value>> {
  const reading = new Reading(takeFile, allowance);
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
  if (end === 'too-large') reading.cutShort();
  return reading.result;
}

/** State of a body while it is read: fields, files, and the file being processed. */
class Reading<Value> {
  readonly result: Multipart<Value> = { fields: new FormFields(), files: [], errors: [] };
  /** Resolves when the parser has emitted everything. */
  readonly ended: Promise<void>;
  isOver = false;
  /** Files are processed one after the other: at most one is fully in memory. */
  filesProcessed: Promise<void> = Promise.resolve();
  #end: () => void = () => undefined;
  #bytes = 0;
  #textBytes = 0;
  #files = 0;

  constructor(
    readonly takeFile: TakeFile<Value> | undefined,
    readonly allowance: BodyAllowance | null,
  ) {
    this.ended = new Promise((resolve) => {
      this.#end = () => {
        this.isOver = true;
        resolve();
      };
    });
  }

  /** @throws if the header contains no boundary */
  attach(contentType: string): BusboyInstance {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        ...headerLimits,
        fieldSize: formLimits.textBytes,
        fileSize: formLimits.fileBytes,
        fields: formLimits.fields,
        parts: formLimits.fields + 10 * formLimits.files,
      },
    });
    parser.on('field', (name, value, _, isTruncated) => this.#takeText(name, value, isTruncated));
    const { takeFile } = this;
    if (takeFile) parser.on('file', (field, stream, name) => this.#receive(takeFile, field, stream, name));
    parser.on('fieldsLimit', () => this.#giveUp());
    parser.on('partsLimit', () => this.#giveUp());
    parser.on('error', () => {
      if (!this.isOver) this.#add(unreadableForm);
    });
    parser.on('finish', this.#end);
    return parser;
  }

  /** Without expected files, file bytes count as text: the form is limited like a URL-encoded one. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (!this.takeFile && this.#bytes > formLimits.textBytes) this.#add(tooMuchText);
  }

  /** A truncated end is no further error if reading stopped at the size limit. */
  cutShort(): void {
    this.result.errors = this.result.errors.filter((error) => error !== unreadableForm);
    this.#add(tooLargeForm);
  }

  /** No real form has so many parts; parsing the rest could take longer than all before. */
  #giveUp(): void {
    this.#add(tooMuchText);
    this.isOver = true;
  }

  #add(error: AppError): void {
    const { errors } = this.result;
    if (!errors.some((known) => known.message === error.message)) errors.push(error);
  }

  #takeText(name: string | undefined, value: string, isTruncated: boolean): void {
    if (!name || Buffer.byteLength(name) > formLimits.fieldNameBytes) {
      this.#add(unreadableForm);
      return;
    }
    const left = formLimits.textBytes - this.#textBytes - Buffer.byteLength(name);
    const bytes = Buffer.byteLength(value);
    const isTooLong = isTruncated || bytes > left;
    if (isTooLong) this.#add(tooMuchText);
    if (left <= 0) return;
    const behind = isTooLong && left > formLimits.textBytesBehind ? formLimits.textBytesBehind : 0;
    const kept = Math.min(bytes, left - behind);
    this.#textBytes += Buffer.byteLength(name) + kept;
    const text = isTooLong ? withoutPartialCharacter(Buffer.from(value).toString('utf8', 0, kept)) : value;
    this.result.fields.append(name, text);
  }

  #receive(
    takeFile: TakeFile<Value>,
    field: string | undefined,
    stream: BusboyFileStream,
    rawName: string | undefined,
  ): void {
    const name = shownFileName(rawName ?? '');
    const isSurplus = this.#files >= formLimits.files;
    const chunks: Buffer[] = [];
    let isEmpty = true;
    let isBroken = false;
    stream.on('error', () => {
      isBroken = true;
    });
    let bufferedBytes = 0;
    const release = () => {
      this.allowance?.change(-bufferedBytes);
      bufferedBytes = 0;
    };
    stream.on('limit', () => {
      chunks.splice(0);
      release();
    });
    stream.on('data', (chunk: Buffer) => {
      isEmpty = false;
      if (isSurplus || stream.truncated) return;
      chunks.push(chunk);
      bufferedBytes += chunk.length;
      this.allowance?.change(chunk.length);
    });
    stream.on('end', () => {
      // An empty file input is sent as a file without name and bytes; it does not count as a file.
      if (isBroken || !field || (!rawName && isEmpty)) {
        release();
        return;
      }
      if (this.#files >= formLimits.files) {
        this.#add(rejectPhoto(photosFull).error);
        return;
      }
      this.#files += 1;
      if (stream.truncated) {
        this.#add(rejectTooLarge(name).error);
        return;
      }
      const bytes = Buffer.concat(chunks.splice(0));
      this.filesProcessed = this.filesProcessed
        .then(() => this.#process(takeFile, { field, name, bytes }))
        .finally(release);
      // The next await gets the error; until then it must not count as an unhandled rejection.
      this.filesProcessed.catch(() => undefined);
    });
  }

  async #process(takeFile: TakeFile<Value>, file: UploadedFile): Promise<void> {
    const result = await takeFile(file);
    if (result.ok) this.result.files.push({ field: file.field, name: file.name, value: result.value });
    else this.#add(result.error);
  }
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
  const contentType = request.headers.get('Content-Type') ?? '';
  if (/^multipart\/form-data\s*;/i.test(contentType)) {
    return readMultipart(request, contentType, takeFile, allowance);
  }
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    return { ...(await readUrlencoded(request)), files: [] };
  }
  return { fields: new FormFields(), files: [], errors: request.body ? [unreadableForm] : [] };
}
