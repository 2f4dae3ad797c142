/* docs/adr/0027-pictures-in-a-process.md. Measured on one core of 2025; memory beyond that of the idle process. */
import { maxPhotoRatio, photoWidths, readDeclaredBrands, type Size } from './photo';

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif';

export type PhotoCost = Size & {
  format: PhotoFormat;
  isWhole: boolean;
  memory: number;
  seconds: number;
};

/** Share of one photo. The process itself takes 60 MB, and encoding the renditions up to 0.7 seconds. */
const maxPhotoCost = { memory: 88_000_000, seconds: 1 } as const;

export const isTooCostly = ({ memory, seconds }: PhotoCost): boolean =>
  memory > maxPhotoCost.memory || seconds > maxPhotoCost.seconds;

const ns = 1e-9;
const mega = 1_000_000;

/** Rows that the library holds while it scales a picture down as it is decoded, and those of its buffers. */
const heldRows = { most: 1_200, always: 270 } as const;
/** The decoded picture in the widest rendition, and buffers of the library. */
const outputMemory = 16 * mega;

/** Memory of a picture that is scaled down as it is decoded. */
const holdRows = (width: number, height: number, bytesPerPixel: number): number =>
  width * bytesPerPixel * (heldRows.always + Math.min(heldRows.most, height));

function getScale({ width, height }: Size): number {
  const [across, down] = [photoWidths[2], photoWidths[2] * maxPhotoRatio];
  return Math.max(1, Math.min(Math.max(width / across, height / down), Math.max(width / down, height / across)));
}

/** The file, twice while it is received, and what is left of the one before. */
const getBaseMemory = (bytes: Buffer) => 2 * bytes.length + outputMemory;

type Component = { blocks: number };
/** Frames by Huffman codes: baseline, extended, progressive; the same by arithmetic codes follow at 9 and 10. */
const jpegFrames = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);

/** Several scans are held as coefficients, and each visits each block, however few bytes it has. */
function estimateJpeg(bytes: Buffer): PhotoCost | null {
  let frame: { marker: number; size: Size; components: Map<number, Component> } | null = null;
  let isWhole = false;
  let isInterleaved = false;
  let scans = 0;
  let visits = 0;
  const end = bytes.length - 1;
  for (let at = 2; at < end; ) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0;
    // Picture data, fill bytes, restart markers, and those without a length.
    if (marker < 0xc0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) {
      isWhole = scans > 0;
      break;
    }
    if (at + 4 > bytes.length) break;
    const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
    if (jpegFrames.has(marker) && !frame && segment.length >= 6) {
      const size = { width: segment.readUInt16BE(3), height: segment.readUInt16BE(1) };
      const count = segment[5] ?? 0;
      const factors = Array.from({ length: count }, (_, index) => {
        const sampling = segment[7 + 3 * index] ?? 0x11;
        return {
          id: segment[6 + 3 * index] ?? 0,
          across: Math.max(1, sampling >> 4),
          down: Math.max(1, sampling & 15),
        };
      });
      const across = Math.max(1, ...factors.map((factor) => factor.across));
      const down = Math.max(1, ...factors.map((factor) => factor.down));
      const units = Math.ceil(size.width / (8 * across)) * Math.ceil(size.height / (8 * down));
      const components = factors.map((factor) => [factor.id, { blocks: units * factor.across * factor.down }] as const);
      frame = { marker, size, components: new Map(components) };
    } else if (marker === 0xda && frame) {
      const count = segment[0] ?? 0;
      if (scans === 0) isInterleaved = count >= frame.components.size;
      scans += 1;
      for (let index = 0; index < count; index += 1) {
        visits += frame.components.get(segment[1 + 2 * index] ?? 0)?.blocks ?? 0;
      }
    }
    at += 4 + segment.length;
  }
  if (!frame || scans === 0) return null;
  const { size, marker } = frame;
  const samples = 64 * [...frame.components.values()].reduce((sum, { blocks }) => sum + blocks, 0);
  const isProgressive = marker === 0xc2 || marker === 0xca;
  const isInParts = isProgressive || !isInterleaved;
  const isArithmetic = marker === 0xc9 || marker === 0xca;
  // The library decodes a smaller picture at once, down to an eighth; not always the smallest that would do.
  const shrink = Math.max(1, Math.min(4, 2 ** Math.floor(Math.log2(getScale(size))) / 2));
  const perByte = isArithmetic ? 110 : isInParts ? 35 : 16;
  return {
    format: 'jpeg',
    ...size,
    isWhole,
    memory:
      getBaseMemory(bytes) +
      (isInParts ? 2 * samples : 0) +
      holdRows(size.width / shrink, size.height / shrink, frame.components.size),
    seconds:
      ns * (samples * (0.8 + 3 / shrink ** 2) + perByte * bytes.length + (isInParts ? samples + 12 * visits : 0)),
  };
}

