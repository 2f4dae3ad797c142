import { expect, test } from 'vitest';
import { isLikelyHeic } from '~/domain/photos/photo';
import { findPhotoFormat } from '~/domain/photos/photo-cost.server';
import { isoFile, notPhotos, samplePhoto } from '../support/photo-samples';

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a file of %s is decoded', async (format) => {
  expect(findPhotoFormat(await samplePhoto(format, { width: 8, height: 8 }))).toBe(format);
});

/** Their first bytes could be those of photos: only decoding shows what they are. */
const beginsAsPhoto = /^(the first bytes|a WebP without|an AVIF without|a script in)/;

test.each(Object.entries(notPhotos).filter(([name]) => !beginsAsPhoto.test(name)))(
  '%s is rejected before it is decoded',
  (_name, bytes) => {
    expect(findPhotoFormat(bytes)).toBeNull();
  },
);

test('an AVIF may be named among the compatible brands', () => {
  expect(findPhotoFormat(isoFile('mif1', 'miaf', 'avif'))).toBe('avif');
  expect(findPhotoFormat(isoFile('avis'))).toBe('avif');
  expect(findPhotoFormat(isoFile('heic', 'mif1', 'heic'))).toBeNull();
});

test.each([
  ['an iPhone', ['heic', 'mif1', 'heic']],
  ['an iPhone with ten bits', ['heix', 'mif1', 'heix']],
  ['a burst', ['msf1', 'hevc', 'msf1', 'heic']],
  ['another phone', ['mif1', 'miaf', 'MiHB']],
])('a HEIC of %s is recognized by its brands', (_phone, brands) => {
  expect(isLikelyHeic(isoFile(...brands))).toBe(true);
  expect(findPhotoFormat(isoFile(...brands))).toBeNull();
});

test('neither an AVIF, a video nor a truncated file is recognized as a HEIC', async () => {
  for (const bytes of [isoFile('avif', 'mif1', 'miaf'), isoFile('isom', 'mp42'), Buffer.from('\0\0\0\u0018ftyphei')])
    expect(isLikelyHeic(bytes)).toBe(false);
  expect(isLikelyHeic(await samplePhoto('avif', { width: 8, height: 8 }))).toBe(false);
});
