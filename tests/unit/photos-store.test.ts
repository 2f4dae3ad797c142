import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatReason } from '~/domain/shared/result';
import { photosUnavailable, photoWidths, renditionTargetBytes, type StoredPhoto } from '~/domain/photos/photo';
import { findPhotoFormat } from '~/domain/photos/photo-cost.server';
import { findRendition, storePhoto } from '~/domain/photos/photos.server';
import { imageProcess } from '~/domain/photos/renditions.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import {
  animatedWebp,
  cameraPhoto,
  cmykPhoto,
  deepPng,
  greyPhoto,
  isoFile,
  noise,
  notPhotos,
  photoWithPlace,
  pngBomb,
  samplePhoto,
  sidewaysPhoto,
  transparentPng,
} from '../support/photo-samples';

const now = new Date('2026-11-21T06:00:00.000Z');
let db: Database;
beforeEach(() => {
  db = freshDatabase();
});

async function stored(bytes: Buffer): Promise<StoredPhoto> {
  const result = await storePhoto(db, bytes, 'bike.jpg', now);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

async function rejection(bytes: Buffer): Promise<string> {
  const result = await storePhoto(db, bytes, 'bike.jpg', now);
  expect(photoCount()).toBe(0);
  return result.ok ? 'taken' : formatReason(result.error);
}

const photoCount = () => db.$client.prepare<[], number>('SELECT count(*) FROM photos').pluck().get();

function rendition({ hash }: StoredPhoto, width: (typeof photoWidths)[number]): Buffer {
  const bytes = findRendition(db, hash, width);
  if (!bytes) throw new Error(`There is no rendition of ${width} pixels.`);
  return bytes;
}

async function colourAt(webp: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(webp).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...pixel];
}

/** Lossy encoding changes a colour slightly. */
function closeTo(found: number[], wanted: number[]): void {
  const distance = wanted.map((value, at) => Math.abs(value - (found[at] ?? 1000)));
  expect(Math.max(...distance)).toBeLessThan(24);
}

