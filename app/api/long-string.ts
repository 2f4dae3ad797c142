import type { DataString } from './data-string';

/** The byte of an ASCII character. */
export const toByte = (character: string): number => character.charCodeAt(0);
export const quote = toByte('"');
export const backslash = toByte('\\');
const letterU = toByte('u');

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
  escapes[toByte(letter)] = toByte(meant);
}
const noDigit = 16;
/** Maps the byte of a hexadecimal digit to its value. */
const hexadecimal = new Uint8Array(256).fill(noDigit);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  hexadecimal[toByte(digit)] = value;
  hexadecimal[toByte(digit.toUpperCase())] = value;
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
