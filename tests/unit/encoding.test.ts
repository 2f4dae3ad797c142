import { chooseEncoding, compress } from '../../server/compression';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isWorthCompressing } from '../../server/send-response';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['gzip;q=0', 'identity'],
  ['identity', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding: %s selects %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test('both compressors are lossless', async () => {
  const body = Buffer.from('दो पहिया '.repeat(500));
  for (const effort of ['fast', 'best'] as const) {
    const brotli = await compress(body, 'br', effort);
    const zipped = await compress(body, 'gzip', effort);
    expect(brotliDecompressSync(brotli)).toEqual(body);
    expect(gunzipSync(zipped)).toEqual(body);
    // A cached body must not keep the buffer of 16 KB in memory that it was compressed into, nor one that others share.
    for (const compressed of [brotli, zipped]) expect(compressed.buffer.byteLength).toBe(compressed.length);
  }
});

test('pictures and small responses stay uncompressed', () => {
  expect(isWorthCompressing('text/html; charset=utf-8', 5000)).toBe(true);
  expect(isWorthCompressing('image/svg+xml', 5000)).toBe(true);
  expect(isWorthCompressing('image/webp', 50_000)).toBe(false);
  expect(isWorthCompressing('application/json; charset=utf-8', 200)).toBe(false);
});
