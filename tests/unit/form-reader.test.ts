import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPhotoError } from '~/domain/photos/photo';
import { readForm } from '~/submit/form-body.server';
import { boundary, inPieces, messages, multipart, photo, read, createRequest, take } from '../support/multipart-forms';

describe('a multipart form', () => {
  it('is decoded the same in pieces of any size', async () => {
    const awkward = fc.constantFrom(
      '\r\n',
      '\r\n--',
      `\r\n--${boundary.slice(0, 3)}`,
      `--${boundary}`,
      '\r',
      '-',
      'a',
      'नमस्ते',
      '\r\n\r\n',
    );
    const text = fc
      .array(awkward, { maxLength: 12 })
      .map((pieces) => pieces.join(''))
      .filter((value) => !`\r\n${value}`.includes(`\r\n--${boundary}`));
    const name = fc.stringMatching(/^[a-z]{1,20}$/);
    const part = fc.oneof(
      fc.record({ name, value: text }),
      fc.record({
        name,
        fileName: fc.constantFrom('a.jpg', 'b c.png', 'दो.webp'),
        bytes: fc.oneof(
          text.map((value) => Buffer.from(value)),
          fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }),
        async (parts, sizes) => {
          const files = parts.flatMap((sent) => ('bytes' in sent ? [sent] : []));
          const fields = parts.flatMap((sent) => ('value' in sent ? [sent] : []));
          const form = await readForm(createRequest(inPieces(multipart(parts), sizes)), take);
          expect([...form.fields]).toEqual(fields.map((sent) => [sent.name, sent.value.replaceAll('\r', '')]));
          expect(form.files.map(({ field, value }) => [field, value.bytes])).toEqual(
            files.slice(0, 10).map((sent) => [sent.name, sent.bytes]),
          );
          expect(messages(form)).toEqual(files.length > 10 ? ['You can add up to 10 photos'] : []);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('that is cut off or damaged anywhere is still responded to', async () => {
    const whole = multipart([
      { name: 'name', value: 'Meteor 350' },
      photo('a.jpg', Buffer.alloc(500, 'x')),
      { name: 'license', value: 'TN 01 AB 1234' },
      photo('b.jpg'),
      { name: 'empty', value: '' },
    ]);
    for (let length = 0; length < whole.length; length += 1) {
      const form = await readForm(createRequest(inPieces(whole.subarray(0, length), [97])), take);
      const isComplete = length >= whole.length - 2;
      expect(messages(form)).toEqual(isComplete ? [] : ['The form was incomplete. Please send it again.']);
      if (isComplete) expect(form.files).toHaveLength(2);
      for (const { value } of form.files) expect([500, 7]).toContain(value.bytes.length);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 300 }),
        async (changes, size) => {
          const damaged = Buffer.from(whole);
          for (const [at, byte] of changes) damaged[at] = byte;
          const form = await readForm(createRequest(inPieces(damaged, [size])), take);
          expect(form.fields.size).toBeLessThanOrEqual(5);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['no boundary', 'multipart/form-data; x', 'abc'],
    ['an empty boundary', 'multipart/form-data; boundary=', 'abc'],
    ['another boundary', 'multipart/form-data; boundary=other', 'abc'],
    ['nothing in it', `multipart/form-data; boundary=${boundary}`, ''],
    ['a type that is none', 'text/plain', 'a=b'],
  ])('with %s is rejected with a message', async (_, type, body) => {
    const form = await readForm(createRequest(body, type), take);
    expect(messages(form)).toEqual(['The form was incomplete. Please send it again.']);
  });

  it('keeps repeated fields in order, also those after files', async () => {
    const form = await read([
      { name: 'feature', value: 'one' },
      photo('a.jpg'),
      { name: 'feature', value: 'two' },
      { name: 'license', value: 'behind' },
    ]);
    expect(form.fields.getAll('feature')).toEqual(['one', 'two']);
    expect(form.fields.get('license')).toBe('behind');
    expect(form.fields.get('absent')).toBeNull();
    expect(form.fields.toRecord()).toEqual({ feature: 'one', license: 'behind' });
  });

  it('ignores file inputs left empty', async () => {
    const empty = { name: 'photos', fileName: '', bytes: Buffer.alloc(0) };
    const form = await read([...Array.from({ length: 30 }, () => empty), photo('a.jpg'), { name: 'name', value: 'x' }]);
    expect(form.files.map(({ name }) => name)).toEqual(['a.jpg']);
    expect(messages(form)).toEqual([]);
  });

  it('treats file names only as names', async () => {
    const names = [
      '../../etc/passwd.jpg',
      'C:\\photos\\bike.jpg',
      'x'.repeat(500),
      '\u202egpj.exe',
      '..',
      'दो पहिया.jpg',
    ];
    const form = await readForm(
      createRequest(new Uint8Array(multipart(names.map((name) => photo(name))))),
      async (file) => createPhotoError({ code: 'photo_damaged', values: { file: file.name } }),
    );
    expect(form.errors.map(({ values }) => values)).toEqual(
      ['passwd.jpg', 'bike.jpg', `${'x'.repeat(59)}…`, 'gpj.exe', 'This photo', 'दो पहिया.jpg'].map((file) => ({
        file,
      })),
    );
  });

  it('removes characters that no text field can contain', async () => {
    const form = await read([{ name: 'name', value: 'a\u0000b\u0007c\r\nd\te' }]);
    expect(form.fields.get('name')).toBe('abc\nd\te');
  });

  /** One part with its own headers, after a field that is plain. */
  const readPart = (headers: readonly string[], body: Buffer) =>
    readForm(
      createRequest(
        new Uint8Array(
          Buffer.concat([
            Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="city"\r\n\r\nPune\r\n`),
            Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${headers.join('\r\n')}\r\n\r\n`),
            body,
            Buffer.from(`\r\n--${boundary}--\r\n`),
          ]),
        ),
      ),
      take,
    );

  it.each(['', 'Content-Type: text/plain; charset=utf-8', 'Content-Type: text/plain; charset=iso-8859-15'])(
    'reports text that is not what it is declared to be, beside its field: %s',
    async (type) => {
      const form = await readPart(['name="name"', ...(type ? [type] : [])], Buffer.from('H\u00e9ro', 'latin1'));
      const code = 'unreadable_characters';
      expect(form.errors).toEqual([{ kind: 'invalid', code, errors: { name: { code } } }]);
    },
  );

  it('decodes text as declared, or reports it', async () => {
    const read1252 = (text: Buffer) =>
      readPart(['name="name"', 'Content-Type: text/plain; charset=windows-1252'], text);
    const read = await read1252(Buffer.from('H\u00e9ro', 'latin1'));
    expect([read.fields.get('name'), read.errors]).toEqual(['H\u00e9ro', []]);
    // A euro sign.
    expect((await read1252(Buffer.from([0x80]))).errors).toHaveLength(1);
    const encoded = await readPart(
      ['name="name"', 'Content-Transfer-Encoding: base64'],
      Buffer.from(Buffer.from('\u092a\u0941\u0923\u0947').toString('base64')),
    );
    expect([encoded.fields.get('name'), encoded.errors]).toEqual(['\u092a\u0941\u0923\u0947', []]);
  });

  it('drops no file in silence', async () => {
    const bytes = Buffer.from('picture');
    const names = ({ files }: Awaited<ReturnType<typeof readPart>>) => files.map(({ value }) => String(value.bytes));
    const file = 'name="images"; filename="a.jpg"';
    const inLines = Buffer.from(bytes.toString('base64').replace(/(.{5})/g, '$1\r\n'));
    expect(names(await readPart([file, 'Content-Transfer-Encoding: base64'], inLines))).toEqual(['picture']);
    expect(names(await readPart(['name="images"', 'Content-Type: image/jpeg'], bytes))).toEqual(['picture']);
    for (const form of [
      await readPart([file, 'Content-Transfer-Encoding: quoted-printable'], bytes),
      await readPart(['name="images"', 'Content-Type: multipart/mixed; boundary=inner'], bytes),
      await readPart(['name="images"', 'Content-Transfer-Encoding: quoted-printable'], bytes),
    ]) {
      expect([form.files, form.fields.toRecord()]).toEqual([[], { city: 'Pune' }]);
      expect(form.errors).toMatchObject([{ kind: 'invalid', code: 'unreadable_file', errors: {} }]);
    }
  });

  it('fails with the error of the file handler', async () => {
    const failing = readForm(createRequest(new Uint8Array(multipart([photo('a.jpg'), photo('b.jpg')]))), async () => {
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
  });

  it('fails when the connection breaks', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(multipart([photo('a.jpg')]).subarray(0, 120)));
      },
      pull(controller) {
        controller.error(new Error('gone'));
      },
    });
    await expect(readForm(createRequest(broken), take)).rejects.toThrow('gone');
  });

  it('without a file handler skips files', async () => {
    const form = await readForm(
      createRequest(new Uint8Array(multipart([photo('a.jpg'), { name: 'name', value: 'x' }]))),
    );
    expect(form.fields.toRecord()).toEqual({ name: 'x' });
    expect(form.files).toEqual([]);
  });
});

describe('a url-encoded form', () => {
  const urlencoded = 'application/x-www-form-urlencoded; charset=utf-8';

  it('is decoded the same in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ unit: 'grapheme' })), {
          maxLength: 20,
        }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (entries, sizes) => {
          const body = Buffer.from(new URLSearchParams(entries).toString());
          const form = await readForm(createRequest(inPieces(body, sizes), urlencoded));
          expect([...form.fields].map(([name]) => name)).toEqual(entries.map(([name]) => name));
          expect(form.errors).toEqual([]);
        },
      ),
    );
  });

  it('reports bytes that are not UTF-8 beside their fields', async () => {
    const form = await readForm(createRequest('name=H%E9ro&city=Pune&brand=%E0%A4', urlencoded));
    expect(form.errors).toMatchObject([{ errors: { name: expect.any(Object), brand: expect.any(Object) } }]);
    expect(Object.keys(Object(form.errors[0]).errors)).toEqual(['name', 'brand']);
  });

  it('that is empty is empty', async () => {
    expect(await readForm(createRequest('', urlencoded))).toMatchObject({ files: [], errors: [] });
  });
});
