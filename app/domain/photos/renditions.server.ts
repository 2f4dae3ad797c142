import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Sharp from 'sharp';
import type { OutputInfo } from 'sharp';
import { FairQueue } from '../shared/fair-queue';
import { err, ok, type Result } from '../shared/result';
import {
  createPhotoError,
  formatPhotoDamaged,
  formatPhotoTooDetailed,
  formatPhotoTooSmall,
  getRenditionSize,
  maxPhotoPixels,
  maxPhotoRatio,
  maxRenditionBytes,
  minPhotoSide,
  photosBusy,
  type PhotoWidth,
  photoWidths,
  renditionTargetBytes,
  type Size,
} from './photo';

type ImageLibrary = typeof Sharp;

let loaded: Promise<ImageLibrary> | undefined;

/**
 * The image library with its loaders restricted; import it only from here. Loaded with the first picture, because it takes
 * 20 MB and 50 ms, and a site may run for days without one.
 */
function loadImageLibrary(): Promise<ImageLibrary> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Restricts uploads to these decoders. SVG stays blocked for buffers, which are untrusted, and is allowed for files,
    // which are only our own illustrations (`useTemporaryFile`).
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadHeifBuffer',
        'VipsForeignLoadSvgFile',
      ],
    });
    // No image is processed twice, and decoded images are large: the library's cache would waste memory.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
}

/** Timeout in seconds for decoding one image. */
const imageSeconds = 30;

/** Queue for all image processing, one job at a time, which leaves the other core for page requests. */
export const imageQueue = new FairQueue(24, photosBusy);

/** `size` is that of the widest rendition. */
export type Renditions = { size: Size; webp: Record<PhotoWidth, Buffer> };

/** A brand's logo, shown at up to 60 pixels, in the resolution of dense screens. */
export type Logo = Size & { webp: Buffer };
const logoSide = 192;

/**
 * Decodes an operator's picture of a logo and encodes it small, on white, without metadata.
 *
 * @returns the errors of `makeRenditions`
 */
export async function makeLogo(bytes: Buffer, file: string): Promise<Result<Logo>> {
  const decoded = await decode(bytes, file, { width: logoSide, height: logoSide });
  if (!decoded.ok) return decoded;
  const { data, info } = decoded.value;
  const { width, height, channels } = info;
  const sharp = await loadImageLibrary();
  const webp = await sharp(data, { raw: { width, height, channels } }).webp({ quality: 86, effort: 5 }).toBuffer();
  return ok({ width, height, webp });
}

type Pixels = { data: Buffer; info: OutputInfo };
const widest = photoWidths[2];
/** Tried in turn until a rendition is small enough; the last is accepted at any size. */
const qualities = [76, 62, 48, 34, 22] as const;
const lowestQuality = 22;
/** Downscaling factors for an image that is still too large at the lowest quality, tried in turn. */
const coarser = [2, 4, 8] as const;

