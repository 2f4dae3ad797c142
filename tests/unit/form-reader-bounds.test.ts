import { describe, expect, it } from 'vitest';
import { readForm } from '~/submit/form-body.server';
import { boundary, megabyte, messages, multipart, photo, read, createRequest, take } from '../support/multipart-forms';

describe('a multipart form', () => {
  it('with an eleventh photo keeps ten, and the text', async () => {
    const photos = Array.from({ length: 13 }, (_, at) => photo(`${at}.jpg`, Buffer.alloc(100_000, at)));
    const form = await read([...photos, { name: 'license', value: 'behind' }]);
    expect(form.files).toHaveLength(10);
    expect(messages(form)).toEqual(['You can add up to 10 photos']);
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
    expect(messages(form)).toEqual(['huge.jpg is larger than 8 MB']);
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
    const form = await readForm(createRequest(endless), take);
    expect(isLeft).toBe(true);
    expect(sent).toBeLessThan(200);
    expect(form.fields.get('name')).toBe('before');
    expect(messages(form)).toEqual(['The files are too large together. Please send fewer at a time.']);
  });

  it('makes the client wait while a photo is processed, and holds one at a time', async () => {
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
    await readForm(createRequest(stream), async (file) => {
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

  it('with too much text keeps what fits, and its photos', async () => {
    const form = await read([
      { name: 'name', value: 'before' },
      { name: 'description', value: 'न'.repeat(200_000) },
      { name: 'license', value: 'behind' },
      photo('a.jpg'),
    ]);
    expect(messages(form)).toEqual(['The form holds too much text. Please shorten it.']);
    expect(form.fields.toRecord()).toEqual({ name: 'before', description: 'न'.repeat(87_374) });
    expect(form.files).toHaveLength(1);
  });

  it('of thousands of parts is bounded', async () => {
    const form = await read(Array.from({ length: 10_001 }, (_, at) => ({ name: `f${at}`, value: 'x' })));
    expect(form.fields.size).toBe(200);
    expect(messages(form)).toEqual(['The form holds too much text. Please shorten it.']);
    const files = await read(Array.from({ length: 10_001 }, () => photo('a.jpg')));
    expect(files.files).toHaveLength(10);
  });

  it('with a megabyte of headers is bounded', async () => {
    const long = `--${boundary}\r\nX-Long: ${'y'.repeat(megabyte)}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`;
    const body = Buffer.concat([Buffer.from(long), multipart([{ name: 'license', value: 'behind' }])]);
    const form = await readForm(createRequest(new Uint8Array(body)), take);
    expect(form.fields.toRecord()).toEqual({ license: 'behind' });
  });
});

describe('a url-encoded form', () => {
  const urlencoded = 'application/x-www-form-urlencoded; charset=utf-8';

  it('with too much text keeps what fits, and splits no character', async () => {
    for (let shift = 0; shift < 9; shift += 1) {
      const start = `name=${'x'.repeat(shift)}&description=`;
      const body = `${start}${'%E0%A4%A8'.repeat(40_000)}&license=behind`;
      const form = await readForm(createRequest(body, urlencoded));
      const kept = Math.floor((256 * 1024 - start.length) / 9);
      expect(messages(form)).toEqual(['The form holds too much text. Please shorten it.']);
      expect(form.fields.toRecord()).toEqual({ name: 'x'.repeat(shift), description: 'न'.repeat(kept) });
    }
  });

  it('of thousands of fields is bounded', async () => {
    const form = await readForm(createRequest('a=1&'.repeat(5000), urlencoded));
    expect(form.fields.size).toBe(200);
    expect(messages(form)).toEqual(['The form holds too much text. Please shorten it.']);
  });
});
