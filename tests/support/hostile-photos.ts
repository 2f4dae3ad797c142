import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { noise } from './photo-samples';

/*
 * Files of at most 8 MB that cost as much as their format allows, or claim to. Small pictures of the library are
 * extended: a file of many pixels is made without holding them.
 */

const maxBytes = 8 * 1024 * 1024;

/** Sides from 16 to `max` pixels, each order of magnitude as often. */
const side = (max: number) =>
  fc.double({ min: Math.log(16), max: Math.log(max), noNaN: true }).map((log) => Math.round(Math.exp(log)));
/** Counts from 0 to `max`, small ones more often. */
const count = (max: number) =>
  fc.double({ min: 0, max: Math.log(max + 1), noNaN: true }).map((log) => Math.floor(Math.exp(log)) - 1);

type PngAxes = {
  colour: { type: number; depth: number; samples: number };
  width: number;
  height: number;
  isInterlaced: boolean;
  filter: number;
  isNoise: boolean;
  /** Share of the rows that the file has. */
  filled: number;
  chunkBytes: number;
  texts: number;
  hasAlpha: boolean;
  orientation: number;
  hasEnd: boolean;
};

type JpegAxes = {
  colours: '4:2:0' | '4:4:4' | 'grey' | 'cmyk';
  isProgressive: boolean;
  width: number;
  height: number;
  isNoise: boolean;
  /** How often the last scan is repeated. */
  scans: number;
  /** Whether the picture data is as long as its size requires, if it fits. */
  isFilled: boolean;
  /** Marker of the frame; null for the true one. */
  marker: number | null;
  orientation: number;
  hasEnd: boolean;
};

type WebpAxes = {
  kind: 'lossy' | 'lossless' | 'animated';
  hasAlpha: boolean;
  isNoise: boolean;
  /** Side of the picture, and the size that the header claims. */
  base: number;
  claimed: { width: number; height: number } | null;
  frames: number;
  orientation: number;
  /** Share of the file that is left. */
  kept: number;
};

type AvifAxes = {
  base: number;
  chroma: '4:2:0' | '4:4:4';
  depth: 8 | 10;
  hasAlpha: boolean;
  isNoise: boolean;
  /** The size that the container claims, as a multiple of the true one. */
  claim: number;
  /** Columns and rows of tiles; 0 for a single picture. */
  tiles: number;
  kept: number;
};

/** Writes chunks of a PNG one after the other. */
function pngChunks(type: string, data: Buffer, chunkBytes = Math.max(1, data.length)): Buffer {
  const counted = Math.max(1, Math.ceil(data.length / chunkBytes));
  const chunks = Buffer.alloc(data.length + 12 * counted);
  for (let index = 0, at = 0; index < counted; index += 1) {
    const length = data.copy(chunks, at + 8, index * chunkBytes, (index + 1) * chunkBytes);
    chunks.writeUInt32BE(length, at);
    chunks.write(type, at + 4, 'latin1');
    chunks.writeUInt32BE(crc32(chunks.subarray(at + 4, at + 8 + length)), at + 8 + length);
    at += 12 + length;
  }
  return chunks;
}

const pngColours = fc.constantFrom(
  ...(
    [
      [0, [1, 2, 4, 8, 16], 1],
      [2, [8, 16], 3],
      [3, [1, 2, 4, 8], 1],
      [4, [8, 16], 2],
      [6, [8, 16], 4],
    ] as const
  ).flatMap(([type, depths, samples]) => depths.map((depth) => ({ type, depth, samples }))),
);

const pngAxes: fc.Arbitrary<PngAxes> = fc.record({
  colour: pngColours,
  width: side(100_000),
  height: side(100_000),
  isInterlaced: fc.boolean(),
  filter: fc.constantFrom(0, 1, 2, 3, 4),
  isNoise: fc.boolean(),
  filled: fc.constantFrom(1, 1, 0.5, 0.01),
  chunkBytes: fc.constantFrom(1, 100, 8_192, 1_000_000),
  texts: count(2_000),
  hasAlpha: fc.boolean(),
  orientation: fc.constantFrom(1, 1, 3, 6),
  hasEnd: fc.boolean(),
});

