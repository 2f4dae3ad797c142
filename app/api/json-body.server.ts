import { maxPhotos } from '~/domain/photos/photo';
import { DataString } from '~/domain/photos/photo-input';
import { isRecord } from '~/domain/shared/json';
import { type BodyAllowance, waitForBodyTurn } from '~/http/request-body.server';
import { backslash, code, LongString, quote } from './long-string';
import type { ApiError, ApiResult } from './respond.server';

export type ScanFailure = 'malformed' | 'too-deep' | 'too-large';

type ScanLimits = {
  /** Bytes of everything except the long strings of the top-level `images`. */
  plainBytes: number;
  /** Number of values, without field names. */
  values: number;
  /** Nesting depth of objects and arrays. */
  depth: number;
  /** Size in bytes above which a string of `images` is extracted. Any photo URL is shorter. */
  longString: number;
};

/** Maximum size of a JSON body in bytes, images excluded (docs/product.md, "Sizes"). */
export const maxBodyBytes = 64 * 1024;

/**
 * Real requests use less than a hundredth of these values and a quarter of the depth; code that walks a body may rely
 * on the bounds. A body within them is parsed in less than two milliseconds.
 */
const defaultLimits: ScanLimits = { plainBytes: maxBodyBytes, values: 4_000, depth: 16, longString: 1024 };

const openBrace = code('{');
const closeBrace = code('}');
const openBracket = code('[');
const closeBracket = code(']');
const comma = code(',');
const colon = code(':');
const space = code(' ');
const isWhitespace = (byte: number): boolean => byte === space || (byte >= 0x09 && byte <= 0x0d);

/** Result of scanning: the value as `JSON.parse` returns it, with an image for each long string. */
export type ScannedBody = { ok: true; value: unknown } | { ok: false; failure: ScanFailure };

/**
 * Reads a JSON body as it arrives, in bounded memory and time: bytes, values and depth are counted before parsing, and
 * the long strings of the top-level array `images` are decoded while streaming. `JSON.parse` parses the small rest and
 * alone decides what is valid: each extracted string is replaced by a placeholder string, so that the rest is valid
 * exactly if the whole is.
 */
export class JsonBodyScanner {
  readonly #limits: ScanLimits;
  #plain = Buffer.allocUnsafe(1024);
  #length = 0;
  #depth = 0;
  #values = 0;
  #failure: ScanFailure | null = null;

  #isInString = false;
  #isEscaped = false;
  #stringStart = 0;
  #long: LongString | null = null;

  /** Whether the last top-level string is the field name `images`, as far as it can be a field name. */
  #isNameOfImages = false;
  /** Whether the next value is that of `images`. */
  #isImagesNext = false;
  #isInImages = false;
  #index = 0;
  #images = new Map<number, DataString>();

