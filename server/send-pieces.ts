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
 * Sends the body of an answer as it is made, no faster than the asker takes it. An asker who leaves is asked no more of
 * the maker, and no mistake of ours.
 *
 * @throws what the maker throws: by then the answer has begun, and all that is left is to break it off
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