/** Compresses the same rows again and again. The check sum at the end is wrong, which decoders forgive. */
function deflateRows(rows: Buffer, times: number, limit: number): Buffer {
  const block = deflateRawSync(rows, { level: 1, finishFlush: constants.Z_FULL_FLUSH });
  const repeats = Math.max(1, Math.min(times, Math.floor(limit / block.length)));
  return Buffer.concat([
    Buffer.from([0x78, 0x01]),
    ...Array.from({ length: repeats }, () => block),
    Buffer.from([3, 0, 0, 0, 0, 0]),
  ]);
}

function exifOrientation(orientation: number): Buffer {
  const exif = Buffer.from('MM\0*\0\0\0\u0008\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16BE(orientation, 18);
  return exif;
}

function makePng(axes: PngAxes): Buffer {
  const { colour, width, height, isInterlaced, filter, isNoise, filled, chunkBytes, texts } = axes;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([colour.depth, colour.type, 0, 0, isInterlaced ? 1 : 0], 8);
  const rowBytes = 1 + Math.ceil((width * colour.samples * colour.depth) / 8);
  const rowsPerBlock = Math.max(1, Math.floor(250_000 / rowBytes));
  const rows = isNoise
    ? noise({ width: Math.ceil((rowBytes * rowsPerBlock) / 3), height: 1 }).subarray(0, rowBytes * rowsPerBlock)
    : Buffer.alloc(rowBytes * rowsPerBlock, 7);
  for (let row = 0; row < rowsPerBlock; row += 1) rows[row * rowBytes] = filter;
  const bomb = pngChunks('zTXt', Buffer.concat([Buffer.from('t\0\0', 'latin1'), textBomb]));
  const wanted = Array.from({ length: Math.min(texts, Math.floor(maxBytes / 2 / bomb.length)) }, () => bomb);
  const limit = Math.floor((maxBytes - wanted.length * bomb.length - 2_000) / (chunkBytes === 1 ? 13 : 1.2));
  const data = deflateRows(rows, Math.ceil((height * filled) / rowsPerBlock), limit).subarray(0, limit);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunks('IHDR', header),
    ...wanted,
    ...(colour.type === 3 ? [pngChunks('PLTE', noise({ width: 2 ** colour.depth, height: 1 }))] : []),
    ...(axes.hasAlpha && colour.type < 4
      ? [pngChunks('tRNS', Buffer.alloc(colour.type === 2 ? 6 : colour.type === 0 ? 2 : 1))]
      : []),
    ...(axes.orientation > 1 ? [pngChunks('eXIf', exifOrientation(axes.orientation))] : []),
    pngChunks('IDAT', data, chunkBytes),
    ...(axes.hasEnd ? [pngChunks('IEND', Buffer.alloc(0))] : []),
  ]);
}
/** Four megabytes of text in four kilobytes. */
const textBomb = deflateSync(Buffer.alloc(4_000_000), { level: 9 });

const jpegAxes: fc.Arbitrary<JpegAxes> = fc.record({
  colours: fc.constantFrom('4:2:0', '4:4:4', 'grey', 'cmyk' as const),
  isProgressive: fc.boolean(),
  width: side(65_500),
  height: side(65_500),
  isNoise: fc.boolean(),
  scans: fc.oneof(fc.constant(0), count(100_000)),
  isFilled: fc.boolean(),
  marker: fc.constantFrom(null, null, null, 0xc1, 0xca, 0xc9),
  orientation: fc.constantFrom(1, 1, 3, 6),
  hasEnd: fc.boolean(),
});

