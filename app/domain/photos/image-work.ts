/* Runs in a process of its own (`server/image-process.ts`): nothing else imports the image library. */
import sharp, { type OutputInfo } from 'sharp';
import type { ImageJob, ImageReply, PhotoFailure } from './image-jobs';
import {
  getRenditionSize,
  maxPhotoRatio,
  maxRenditionBytes,
  minPhotoSide,
  type PhotoWidth,
  photoWidths,
  renditionTargetBytes,
  type Size,
} from './photo';

// No image is processed twice, and decoded images are large: the library's cache would waste memory.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });

const decoders = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
} as const;

/** Runs a job with the only decoders that it needs. One job runs at a time. */
async function allowDecoders<T>(formats: readonly (keyof typeof decoders)[], job: () => Promise<T>): Promise<T> {
  const operation = formats.map((format) => decoders[format]);
  sharp.unblock({ operation });
  try {
    return await job();
  } finally {
    sharp.block({ operation });
  }
}

type Pixels = { data: Buffer; info: OutputInfo };
const getRaw = ({ info: { width, height, channels } }: Pixels) => ({ raw: { width, height, channels } });

class PhotoError extends Error {
  constructor(readonly failure: PhotoFailure) {
    super(failure);
  }
}

type PhotoJob = Extract<ImageJob, { kind: 'renditions' | 'logo' }>;

const isOneColour = ({ data, info: { channels } }: Pixels): boolean =>
  data.subarray(channels).equals(data.subarray(0, -channels));

/** Quarter turns to the right, and whether the picture is mirrored then, by the orientation of EXIF. */
const turns: Readonly<Record<number, readonly [degrees: number, isMirrored: boolean]>> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
};

