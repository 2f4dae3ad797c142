import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { StreamedAnswer } from '~/http/streamed-answer';
import { compressor, type Encoding } from './encoding';

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

const isLeaving = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Streams a response body, no faster than the client reads it. If the client disconnects, production stops without an
 * error.
 *
 * @throws errors of the producer: the response has started by then and can only be aborted
 */
export async function sendPieces(
  { body }: StreamedAnswer,
  response: ServerResponse,
  encoding: Encoding,
): Promise<void> {
  if (!body) {
    response.end();
    return;
  }
  const reader = body.getReader();
  response.once('close', () => void reader.cancel().catch(() => undefined));
  const pieces = piecesOf(reader);
  try {
    await (encoding === 'identity' ? pipeline(pieces, response) : pipeline(pieces, compressor(encoding), response));
  } catch (error) {
    if (!isLeaving(error)) throw error;
  }
}
