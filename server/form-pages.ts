import { promisify } from 'node:util';
import { brotliDecompress, constants, crc32, gunzip } from 'node:zlib';
import { placeholders, writeKey } from '~/http/rendered-screen.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { type Compression, createEncoder, type Effort, type Encoding } from './compression';

// The page of a form is cached with a placeholder for its idempotency key, and each response gets a key of its own.
//
// The encoder is flushed before and after each place, so that what it made of the placeholder can be replaced by a block
// that stores bytes as they are: a meta-block of Brotli (RFC 7932, 9.2) or a block of deflate (RFC 1951, 3.2.4). After a
// flush, both begin with a byte. The rest of the page is decoded without looking at the key:
//
// - No bytes are copied from it, because those of a placeholder are nowhere else in the page.
// - Brotli chooses the codes of literals by the two bytes before them (RFC 7932, 7.1), so a block stores these too.
// - A distance may refer to one of the last four (RFC 7932, 4), to which a stored block adds none; nor does the encoder
//   in so few bytes that it cannot copy.

export function fillKey(body: Buffer, encoding: Encoding, identity: Buffer, key: string): Buffer {
  const filled = writeKey(body, key);
  // RFC 1952, 2.3.1: the checksum of the text and its length end the file.
  if (encoding === 'gzip') filled.writeUInt32LE(crc32(writeKey(identity, key)), filled.length - 8);
  return filled;
}

function createStoredBlock(bytes: Buffer, encoding: Compression): Buffer {
  const { length } = bytes;
  const header = Buffer.alloc(encoding === 'br' ? 3 : 5);
  // From the lowest bit: ISLAST 0, MNIBBLES 00 for four, MLEN - 1 in sixteen bits, ISUNCOMPRESSED 1.
  if (encoding === 'br') header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  else {
    header.writeUInt16LE(length, 1);
    header.writeUInt16LE(~length & 0xffff, 3);
  }
  return Buffer.concat([header, bytes]);
}

/** The two bytes after a placeholder are stored with it. */
const storedLength = 2 + (placeholders[0]?.length ?? 0);

const decode = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/** @throws if the page is not decoded with another key as it should be */
export async function compressFormPage(page: Buffer, encoding: Compression, effort: Effort): Promise<Buffer> {
  const encoder = createEncoder(encoding, effort, page.length);
  let chunks: Buffer[] = [];
  encoder.on('data', (chunk: Buffer) => chunks.push(chunk));
  const encode = async (text: Buffer, isLast: boolean): Promise<Buffer> => {
    chunks = [];
    await new Promise<void>((resolve, reject) => {
      encoder.removeAllListeners('error').once('error', reject);
      if (isLast) encoder.once('end', resolve).end(text);
      else {
        encoder.write(text);
        encoder.flush(encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH, resolve);
      }
    });
    return Buffer.concat(chunks);
  };
  const parts: Buffer[] = [];
  let from = 0;
  for (const at of placeholders.map((placeholder) => page.indexOf(placeholder)).filter((place) => place >= 0)) {
    const stored = page.subarray(at, at + storedLength);
    parts.push(await encode(page.subarray(from, at), false), createStoredBlock(stored, encoding));
    await encode(stored, false);
    from = at + storedLength;
  }
  parts.push(await encode(page.subarray(from), true));
  const compressed = Buffer.concat(parts);
  const key = generateIdempotencyKey();
  const decoded = await decode[encoding](fillKey(compressed, encoding, page, key));
  if (!decoded.equals(writeKey(page, key))) throw new Error('The page of a form is not decoded as it was encoded.');
  return compressed;
}
