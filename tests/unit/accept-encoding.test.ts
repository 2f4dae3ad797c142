import { expect, it } from 'vitest';
import { chooseEncoding } from '../../server/compression';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0.1, gzip;q=0.3', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['deflate', 'identity'],
  ['br;q=x', 'identity'],
])('%s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});