/** Turns a picture upright after it was scaled down: before, the whole of it would have to be decoded. */
async function turnUpright(pixels: Pixels, orientation: number): Promise<Pixels> {
  const turn = turns[orientation];
  if (!turn) return pixels;
  const [degrees, isMirrored] = turn;
  return sharp(pixels.data, getRaw(pixels))
    .rotate(degrees)
    .flop(isMirrored)
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Chunks of a PNG that change how its pixels are shown, beside the critical ones. */
const shownChunks = new Set(
  ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf'].map((type) => Buffer.from(type).readUInt32BE()),
);

/** The library would decompress them, however many they are. Changes `png`. */
function dropTexts(png: Buffer): Buffer {
  let length = 8;
  for (let at = 8; at + 8 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    // A capital letter marks a critical chunk.
    const isCritical = ((png[at + 4] ?? 0) & 0x20) === 0;
    if (isCritical || shownChunks.has(png.readUInt32BE(at + 4))) {
      png.copyWithin(length, at, end);
      length += Math.min(end, png.length) - at;
    }
    at = end;
  }
  return png.subarray(0, length);
}

/** As much of a truncated picture as viewers show. @throws PhotoError if there is nothing to show */
async function decode({ bytes, format, pixels, isWhole }: PhotoJob, bounds: Size): Promise<Pixels> {
  const upload = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const source = format === 'png' ? dropTexts(upload) : upload;
  const picture = () => sharp(source, { limitInputPixels: pixels, failOn: 'none', pages: 1 });
  try {
    return await allowDecoders([format], async () => {
      // Reads only the header: nothing is decoded yet.
      const { width, height, orientation = 1 } = await picture().metadata();
      if (Math.min(width, height) < minPhotoSide) throw new PhotoError('too-small');
      const isSideways = orientation >= 5;
      const decoded = await picture()
        .resize({
          width: isSideways ? bounds.height : bounds.width,
          height: isSideways ? bounds.width : bounds.height,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true });
      // What is missing has one colour.
      if (!isWhole && isOneColour(decoded)) throw new PhotoError('damaged');
      return turnUpright(decoded, orientation);
    });
  } catch (error) {
    if (error instanceof PhotoError) throw error;
    const isMemory = error instanceof Error && /memory|alloc/i.test(error.message);
    throw new PhotoError(isMemory ? 'too-costly' : 'damaged');
  }
}

/** A brand's logo is shown at up to 60 pixels, here in the resolution of dense screens. */
const logoSide = 192;

async function makeLogo(job: PhotoJob) {
  const pixels = await decode(job, { width: logoSide, height: logoSide });
  const { width, height } = pixels.info;
  return { width, height, webp: await sharp(pixels.data, getRaw(pixels)).webp({ quality: 86, effort: 5 }).toBuffer() };
}

/** Only pixels are kept: no metadata, no colour profile, no data appended to the image. */
async function makeRenditions(job: PhotoJob) {
  const widest = photoWidths[2];
  const pixels = await decode(job, { width: widest, height: widest * maxPhotoRatio });
  const size = { width: pixels.info.width, height: pixels.info.height };
  const large = await encode(pixels, size, await estimateBytes(pixels, job.bytes.length));
  const medium = await renderNarrower(pixels, 640, large);
  const small = await renderNarrower(pixels, 320, medium);
  return { size, webp: { 320: small, 640: medium, 1280: large } };
}

/** Encodes a narrower rendition; a photo that is small enough reuses the wider one. */
async function renderNarrower(pixels: Pixels, nominal: PhotoWidth, wider: Buffer): Promise<Buffer> {
  const size = getRenditionSize(pixels.info, nominal);
  return size.width === pixels.info.width && size.height === pixels.info.height ? wider : encode(pixels, size);
}

const [bestQuality, lowestQuality] = [76, 22];
/** Qualities by the share of the target that the best one needs: what is hard to compress gains least by a lower one. */
const qualities = [
  [0.75, 62],
  [0.55, 48],
  [0.4, 34],
] as const;
const chooseQuality = (bytes: number): number =>
  qualities.find(([least]) => renditionTargetBytes / bytes >= least)?.[1] ?? lowestQuality;
const coarser = [2, 4, 8] as const;
/** By how much the bytes shrink at least at the lowest quality, and then with each of the factors. */
const leastSaving = { lowestQuality: 0.65, factor: 0.4 } as const;
/** Of the encoder. A photo is 4 % smaller with 4 than with 2, and takes twice the time. */
const effort = 2;
/** Above this number of pixels, a tall screenshot, none is made in the first attempt at the best quality. */
const maxEffortPixels = 1_700_000;

/** Rows that stand for the whole photo, an eighth of it. Their edges take some more bytes than the same rows within it. */
const bands = { rows: 32, every: 256, edges: 1.05 } as const;
/** From this multiple of the target on, an estimate is trusted: below, a simple photo is estimated too high. */
const trustedEstimate = 1.3;

/** Bytes at the best quality, for an eighth of the time; 0 for a photo that is not worth it. */
async function estimateBytes({ data, info: { width, height, channels } }: Pixels, sentBytes: number): Promise<number> {
  const { rows, every, edges } = bands;
  if (sentBytes <= renditionTargetBytes || height < 2 * every) return 0;
  const rowBytes = width * channels;
  const parts: Buffer[] = [];
  for (let row = (every - rows) / 2; row + rows <= height; row += every)
    parts.push(data.subarray(row * rowBytes, (row + rows) * rowBytes));
  const sampleRows = parts.length * rows;
  const raw = { width, height: sampleRows, channels };
  const sample = await sharp(Buffer.concat(parts), { raw }).webp({ quality: bestQuality, effort }).toBuffer();
  return (sample.length * height) / sampleRows / edges;
}

/** At most four times, each up to 0.3 seconds; a photo whose bytes are estimated well, once. */
async function encode(pixels: Pixels, size: Size, estimatedBytes = 0): Promise<Buffer> {
  const attempt = async (quality: number, ofEncoder: number, factor = 1): Promise<Buffer> => {
    const scaled = sharp(pixels.data, getRaw(pixels)).resize({
      width: Math.ceil(size.width / factor),
      height: Math.ceil(size.height / factor),
      fit: 'fill',
    });
    if (factor === 1) return scaled.webp({ quality, effort: ofEncoder }).toBuffer();
    const soft = await scaled.raw().toBuffer({ resolveWithObject: true });
    return sharp(soft.data, getRaw(soft))
      .resize({ ...size, fit: 'fill' })
      .webp({ quality, effort: ofEncoder })
      .toBuffer();
  };
  const isEstimateTrusted = estimatedBytes > trustedEstimate * renditionTargetBytes;
  let quality = isEstimateTrusted ? chooseQuality(estimatedBytes) : bestQuality;
  const isLarge = size.width * size.height > maxEffortPixels;
  let webp = await attempt(quality, isLarge && quality === bestQuality ? 0 : effort);
  let expected = webp.length * (quality === bestQuality ? leastSaving.lowestQuality : 1);
  while (webp.length > renditionTargetBytes && quality > lowestQuality && expected <= maxRenditionBytes) {
    quality = quality === bestQuality ? chooseQuality(webp.length) : lowestQuality;
    webp = await attempt(quality, effort);
    expected = webp.length;
  }
  for (const factor of coarser) {
    if (webp.length <= maxRenditionBytes) break;
    expected *= leastSaving.factor;
    // The next one will do better for the same time.
    if (expected > maxRenditionBytes && factor !== coarser.at(-1)) continue;
    webp = await attempt(lowestQuality, 0, factor);
  }
  return webp;
}

const drawScene = (svg: string): Promise<Buffer> =>
  allowDecoders(['svg'], () => sharp(Buffer.from(svg)).png({ palette: true, colours: 128, effort: 4 }).toBuffer());

/** Maximum bytes of a preview for messengers, and the qualities tried in turn; the last is accepted at any size. */
const previewBytes = 14_000;
const previewQualities = [72, 58, 44, 30, 18] as const;

type OverlayJob = Extract<ImageJob, { kind: 'overlay' }>;

async function drawOverlay({ svg, size: { width, height, pictureHeight }, photo }: OverlayJob): Promise<Buffer> {
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
  const pixels = await allowDecoders(['webp', 'svg'], async () => {
    const whole =
      photo &&
      (await sharp(photo)
        .resize({ ...part, fit: 'inside' })
        .toBuffer({ resolveWithObject: true }));
    const left = whole ? Math.round((width - whole.info.width) / 2) : 0;
    const top = whole ? Math.round((pictureHeight - whole.info.height) / 2) : 0;
    return below
      .composite([...(whole ? [{ input: whole.data, left, top }] : []), { input: Buffer.from(svg) }])
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  });
  let jpeg = Buffer.alloc(0);
  for (const quality of previewQualities) {
    jpeg = await sharp(pixels.data, getRaw(pixels)).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= previewBytes) break;
  }
  return jpeg;
}

function work(job: ImageJob): Promise<unknown> {
  switch (job.kind) {
    case 'renditions':
      return makeRenditions(job);
    case 'logo':
      return makeLogo(job);
    case 'drawing':
      return drawScene(job.svg);
    case 'overlay':
      return drawOverlay(job);
  }
}

export async function runImageJob(job: ImageJob): Promise<ImageReply> {
  try {
    return { value: await work(job) };
  } catch (error) {
    return error instanceof PhotoError ? { failure: error.failure } : { error: String(error) };
  }
}