/** Decodes the first frame of an upload, upright and in sRGB on white, scaled down to fit into `bounds`. */
async function decode(bytes: Buffer, file: string, bounds: Size): Promise<Result<Pixels>> {
  const sharp = await loadImageLibrary();
  try {
    // Reads only the header: nothing is decoded yet.
    const { width, height } = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
    if (width * height > maxPhotoPixels) return createPhotoError(formatPhotoTooDetailed(file));
    if (Math.min(width, height) < minPhotoSide) return createPhotoError(formatPhotoTooSmall(file));
    return ok(await decodePixels(bytes, bounds, 'error').catch((error) => decodeTruncated(bytes, bounds, error)));
  } catch (error) {
    return isTimeout(error) ? err(photosBusy) : createPhotoError(formatPhotoDamaged(file));
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout');

async function decodePixels(bytes: Buffer, bounds: Size, failOn: 'error' | 'none'): Promise<Pixels> {
  const sharp = await loadImageLibrary();
  return sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn, pages: 1 })
    .timeout({ seconds: imageSeconds })
    .autoOrient()
    .resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

/**
 * Decodes as much of a truncated picture as viewers show.
 *
 * @param reason why it could not be decoded as a whole
 * @throws `reason` if nothing of it can be shown
 */
async function decodeTruncated(bytes: Buffer, bounds: Size, reason: unknown): Promise<Pixels> {
  if (isTimeout(reason)) throw reason;
  const pixels = await decodePixels(bytes, bounds, 'none');
  const sharp = await loadImageLibrary();
  const { width, height, channels } = pixels.info;
  const statistics = await sharp(pixels.data, { raw: { width, height, channels } }).stats();
  // What is missing has one colour.
  if (statistics.channels.every(({ min, max }) => min === max)) throw reason;
  return pixels;
}

/**
 * Decodes a photo once and encodes it in every width. Only pixels are kept: no metadata, no colour profile, no data
 * appended to the image.
 *
 * @param file name used in error messages
 * @returns the error 'invalid' when the bytes show nothing, or hold fewer than 16 pixels a side or more than 40 megapixels, 'too-many' when
 * the machine is too busy to decode it in time
 */
export async function makeRenditions(bytes: Buffer, file: string): Promise<Result<Renditions>> {
  const decoded = await decode(bytes, file, { width: widest, height: widest * maxPhotoRatio });
  if (!decoded.ok) return decoded;
  const pixels = decoded.value;
  const size = { width: pixels.info.width, height: pixels.info.height };
  const large = await encode(pixels, size);
  const medium = await renderNarrower(pixels, 640, large);
  const small = await renderNarrower(pixels, 320, medium);
  return ok({ size, webp: { 320: small, 640: medium, 1280: large } });
}

/** Encodes a narrower rendition; a photo that is small enough reuses the wider one. */
async function renderNarrower(pixels: Pixels, nominal: PhotoWidth, wider: Buffer): Promise<Buffer> {
  const size = getRenditionSize(pixels.info, nominal);
  return size.width === pixels.info.width && size.height === pixels.info.height ? wider : encode(pixels, size);
}

async function encode({ data, info }: Pixels, size: Size): Promise<Buffer> {
  const { width, height, channels } = info;
  const sharp = await loadImageLibrary();
  let webp = Buffer.alloc(0);
  for (const quality of qualities) {
    // Each attempt costs as much as the first, so a far too large rendition skips to the lowest quality.
    if (webp.length > 3 * renditionTargetBytes && quality > lowestQuality) continue;
    webp = await sharp(data, { raw: { width, height, channels } })
      .resize({ ...size, fit: 'fill' })
      .webp({ quality, effort: 4 })
      .toBuffer();
    if (webp.length <= renditionTargetBytes) break;
  }
  for (const factor of coarser) {
    if (webp.length <= maxRenditionBytes) break;
    const reduced = { width: Math.ceil(size.width / factor), height: Math.ceil(size.height / factor) };
    const soft = await sharp(data, { raw: { width, height, channels } })
      .resize({ ...reduced, fit: 'fill' })
      .raw()
      .toBuffer();
    webp = await sharp(soft, { raw: { ...reduced, channels } })
      .resize({ ...size, fit: 'fill' })
      .webp({ quality: lowestQuality, effort: 4 })
      .toBuffer();
  }
  return webp;
}

/**
 * Runs a job with one of our own illustrations as a file, because the SVG decoder is blocked for buffers, which is how
 * uploads arrive.
 */
async function useTemporaryFile<T>(svg: string, job: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'drawing-'));
  try {
    const path = join(folder, 'drawing.svg');
    await writeFile(path, svg);
    return await job(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Renders one of our own illustrations to PNG.
 *
 * @param svg never untrusted input
 * @returns the error 'too-many' when too much image work is already queued
 * @throws when the illustration is not valid SVG
 */
export function drawScene(svg: string): Promise<Result<Buffer>> {
  return imageQueue.run('drawings', () =>
    useTemporaryFile(svg, async (path) => {
      const sharp = await loadImageLibrary();
      const png = sharp(path).timeout({ seconds: imageSeconds }).png({ palette: true, colours: 128, effort: 4 });
      return ok(await png.toBuffer());
    }),
  );
}

/** Maximum bytes of a preview for messengers, and the qualities tried in turn; the last is accepted at any size. */
const previewBytes = 14_000;
const previewQualities = [72, 58, 44, 30, 18] as const;

/**
 * Draws one of our own illustrations over a photo, as a JPEG for messengers. The whole photo is shown in the area down to
 * `pictureHeight`, on a blurred copy that fills the area.
 *
 * @param svg never untrusted input
 * @param photo one of our own renditions; null if the illustration is the whole picture
 * @returns the error 'too-many' when too much image work is already queued
 */
export function drawOverlay(
  svg: string,
  { width, height, pictureHeight }: Size & { pictureHeight: number },
  photo: Buffer | null,
): Promise<Result<Buffer>> {
  return imageQueue.run('previews', () =>
    useTemporaryFile(svg, async (path) => {
      const sharp = await loadImageLibrary();
      const background = { create: { width, height, channels: 3, background: '#ebe5d6' } } as const;
      const part = { width, height: pictureHeight };
      const below = photo
        ? sharp(photo)
            .resize({ ...part, fit: 'cover' })
            .blur(16)
            .flatten({ background: '#fff' })
            // The library blurs after it extends: black below the picture would darken its edge.
            .extend({ bottom: height - pictureHeight, extendWith: 'copy' })
        : sharp(background);
      const whole =
        photo &&
        (await sharp(photo)
          .resize({ ...part, fit: 'inside' })
          .toBuffer({ resolveWithObject: true }));
      const left = whole ? Math.round((width - whole.info.width) / 2) : 0;
      const top = whole ? Math.round((pictureHeight - whole.info.height) / 2) : 0;
      const pixels = await below
        .composite([...(whole ? [{ input: whole.data, left, top }] : []), { input: path }])
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      let jpeg = Buffer.alloc(0);
      for (const quality of previewQualities) {
        const { width, height, channels } = pixels.info;
        jpeg = await sharp(pixels.data, { raw: { width, height, channels } })
          .jpeg({ quality, mozjpeg: true })
          .toBuffer();
        if (jpeg.length <= previewBytes) break;
      }
      return ok(jpeg);
    }),
  );
}
