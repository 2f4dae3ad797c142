import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Busboy, { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import {
  createPhotoError,
  createTooLargeError,
  formatFileName,
  maxPhotoBytes,
  maxPhotos,
  type NamedPhoto,
} from '~/domain/photos/photo';
import type { Logo } from '~/domain/photos/renditions.server';
import type { Actor } from '~/domain/shared/actor';
import { type AppError, isSameReason, ok, type Result } from '~/domain/shared/result';
import { sha256 } from '~/domain/shared/secrets.server';
import { readingPrefix } from '~/domain/shared/text';
import type { RateLimitStatus } from '~/http/address-limits.server';
import { waitForBodyTurn } from '~/http/body-turns.server';
import type { BodyAllowance } from '~/http/request-body.server';
import type { Runtime } from '~/http/runtime.server';
import { generateIdempotencyKey } from './form-response.server';

/** Control characters except line breaks and tabs. Browsers send line breaks as CR LF. */
const strayControls = /[^\P{Cc}\n\t]/gu;

export class FormFields {
  #entries: (readonly [name: string, value: string])[] = [];

  /** Without control characters, which no browser's text field can contain. */
  append(name: string, value: string): void {
    this.#entries.push([name, value.replace(strayControls, '')]);
  }

  get(name: string): string | null {
    return this.#entries.find(([known]) => known === name)?.[1] ?? null;
  }

  getAll(name: string): string[] {
    return this.#entries.filter(([known]) => known === name).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.#entries.some(([known]) => known === name);
  }

  chooseReadings(): void {
    for (const [button, reading] of this.#entries.filter(([name]) => name.startsWith(readingPrefix))) {
      const name = button.slice(readingPrefix.length);
      this.#entries = this.#entries
        .filter(([known]) => known !== button)
        .map((entry) => (entry[0] === name ? [name, reading] : entry));
    }
  }

  get size(): number {
    return this.#entries.length;
  }

  toRecord(): Record<string, string> {
    const first = new Map([...this.#entries].reverse());
    return Object.fromEntries([...first].reverse());
  }

  [Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    return this.#entries[Symbol.iterator]();
  }
}

const withoutPartialCharacter = (text: string): string => text.replace(/\uFFFD+$/, '');

/** docs/product.md, "Sizes". */
const formLimits = {
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

const createUnreadableTextError = (names: readonly string[]): AppError => {
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

type UploadedFile = { field: string; name: string; bytes: Buffer };
type TakeFile<Value> = (file: UploadedFile) => Promise<Result<Value>>;

/** For a form whose files are judged one by one, so that one of them does not reject the form. */
type FileRules = { most: number; surplus: AppError; reject: (file: string, error: AppError) => void };

type Multipart<Value> = {
  fields: FormFields;
  files: { field: string; name: string; value: Value }[];
  errors: AppError[];
};

/** Pictures also without a file name, which some programs leave out. */
const isFile = (_name: string | undefined, type: string | undefined, fileName: string | undefined): boolean =>
  fileName !== undefined || /^(image\/|application\/octet-stream)/.test(type ?? '');

const plainEncodings = ['7bit', '8bit', 'binary'];

/**
 * Letters of Windows-1252 in a text that was decoded as Latin-1, as the parser does with both: they cannot be distinguished from
 * control characters any more, which no text contains.
 */
const lostLetters = /[\u0080-\u009f]/g;

/** Maximum size of part headers; name, file name and type need a fraction of it. */
const headerLimits = { headerPairs: 16, headerSize: 8 * 1024 };

class MultipartReader<Value> {
  readonly result: Multipart<Value>;
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
    readonly rules: FileRules | null,
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
        parts: formLimits.fields + 10 * this.#mostFiles,
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

  get #mostFiles(): number {
    return this.rules?.most ?? formLimits.files;
  }

  #rejectFile(name: string, error: AppError): void {
    if (this.rules) this.rules.reject(name, error);
    else this.#add(error);
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
    const isSurplus = this.#files >= this.#mostFiles;
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
      if (this.#files >= this.#mostFiles) {
        this.#rejectFile(name, this.rules?.surplus ?? createPhotoError({ code: 'photos_full' }).error);
        return;
      }
      this.#files += 1;
      if (stream.truncated) {
        this.#rejectFile(name, createTooLargeError(name).error);
        return;
      }
      const sent = Buffer.concat(chunks.splice(0));
      if (encoding !== 'base64' && !plainEncodings.includes(encoding)) {
        release();
        this.#rejectFile(name, createUnreadableFile(name));
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
    else this.#rejectFile(file.name, result.error);
  }
}

/** Files are processed in pieces, so that the client cannot decide how much is buffered at once. */
const maxPieceBytes = 32 * 1024;

type BodyEnd = 'whole' | 'too-large';

/**
 * In pieces of at most 32 KB, one at a time; backpressure pauses the client until a piece is processed.
 *
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
        if (bytes > maxPieceBytes) await waitForBodyTurn();
      }
    }
  } finally {
    if (!isRead) await reader.cancel().catch(() => undefined);
  }
}

const cutEscape = /%[0-9A-F]?$/i;

async function readUrlencoded(
  request: Request,
  maxFields: number,
): Promise<{ fields: FormFields; errors: AppError[] }> {
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
  const pairs = (isCut ? text.replace(cutEscape, '') : text).split('&', maxFields + 1);
  const entries = [...new URLSearchParams(pairs.slice(0, maxFields).join('&'))];
  const fields = new FormFields();
  let isUnreadable = false;
  for (const [at, [name, value]] of entries.entries()) {
    if (Buffer.byteLength(name) > formLimits.fieldNameBytes) isUnreadable = true;
    else fields.append(name, isCut && at === entries.length - 1 ? withoutPartialCharacter(value) : value);
  }
  // `too-large` comes first: the first error decides the status, and truncation may have cut off a field name.
  const errors: AppError[] = isCut || pairs.length > maxFields ? [tooMuchText] : [];
  if (isUnreadable) errors.push(unreadableForm);
  if (end === 'too-large') errors.push(tooLargeForm);
  return { fields, errors };
}

async function readMultipart<Value>(
  request: Request,
  contentType: string,
  takeFile: TakeFile<Value> | undefined,
  allowance: BodyAllowance | null,
  rules: FileRules | null,
): Promise<Multipart<Value>> {
  const reading = new MultipartReader(new FormFields(), takeFile, allowance, rules);
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

export type ReadForm<Value> = {
  fields: FormFields;
  files: readonly { field: string; name: string; value: Value }[];
  errors: readonly AppError[];
};

/**
 * Reads a form body as a stream, URL-encoded or multipart, with at most one file (8 MB) in memory; backpressure pauses
 * the client while a file is processed. Invalid bodies never throw: files that are too large or too many are skipped,
 * and the text around them is kept. Limits are those of `formLimits`; empty file inputs are ignored. Check `errors`
 * before using the fields: those of a form that is too large are incomplete.
 *
 * @param maxFields of a URL-encoded form
 * @throws if the connection breaks or the memory budget is spent, and any error of `takeFile`
 */
export async function readForm<Value = never>(
  request: Request,
  takeFile?: TakeFile<Value>,
  allowance: BodyAllowance | null = null,
  maxFields: number = formLimits.fields,
  rules: FileRules | null = null,
): Promise<ReadForm<Value>> {
  const form = await readBodyAsForm(request, takeFile, allowance, maxFields, rules);
  form.fields.chooseReadings();
  // What stands for bytes of another encoding must not be stored: the sender would find it in the listing.
  const unreadable = [...form.fields].filter(([, value]) => value.includes('\uFFFD')).map(([name]) => name);
  return unreadable.length === 0 ? form : { ...form, errors: [...form.errors, createUnreadableTextError(unreadable)] };
}

async function readBodyAsForm<Value>(
  request: Request,
  takeFile: TakeFile<Value> | undefined,
  allowance: BodyAllowance | null,
  maxFields: number,
  rules: FileRules | null,
): Promise<ReadForm<Value>> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (/^multipart\/form-data\s*;/i.test(contentType)) {
    return readMultipart(request, contentType, takeFile, allowance, rules);
  }
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    return { ...(await readUrlencoded(request, maxFields)), files: [] };
  }
  return { fields: new FormFields(), files: [], errors: request.body ? [unreadableForm] : [] };
}

export const selectFields =
  (names: readonly string[]) =>
  (fields: FormFields): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = fields.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );

export type FormPhotos = {
  /** Only the command decides whether they are still stored, so that no page drops one in silence. */
  chosen: string[];
  added: string[];
  isWhole: boolean;
  isUnfinished: boolean;
};

export const isPhotoHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

const storedName = 'photos';

export const storePhotosOfForm = ({ chosen }: FormPhotos): Record<string, string> => ({
  [storedName]: chosen.join(' '),
});

export const readPhotosOfForm = (
  unfinished: Readonly<Record<string, string>> | null,
  owned: readonly { hash: string }[],
): string[] => unfinished?.[storedName]?.split(' ').filter(isPhotoHash) ?? owned.map(({ hash }) => hash);

/** `content` is compressed with gzip; `bytes` is the size before. */
export type Upload = { name: string; bytes: number; content: Buffer };

export type FormBody = {
  fields: FormFields;
  idempotencyKey: string;
  photos: FormPhotos | null;
  logo: Logo | null;
  upload: Upload | null;
  namedPhotos: readonly NamedPhoto[];
  error: AppError | null;
};

export type FormSender = {
  request: Request;
  requestId: string | undefined;
  url: URL;
  runtime: Runtime;
  actor: Actor;
  address: string;
  source: string | null;
  counted: RateLimitStatus[];
  overLimit: Extract<AppError, { kind: 'too-many' }> | null;
  now: Date;
};

export type BodyReader = (sender: FormSender, allowance: BodyAllowance | null) => Promise<FormBody>;

export const createFormBody = (fields: FormFields, error: AppError | null = null): FormBody => ({
  fields,
  idempotencyKey: fields.get('idempotencyKey') || generateIdempotencyKey(),
  photos: null,
  logo: null,
  upload: null,
  namedPhotos: [],
  error,
});

export const readTextForm: BodyReader = async ({ request }) => {
  const { fields, errors } = await readForm(request);
  return createFormBody(fields, errors[0]);
};

/** The shop's lists, such as that of accessories, have some five fields a row. */
export const readLongForm: BodyReader = async ({ request }) => {
  const { fields, errors } = await readForm(request, undefined, null, 1_000);
  return createFormBody(fields, errors[0]);
};

const compress = promisify(gzip);

/** Name of a field with the hash of the uploaded file, so that another file is another post. */
export const uploadHashName = 'fileHash';

/** A form with one file, which is stored as it is. */
export const readUploadForm: BodyReader = async (sender, allowance) => {
  if (sender.overLimit) return readTextForm(sender, allowance);
  const { fields, files, errors } = await readForm(
    sender.request,
    async ({ bytes }) => ok({ bytes: bytes.length, hash: sha256(bytes), content: await compress(bytes) }),
    allowance,
  );
  const [file] = files;
  if (!file) return createFormBody(fields, errors[0]);
  const { hash, ...upload } = file.value;
  fields.append(uploadHashName, hash);
  return { ...createFormBody(fields, errors[0]), upload: { name: file.name, ...upload } };
};
