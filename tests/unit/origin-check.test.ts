import { describe, expect, test } from 'vitest';
import { isForeignWrite } from '../../server/origin-check';

const own = 'http://bikes.example';

/**
 * Headers that browsers and other clients send with a write, and whether it passes (docs/product.md, "Origin check").
 */
const senders: [who: string, headers: Record<string, string>, isForeign: boolean][] = [
  ['our own form, in a browser of today', { 'sec-fetch-site': 'same-origin', origin: own }, false],
  ['an address typed by hand', { 'sec-fetch-site': 'none' }, false],
  ["another site's form", { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  ["a sister site's form", { 'sec-fetch-site': 'same-site', origin: 'http://shop.bikes.example' }, true],
  ['a foreign form that names us as origin', { 'sec-fetch-site': 'cross-site', origin: own }, true],
  ['our own form over plain http, where only Origin is sent', { origin: own }, false],
  ["another site's form over plain http", { origin: 'http://evil.example' }, true],
  ['a sandboxed frame', { origin: 'null' }, true],
  ['another port of the same host', { origin: 'http://bikes.example:8080' }, true],
  ['an older browser that sends Referer alone', { referer: `${own}/sell-bikes?view=form` }, false],
  ['an older browser on another site', { referer: 'https://evil.example/bait' }, true],
  ['a text browser or a command-line client', {}, false],
  ['an API client with a token, from any page', { authorization: 'Bearer abc', origin: 'https://app.example' }, false],
  [
    'a foreign page with another kind of authorization',
    { authorization: 'Basic abc', origin: 'https://evil.example' },
    true,
  ],
];

describe.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s', (method) => {
  test.each(senders)('from %s', (_who, headers, isForeign) => {
    for (const isOriginSet of [true, false]) {
      expect(isForeignWrite(method, headers, own, isOriginSet, false)).toBe(isForeign);
      expect(isForeignWrite(method, headers, own, isOriginSet, true)).toBe(false);
      expect(isForeignWrite(method, { ...headers, cookie: 'a=b' }, own, isOriginSet, true)).toBe(isForeign);
    }
  });
});

test('reads are allowed from any origin', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    expect(
      isForeignWrite(method, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, own, true, false),
    ).toBe(false);
  }
});

test('the scheme is compared when ORIGIN is set; without it, behind a proxy that terminates https, it is ignored', () => {
  expect(isForeignWrite('POST', { origin: 'https://bikes.example' }, own, true, false)).toBe(true);
  expect(isForeignWrite('POST', { origin: 'https://bikes.example' }, own, false, false)).toBe(false);
});
