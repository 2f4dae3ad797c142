import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { replaceKey } from '~/http/rendered-screen.server';
import { RequestCount } from '~/http/metrics.server';
import { CachedPage } from '../../server/caches';
import { compressFormPage, fillKey } from '../../server/form-pages';

const example = 'k'.repeat(27);
const field = (key: string): string => `<input type="hidden" name="idempotencyKey" value="${key}"/>`;
const words = fc.constantFrom(
  ...['<p class="a">', '</p>', ' value="', '"/>', 'दो पहिया', 'Hero Splendor', '\n', '-', 'A"/>'],
);
/** Text of a page: words that repeat, as markup does, and what looks like parts of keys. */
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: words }, fc.string({ unit: 'grapheme' }), fc.base64String()), {
    maxLength: 400,
  })
  .map((parts) => parts.join('').replaceAll(/\p{Cc}/gu, ' '));

describe('a page with a form', () => {
  test('is decoded with each key, in every encoding', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, fc.nat({ max: 5 }), async (before, between, after, others) => {
        const create = (key: string): string =>
          `${before}${field(key)}${between}${`{"key":"${key}",${before}`.repeat(others)}${after}</html>`;
        const page = replaceKey(create(example), example);
        if (!page) throw new Error('The page has no key.');
        const keys = Array.from({ length: 5 }, generateIdempotencyKey);
        for (const effort of ['fast', 'best'] as const) {
          const [brotli, zipped] = [
            await compressFormPage(page, 'br', effort),
            await compressFormPage(page, 'gzip', effort),
          ];
          for (const key of keys) {
            expect(fillKey(page, 'identity', page, key).toString()).toBe(create(key));
            expect(brotliDecompressSync(fillKey(brotli, 'br', page, key)).toString()).toBe(create(key));
            expect(gunzipSync(fillKey(zipped, 'gzip', page, key)).toString()).toBe(create(key));
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['without a key', '<form></form>'],
    ['with another key', field(example) + field(generateIdempotencyKey())],
    ['with its key in seven places', field(example).repeat(7)],
    ['with control characters', `${field(example)}\u0001`],
  ])('is not cached %s', (_, html) => {
    expect(replaceKey(html, example)).toBeNull();
  });

  test('is sent as it is if it would not be decoded with each key', async () => {
    // The encoder copies the second of two equal placeholders.
    const once = replaceKey(field(example), example) ?? Buffer.alloc(0);
    const page = new CachedPage({
      version: { read: () => 1 },
      renderedAt: 1,
      etag: null,
      headers: [],
      isCompressed: true,
      identity: Buffer.concat([once, once]),
      isForm: true,
      count: new RequestCount('form', 'cache'),
    });
    for (const encoding of ['br', 'gzip'] as const) {
      expect((await page.compress(encoding)).encoding).toBe('identity');
    }
  });
});