/** Makes each base file once. */
const bases = new Map<string, Promise<Buffer>>();
function makeOnce(make: () => Promise<Buffer>, ...key: readonly unknown[]): Promise<Buffer> {
  const name = JSON.stringify(key);
  const made = bases.get(name) ?? make();
  bases.set(name, made);
  return made;
}

const raw = (width: number, height: number, isNoise: boolean) =>
  sharp(isNoise ? noise({ width, height }) : Buffer.alloc(width * height * 3, 99), {
    raw: { width, height, channels: 3 },
  });

type Segment = { marker: number; start: number; end: number };
function readSegments(jpeg: Buffer): Segment[] {
  const found: Segment[] = [];
  for (let at = 2; at < jpeg.length - 1; ) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff || marker < 0xc0 || marker === 0xff) at += 1;
    else {
      const previous = found.at(-1);
      if (previous) previous.end = at;
      found.push({ marker, start: at, end: jpeg.length });
      at += marker === 0xd9 ? 2 : 2 + jpeg.readUInt16BE(at + 2);
    }
  }
  return found;
}

async function makeJpeg(axes: JpegAxes): Promise<Buffer> {
  const { colours, isProgressive, isNoise, width, height, orientation } = axes;
  const base = await makeOnce(
    () => {
      const picture = raw(64, 64, isNoise);
      if (colours === 'grey') picture.toColourspace('b-w');
      if (colours === 'cmyk') picture.toColourspace('cmyk');
      return picture
        .withMetadata(orientation > 1 ? { orientation } : {})
        .jpeg({ progressive: isProgressive, chromaSubsampling: colours === '4:2:0' ? '4:2:0' : '4:4:4' })
        .toBuffer();
    },
    'jpeg',
    colours,
    isProgressive,
    isNoise,
    orientation,
  );
  const segments = readSegments(base);
  const frame = segments.find(({ marker }) => marker === 0xc0 || marker === 0xc2);
  const scan = segments.findLast(({ marker }) => marker === 0xda);
  if (!frame || !scan) throw new Error('The library made no JPEG.');
  const head = Buffer.from(base.subarray(0, scan.start));
  if (axes.marker) head[frame.start + 1] = axes.marker;
  head.writeUInt16BE(height, frame.start + 5);
  head.writeUInt16BE(width, frame.start + 7);
  const parts: Buffer[] = [head];
  const last = base.subarray(scan.start, scan.end);
  if (!isProgressive && axes.isFilled) {
    // With a restart after each, the data of the small picture is that of any part of a large one.
    const dataStart = 2 + last.readUInt16BE(2);
    const data = last.subarray(dataStart);
    const unitsOfBase = (64 / (colours === '4:2:0' ? 16 : 8)) ** 2;
    const needed = Math.ceil((width * height) / 4_096) + 1;
    const repeats = Math.min(needed, Math.floor((maxBytes - head.length - 1_000) / (data.length + 2)));
    parts.push(Buffer.from([0xff, 0xdd, 0, 4, 0, unitsOfBase]), last.subarray(0, dataStart));
    for (let part = 0; part < repeats; part += 1) parts.push(data, Buffer.from([0xff, 0xd0 + (part % 8)]));
  } else parts.push(last);
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const scans = Math.min(axes.scans, Math.floor((maxBytes - size - 2) / last.length));
  parts.push(...Array.from({ length: scans }, () => last));
  if (axes.hasEnd) parts.push(Buffer.from([0xff, 0xd9]));
  return Buffer.concat(parts);
}

const webpAxes: fc.Arbitrary<WebpAxes> = fc.record({
  kind: fc.constantFrom('lossy', 'lossless', 'animated'),
  hasAlpha: fc.boolean(),
  isNoise: fc.boolean(),
  base: fc.constantFrom(64, 500, 1_500, 2_600),
  claimed: fc.option(fc.record({ width: side(16_383), height: side(16_383) })),
  frames: count(20_000),
  orientation: fc.constantFrom(1, 1, 6),
  kept: fc.constantFrom(1, 1, 1, 0.7),
});

