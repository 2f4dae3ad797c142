import { createHash } from 'node:crypto';
import { createPhotoError, createTooLargeError, formatNotAPhoto, maxPhotoBytes } from '../domain/photos/photo';
import { ok, type Result } from '../domain/shared/result';

const maxHeadLength = 100;
const imageHead = /^data:image\/[\w.+-]+;base64$/i;
const maxBase64Length = Math.ceil(maxPhotoBytes / 3) * 4;
const letters = /^[A-Za-z0-9+/]*(={0,2})$/;

/**
 * Decodes a data URL of an API request (`data:image/jpeg;base64,...`) incrementally, so that its text is never in memory
 * as a whole. The declared media type is ignored; `storePhoto` checks the bytes. Nothing is fetched: any other URL is
 * rejected. Rejected input uses no memory.
 */
export class DataString {
  #head: string | null = '';
  #letters = 0;
  /** Characters left over from an incomplete group of four. */
  #rest = '';
  #padding = '';
  #decoded: Buffer[] = [];
  #bufferedBytes = 0;
  #isImage = true;
  readonly #digest = createHash('sha256');
  #sha256: string | null = null;

  /** Appends a chunk of text, of any length. */
  write(text: string): void {
    this.#digest.update(text);
    if (this.#head === null) {
      this.#decode(text);
      return;
    }
    this.#head += text;
    const comma = this.#head.indexOf(',');
    if (comma < 0 && this.#head.length < maxHeadLength) return;
    const head = this.#head;
    this.#head = null;
    if (comma < 0 || comma >= maxHeadLength || !imageHead.test(head.slice(0, comma))) this.#reject();
    else this.#decode(head.slice(comma + 1));
  }

  /** Bytes in memory. */
  get bufferedBytes(): number {
    return this.#bufferedBytes;
  }

  /** Releases the decoded bytes when the image is no longer needed. */
  drop(): void {
    this.#decoded = [];
    this.#rest = '';
    this.#bufferedBytes = 0;
  }

  /**
   * Returns the bytes of the image; call once, after the whole text was written.
   *
   * @param file name used in error messages, such as 'Photo 2'
   * @returns the error 'too-large' over 8 MB, 'invalid' for anything that is not a base64 data string of an image
   */
  bytes(file: string): Result<Buffer> {
    const isTooLarge = this.#letters > maxBase64Length;
    if (this.#head !== null || this.#letters === this.#padding.length) this.#reject();
    if (isTooLarge) return createTooLargeError(file);
    if (!this.#isImage) return createPhotoError(formatNotAPhoto(file));
    const bytes = Buffer.concat([...this.#decoded, Buffer.from(this.#rest, 'base64')]);
    this.drop();
    return ok(bytes);
  }

  /** Identifies the text by its hash, in JSON and where requests are compared by their JSON. */
  toJSON(): { sha256: string } {
    this.#sha256 ??= this.#digest.digest('hex');
    return { sha256: this.#sha256 };
  }

  /** Counts only the characters after an image prefix: other text is reported as invalid, not as too large. */
  #decode(text: string): void {
    this.#letters += text.length;
    if (this.#letters > maxBase64Length) this.drop();
    if (!this.#isImage || this.#letters > maxBase64Length || text === '') return;
    const [, padding = null] = letters.exec(text) ?? [];
    const isAfterPadding = this.#padding !== '' && padding !== text;
    if (padding === null || isAfterPadding || this.#padding.length + padding.length > 2) {
      this.#isImage = false;
      this.drop();
      return;
    }
    this.#padding += padding;
    const all = this.#rest + text.slice(0, text.length - padding.length);
    const whole = all.length - (all.length % 4);
    this.#rest = all.slice(whole);
    if (whole === 0) return;
    const decoded = Buffer.from(all.slice(0, whole), 'base64');
    this.#decoded.push(decoded);
    this.#bufferedBytes += decoded.length;
  }

  #reject(): void {
    this.#isImage = false;
    this.#letters = Math.min(this.#letters, maxBase64Length);
    this.drop();
  }
}

/** Decodes a data string that is in memory as a whole; see `DataString`. */
export function decodeDataString(text: string, file: string): Result<Buffer> {
  const image = new DataString();
  image.write(text);
  return image.bytes(file);
}

export const code = (character: string): number => character.charCodeAt(0);
export const quote = code('"');
export const backslash = code('\\');
const letterU = code('u');

/** Maps the byte after a backslash to the escaped byte; 0 if it is no escape. */
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
  escapes[code(letter)] = code(meant);
}
const noDigit = 16;
/** Maps the byte of a hexadecimal digit to its value. */
const hexadecimal = new Uint8Array(256).fill(noDigit);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  hexadecimal[code(digit)] = value;
  hexadecimal[code(digit.toUpperCase())] = value;
}
const beyondAscii = 0xff;

const notPlain = /[^ -~]/;
const control = /[^ -\uffff]/;

/** Position in an escape sequence: outside, after its backslash, after `u`, and after each digit but the last. */
const EscapeState = { none: 0, backslash: 1, digits: 2, last: 5 } as const;

/** A long string while it is streamed: its text goes to an image, its syntax is checked as `JSON.parse` would. */
export class LongString {
  #state: number = EscapeState.none;
  /** Code unit of a `\u` escape, from the digits read so far. */
  #unit = 0;
  /** Validates the string as UTF-8, from the first non-ASCII character on. */
  #utf8: TextDecoder | null = null;

  /** @param image null to skip the string */
  constructor(readonly image: DataString | null) {}

  /**
   * @param piece bytes of the body, starting within the string
   * @returns index in the piece after the closing quote; -1 if the string continues; null if it is malformed
   */
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

  /**
   * Writes the piece byte by byte, decoding escapes.
   *
   * @returns index where the string ends; null for an invalid escape
   */
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

  /**
   * Whether bytes of the string are UTF-8 without control characters.
   *
   * @param isLast whether the string ends with them
   */
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
