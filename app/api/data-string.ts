import { createHash } from 'node:crypto';
import { createPhotoError, createTooLargeError, maxPhotoBytes } from '~/domain/photos/photo';
import { ok, type Result } from '~/domain/shared/result';

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
  #rest = '';
  #padding = '';
  #decoded: Buffer[] = [];
  #bufferedBytes = 0;
  #isImage = true;
  readonly #digest = createHash('sha256');
  #sha256: string | null = null;

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

  get bufferedBytes(): number {
    return this.#bufferedBytes;
  }

  drop(): void {
    this.#decoded = [];
    this.#rest = '';
    this.#bufferedBytes = 0;
  }

  /** @returns the error 'too-large' over 8 MB, 'invalid' for anything that is not a base64 data string of an image */
  bytes(file: string): Result<Buffer> {
    const isTooLarge = this.#letters > maxBase64Length;
    const isEmpty = this.#head === null && this.#isImage && this.#letters === this.#padding.length;
    if (this.#head !== null) this.#reject();
    if (isEmpty) return createPhotoError({ code: 'photo_empty', values: { file } });
    if (isTooLarge) return createTooLargeError(file);
    if (!this.#isImage) return createPhotoError({ code: 'not_a_photo', values: { file } });
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

export function decodeDataString(text: string, file: string): Result<Buffer> {
  const image = new DataString();
  image.write(text);
  return image.bytes(file);
}
