import { maxPhotos } from '~/domain/photos/photo';
import { DataString } from './data-string';

const toByte = (character: string): number => character.charCodeAt(0);
const quote = toByte('"');
const backslash = toByte('\\');
const letterU = toByte('u');

const escapes = new Uint8Array(256);
for (const [letter, meant] of Object.entries({
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
})) {
  escapes[toByte(letter)] = toByte(meant);
}
const noDigit = 16;
const hexadecimal = new Uint8Array(256).fill(noDigit);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  hexadecimal[toByte(digit)] = value;
  hexadecimal[toByte(digit.toUpperCase())] = value;
}
const beyondAscii = 0xff;

const notPlain = /[^ -~]/;
const control = /[^ -\uffff]/;

const EscapeState = { none: 0, backslash: 1, digits: 2, last: 5 } as const;

/** A long string while it is streamed: its text goes to an image, its syntax is checked as `JSON.parse` would. */
export class LongString {
  #state: number = EscapeState.none;
  #unit = 0;
  #utf8: TextDecoder | null = null;

  constructor(readonly image: DataString | null) {}

  /** @returns index in the piece after the closing quote; -1 if the string continues; null if it is malformed */
  write(piece: Buffer, from: number): number | null {
    const firstQuote = piece.indexOf(quote, from);
    const plainEnd = firstQuote < 0 ? piece.length : firstQuote;
    const isPlain = this.#state === EscapeState.none && !piece.subarray(from, plainEnd).includes(backslash);
    const end = isPlain ? plainEnd : this.#unescape(piece, from);
    if (end === null) return null;
    const raw = piece.toString('latin1', from, end);
    if (!this.#isSound(raw, piece.subarray(from, end), end < piece.length)) return null;
    if (isPlain) this.image?.write(raw);
    return end < piece.length ? end + 1 : -1;
  }

  /** @returns index where the string ends; null for an invalid escape */
  #unescape(piece: Buffer, from: number): number | null {
    const text = Buffer.allocUnsafe(piece.length - from);
    let length = 0;
    let at = from;
    for (; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (this.#state === EscapeState.none) {
        if (byte === quote) break;
        if (byte === backslash) this.#state = EscapeState.backslash;
        else text[length++] = byte;
      } else if (this.#state === EscapeState.backslash) {
        const meant = escapes[byte] ?? 0;
        if (meant !== 0) {
          text[length++] = meant;
          this.#state = EscapeState.none;
        } else if (byte === letterU) {
          this.#unit = 0;
          this.#state = EscapeState.digits;
        } else return null;
      } else {
        const value = hexadecimal[byte] ?? noDigit;
        if (value === noDigit) return null;
        this.#unit = this.#unit * 16 + value;
        if (this.#state < EscapeState.last) this.#state += 1;
        else {
          text[length++] = Math.min(this.#unit, beyondAscii);
          this.#state = EscapeState.none;
        }
      }
    }
    this.image?.write(text.toString('latin1', 0, length));
    return at;
  }

  #isSound(latin1: string, bytes: Buffer, isLast: boolean): boolean {
    if (this.#utf8 === null && !notPlain.test(latin1)) return true;
    if (control.test(latin1)) return false;
    this.#utf8 ??= new TextDecoder('utf-8', { fatal: true });
    try {
      this.#utf8.decode(bytes, { stream: !isLast });
      return true;
    } catch {
      return false;
    }
  }
}

export type ScanFailure = 'malformed' | 'too-deep' | 'too-large';

type ScanLimits = {
  /** Excludes the long strings of the top-level `images`. */
  plainBytes: number;
  values: number;
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

  #isNameOfImages = false;
  #isImagesNext = false;
  #isInImages = false;
  #index = 0;
  #images = new Map<number, DataString>();

  constructor(limits: Partial<ScanLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get imageBytes(): number {
    let bytes = 0;
    for (const image of this.#images.values()) bytes += image.bufferedBytes;
    return bytes;
  }

  /** @returns the reason to stop reading; null to continue */
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
