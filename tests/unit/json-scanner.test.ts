import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonBodyScanner, maxBodyBytes, type ScannedBody } from '~/api/json-scanner';
import { DataString } from '~/api/data-string';
import { sized } from '../support/exhaustive';

const seed = 15;
/** `FUZZ_TIMES=20` for a longer search. */
const runs = (full: number): number => (full / sized(3, 1)) * Number(process.env.FUZZ_TIMES ?? 1);
const cutFrom = 8;

/** Scans a body in pieces of the given lengths, the last of them repeated. */
function scan(bytes: Buffer, pieces: readonly number[], limits: ConstructorParameters<typeof JsonBodyScanner>[0] = {}) {
  const scanner = new JsonBodyScanner(limits);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = pieces[Math.min(turn, pieces.length - 1)] ?? bytes.length;
    if (scanner.write(bytes.subarray(at, at + length)) !== null) break;
    at += length;
  }
  return scanner.finish();
}

/** The body as seen by code that has all of it. */
function parsed(bytes: Buffer): ScannedBody {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { ok: false, failure: 'malformed' };
  }
}

/** The text of each image is known by its hash alone: here the texts that were sent are hashed the same way. */
function withImages(body: ScannedBody, scanned: ScannedBody): ScannedBody {
  if (!body.ok || !scanned.ok) return body;
  const [whole, cut] = [body.value, scanned.value].map((value) =>
    typeof value === 'object' && value !== null && 'images' in value && Array.isArray(value.images) ? value.images : [],
  );
  for (const [index, image] of (cut ?? []).entries()) {
    const text: unknown = whole?.[index];
    if (!whole || !(image instanceof DataString) || typeof text !== 'string') continue;
    const same = new DataString();
    // Bytes beyond ASCII are hashed unchanged, and no image has any.
    same.write(/^[\0-\x7f]*$/.test(text) ? text : '');
    whole[index] = /^[\0-\x7f]*$/.test(text) ? same : image;
  }
  return body;
}

const plain = (body: ScannedBody): unknown => JSON.parse(JSON.stringify(body));

function expectSame(bytes: Buffer, pieces: readonly number[]): ScannedBody {
  const scanned = scan(bytes, pieces, { longString: cutFrom, depth: 1000 });
  expect(plain(scanned), bytes.toString('latin1')).toEqual(plain(withImages(parsed(bytes), scanned)));
  return scanned;
}

/** A JSON text in one of its many notations: spaces, escapes, repeated names. */
const rarely = (usual: fc.Arbitrary<string>, ...others: string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const spaces = rarely(fc.constantFrom('', '', ' ', '\n', '\t \r\n'), '\v', '\ufeff', '\0');
const spelt = (text: string): fc.Arbitrary<string> =>
  fc.array(fc.nat(9), { minLength: text.length, maxLength: text.length }).map((ways) => {
    const units = text.split('').map((unit, index) => {
      const escaped = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      if (unit === '/' && ways[index] === 1) return '\\/';
      return ways[index] === 0 ? escaped : JSON.stringify(unit).slice(1, -1);
    });
    return `"${units.join('')}"`;
  });
const text = fc.oneof(
  fc.constantFrom(
    'data:image/png;base64,AAAA',
    'data:image/jpeg;base64,/9j/4AAQSkZJRg==',
    'images',
    '',
    '","images":["',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 30 }),
);
const name = fc.constantFrom('images', 'images', 'images', 'Images', 'image', 'a', '__proto__', 'imagesx', '');
const written = fc.letrec<{ value: string; list: string; record: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text.chain(spelt),
    rarely(fc.constantFrom('1', '-0', '1e5', 'true', 'null'), '01', 'nul', '1.', '"\\x"', '"\n"', "'a'"),
    tie('list'),
    tie('record'),
  ),
  list: fc
    .array(fc.tuple(spaces, fc.oneof(text.chain(spelt), tie('value')), spaces), { maxLength: 12 })
    .map((values) => `[${values.map((parts) => parts.join('')).join(',')}]`),
  record: fc
    .array(
      fc.tuple(
        spaces,
        fc.oneof(fc.tuple(name.chain(spelt), tie('value')), fc.tuple(spelt('images'), tie('list'))),
        rarely(fc.constantFrom(':', ' : '), '', '::'),
        spaces,
      ),
      { maxLength: 5 },
    )
    .map(
      (fields) => `{${fields.map(([space, [key, value], sign, end]) => space + key + sign + value + end).join(',')}}`,
    ),
}));
const pieces = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });

