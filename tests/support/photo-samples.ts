import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Size = { width: number; height: number };
const channels = 3;
const grain = { width: 500, height: 500 };

/** Pixels that no encoder can compress, the same on every run. */
export function noise({ width, height }: Size): Buffer {
  const data = Buffer.alloc(width * height * channels);
  let state = 0x2545f491;
  for (let at = 0; at < data.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    data[at] = state & 0xff;
  }
  return data;
}

const plain = ({ width, height }: Size, background: string) =>
  sharp({ create: { width, height, channels, background } });

/** A plain photo in one of the accepted formats. */
export const samplePhoto = (
  format: 'jpeg' | 'png' | 'webp' | 'avif',
  size: Size = { width: 400, height: 300 },
  colour = '#b3261e',
): Promise<Buffer> => plain(size, colour).toFormat(format).toBuffer();

/** A JPEG of 12 megapixels with the detail of a real scene: soft shapes under fine grain. */
export function cameraPhoto(): Promise<Buffer> {
  const size = { width: 4000, height: 3000 };
  const small = { width: 40, height: 30 };
  return sharp(noise(small), { raw: { ...small, channels } })
    .resize({ ...size, kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The same as a phone stores it: sideways, with an orientation tag and a place. */
export const phonePhoto = async (): Promise<Buffer> =>
  sharp(await cameraPhoto())
    .composite([
      {
        input: await sharp(noise(grain), { raw: { ...grain, channels } })
          .png()
          .toBuffer(),
        tile: true,
        blend: 'soft-light',
      },
    ])
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();

/** A JPEG of one megapixel with soft shapes under grain, another for each number up to 360. */
export const megapixelPhoto = async (number: number): Promise<Buffer> =>
  sharp(noise({ width: 24, height: 18 }), { raw: { width: 24, height: 18, channels } })
    .resize({ width: 1152, height: 864, kernel: 'cubic' })
    .modulate({ hue: number })
    .composite([
      {
        input: await sharp(noise(grain), { raw: { ...grain, channels } })
          .png()
          .toBuffer(),
        tile: true,
        blend: 'soft-light',
      },
    ])
    .jpeg({ quality: 85 })
    .toBuffer();

/** Red above blue, stored sideways with an orientation tag. */
export async function sidewaysPhoto(): Promise<Buffer> {
  const upright = { width: 200, height: 400 };
  const bottom = await plain({ width: 200, height: 200 }, '#0000ff').png().toBuffer();
  const status = await plain(upright, '#ff0000')
    .composite([{ input: bottom, left: 0, top: 200 }])
    .png()
    .toBuffer();
  return sharp(status).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
}

/** A JPEG with metadata of place and camera. */
export const photoWithPlace = (): Promise<Buffer> =>
  plain({ width: 1600, height: 1200 }, '#1f4fd8')
    .withExif({
      IFD0: { Make: 'SecretCamera', Artist: 'SecretPerson' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '12/1 58/1 1234/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '77/1 35/1 0/1',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .jpeg()
    .toBuffer();

export const cmykPhoto = (): Promise<Buffer> =>
  plain({ width: 300, height: 200 }, '#0b6b4b').toColourspace('cmyk').jpeg().toBuffer();

export const deepPng = (): Promise<Buffer> =>
  plain({ width: 300, height: 200 }, '#ff8800').toColourspace('rgb16').png().toBuffer();

export const greyPhoto = (): Promise<Buffer> =>
  plain({ width: 300, height: 200 }, '#808080').toColourspace('b-w').jpeg().toBuffer();

export const transparentPng = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();

/** A WebP of red, green and blue frames, one after the other. */
export async function animatedWebp(): Promise<Buffer> {
  const frame = { width: 120, height: 80 };
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((colour) => plain(frame, colour).raw().toBuffer()),
  );
  return sharp(Buffer.concat(frames), { raw: { width: 120, height: 240, channels, pageHeight: 80 } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A complete, valid PNG of one colour, 1 bit a pixel: a few kilobytes that decode to very many pixels. */
export function pngBomb({ width, height }: Size): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** First bytes of a file of the ISO container that declares these brands, the main one first. */
export function isoFile(...brands: readonly string[]): Buffer {
  const box = Buffer.from(`\0\0\0\0ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1');
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, Buffer.from('\0\0\0\u0008mdat', 'latin1')]);
}

/** Files that are no photo, under any name. */
export const notPhotos: Record<string, Buffer> = {
  'an SVG with a script': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'an SVG behind an XML declaration': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  'an HTML page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a GIF': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'a GIF that is a script too': Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)//'),
  'a PDF': Buffer.from('%PDF-1.7\n'),
  'a ZIP': Buffer.from('PK\u0003\u0004'),
  'a BMP': Buffer.from('BM\u0000\u0000\u0000\u0000'),
  'a TIFF': Buffer.from('II*\u0000\u0008\u0000\u0000\u0000'),
  'nothing at all': Buffer.alloc(0),
  'two bytes': Buffer.from([0xff, 0xd8]),
  'the first bytes of a JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  'the first bytes of a PNG': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'a WebP without a picture': Buffer.from('RIFF\u0004\u0000\u0000\u0000WEBP'),
  'an AVIF without a picture': Buffer.from('\u0000\u0000\u0000\u0018ftypavif\u0000\u0000\u0000\u0000mif1avif'),
  'a script in the clothes of a JPEG': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('*/=1;alert(1)//')]),
};
