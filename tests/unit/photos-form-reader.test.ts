import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadForm, readForm } from '~/doors/read-form.server';
import { done, type Outcome } from '~/domain/outcome';
import { refusePhoto } from '~/domain/photos/photo-problems';

const boundary = 'xYzZy';
const megabyte = 1024 * 1024;

type Part = { name: string; value: string } | { name: string; fileName: string; bytes: Buffer };

function multipart(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [];
  for (const part of parts) {
    const isFile = 'bytes' in part;
    const disposition = `form-data; name="${part.name}"${isFile ? `; filename="${part.fileName}"` : ''}`;
    const type = isFile ? '\r\nContent-Type: image/jpeg' : '';
    pieces.push(Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}${type}\r\n\r\n`));
    pieces.push(isFile ? part.bytes : Buffer.from(part.value), Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Sends a body in pieces of the sizes given, over and over. */
function inPieces(body: Buffer, sizes: readonly number[]): ReadableStream<Uint8Array> {
  let at = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= body.length) {
        controller.close();
        return;
      }
      const size = sizes[turn % sizes.length] ?? body.length;
      controller.enqueue(new Uint8Array(body.subarray(at, at + size)));
      at += size;
      turn += 1;
    },
  });
}

const requestOf = (body: BodyInit, contentType = `multipart/form-data; boundary=${boundary}`): Request => {
  const options: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body,
    duplex: 'half',
  };
  return new Request('http://site.test/sell-bikes', options);
};

type Taken = { name: string; bytes: Buffer };
const take = async (file: Taken): Promise<Outcome<Taken>> => done({ name: file.name, bytes: file.bytes });
const read = (parts: readonly Part[]): Promise<ReadForm<Taken>> =>
  readForm(requestOf(new Uint8Array(multipart(parts))), take);

const sentences = (form: ReadForm<unknown>): string[] => form.problems.map(({ message }) => message);
const photo = (fileName: string, bytes = Buffer.from('picture')): Part => ({ name: 'photos', fileName, bytes });

describe('a multipart form', () => {
  it('comes whole however it is cut into pieces', async () => {
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
          const form = await readForm(requestOf(inPieces(multipart(parts), sizes)), take);
          expect([...form.fields]).toEqual(fields.map((sent) => [sent.name, sent.value.replaceAll('\r', '')]));
          expect(form.files.map(({ field, value }) => [field, value.bytes])).toEqual(
            files.slice(0, 10).map((sent) => [sent.name, sent.bytes]),
          );
          expect(sentences(form)).toEqual(files.length > 10 ? ['You can add up to 10 photos'] : []);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('that is cut off or damaged anywhere is answered all the same', async () => {
    const whole = multipart([
      { name: 'name', value: 'Meteor 350' },
      photo('a.jpg', Buffer.alloc(500, 'x')),
      { name: 'license', value: 'TN 01 AB 1234' },
      photo('b.jpg'),
      { name: 'empty', value: '' },
    ]);
    for (let length = 0; length < whole.length; length += 1) {
      const form = await readForm(requestOf(inPieces(whole.subarray(0, length), [97])), take);
      const isComplete = length >= whole.length - 2;
      expect(sentences(form)).toEqual(isComplete ? [] : ['The form did not arrive whole. Please send it again.']);
      for (const { value } of form.files) expect([500, 7]).toContain(value.bytes.length);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 300 }),
        async (changes, size) => {
          const damaged = Buffer.from(whole);
          for (const [at, byte] of changes) damaged[at] = byte;
          const form = await readForm(requestOf(inPieces(damaged, [size])), take);
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
  ])('with %s is refused in a sentence', async (_, type, body) => {
    const form = await readForm(requestOf(body, type), take);
    expect(sentences(form)).toEqual(['The form did not arrive whole. Please send it again.']);
  });

  it('keeps repeated fields in order, and those that stand behind files', async () => {
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

  it('counts file inputs left empty for nothing', async () => {
    const empty = { name: 'photos', fileName: '', bytes: Buffer.alloc(0) };
    const form = await read([...Array.from({ length: 30 }, () => empty), photo('a.jpg'), { name: 'name', value: 'x' }]);
    expect(form.files.map(({ name }) => name)).toEqual(['a.jpg']);
    expect(sentences(form)).toEqual([]);
  });

  it('with an eleventh photo keeps ten, and the text', async () => {
    const photos = Array.from({ length: 13 }, (_, at) => photo(`${at}.jpg`, Buffer.alloc(100_000, at)));
    const form = await read([...photos, { name: 'license', value: 'behind' }]);
    expect(form.files).toHaveLength(10);
    expect(sentences(form)).toEqual(['You can add up to 10 photos']);
    expect(form.fields.get('license')).toBe('behind');
  });

  it('with a photo over 8 MB keeps the others, and the text', async () => {
    const form = await read([
      { name: 'name', value: 'before' },
      photo('huge.jpg', Buffer.alloc(8 * megabyte + 1)),
      photo('largest.jpg', Buffer.alloc(8 * megabyte)),
      { name: 'license', value: 'behind' },
    ]);
    expect(form.files.map(({ name, value }) => [name, value.bytes.length])).toEqual([['largest.jpg', 8 * megabyte]]);
    expect(sentences(form)).toEqual(['huge.jpg is larger than 8 MB']);
    expect(form.fields.toRecord()).toEqual({ name: 'before', license: 'behind' });
  });

  it('far too large is not read to its end, and keeps the text before', async () => {
    const piece = new Uint8Array(megabyte);
    const start = multipart([{ name: 'name', value: 'before' }, photo('film.jpg')]);
    let sent = 0;
    let isLeft = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? new Uint8Array(start.subarray(0, start.length - 20)) : piece);
        sent += 1;
      },
      cancel() {
        isLeft = true;
      },
    });
    const form = await readForm(requestOf(endless), take);
    expect(isLeft).toBe(true);
    expect(sent).toBeLessThan(200);
    expect(form.fields.get('name')).toBe('before');
    expect(sentences(form)).toEqual(['The files are too large together. Please send fewer at a time.']);
  });

  it('makes the sender wait while a photo is worked on, and holds one at a time', async () => {
    const parts = Array.from({ length: 4 }, (_, at) => photo(`${at}.jpg`, Buffer.alloc(2 * megabyte, at)));
    const body = multipart(parts);
    let sent = 0;
    let atWork = 0;
    const sentAtStart: number[] = [];
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent >= body.length) {
            controller.close();
            return;
          }
          controller.enqueue(new Uint8Array(body.subarray(sent, sent + 65_536)));
          sent += 65_536;
        },
      },
      { highWaterMark: 0 },
    );
    await readForm(requestOf(stream), async (file) => {
      atWork += 1;
      expect(atWork).toBe(1);
      const before = sent;
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      sentAtStart.push(sent - before);
      atWork -= 1;
      return take(file);
    });
    expect(sentAtStart).toHaveLength(4);
    for (const bytes of sentAtStart) expect(bytes).toBeLessThanOrEqual(4 * 65_536);
  });

  it('with too much text keeps what fits', async () => {
    const form = await read([
      { name: 'name', value: 'before' },
      { name: 'description', value: 'न'.repeat(200_000) },
    ]);
    expect(sentences(form)).toEqual(['The form holds too much text. Please shorten it.']);
    expect(form.fields.get('name')).toBe('before');
    expect(form.fields.get('description')).toMatch(/^न{80000,90000}$/);
  });

  it('of thousands of parts is bounded', async () => {
    const form = await read(Array.from({ length: 10_001 }, (_, at) => ({ name: `f${at}`, value: 'x' })));
    expect(form.fields.size).toBe(200);
    expect(sentences(form)).toEqual(['The form holds too much text. Please shorten it.']);
    const files = await read(Array.from({ length: 10_001 }, () => photo('a.jpg')));
    expect(files.files).toHaveLength(10);
  });

  it('with a megabyte of headers is bounded', async () => {
    const long = `--${boundary}\r\nX-Long: ${'y'.repeat(megabyte)}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`;
    const body = Buffer.concat([Buffer.from(long), multipart([{ name: 'license', value: 'behind' }])]);
    const form = await readForm(requestOf(new Uint8Array(body)), take);
    expect(form.fields.toRecord()).toEqual({ license: 'behind' });
  });

  it('shows file names only as names', async () => {
    const names = [
      '../../etc/passwd.jpg',
      'C:\\photos\\bike.jpg',
      'x'.repeat(500),
      '\u202egpj.exe',
      '..',
      'दो पहिया.jpg',
    ];
    const form = await readForm(requestOf(new Uint8Array(multipart(names.map((name) => photo(name))))), async (file) =>
      refusePhoto(file.name),
    );
    expect(sentences(form)).toEqual([
      'passwd.jpg',
      'bike.jpg',
      `${'x'.repeat(59)}…`,
      'gpj.exe',
      'This photo',
      'दो पहिया.jpg',
    ]);
  });

  it('takes out what no text field holds', async () => {
    const form = await read([{ name: 'name', value: 'a\u0000b\u0007c\r\nd\te\u009b' }]);
    expect(form.fields.get('name')).toBe('abc\nd\te');
    const raw = multipart([{ name: 'name', value: 'X' }]);
    raw[raw.indexOf('\r\n\r\nX') + 4] = 0xff;
    const invalid = await readForm(requestOf(new Uint8Array(raw)), take);
    expect(invalid.fields.get('name')).toBe('\uFFFD');
  });

  it('fails with what taking a file throws', async () => {
    const failing = readForm(requestOf(new Uint8Array(multipart([photo('a.jpg'), photo('b.jpg')]))), async () => {
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
    await expect(readForm(requestOf(broken), take)).rejects.toThrow('gone');
  });

  it('without anybody to take files is read past them', async () => {
    const form = await readForm(requestOf(new Uint8Array(multipart([photo('a.jpg'), { name: 'name', value: 'x' }]))));
    expect(form.fields.toRecord()).toEqual({ name: 'x' });
    expect(form.files).toEqual([]);
  });
});

describe('a url-encoded form', () => {
  const urlencoded = 'application/x-www-form-urlencoded; charset=utf-8';

  it('comes whole however it is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ unit: 'grapheme' })), {
          maxLength: 20,
        }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (entries, sizes) => {
          const body = Buffer.from(new URLSearchParams(entries).toString());
          const form = await readForm(requestOf(inPieces(body, sizes), urlencoded));
          expect([...form.fields].map(([name]) => name)).toEqual(entries.map(([name]) => name));
          expect(form.problems).toEqual([]);
        },
      ),
    );
  });

  it('with too much text keeps what fits, and cuts no letter in two', async () => {
    for (let shift = 0; shift < 9; shift += 1) {
      const body = `name=${'x'.repeat(shift)}&description=${'%E0%A4%A8'.repeat(40_000)}&license=behind`;
      const form = await readForm(requestOf(body, urlencoded));
      expect(sentences(form)).toEqual(['The form holds too much text. Please shorten it.']);
      expect(form.fields.get('name')).toBe('x'.repeat(shift));
      expect(form.fields.get('description')).toMatch(/^न{29000,29200}$/);
    }
  });

  it('of thousands of fields is bounded', async () => {
    const form = await readForm(requestOf('a=1&'.repeat(5000), urlencoded));
    expect(form.fields.size).toBe(200);
    expect(sentences(form)).toEqual(['The form holds too much text. Please shorten it.']);
  });

  it('that is empty is empty', async () => {
    expect(await readForm(requestOf('', urlencoded))).toMatchObject({ files: [], problems: [] });
  });
});