describe('a scanned body equals the result of JSON.parse', () => {
  test('for any content and any pieces', () => {
    let long = 0;
    fc.assert(
      fc.property(spaces, fc.oneof(written.record, written.record, written.value), pieces, (space, body, lengths) => {
        const scanned = expectSame(Buffer.from(space + body), lengths);
        if (JSON.stringify(scanned).includes('sha256')) long += 1;
      }),
      { numRuns: runs(1500), seed },
    );
    // Otherwise the runs would prove nothing about strings that are cut out.
    expect(long).toBeGreaterThan(runs(80));
  });

  test('with any byte wrong, missing or too many', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(3),
      insert: fc.oneof(
        fc
          .constantFrom('"', '\\', ',', '[', ']', '{', '}', ':', '\\u', '\\ud83d', '\0')
          .map((sign) => Buffer.from(sign)),
        fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
      ),
    });
    fc.assert(
      fc.property(
        written.record,
        fc.array(change, { minLength: 1, maxLength: 3 }),
        pieces,
        (body, changes, lengths) => {
          let bytes = Buffer.from(body);
          for (const { at, remove, insert } of changes) {
            const from = Math.floor(at * bytes.length);
            bytes = Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + remove)]);
          }
          expectSame(bytes, lengths);
        },
      ),
      { numRuns: runs(2400), seed },
    );
  });

  test.each([
    '{"images":["data:image/png;base64,AAAA"]}',
    '\ufeff{"im\\u0061ges":["data:image\\/png;base64,\\u0041AAA"]}',
    '{"images":["data:image/png;base64,AAAA"],"images":["short","data:image/png;base64,BBBB"]}',
    '{"images":["data:image/png;base64,AAAA"],"images":null}',
    '{"images":["data:image/png;base64,AAAA"],"images":{}}',
    '{"a":{"images":["data:image/png;base64,AAAA"]},"b":["images",["data:image/png;base64,AAAA"]]}',
    '{"images":[["data:image/png;base64,AAAA"],{"images":["data:image/png;base64,AAAA"]},"a string of some length"]}',
    '["images",["data:image/png;base64,AAAA"]]',
    '{"a":"images","b":["data:image/png;base64,AAAA"]}',
    '{"images":["क्या हाल है, 👨‍🏭","\\"quoted\\" and \\\\"]}',
    '{"images":["a string without its end',
    '{"images":["a string without its end \\',
    '{"images":["a string with a bad \\escape"]}',
    '{"images":["a string with half an escape \\u00"]}',
    '{"images":["a string over\ntwo lines"]}',
    '{"images":["data:image/png;base64,AAAA" "and no comma"]}',
    '{"images" ["data:image/png;base64,AAAA"]}',
    '',
    ' ',
  ])('%s', (body) => {
    for (const length of [1, 2, 3, 7, 1000]) expectSame(Buffer.from(body), [length]);
  });

  test('invalid UTF-8 is rejected in a long string too, and after an escape', () => {
    const [start, end] = [Buffer.from('{"images":["data:image/png;base64,'), Buffer.from('"]}')];
    for (const bytes of [[0xff], [0xe0, 0xa4], [0xc3, 0x5c, 0x6e], [0xed, 0xa0, 0x80]]) {
      for (const length of [1, 1000]) {
        expect(expectSame(Buffer.concat([start, Buffer.from(bytes), end]), [length]).ok).toBe(false);
      }
    }
  });
});

const image = (letters: number): string => `data:image/jpeg;base64,${'A'.repeat(letters)}`;

describe('the bounds of a body', () => {
  test('images are decoded in place, and distinguished by their text', () => {
    const body = Buffer.from(
      JSON.stringify({ images: ['/photos/a.webp', image(40_000), image(80_000)], name: 'Activa' }),
    );
    const scanned = scan(body, [999]);
    const { images, name } = scanned.ok ? Object(scanned.value) : {};
    expect(name).toBe('Activa');
    expect(images[0]).toBe('/photos/a.webp');
    expect(images[1].bytes('Photo 2')).toEqual({ ok: true, value: Buffer.alloc(30_000) });
    expect(images[2].bytes('Photo 3')).toEqual({ ok: true, value: Buffer.alloc(60_000) });
    expect(JSON.stringify(images[1])).not.toBe(JSON.stringify(images[2]));
  });

  test('a string is skipped once it cannot be a photo, without memory for it', () => {
    const start = '{"images":["data:image/jpeg;base64,';
    for (const letters of ['A'.repeat(11_200_000), `${'A'.repeat(200_000)}*`, `${'A'.repeat(200_000)}=A`]) {
      const scanner = new JsonBodyScanner();
      expect(scanner.write(Buffer.from(start + letters))).toBeNull();
      expect(scanner.imageBytes).toBe(0);
    }
    const eleven = new JsonBodyScanner();
    expect(
      eleven.write(Buffer.from(`{"images":[${Array.from({ length: 11 }, () => `"${image(2_000)}"`).join()}]}`)),
    ).toBeNull();
    expect(eleven.imageBytes).toBe(0);
  });

  test.each([
    ['objects', `{"a":[${'{},'.repeat(300_000)}{}]}`, 'too-large'],
    ['objects among images', `{"images":[${'{},'.repeat(300_000)}{}]}`, 'too-large'],
    ['short images', `{"images":[${'"",'.repeat(300_000)}""]}`, 'too-large'],
    ['spaces', ' '.repeat(maxBodyBytes + 1), 'too-large'],
    ['one name', `{"${'a'.repeat(maxBodyBytes)}":1}`, 'too-large'],
    ['one string', `{"a":"${'a'.repeat(maxBodyBytes)}"}`, 'too-large'],
    ['numbers', `[${'1,'.repeat(5_000)}1]`, 'too-large'],
    ['lists in lists', `{"a":${'['.repeat(16)}${']'.repeat(16)}}`, 'too-deep'],
  ])('too many: %s', (_, body, failure) => {
    expect(scan(Buffer.from(body), [65_536])).toEqual({ ok: false, failure });
  });

  test('everything within them is read', () => {
    const text = 'a'.repeat(maxBodyBytes - '{"a":""}'.length);
    expect(scan(Buffer.from(`{"a":"${text}"}`), [65_536])).toEqual({ ok: true, value: { a: text } });
    expect(scan(Buffer.from(`{"a":${'['.repeat(15)}${']'.repeat(15)}}`), [65_536]).ok).toBe(true);
    expect(scan(Buffer.from(`[${'1,'.repeat(3_900)}1]`), [65_536]).ok).toBe(true);
  });
});