  constructor(limits: Partial<ScanLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Whether nothing has been scanned. */
  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Bytes of decoded images in memory; other memory is bounded separately. */
  get imageBytes(): number {
    let bytes = 0;
    for (const image of this.#images.values()) bytes += image.bufferedBytes;
    return bytes;
  }

  /**
   * Scans the next bytes.
   *
   * @returns the reason to stop reading; null to continue
   */
  write(piece: Buffer): ScanFailure | null {
    let at = 0;
    while (at < piece.length && this.#failure === null) {
      if (this.#long) {
        const end = this.#long.write(piece, at);
        if (end === null) this.#failure = 'malformed';
        else if (end < 0) return null;
        else {
          at = end;
          this.#long = null;
          this.#isInString = false;
          this.#append(quote);
        }
      } else {
        this.#take(piece[at] ?? 0);
        at += 1;
      }
    }
    return this.#failure;
  }

  /** Parses the scanned body. Called once, at its end. */
  finish(): ScannedBody {
    if (this.#failure === null && this.#isInString) this.#failure = 'malformed';
    if (this.#failure !== null) return { ok: false, failure: this.#failure };
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(this.#plain.subarray(0, this.#length));
      return { ok: true, value: this.#withImages(JSON.parse(text)) };
    } catch {
      return { ok: false, failure: 'malformed' };
    }
  }

  #withImages(value: unknown): unknown {
    if (this.#images.size === 0 || typeof value !== 'object' || value === null || !('images' in value)) return value;
    const { images } = value;
    if (Array.isArray(images)) for (const [index, image] of this.#images) images[index] = image;
    return value;
  }

  #append(byte: number): void {
    if (this.#length === this.#limits.plainBytes) {
      this.#failure = 'too-large';
      return;
    }
    if (this.#length === this.#plain.length) {
      const larger = Buffer.allocUnsafe(Math.min(2 * this.#length, this.#limits.plainBytes));
      this.#plain.copy(larger);
      this.#plain = larger;
    }
    this.#plain[this.#length] = byte;
    this.#length += 1;
  }

  #take(byte: number): void {
    this.#append(byte);
    if (this.#failure !== null) return;
    if (this.#isInString) this.#takeInString(byte);
    else if (!isWhitespace(byte)) this.#takeOutsideStrings(byte);
  }

  #takeInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) {
      this.#isInString = false;
      if (this.#depth === 1) this.#isNameOfImages = this.#namesImages();
      return;
    }
    const length = this.#length - this.#stringStart;
    if (this.#isInImages && this.#depth === 2 && length > this.#limits.longString) this.#cutOut();
  }

  #takeOutsideStrings(byte: number): void {
    const isImages = this.#isImagesNext;
    this.#isImagesNext = false;
    switch (byte) {
      case quote:
        this.#isInString = true;
        this.#stringStart = this.#length;
        return;
      case openBrace:
      case openBracket:
        this.#count();
        this.#depth += 1;
        if (this.#depth > this.#limits.depth) this.#failure ??= 'too-deep';
        if (this.#depth === 2 && isImages && byte === openBracket) {
          this.#isInImages = true;
          this.#index = 0;
        }
        return;
      case closeBrace:
      case closeBracket:
        if (this.#depth === 2) this.#isInImages = false;
        this.#depth -= 1;
        return;
      case comma:
        this.#count();
        if (this.#isInImages && this.#depth === 2) this.#index += 1;
        return;
      case colon:
        if (this.#depth !== 1 || !this.#isNameOfImages) return;
        // As with any duplicate field name, the last one counts.
        this.#images.clear();
        this.#isImagesNext = true;
    }
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > this.#limits.values) this.#failure ??= 'too-large';
  }

  #namesImages(): boolean {
    // The longest spelling escapes every letter.
    if (this.#length - this.#stringStart > '\\u0000'.length * 'images"'.length) return false;
    try {
      return JSON.parse(this.#plain.toString('latin1', this.#stringStart - 1, this.#length)) === 'images';
    } catch {
      return false;
    }
  }

  /** Continues a string of `images` as an image, and leaves an empty string in its place. */
  #cutOut(): void {
    const start = Buffer.from(this.#plain.subarray(this.#stringStart, this.#length));
    this.#length = this.#stringStart;
    this.#isEscaped = false;
    const image = this.#index < maxPhotos ? new DataString() : null;
    if (image) this.#images.set(this.#index, image);
    // One image above the maximum is enough to reject the array.
    else for (const other of this.#images.values()) other.drop();
    this.#long = new LongString(image);
    if (this.#long.write(start, 0) === null) this.#failure = 'malformed';
  }
}

/** Maximum body size in bytes of requests that may contain images as data URLs (docs/product.md, "Sizes"). */
const maxBytesWithImages = 24 * 1024 * 1024;

const reject = (error: ApiError): { ok: false; error: ApiError } => ({ ok: false, error });
const tooLarge = reject({ kind: 'too-large', message: 'The request is too large.' });
const notJson = reject({ kind: 'malformed', message: 'The body is not valid JSON.' });
const notAnObjectError = reject({ kind: 'malformed', message: 'The body must be a JSON object.' });
const tooDeep = reject({ kind: 'malformed', message: 'The body is nested too deeply.' });
/** Supported content type, reported with a 415 (RFC 9110, 12.5.1). */
const acceptHeaders = { Accept: 'application/json' };
const unsupported = reject({
  kind: 'unsupported',
  message: 'Send the body as application/json.',
  accepts: acceptHeaders,
});
const notInUtf8 = reject({ kind: 'unsupported', message: 'Send the body in UTF-8.', accepts: acceptHeaders });

const failures: Readonly<Record<ScanFailure, typeof tooLarge>> = {
  malformed: notJson,
  'too-deep': tooDeep,
  'too-large': tooLarge,
};

/** Bodies are scanned in pieces of this size, between which other requests run. */
const chunkBytes = 32 * 1024;

/** @returns the reason to reject the body without reading the rest */
async function scan(
  request: Request,
  scanner: JsonBodyScanner,
  most: number,
  allowance: BodyAllowance | null,
): Promise<ScanFailure | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > most) return 'too-large';
  if (!request.body) return null;
  const reader = request.body.getReader();
  let failure: ScanFailure | null = null;
  let length = 0;
  let imageBytes = 0;
  while (failure === null) {
    const { done, value } = await reader.read();
    if (done) return null;
    length += value.length;
    if (length > most) failure = 'too-large';
    for (let at = 0; failure === null && at < value.length; at += chunkBytes) {
      failure = scanner.write(Buffer.from(value.buffer, value.byteOffset, value.length).subarray(at, at + chunkBytes));
      allowance?.change(scanner.imageBytes - imageBytes);
      imageBytes = scanner.imageBytes;
      if (length > chunkBytes) await waitForBodyTurn();
    }
  }
  await reader.cancel().catch(() => undefined);
  return failure;
}

/** Options for a body that may contain images. */
type ImagesOptions = {
  /** Memory accounting of decoded images; null to disable it. */
  allowance: BodyAllowance | null;
};

/** The error of a content type other than JSON in UTF-8; null if there is none. */
function findMediaError({ headers }: Request): typeof unsupported | null {
  const type = headers.get('Content-Type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return unsupported;
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(type) ?? [];
  return /^utf-?8$/i.test(charset) ? null : notInUtf8;
}

function finishObject(scanner: JsonBodyScanner, failure: ScanFailure | null): ApiResult<Record<string, unknown>> {
  if (failure) return failures[failure];
  const scanned = scanner.finish();
  if (!scanned.ok) return failures[scanned.failure];
  return isRecord(scanned.value) ? { ok: true, value: scanned.value } : notAnObjectError;
}

/**
 * Reads the body of an API request as a JSON object in UTF-8.
 *
 * @param images if images are allowed: long strings in the array `images` are returned as a `DataString` each, and do
 *   not count towards the size limit
 * @returns the object; or the error `unsupported` for another content type, `too-large` or `malformed`
 */
export async function readJsonBody(
  request: Request,
  images: ImagesOptions | null = null,
): Promise<ApiResult<Record<string, unknown>>> {
  const media = findMediaError(request);
  if (media) return media;
  const scanner = new JsonBodyScanner(images ? {} : { longString: maxBodyBytes });
  const most = images ? maxBytesWithImages : maxBodyBytes;
  return finishObject(scanner, await scan(request, scanner, most, images?.allowance ?? null));
}

/**
 * Reads the body of a request to an endpoint that needs none, by the same rules: its fields are named as ignored.
 *
 * @returns the object, empty without a body; or an error of `readJsonBody`
 */
export async function readUnneededBody(request: Request): Promise<ApiResult<Record<string, unknown>>> {
  const scanner = new JsonBodyScanner({ longString: maxBodyBytes });
  const failure = await scan(request, scanner, maxBodyBytes, null);
  if (failure === null && scanner.isEmpty) return { ok: true, value: {} };
  return findMediaError(request) ?? finishObject(scanner, failure);
}