describe('an accepted photo', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('may be a %s', async (format) => {
    const photo = await stored(await samplePhoto(format, { width: 1600, height: 1200 }));
    expect(photo).toMatchObject({ width: 1280, height: 960 });
    for (const width of photoWidths) {
      expect(await sharp(rendition(photo, width)).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: width * 0.75,
      });
    }
    closeTo(await colourAt(rendition(photo, 640), 100, 100), [0xb3, 0x26, 0x1e]);
  });

  it('is never enlarged', async () => {
    const photo = await stored(await samplePhoto('jpeg', { width: 400, height: 300 }));
    const sizes = await Promise.all(photoWidths.map((width) => sharp(rendition(photo, width)).metadata()));
    expect(sizes.map(({ width }) => width)).toEqual([320, 400, 400]);
    expect(photo).toMatchObject({ width: 400, height: 300 });
  });

  it.each([
    { width: 16, height: 16 },
    { width: 3000, height: 16 },
    { width: 16, height: 3000 },
    { width: 1000, height: 16_000 },
  ])('may have any shape: $width × $height', async (size) => {
    const photo = await stored(await samplePhoto('png', size));
    expect(photo.width).toBeLessThanOrEqual(1280);
    expect(photo.height).toBeLessThanOrEqual(3200);
  });

  it('of 12 megapixels weighs at most 100 KB in each width', async () => {
    const photo = await stored(await cameraPhoto());
    for (const width of photoWidths) expect(rendition(photo, width).length).toBeLessThanOrEqual(renditionTargetBytes);
  });

  it('is compressed further when it is hard to compress', async () => {
    const size = { width: 1280, height: 960 };
    const hard = await sharp(noise(size), { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const light = rendition(await stored(hard), 320);
    expect(light.length).toBeLessThanOrEqual(renditionTargetBytes);
  });

  it('is stored upright', async () => {
    const photo = await stored(await sidewaysPhoto());
    expect(photo).toMatchObject({ width: 200, height: 400 });
    closeTo(await colourAt(rendition(photo, 1280), 100, 50), [255, 0, 0]);
    closeTo(await colourAt(rendition(photo, 1280), 100, 350), [0, 0, 255]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is turned and mirrored as EXIF says: %i', async (orientation) => {
    const corners = { width: 2, height: 2 };
    const colours = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]);
    const bytes = await sharp(colours, { raw: { ...corners, channels: 3 } })
      .resize({ width: 300, height: 200, fit: 'fill', kernel: 'nearest' })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const upright = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true });
    const photo = await stored(bytes);
    const { width, height } = upright.info;
    expect(photo).toMatchObject({ width, height });
    for (const [left, top] of [
      [20, 20],
      [width - 20, 20],
      [20, height - 20],
    ] as const) {
      closeTo(await colourAt(rendition(photo, 1280), left, top), await colourAt(upright.data, left, top));
    }
  });

  it('has no metadata of place or author', async () => {
    const bytes = await photoWithPlace();
    expect(bytes.includes('Secret')).toBe(true);
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const photo = await stored(bytes);
    for (const width of photoWidths) {
      const webp = rendition(photo, width);
      const { exif, xmp, icc, iptc } = await sharp(webp).metadata();
      expect({ exif, xmp, icc, iptc }).toEqual({});
      for (const trace of ['Secret', 'EXIF', 'XMP ', 'ICCP', 'GPS']) expect(webp.includes(trace)).toBe(false);
    }
  });

  it('in CMYK becomes sRGB', async () => {
    const photo = await stored(await cmykPhoto());
    closeTo(await colourAt(rendition(photo, 320), 10, 10), [0x0b, 0x6b, 0x4b]);
  });

  it('in 16 bits becomes 8', async () => {
    closeTo(await colourAt(rendition(await stored(await deepPng()), 320), 10, 10), [0xff, 0x88, 0]);
  });

  it('in grey stays grey', async () => {
    closeTo(await colourAt(rendition(await stored(await greyPhoto()), 320), 10, 10), [0x80, 0x80, 0x80]);
  });

  it('shows white where it was transparent', async () => {
    closeTo(await colourAt(rendition(await stored(await transparentPng()), 320), 10, 10), [255, 255, 255]);
  });

  it('that is animated shows its first frame', async () => {
    const bytes = await animatedWebp();
    expect((await sharp(bytes, { pages: -1 }).metadata()).pages).toBe(3);
    const photo = await stored(bytes);
    expect(photo).toMatchObject({ width: 120, height: 80 });
    expect((await sharp(rendition(photo, 320), { pages: -1 }).metadata()).pages ?? 1).toBe(1);
    closeTo(await colourAt(rendition(photo, 320), 10, 10), [255, 0, 0]);
  });

  it.each(['jpeg', 'png'] as const)('may be a %s that ends early, as viewers show it', async (format) => {
    const size = { width: 400, height: 300 };
    const whole = await sharp(noise(size), { raw: { ...size, channels: 3 } })
      .toFormat(format)
      .toBuffer();
    for (const share of [0.3, 0.6, 0.98]) {
      const photo = await stored(whole.subarray(0, Math.floor(whole.length * share)));
      expect(photo).toMatchObject(size);
      const top = await sharp(rendition(photo, 1280)).extract({ left: 0, top: 0, width: 400, height: 60 }).stats();
      expect(top.channels[0]?.stdev).toBeGreaterThan(10);
    }
  });

  it('may be a JPEG without its end marker, or after line breaks', async () => {
    const jpeg = await samplePhoto('jpeg', { width: 400, height: 300 });
    const { hash } = await stored(jpeg);
    for (const start of ['\n', '\r\n', '\r\n\r\n'])
      expect((await stored(Buffer.concat([Buffer.from(start), jpeg]))).hash).toBe(hash);
    const size = { width: 400, height: 300 };
    const scene = await sharp(noise(size), { raw: { ...size, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect((await stored(scene.subarray(0, -2))).hash).toBe((await stored(scene)).hash);
  });

  it('has no bytes of data appended to it', async () => {
    const jpeg = await samplePhoto('jpeg');
    const photo = await stored(Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004hidden<script>')]));
    expect(photo.hash).toBe((await stored(jpeg)).hash);
    for (const width of photoWidths) expect(rendition(photo, width).includes('hidden')).toBe(false);
  });

  it('sent twice, even concurrently, is stored once and counts as new', async () => {
    const bytes = await samplePhoto('jpeg');
    const [first, second] = await Promise.all([stored(bytes), stored(bytes)]);
    expect(second).toEqual(first);
    const later = new Date(now.getTime() + 1000);
    await storePhoto(db, bytes, 'bike.jpg', later);
    const dates = db.$client.prepare<[], string>('SELECT created_at FROM photos').pluck().all();
    expect(dates).toEqual([later.toISOString()]);
    expect(db.$client.prepare('SELECT count(*) FROM photo_renditions').pluck().get()).toBe(3);
  });
});

describe('a rejected file', () => {
  it.each(Object.entries(notPhotos))('is %s called bike.jpg', async (_, bytes) => {
    expect(await rejection(bytes)).toBe(
      bytes.length === 0
        ? 'bike.jpg is empty (0 bytes): choose it again'
        : findPhotoFormat(bytes)
          ? 'bike.jpg is damaged: take or choose another'
          : 'bike.jpg is not a JPEG, PNG, WebP or AVIF photo',
    );
  });

  it.each([
    { width: 1, height: 1 },
    { width: 3000, height: 15 },
  ])('shows nothing in $width × $height', async (size) => {
    expect(await rejection(await samplePhoto('png', size))).toBe(
      'bike.jpg is too small: a photo has at least 16 pixels on each side',
    );
  });

  it('is a JPEG that ends before its picture', async () => {
    const size = { width: 400, height: 300 };
    const whole = await sharp(noise(size), { raw: { ...size, channels: 3 } })
      .jpeg()
      .toBuffer();
    const scan = whole.indexOf(Buffer.from([0xff, 0xda]));
    for (const end of [40, scan])
      expect(await rejection(whole.subarray(0, end))).toBe('bike.jpg is damaged: take or choose another');
  });

  it('is a HEIC, with instructions for its sender', async () => {
    expect(await rejection(isoFile('heic', 'mif1', 'heic'))).toBe(
      'bike.jpg is not a JPEG, PNG, WebP or AVIF photo. It is HEIC: on an iPhone choose ' +
        'Settings > Camera > Formats > Most Compatible, or share it as JPEG',
    );
  });

  it.each(['webp', 'avif'] as const)('is a truncated %s, which viewers do not show', async (format) => {
    const size = { width: 400, height: 300 };
    const whole = await sharp(noise(size), { raw: { ...size, channels: 3 } })
      .toFormat(format, format === 'avif' ? { effort: 0 } : {})
      .toBuffer();
    expect(await rejection(whole.subarray(0, Math.floor(whole.length * 0.6)))).toBe(
      'bike.jpg is damaged: take or choose another',
    );
  });

  it('costs too much to decode', async () => {
    const bomb = pngBomb({ width: 30_000, height: 30_000 });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await rejection(bomb)).toBe(
      'bike.jpg takes too much memory or time to open here: save it as a standard JPEG, or add a screenshot of it instead',
    );
  });

  it('is larger than 8 MB', async () => {
    const large = Buffer.concat([await samplePhoto('jpeg'), Buffer.alloc(8 * 1024 * 1024)]);
    expect(await rejection(large)).toBe('bike.jpg is larger than 8 MB');
    const most = 8 * 1024 * 1024;
    expect(await rejection(Buffer.alloc(most + 1))).toBe('bike.jpg is larger than 8 MB');
    expect(await rejection(Buffer.alloc(most))).toBe('bike.jpg is not a JPEG, PNG, WebP or AVIF photo');
  });
});

describe('a photo that no process can open', () => {
  const { file, onAbruptEnd } = imageProcess;
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-no-images-'));
  afterEach(() => {
    imageProcess.stop();
    Object.assign(imageProcess, { file, onAbruptEnd });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['the program is missing', 'nowhere/image-process.js', 'image-process.js is missing.'],
    ['the image library is missing', 'image-process.js', "Cannot find package 'sharp'"],
  ])('is rejected with a sentence, and its cause is reported once: %s', async (_, name, cause) => {
    cpSync(dirname(file), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    imageProcess.stop();
    imageProcess.file = join(folder, name);
    const reasons: (string | undefined)[] = [];
    imageProcess.onAbruptEnd = (_end, _milliseconds, reason) => reasons.push(reason);
    const result = await storePhoto(db, await samplePhoto('jpeg'), 'bike.jpg', now);
    expect(result).toEqual({ ok: false, error: photosUnavailable });
    expect(reasons).toEqual([expect.stringContaining(cause)]);
  });
});
