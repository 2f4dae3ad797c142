import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it, test } from 'vitest';
import { estimateCost, findPhotoFormat, isTooCostly } from '~/domain/photos/photo-cost.server';
import { hostilePhotos } from '../support/hostile-photos';
import { animatedWebp, noise, samplePhoto } from '../support/photo-samples';

function isRefused(bytes: Buffer): boolean {
  const format = findPhotoFormat(bytes);
  const cost = format && estimateCost(bytes, format);
  if (!cost) throw new Error('The header is damaged.');
  return isTooCostly(cost);
}

const photo = {
  jpeg: {
    colours: '4:2:0',
    isProgressive: false,
    width: 8160,
    height: 6144,
    isNoise: true,
    scans: 0,
    isFilled: true,
    marker: null,
    orientation: 6,
    hasEnd: true,
  },
  png: {
    colour: { type: 2, depth: 8, samples: 3 },
    width: 6320,
    height: 6320,
    isInterlaced: false,
    filter: 0,
    isNoise: false,
    filled: 0.01,
    chunkBytes: 8_192,
    texts: 0,
    hasAlpha: false,
    orientation: 1,
    hasEnd: true,
  },
  avif: {
    base: 64,
    chroma: '4:2:0',
    depth: 8,
    hasAlpha: false,
    isNoise: false,
    claim: 1,
    tiles: 0,
    kept: 1,
  },
} as const;
const { jpeg, png, avif } = hostilePhotos;

test.each([
  ['of 12 megapixels', { width: 4_000, height: 3_000 }],
  ['of 50 megapixels', {}],
  ['a panorama', { width: 16_382, height: 3_628 }],
  ['of 108 megapixels', { width: 12_000, height: 9_000 }],
  ['of 12 megapixels, progressive', { width: 4_000, height: 3_000, isProgressive: true }],
  ['in full colour', { colours: '4:4:4' }],
] as const)('a JPEG as phones make them is never refused: %s', async (_, axes) => {
  const bytes = await jpeg.make({ ...photo.jpeg, ...axes });
  // Cameras append another picture, or a film.
  const longest = Buffer.concat([bytes, Buffer.alloc(8 * 1024 * 1024 - bytes.length)]);
  expect([isRefused(bytes), isRefused(longest)]).toEqual([false, false]);
});

test.each([
  [
    'a JPEG of 40 megapixels, progressive',
    () => jpeg.make({ ...photo.jpeg, width: 6_320, height: 6_320, isProgressive: true, colours: '4:4:4' }),
  ],
  [
    'a JPEG with 2,000 scans',
    () => jpeg.make({ ...photo.jpeg, width: 2_400, height: 1_800, isProgressive: true, scans: 2_000 }),
  ],
  ['a JPEG of two gigapixels', () => jpeg.make({ ...photo.jpeg, width: 50_000, height: 40_000 })],
  ['a PNG of 40 megapixels, interlaced', () => png.make({ ...photo.png, isInterlaced: true })],
  ['a PNG of 40 megapixels, deep', () => png.make({ ...photo.png, colour: { type: 6, depth: 16, samples: 4 } })],
  ['a PNG in a row of 16 pixels', () => png.make({ ...photo.png, width: 2_500_000, height: 16 })],
  ['an AVIF of 40 megapixels', () => avif.make({ ...photo.avif, claim: 99 })],
  [
    'an AVIF of 100 parts with the same bytes',
    () => avif.make({ ...photo.avif, base: 400, chroma: '4:4:4', isNoise: true, tiles: 10, claim: 0.1 }),
  ],
  ['an AVIF of 1,600 parts', () => avif.make({ ...photo.avif, base: 1_000, tiles: 40, claim: 0.01 })],
] as const)('%s is refused', async (_, make) => {
  expect(isRefused(await make())).toBe(true);
});

test('a WebP is refused for its size, its frames, and not for less', async () => {
  const size = { width: 1_600, height: 1_200 };
  const lossless = await sharp(noise(size), { raw: { ...size, channels: 3 } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
  const { make } = hostilePhotos.webp;
  const many = {
    kind: 'animated' as const,
    hasAlpha: false,
    isNoise: false,
    base: 64,
    claimed: null,
    orientation: 1,
    kept: 1,
  };
  expect([
    isRefused(lossless),
    isRefused(await animatedWebp()),
    isRefused(await make({ ...many, frames: 100 })),
  ]).toEqual([false, false, false]);
  expect(isRefused(await make({ ...many, frames: 19_000 }))).toBe(true);
  expect(
    isRefused(await make({ ...many, kind: 'lossless', claimed: { width: 9_000, height: 9_000 }, frames: 0 })),
  ).toBe(true);
});

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('reads any %s that is cut or changed', async (format) => {
  const whole = await samplePhoto(format, { width: 60, height: 40 });
  fc.assert(
    fc.property(
      fc.nat(whole.length),
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
      (length, changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const cost = estimateCost(bytes.subarray(0, length), format);
        expect(cost === null || (cost.memory > 0 && cost.seconds >= 0)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