/** Samples of a pixel by the colour type of a PNG; those of a palette as the colours they stand for. */
const pngSamples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };

/** Names of chunks as numbers: there can be 700,000 of them. */
const pngTypes = { tRNS: 0x74524e53, IEND: 0x49454e44 };

/** An interlaced PNG is decoded as a whole. */
function estimatePng(bytes: Buffer): PhotoCost | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const samples = pngSamples[bytes[25] ?? -1];
  if (!samples || width === 0 || height === 0) return null;
  let hasAlpha = false;
  let isWhole = false;
  for (let at = 33; at + 8 <= bytes.length && !isWhole; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.readUInt32BE(at + 4);
    if (type === pngTypes.tRNS) hasAlpha = true;
    isWhole = type === pngTypes.IEND;
  }
  const bytesPerPixel = (samples + (hasAlpha ? 1 : 0)) * (bytes[24] === 16 ? 2 : 1);
  const decoded = width * height * bytesPerPixel;
  const isInterlaced = bytes[28] !== 0;
  return {
    format: 'png',
    width,
    height,
    isWhole,
    memory: getBaseMemory(bytes) + holdRows(width, height, bytesPerPixel) + (isInterlaced ? decoded : 0),
    seconds: ns * (decoded * (isInterlaced ? 5 : 3.3) + 10 * bytes.length),
  };
}

/** The library reserves memory for the whole of a WebP, although it decodes a lossy one row by row. */
function estimateWebp(bytes: Buffer): PhotoCost | null {
  if (bytes.length < 30) return null;
  let size: Size | null = null;
  let isLossless = false;
  let hasAlpha = false;
  let frames = 0;
  for (let at = 12; at + 18 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const data = at + 8;
    if (type === 'VP8X') {
      size = { width: 1 + bytes.readUIntLE(data + 4, 3), height: 1 + bytes.readUIntLE(data + 7, 3) };
    } else if (type === 'VP8 ') {
      size ??= { width: bytes.readUInt16LE(data + 6) & 0x3fff, height: bytes.readUInt16LE(data + 8) & 0x3fff };
      break;
    } else if (type === 'VP8L') {
      const bits = bytes.readUInt32LE(data + 1);
      size ??= { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
      isLossless = true;
      break;
    } else if (type === 'ALPH') hasAlpha = true;
    else if (type === 'ANMF') frames += 1;
    const length = bytes.readUInt32LE(at + 4);
    at = data + length + (length % 2);
  }
  if (!size || size.width === 0 || size.height === 0) return null;
  const pixels = size.width * size.height;
  const isAnimated = frames > 0;
  const wholePixel = isAnimated ? 13 : isLossless ? 5 : hasAlpha ? 5 : 4;
  return {
    format: 'webp',
    ...size,
    // The library refuses a truncated one by itself.
    isWhole: true,
    memory: getBaseMemory(bytes) + pixels * wholePixel,
    // The library compares each frame with all others, also of an animation whose first one is shown.
    seconds: ns * (pixels * (isAnimated || isLossless ? 16 : hasAlpha ? 12 : 5) + 85 * bytes.length + 8 * frames ** 2),
  };
}

/** Boxes of the ISO container, as they follow each other in `bytes`. */
function* readBoxes(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const [start, end] =
      length === 1 && at + 16 <= bytes.length
        ? [at + 16, at + Number(bytes.readBigUInt64BE(at + 8))]
        : [at + 8, length === 0 ? bytes.length : at + length];
    if (end < start) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(start, end) };
    at = end;
  }
}

const findBox = (bytes: Buffer, type: string): Buffer => {
  for (const box of readBoxes(bytes)) if (box.type === type) return box.data;
  return bytes.subarray(0, 0);
};

class NumberReader {
  #at = 0;
  constructor(readonly bytes: Buffer) {}
  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length;
  }
  next(length: number): number {
    if (length > 4) return this.next(length - 4) * 2 ** 32 + this.next(4);
    const at = this.#at;
    this.#at += length;
    return length === 0 || this.#at > this.bytes.length ? 0 : this.bytes.readUIntBE(at, length);
  }
}

function readAreas(properties: Buffer, areas: readonly number[]): Map<number, number> {
  const associations = findBox(properties, 'ipma');
  const reader = new NumberReader(associations.subarray(4));
  const [version, flags] = [associations[0] ?? 0, associations[3] ?? 0];
  const areaOf = new Map<number, number>();
  for (let count = reader.next(4); count > 0 && !reader.isAtEnd; count -= 1) {
    const id = reader.next(version < 1 ? 2 : 4);
    for (let index = reader.next(1); index > 0; index -= 1) {
      const property = (flags & 1) === 1 ? reader.next(2) & 0x7fff : reader.next(1) & 0x7f;
      areaOf.set(id, Math.max(areaOf.get(id) ?? 0, areas[property - 1] ?? 0));
    }
  }
  return areaOf;
}

