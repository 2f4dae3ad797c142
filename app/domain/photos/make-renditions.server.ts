import type { OutputInfo } from 'sharp';
import { done, type Outcome, refused } from '../outcome';
import { imageLibrary, imageSeconds } from './image-library.server';
import {
  type PhotoWidth,
  photoMaximumPixels,
  photoTallest,
  photoWidths,
  renditionBytesAim,
  renditionBytesMaximum,
} from './limits';
import { notAPhoto, photosBusy, photoTooDetailed, refusePhoto } from './photo-problems';
import { renditionSize, type Size } from './rendition-size';

/** `size` is that of the widest rendition. */
export type Renditions = { size: Size; webp: Record<PhotoWidth, Buffer> };

type Pixels = { data: Buffer; info: OutputInfo };
const widest = photoWidths[2];
/** Tried in turn until a rendition is small enough; the last is accepted at any size. */
const qualities = [76, 62, 48, 34, 22] as const;
const lowestQuality = 22;
/** Downscaling factors for an image that is still too large at the lowest quality, tried in turn. */
const coarser = [2, 4, 8] as const;

/**
 * Decodes a photo's first frame once, upright and in sRGB on white, and encodes it in every width. Only pixels pass
 * through: no metadata, no colour profile, no data hidden behind the image.
 *
 * @param file name used in error messages
 * @returns the problem 'invalid' when the bytes are not a complete photo or hold more than 40 megapixels, 'too-many'
 *   when the machine is too busy to decode it in time
 */
export async function makeRenditions(bytes: Buffer, file: string): Promise<Outcome<Renditions>> {
  const options = { limitInputPixels: photoMaximumPixels, failOn: 'error', pages: 1 } as const;
  let pixels: Pixels;
  try {
    // Reads only the header: whatever size it claims, nothing is decoded yet.
    const { width, height } = await imageLibrary(bytes, { ...options, limitInputPixels: false }).metadata();
    if (width * height > photoMaximumPixels) return refusePhoto(photoTooDetailed(file));
    pixels = await imageLibrary(bytes, options)
      .timeout({ seconds: imageSeconds })
      .autoOrient()
      .resize({ width: widest, height: widest * photoTallest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    const isTimeout = error instanceof Error && error.message.startsWith('timeout');
    return isTimeout ? refused(photosBusy) : refusePhoto(notAPhoto(file));
  }
  const size = { width: pixels.info.width, height: pixels.info.height };
  const large = await encode(pixels, size);
  const medium = await narrower(pixels, 640, large);
  const small = await narrower(pixels, 320, medium);
  return done({ size, webp: { 320: small, 640: medium, 1280: large } });
}

/** A small photo has the same rendition under several widths. */
async function narrower(pixels: Pixels, nominal: PhotoWidth, wider: Buffer): Promise<Buffer> {
  const size = renditionSize(pixels.info, nominal);
  return size.width === pixels.info.width && size.height === pixels.info.height ? wider : encode(pixels, size);
}

async function encode({ data, info }: Pixels, size: Size): Promise<Buffer> {
  const { width, height, channels } = info;
  let webp = Buffer.alloc(0);
  for (const quality of qualities) {
    // Each attempt costs as much as the first, so a far too large rendition skips to the lowest quality.
    if (webp.length > 3 * renditionBytesAim && quality > lowestQuality) continue;
    webp = await imageLibrary(data, { raw: { width, height, channels } })
      .resize({ ...size, fit: 'fill' })
      .webp({ quality, effort: 4 })
      .toBuffer();
    if (webp.length <= renditionBytesAim) break;
  }
  for (const factor of coarser) {
    if (webp.length <= renditionBytesMaximum) break;
    const reduced = { width: Math.ceil(size.width / factor), height: Math.ceil(size.height / factor) };
    const soft = await imageLibrary(data, { raw: { width, height, channels } })
      .resize({ ...reduced, fit: 'fill' })
      .raw()
      .toBuffer();
    webp = await imageLibrary(soft, { raw: { ...reduced, channels } })
      .resize({ ...size, fit: 'fill' })
      .webp({ quality: lowestQuality, effort: 4 })
      .toBuffer();
  }
  return webp;
}