async function makeWebp(axes: WebpAxes): Promise<Buffer> {
  const { kind, hasAlpha, base, isNoise, claimed, orientation } = axes;
  const whole = Buffer.from(
    await makeOnce(
      () => {
        const picture = raw(base, base, isNoise && base < 2_000);
        if (hasAlpha) picture.ensureAlpha(0.5);
        return picture
          .withMetadata(orientation > 1 ? { orientation } : {})
          .webp({ lossless: kind === 'lossless', effort: 0 })
          .toBuffer();
      },
      'webp',
      kind === 'lossless',
      hasAlpha,
      base,
      isNoise,
      orientation,
    ),
  );
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 12; at + 8 <= whole.length; ) {
    const length = whole.readUInt32LE(at + 4);
    chunks.push({
      type: whole.toString('latin1', at, at + 4),
      data: Buffer.from(whole.subarray(at + 8, at + 8 + length)),
    });
    at += 8 + length + (length % 2);
  }
  const { width, height } = claimed ?? { width: base, height: base };
  for (const { type, data } of chunks) {
    if (type === 'VP8 ') {
      data.writeUInt16LE(width, 6);
      data.writeUInt16LE(height, 8);
    } else if (type === 'VP8L')
      data.writeUInt32LE(((data.readUInt32LE(1) & 0xf0000000) | (width - 1) | ((height - 1) << 14)) >>> 0, 1);
    else if (type === 'VP8X') {
      data.writeUIntLE(width - 1, 4, 3);
      data.writeUIntLE(height - 1, 7, 3);
    }
  }
  const frame = ({ type, data }: { type: string; data: Buffer }): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
  };
  let parts = chunks.map(frame);
  if (kind === 'animated') {
    const extended = Buffer.alloc(10);
    extended[0] = 0x12;
    extended.writeUIntLE(width - 1, 4, 3);
    extended.writeUIntLE(height - 1, 7, 3);
    const place = Buffer.alloc(16);
    place.writeUIntLE(width - 1, 6, 3);
    place.writeUIntLE(height - 1, 9, 3);
    const pictures = chunks.filter(({ type }) => ['ALPH', 'VP8 ', 'VP8L'].includes(type)).map(frame);
    const animation = frame({ type: 'ANMF', data: Buffer.concat([place, ...pictures]) });
    const frames = 1 + Math.min(axes.frames, Math.floor((maxBytes - 100) / animation.length) - 1);
    parts = [
      frame({ type: 'VP8X', data: extended }),
      frame({ type: 'ANIM', data: Buffer.alloc(6) }),
      ...Array.from({ length: frames }, () => animation),
    ];
  }
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  const file = Buffer.concat([Buffer.from('RIFF'), length, body]);
  return file.subarray(0, Math.ceil(Math.min(file.length, maxBytes) * axes.kept));
}

const avifAxes: fc.Arbitrary<AvifAxes> = fc.record({
  base: fc.constantFrom(64, 64, 400, 1_800),
  chroma: fc.constantFrom('4:2:0', '4:4:4'),
  depth: fc.constantFrom(8, 8, 10 as const),
  hasAlpha: fc.boolean(),
  isNoise: fc.boolean(),
  claim: fc.constantFrom(1, 1, 1, 0.1, 4, 50),
  tiles: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
  kept: fc.constantFrom(1, 1, 1, 0.7),
});

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
};
const full = (type: string, version: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts);
const u16 = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const u32 = (...values: readonly number[]): Buffer =>
  u16(...values.flatMap((value) => [Math.floor(value / 65_536), value % 65_536]));

