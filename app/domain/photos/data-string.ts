import { createHash } from 'node:crypto';
import { done, type Outcome } from '../outcome';
import { photoMaximumBytes } from './limits';
import { notAPhoto, refusePhoto, refuseTooLarge } from './photo-problems';

const longestHead = 100;
const imageHead = /^data:image\/[\w.+-]+;base64$/i;
const mostLetters = Math.ceil(photoMaximumBytes / 3) * 4;
const letters = /^[A-Za-z0-9+/]*(={0,2})$/;

/**
 * Decodes one inline data string such as the API takes (`data:image/jpeg;base64,...`), piece by piece as it arrives, so
 * that its text is never in memory as a whole. The type it claims counts for nothing; `storePhoto` goes by the bytes.
 * Nothing is ever fetched: an address is refused like any other text. What is refused already holds no memory.
 */
export class DataString {
  #head: string | null = '';
  #letters = 0;
  /** Letters that do not make a whole group of four yet. */
  #rest = '';
  #padding = '';
  #decoded: Buffer[] = [];
  #heldBytes = 0;
  #isImage = true;
  readonly #digest = createHash('sha256');
  #sha256: string | null = null;

  /** Takes the next piece of the text, of any length. */
  write(text: string): void {
    this.#digest.update(text);
    if (this.#head === null) {
      this.#decode(text);
      return;
    }
    this.#head += text;
    const comma = this.#head.indexOf(',');
    if (comma < 0 && this.#head.length < longestHead) return;
    const head = this.#head;
    this.#head = null;
    if (comma < 0 || comma >= longestHead || !imageHead.test(head.slice(0, comma))) this.#refuse();
    else this.#decode(head.slice(comma + 1));
  }

  /** Bytes in memory. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Lets go of what was decoded, when the picture is not wanted any more. */
  drop(): void {
    this.#decoded = [];
    this.#rest = '';
    this.#heldBytes = 0;
  }

  /**
   * The bytes of the image. Asked for once, when the whole text was written.
   *
   * @param file what a refusal calls it, such as 'Photo 2'
   * @returns the problem 'too-large' over 8 MB, 'invalid' for anything that is not a base64 data string of an image
   */
  bytes(file: string): Outcome<Buffer> {
    const isTooLarge = this.#letters > mostLetters;
    if (this.#head !== null || this.#letters === this.#padding.length) this.#refuse();
    if (isTooLarge) return refuseTooLarge(file);
    if (!this.#isImage) return refusePhoto(notAPhoto(file));
    const bytes = Buffer.concat([...this.#decoded, Buffer.from(this.#rest, 'base64')]);
    this.drop();
    return done(bytes);
  }

  /** Tells one text from another without holding it; for JSON and whatever compares requests by it. */
  toJSON(): { sha256: string } {
    this.#sha256 ??= this.#digest.digest('hex');
    return { sha256: this.#sha256 };
  }

  /** Only text that follows the head of an image is counted: any other is not too large, but no image. */
  #decode(text: string): void {
    this.#letters += text.length;
    if (this.#letters > mostLetters) this.drop();
    if (!this.#isImage || this.#letters > mostLetters || text === '') return;
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
    this.#heldBytes += decoded.length;
  }

  #refuse(): void {
    this.#isImage = false;
    this.#letters = Math.min(this.#letters, mostLetters);
    this.drop();
  }
}

/** The bytes of a data string that is in memory as a whole; see `DataString`. */
export function decodeDataString(text: string, file: string): Outcome<Buffer> {
  const image = new DataString();
  image.write(text);
  return image.bytes(file);
}
