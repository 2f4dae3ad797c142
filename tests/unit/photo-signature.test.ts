import { expect, test } from 'vitest';
import { looksLikePhoto } from '~/domain/photos/photo-input';
import { notPhotos, samplePhoto } from '../support/photo-samples';

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a file of %s is decoded', async (format) => {
  expect(looksLikePhoto(await samplePhoto(format, { width: 8, height: 8 }))).toBe(true);
});

/** By their first bytes these might be photos: only decoding tells. */
const beginsAsPhoto = /^(the first bytes|a WebP without|an AVIF without|a script in)/;

test.each(Object.entries(notPhotos).filter(([name]) => !beginsAsPhoto.test(name)))(
  '%s is refused before anything decodes it',
  (_name, bytes) => {
    expect(looksLikePhoto(bytes)).toBe(false);
  },
);

test('an AVIF may say so among the brands it keeps to', () => {
  const file = (...brands: string[]) => {
    const box = Buffer.from(`\0\0\0\0ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1');
    box.writeUInt32BE(box.length);
    return box;
  };
  expect(looksLikePhoto(file('mif1', 'miaf', 'avif'))).toBe(true);
  expect(looksLikePhoto(file('avis'))).toBe(true);
  expect(looksLikePhoto(file('heic', 'mif1', 'heic'))).toBe(false);
});