/** A picture of tiles, all of which are the same coded picture. */
function makeGrid(coded: Buffer, configuration: Buffer, side: number, tiles: number, claim: number): Buffer {
  const items = Array.from({ length: tiles * tiles }, (_, index) => index + 2);
  const whole = Math.max(1, Math.round(side * tiles * claim));
  const grid = Buffer.concat([Buffer.from([0, 1, tiles - 1, tiles - 1]), u32(whole, whole)]);
  const entry = (id: number, type: string) => full('infe', 2, u16(id, 0), Buffer.from(`${type}\0`, 'latin1'));
  const build = (offset: number) => {
    const location = (id: number, from: number, length: number) => Buffer.concat([u16(id, 0, 1), u32(from, length)]);
    const meta = full(
      'meta',
      0,
      full('hdlr', 0, u32(0), Buffer.from('pict'), u32(0, 0, 0), Buffer.from([0])),
      full('pitm', 0, u16(1)),
      full(
        'iloc',
        0,
        Buffer.from([0x44, 0]),
        u16(items.length + 1),
        location(1, offset, grid.length),
        ...items.map((id) => location(id, offset + grid.length, coded.length)),
      ),
      full('iinf', 0, u16(items.length + 1), entry(1, 'grid'), ...items.map((id) => entry(id, 'av01'))),
      full('iref', 0, box('dimg', u16(1, items.length, ...items))),
      box(
        'iprp',
        box('ipco', full('ispe', 0, u32(whole, whole)), full('ispe', 0, u32(side, side)), configuration),
        full(
          'ipma',
          0,
          u32(items.length + 1),
          u16(1),
          Buffer.from([1, 1]),
          ...items.map((id) => Buffer.concat([u16(id), Buffer.from([2, 2, 0x83])])),
        ),
      ),
    );
    return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0mif1avif', 'latin1')), meta]);
  };
  const head = build(build(0).length + 8);
  return Buffer.concat([head, box('mdat', grid, coded)]);
}

async function makeAvif(axes: AvifAxes): Promise<Buffer> {
  const { base, chroma, depth, isNoise, claim, tiles } = axes;
  const hasAlpha = axes.hasAlpha && tiles === 0;
  const whole = Buffer.from(
    await makeOnce(
      () => {
        const picture = raw(base, base, isNoise && base < 1_000);
        if (hasAlpha) picture.ensureAlpha(0.5);
        return picture.avif({ effort: 0, quality: 60, chromaSubsampling: chroma, bitdepth: depth }).toBuffer();
      },
      'avif',
      base,
      chroma,
      depth,
      isNoise,
      hasAlpha,
    ),
  );
  let file: Buffer = whole;
  if (tiles > 0) {
    const at = whole.indexOf('av1C') - 4;
    const data = whole.indexOf('mdat') - 4;
    const coded = whole.subarray(data + 8, data + whole.readUInt32BE(data));
    file = makeGrid(coded, whole.subarray(at, at + whole.readUInt32BE(at)), base, tiles, claim);
  } else {
    for (let at = whole.indexOf('ispe'); at >= 0; at = whole.indexOf('ispe', at + 4)) {
      for (const from of [at + 8, at + 12])
        file.writeUInt32BE(Math.max(1, Math.round(file.readUInt32BE(from) * claim)), from);
    }
  }
  return file.subarray(0, Math.ceil(Math.min(file.length, maxBytes) * axes.kept));
}

const defineFiles = <Axes>(axes: fc.Arbitrary<Axes>, make: (axes: Axes) => Promise<Buffer> | Buffer) => ({
  make: async (values: Axes): Promise<Buffer> => make(values),
  /** Hostile files; `axes` says of a counterexample what it is. */
  files: axes.map((values) => ({ axes: values, make: async (): Promise<Buffer> => make(values) })),
});

/** Hostile files of each format, and how one is made. */
export const hostilePhotos = {
  jpeg: defineFiles(jpegAxes, makeJpeg),
  png: defineFiles(pngAxes, makePng),
  webp: defineFiles(webpAxes, makeWebp),
  avif: defineFiles(avifAxes, makeAvif),
} as const;
