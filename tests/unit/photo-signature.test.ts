import { expect, test } from 'vitest';
import { looksLikePhoto } from '~/domain/photos/photo-input';
import { notPhotos, samplePhoto } from '../support/photo-samples';

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a file of %s is decoded', async (format) => {
  expect(looksLikePhoto(await samplePhoto(format, { width: 8, height: 8 }))).toBe(true);
});

/** Their first bytes could be those of photos: only decoding shows what they are. */
const beginsAsPhoto = /^(the first bytes|a WebP without|an AVIF without|a script in)/;

test.each(Object.entries(notPhotos).filter(([name]) => !beginsAsPhoto.test(name)))(
  '%s is rejected before it is decoded',
  (_name, bytes) => {
    expect(looksLikePhoto(bytes)).toBe(false);
  },
);

test('an AVIF may be named among the compatible brands', () => {
  const file = (...brands: string[]) => {
    const box = Buffer.from(`\0\0\0\0ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1');
    box.writeUInt32BE(box.length);
    return box;
  };
  expect(looksLikePhoto(file('mif1', 'miaf', 'avif'))).toBe(true);
  expect(looksLikePhoto(file('avis'))).toBe(true);
  expect(looksLikePhoto(file('heic', 'mif1', 'heic'))).toBe(false);
});