/** Bytes of the coded items of an ISO container by their id. Several items can have the same bytes. */
function readLengths(locations: Buffer): Map<number, number> {
  const reader = new NumberReader(locations.subarray(4));
  const version = locations[0] ?? 0;
  const [sizes, moreSizes] = [reader.next(1), reader.next(1)];
  const indexSize = version > 0 ? moreSizes & 15 : 0;
  const idBytes = version < 2 ? 2 : 4;
  const lengthOf = new Map<number, number>();
  for (let count = reader.next(idBytes); count > 0 && !reader.isAtEnd; count -= 1) {
    const id = reader.next(idBytes);
    if (version > 0) reader.next(2);
    reader.next(2);
    reader.next(moreSizes >> 4);
    let length = 0;
    for (let extents = reader.next(2); extents > 0 && !reader.isAtEnd; extents -= 1) {
      reader.next(indexSize);
      reader.next(sizes >> 4);
      length += reader.next(sizes & 15);
    }
    lengthOf.set(id, length);
  }
  return lengthOf;
}

/** Ids of the parts of composed items, one for each time it is shown. */
function* readParts(references: Buffer): Generator<number> {
  const idBytes = references[0] === 0 ? 2 : 4;
  for (const { type, data } of readBoxes(references.subarray(4))) {
    if (type !== 'dimg') continue;
    const reader = new NumberReader(data);
    reader.next(idBytes);
    for (let count = reader.next(2); count > 0 && !reader.isAtEnd; count -= 1) yield reader.next(idBytes);
  }
}

const partsAtOnce = 6;

/** Decoded as a whole, or part by part, however often each is shown. The worst item counts for all. */
function estimateAvif(bytes: Buffer): PhotoCost | null {
  const meta = findBox(bytes, 'meta').subarray(4);
  const properties = findBox(meta, 'iprp');
  const areas: number[] = [];
  let size: Size = { width: 0, height: 0 };
  let samples = 0;
  let isDeep = false;
  let hasAlpha = false;
  for (const { type, data } of readBoxes(findBox(properties, 'ipco'))) {
    let area = 0;
    if (type === 'ispe' && data.length >= 12) {
      const frame = { width: data.readUInt32BE(4), height: data.readUInt32BE(8) };
      area = frame.width * frame.height;
      if (area > size.width * size.height) size = frame;
    } else if (type === 'av1C' && data.length >= 4) {
      const flags = data[2] ?? 0;
      const chroma = (flags & 0x10) !== 0 ? 0 : (flags & 8) === 0 ? 2 : (flags & 4) === 0 ? 1 : 0.5;
      samples = Math.max(samples, 1 + chroma);
      isDeep ||= (flags & 0x60) !== 0;
    } else if (type === 'auxC') hasAlpha = true;
    areas.push(area);
  }
  const pixels = size.width * size.height;
  if (pixels === 0 || samples === 0) return null;
  const areaById = readAreas(properties, areas);
  const ids = [...readParts(findBox(meta, 'iref'))];
  const lengthById = readLengths(findBox(meta, 'iloc'));
  const coded = ids.reduce((total, id) => total + (lengthById.get(id) ?? 0), 0);
  const parts = ids.map((id) => areaById.get(id) ?? pixels);
  const largestPart = parts.reduce((max, area) => Math.max(max, area), 0);
  const sum = parts.reduce((total, area) => total + area, 0);
  const samplesOfAll = samples + (hasAlpha ? 1 : 0);
  const held = parts.length > 0 ? Math.min(sum, partsAtOnce * largestPart) : pixels;
  return {
    format: 'avif',
    ...size,
    // The library refuses a truncated one by itself.
    isWhole: true,
    memory: getBaseMemory(bytes) + 11 * held + pixels * 3 * samplesOfAll * (isDeep ? 2 : 1),
    seconds: ns * (Math.max(pixels, sum) * 16 * samplesOfAll + 170 * Math.max(bytes.length, coded)),
  };
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Regardless of name and media type. Only the declared brands distinguish HEIC from AVIF. */
export function findPhotoFormat(bytes: Buffer): PhotoFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes.subarray(0, pngStart.length).equals(pngStart)) return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  const brands = readDeclaredBrands(bytes);
  return brands.includes('avif') || brands.includes('avis') ? 'avif' : null;
}

const estimates = { jpeg: estimateJpeg, png: estimatePng, webp: estimateWebp, avif: estimateAvif } as const;

/** Estimates what decoding costs; null if the header is damaged. Takes at most 20 ms for 8 MB. */
export const estimateCost = (bytes: Buffer, format: PhotoFormat): PhotoCost | null => estimates[format](bytes);
