import Busboy, { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { createPhotoError, createTooLargeError, formatFileName, maxPhotoBytes, maxPhotos } from '~/domain/photos/photo';
import { type AppError, isSameReason, type Result } from '~/domain/shared/result';
import type { FormFields } from './form-fields';
import type { BodyAllowance } from './request-body.server';

/** Removes the incomplete character at the end of text truncated at a byte limit. */
export const withoutPartialCharacter = (text: string): string => text.replace(/\uFFFD+$/, '');

/** Limits of one form (docs/product.md, "Sizes"). */
export const formLimits = {
  textBytes: 256 * 1024,
  fields: 200,
  fieldNameBytes: 100,
  files: maxPhotos,
  fileBytes: maxPhotoBytes,
  /**
   * Limit of the whole body. Within it, files that are too large are skipped to reach the text after them. It is below
   * the limit of the server, so that the form reports the error.
   */
  bodyBytes: 2 * maxPhotos * maxPhotoBytes,
} as const;

/** @param names of the fields with bytes of another encoding than UTF-8 */
export const createUnreadableTextError = (names: readonly string[]): AppError => {
  const reason = { code: 'unreadable_characters' } as const;
  return { kind: 'invalid', ...reason, errors: Object.fromEntries(names.map((name) => [name, reason])) };
};
export const unreadableForm: AppError = { kind: 'invalid', code: 'incomplete_form', errors: {} };
/** A photo in a part of a part, or in an encoding that browsers do not use: no file may be dropped in silence. */
const createUnreadableFile = (name: string): AppError => ({
  kind: 'invalid',
  code: 'unreadable_file',
  values: { name },
  errors: {},
});
export const tooMuchText: AppError = { kind: 'too-large', code: 'too_much_text' };
export const tooLargeForm: AppError = { kind: 'too-large', code: 'files_too_large' };

/** An uploaded file. `name` is for display only. */
type UploadedFile = { field: string; name: string; bytes: Buffer };
/** Processes a file. Reading continues once it resolves. */
export type TakeFile<Value> = (file: UploadedFile) => Promise<Result<Value>>;

export type Multipart<Value> = {
  fields: FormFields;
  files: { field: string; name: string; value: Value }[];
  errors: AppError[];
};

/** Whether a part is a file: pictures also without a file name, which some programs leave out. */
const isFile = (_name: string | undefined, type: string | undefined, fileName: string | undefined): boolean =>
  fileName !== undefined || /^(image\/|application\/octet-stream)/.test(type ?? '');

/** Encodings of a part whose bytes are sent as they are. */
const plainEncodings = ['7bit', '8bit', 'binary'];

/**
 * Letters of Windows-1252 in a text that was decoded as Latin-1, as the parser does with both: they cannot be distinguished from
 * control characters any more, which no text contains.
 */
const lostLetters = /[\u0080-\u009f]/g;

/** Maximum size of part headers; name, file name and type need a fraction of it. */
const headerLimits = { headerPairs: 16, headerSize: 8 * 1024 };

/** A `multipart/form-data` body while it is read: fields, files, and the file being processed. */
export class MultipartReader<Value> {
  readonly result: Multipart<Value>;
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
    fields: FormFields,
    readonly takeFile: TakeFile<Value> | undefined,
    readonly allowance: BodyAllowance | null,
  ) {
    this.result = { fields, files: [], errors: [] };
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
      isPartAFile: isFile,
      limits: {
        ...headerLimits,
        fieldSize: formLimits.textBytes,
        fileSize: formLimits.fileBytes,
        fields: formLimits.fields,
        parts: formLimits.fields + 10 * formLimits.files,
      },
    });
    parser.on('field', (name, value, _, isTruncated, encoding, type) => {
      const isPlain = plainEncodings.includes(encoding);
      if (type.startsWith('multipart/') || !(isPlain || encoding === 'base64')) {
        this.#add(createUnreadableFile('A part of the form'));
      } else {
        const text = isPlain ? value : Buffer.from(value, 'base64').toString('utf8');
        this.#takeText(name, text.replace(lostLetters, '\uFFFD'), isTruncated);
      }
    });
    const { takeFile } = this;
    if (takeFile)
      parser.on('file', (field, stream, name, encoding) => this.#receive(takeFile, field, stream, name, encoding));
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
  truncate(): void {
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
    if (!errors.some((previous) => isSameReason(previous, error))) errors.push(error);
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
    const kept = Math.min(bytes, left);
    this.#textBytes += Buffer.byteLength(name) + kept;
    const text = isTooLong ? withoutPartialCharacter(Buffer.from(value).toString('utf8', 0, kept)) : value;
    this.result.fields.append(name, text);
  }

  #receive(
    takeFile: TakeFile<Value>,
    field: string | undefined,
    stream: BusboyFileStream,
    rawName: string | undefined,
    encoding: string,
  ): void {
    const name = formatFileName(rawName ?? '');
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
        this.#add(createPhotoError({ code: 'photos_full' }).error);
        return;
      }
      this.#files += 1;
      if (stream.truncated) {
        this.#add(createTooLargeError(name).error);
        return;
      }
      const sent = Buffer.concat(chunks.splice(0));
      if (encoding !== 'base64' && !plainEncodings.includes(encoding)) {
        release();
        this.#add(createUnreadableFile(name));
        return;
      }
      const bytes = encoding === 'base64' ? Buffer.from(sent.toString('latin1'), 'base64') : sent;
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
