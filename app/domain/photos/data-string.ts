import { done, type Outcome } from '../outcome';
import { photoMaximumBytes } from './limits';
import { notAPhoto, refusePhoto, refuseTooLarge } from './photo-problems';

const base64Letters = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The bytes of an inline data string such as the API takes (`data:image/jpeg;base64,...`). The type it claims counts
 * for nothing; `storePhoto` goes by the bytes. Nothing is ever fetched: an address is refused like any other text.
 *
 * @param file what a refusal calls it, such as 'Photo 2'
 * @returns the problem 'too-large' over 8 MB, 'invalid' for anything that is not a base64 data string of an image
 */
export function decodeDataString(text: string, file: string): Outcome<Buffer> {
  const comma = text.indexOf(',');
  const isImage = comma > 0 && comma < 100 && /^data:image\/[\w.+-]+;base64$/i.test(text.slice(0, comma));
  if (!isImage) return refusePhoto(notAPhoto(file));
  const encoded = text.slice(comma + 1);
  if (encoded.length > Math.ceil(photoMaximumBytes / 3) * 4) return refuseTooLarge(file);
  if (!base64Letters.test(encoded)) return refusePhoto(notAPhoto(file));
  return done(Buffer.from(encoded, 'base64'));
}
