import { maxPhotoBytes, maxPhotos } from '~/domain/photos/photo';
import type { AppError } from '~/domain/shared/result';
import { nextBodyTurn } from './request-body.server';

/** Control characters except line breaks and tabs. Browsers send line breaks as CR LF. */
const strayControls = /[^\P{Cc}\n\t]/gu;

/** Removes the incomplete character at the end of text truncated at a byte limit. */
export const withoutPartialCharacter = (text: string): string => text.replace(/\uFFFD+$/, '');

/** Text fields of a submitted form, in the order sent. */
export class FormFields {
  readonly #entries: (readonly [name: string, value: string])[] = [];

  /** Appends a value, without control characters, which no browser's text field can contain. */
  append(name: string, value: string): void {
    this.#entries.push([name, value.replace(strayControls, '')]);
  }

  /** First value of a field; null if it is missing. */
  get(name: string): string | null {
    return this.#entries.find(([known]) => known === name)?.[1] ?? null;
  }

  getAll(name: string): string[] {
    return this.#entries.filter(([known]) => known === name).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.#entries.some(([known]) => known === name);
  }

  /** Total number of values. */
  get size(): number {
    return this.#entries.length;
  }

  /** First value of each field, for redisplaying a rejected form. */
  toRecord(): Record<string, string> {
    return Object.fromEntries([...this.#entries].reverse());
  }

  [Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    return this.#entries[Symbol.iterator]();
  }
}

/** Limits of one form (docs/product.md, "Sizes"). */
export const formLimits = {
  textBytes: 256 * 1024,
  /** Part of it that a text that is too long leaves to the fields after it. */
  textBytesBehind: 16 * 1024,
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

export const unreadableForm: AppError = {
  kind: 'invalid',
  message: 'The form was incomplete. Please send it again.',
  errors: {},
};
export const tooMuchText: AppError = { kind: 'too-large', message: 'The form holds too much text. Please shorten it.' };
export const tooLargeForm: AppError = {
  kind: 'too-large',
  message: 'The files are too large together. Please send fewer at a time.',
};

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
export async function readBody(request: Request, take: (piece: Uint8Array) => Promise<boolean>): Promise<BodyEnd> {
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
        if (bytes > maxPieceBytes) await nextBodyTurn();
      }
    }
  } finally {
    if (!isRead) await reader.cancel().catch(() => undefined);
  }
}

const ampersand = '&'.charCodeAt(0);
/** A percent escape that was truncated. */
const cutEscape = /%[0-9A-F]?$/i;

/** Truncates a body to the maximum number of fields: parsing a hundred thousand would block other requests. */
function firstPairs(text: string): string {
  let end = -1;
  for (let pairs = 0; pairs < formLimits.fields; pairs += 1) {
    end = text.indexOf('&', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

/**
 * Text of a URL-encoded body up to the limit. The field that exceeds it is truncated, and the fields after it are kept
 * as far as there is room.
 */
class UrlencodedText {
  /** Whether something was dropped. */
  isTooMuch = false;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Text after the truncated field; null until it begins. */
  #behind: Buffer | null = null;

  /** @returns whether more of the body is wanted */
  take(piece: Uint8Array): boolean {
    if (this.isTooMuch) return this.#takeBehind(piece);
    this.#pieces.push(Buffer.from(piece));
    this.#bytes += piece.length;
    if (this.#bytes <= formLimits.textBytes) return true;
    this.isTooMuch = true;
    const text = Buffer.concat(this.#pieces);
    const end = formLimits.textBytes - formLimits.textBytesBehind;
    this.#pieces = [text.subarray(0, end)];
    return this.#takeBehind(text.subarray(end));
  }

  #takeBehind(piece: Uint8Array): boolean {
    const start = this.#behind ? 0 : piece.indexOf(ampersand) + 1;
    if (!this.#behind && start === 0) return true;
    const behind = Buffer.concat([this.#behind ?? Buffer.alloc(0), piece.subarray(start)]);
    this.#behind = behind.subarray(0, formLimits.textBytesBehind);
    return behind.length < formLimits.textBytesBehind;
  }

  /** Names and values in their order. */
  pairs(): [name: string, value: string][] {
    const isBehindCut = this.#behind?.length === formLimits.textBytesBehind;
    return [
      ...this.#pairsOf(Buffer.concat(this.#pieces), this.isTooMuch),
      ...this.#pairsOf(this.#behind ?? Buffer.alloc(0), isBehindCut),
    ];
  }

  #pairsOf(bytes: Buffer, isCutInside: boolean): [name: string, value: string][] {
    const sent = bytes.toString('utf8');
    const text = firstPairs(sent);
    const isCut = isCutInside || text !== sent;
    this.isTooMuch ||= isCut;
    const pairs = [...new URLSearchParams(isCut ? text.replace(cutEscape, '') : text)];
    const last = pairs.at(-1);
    if (isCut && last) last[1] = withoutPartialCharacter(last[1]);
    return pairs;
  }
}

/** Reads `application/x-www-form-urlencoded`. */
export async function readUrlencoded(request: Request): Promise<{ fields: FormFields; errors: AppError[] }> {
  const text = new UrlencodedText();
  const end = await readBody(request, async (piece) => text.take(piece));
  const entries = text.pairs();
  let { isTooMuch } = text;
  const fields = new FormFields();
  let isUnreadable = false;
  for (const [name, value] of entries) {
    if (fields.size === formLimits.fields) isTooMuch = true;
    else if (Buffer.byteLength(name) > formLimits.fieldNameBytes) isUnreadable = true;
    else fields.append(name, value);
  }
  // `too-large` comes first: the first error decides the status, and truncation may have cut off a field name.
  const errors: AppError[] = isTooMuch ? [tooMuchText] : [];
  if (isUnreadable) errors.push(unreadableForm);
  if (end === 'too-large') errors.push(tooLargeForm);
  return { fields, errors };
}
