import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  type BrotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type Gzip,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type Compression = 'br' | 'gzip';

export type Encoding = Compression | 'identity';

function parseWeights(header: string): Map<string, number> {
  return new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
        const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight) || 0];
      }),
  );
}

/** RFC 9110, 12.5.3; of equal ones Brotli, then gzip. */
function negotiateEncoding(acceptEncoding: string): Encoding {
  const weights = parseWeights(acceptEncoding);
  const getWeight = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [best] = (['br', 'gzip'] as const)
    .map((name) => ({ name, weight: getWeight(name) }))
    .sort((a, b) => b.weight - a.weight);
  return best && best.weight > 0 && best.weight >= (weights.get('identity') ?? 0) ? best.name : 'identity';
}

const negotiated = new LRUCache<string, Encoding>({ max: 100 });

export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  const encoding = negotiated.get(acceptEncoding) ?? negotiateEncoding(acceptEncoding);
  negotiated.set(acceptEncoding, encoding);
  return encoding;
}

const brotli = promisify(brotliCompress);

const zip = promisify(gzip);

/**
 * Compressed bodies are parts of buffers of at least 16 KB, all of which a cached body would keep in memory. `Buffer.from`
 * would put small ones into a buffer that others share.
 */
async function moveToOwnBuffer(compressed: Promise<Buffer>): Promise<Buffer> {
  const body = await compressed;
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

const createBrotliOptions = (quality: number, size: number, window: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    // The default allocates a 4 MB window per response, which costs the stock server four fifths of its throughput.
    [constants.BROTLI_PARAM_LGWIN]: window,
  },
});

/** As a power of two; a larger one wastes memory. The maximum is 24. */
const getWindow = (size: number): number => Math.min(24, Math.max(16, Math.ceil(Math.log2(size + 16))));

/** A response waits for `fast`; `best` is for the cache, while a fast one is sent. */
export type Effort = 'fast' | 'best';

/**
 * Brotli 5 takes a third longer than 4 and saves a fourteenth of a form; 9 takes a third longer again and saves less than
 * a hundredth, which no page needs to fit into the initial congestion window. Gzip 8, for clients without Brotli, takes
 * 0.1 ms more than 6 and saves 80 bytes of the main page; 9 saves nothing more.
 */
const getBrotliOptions = (effort: Effort, size: number) =>
  effort === 'fast' ? createBrotliOptions(5, size, 16) : createBrotliOptions(11, size, getWindow(size));
/** Of a page, smaller blocks compress better: styles, markup and text each get codes of their own. */
const memLevel = 5;
const gzipOptions = { fast: { level: 8, memLevel }, best: { level: 9, memLevel } } as const;

export const compress = (body: Uint8Array, encoding: Compression, effort: Effort): Promise<Buffer> =>
  moveToOwnBuffer(
    encoding === 'br' ? brotli(body, getBrotliOptions(effort, body.length)) : zip(body, gzipOptions[effort]),
  );

export async function compressOnce<Body extends Uint8Array>(body: Body, encoding: Encoding): Promise<Body | Buffer> {
  return encoding === 'identity' ? body : compress(body, encoding, 'fast');
}

export const createEncoder = (encoding: Compression, effort: Effort, size: number): BrotliCompress | Gzip =>
  encoding === 'br' ? createBrotliCompress(getBrotliOptions(effort, size)) : createGzip(gzipOptions[effort]);

export const createCompressor = (encoding: Compression): Transform =>
  encoding === 'br'
    ? createBrotliCompress({
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: 4,
          [constants.BROTLI_PARAM_LGWIN]: 16,
        },
      })
    : createGzip({ level: 4 });
