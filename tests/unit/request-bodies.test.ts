import { expect, test } from 'vitest';
import { readJsonBody } from '~/api/read-input.server';

/** A request with a chunked body, without a length in its headers. */
function createRequest(body: string, pieceBytes = 10_000): Request {
  const bytes = new TextEncoder().encode(body);
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
  const options: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: stream,
    duplex: 'half',
  };
  return new Request('http://localhost/api/bikes', options);
}

const createBody = (bytes: number): string => '{"a":1}'.padEnd(bytes, ' ');

test('a body of 64 KB is accepted, and one byte more is not, in any pieces', async () => {
  expect(await readJsonBody(createRequest(createBody(65_536)))).toEqual({ ok: true, value: { a: 1 } });
  for (const pieceBytes of [1_000, 65_536, 65_537]) {
    expect(await readJsonBody(createRequest(createBody(65_537), pieceBytes))).toMatchObject({
      error: { kind: 'too-large', code: 'request_too_large' },
    });
  }
});
