import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DataString } from '~/api/data-string';

const head = /^data:image\/[\w.+-]+;base64$/i;

/** The bytes of a complete text; null when it is not a data string of an image. */
function decoded(text: string): Buffer | null {
  const comma = text.indexOf(',');
  if (comma <= 0 || comma >= 100 || !head.test(text.slice(0, comma))) return null;
  const letters = text.slice(comma + 1);
  return /^[A-Za-z0-9+/]+={0,2}$/.test(letters) ? Buffer.from(letters, 'base64') : null;
}

test('a data string decoded in pieces equals the one decoded whole', () => {
  const start = fc.constantFrom(
    'data:image/png;base64,',
    'data:image/svg+xml;base64,',
    'data:text/plain;base64,',
    '',
    'data:',
  );
  const letters = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    fc.string({ unit: fc.constantFrom('A', 'b', '9', '+', '/', '='), maxLength: 12 }),
    fc.string({ maxLength: 12 }),
  );
  let images = 0;
  fc.assert(
    fc.property(start, letters, fc.array(fc.nat(9), { maxLength: 12 }), (from, body, lengths) => {
      const text = from + body;
      const image = new DataString();
      let at = 0;
      for (const length of lengths) {
        image.write(text.slice(at, at + length));
        at += length;
      }
      image.write(text.slice(at));
      const bytes = image.bytes('Photo 1');
      if (bytes.ok) images += 1;
      expect(bytes.ok ? bytes.value : null).toEqual(decoded(text));
      expect(image.bufferedBytes).toBe(0);
    }),
    { numRuns: 3000, seed: 15 },
  );
  expect(images).toBeGreaterThan(300);
});
