import { maxPhotos } from '~/domain/photos/photo';
import { DataString } from './data-string';
import { backslash, LongString, quote, toByte } from './long-string';

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

const openBrace = toByte('{');
const closeBrace = toByte('}');
const openBracket = toByte('[');
const closeBracket = toByte(']');
const comma = toByte(',');
const colon = toByte(':');
const space = toByte(' ');
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
