import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';

/** Why reading a body was given up; `status` is what the request is answered with. */
export class BodyRefused extends Error {
  constructor(
    readonly status: 408 | 413,
    message: string,
  ) {
    super(message);
  }
}

const windowSeconds = 30;
/** A phone on the slowest of lines sends more than this; who sends less holds a place for nothing. */
const leastBytesPerSecond = 512;

/**
 * Passes a request's body on while it keeps within a size and comes fast enough. A pause that we cause ourselves, while
 * a photo is being worked on, is not held against the sender.
 */
export function meteredBody(request: IncomingMessage, maxBytes: number): Transform {
  let bytes = 0;
  let bytesAtCheck = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length;
      if (bytes > maxBytes) callback(new BodyRefused(413, 'The request is too large.'));
      else callback(null, chunk);
    },
  });
  const timer = setInterval(() => {
    const weWait = meter.readableLength > 0 || meter.writableNeedDrain;
    if (!weWait && bytes - bytesAtCheck < leastBytesPerSecond * windowSeconds) {
      meter.destroy(new BodyRefused(408, 'The request came too slowly.'));
    }
    bytesAtCheck = bytes;
  }, windowSeconds * 1000);
  timer.unref();
  const stop = () => clearInterval(timer);
  meter.once('close', stop).once('end', stop);
  request.once('error', (error) => meter.destroy(error)).once('aborted', () => meter.destroy(new Error('aborted')));
  return request.pipe(meter);
}

/**
 * Reads past what is left of a body that nobody wanted, within the bounds of `meteredBody`: a browser looks at its
 * answer when it has sent everything, and the next request on its connection stands behind it.
 */
export function readPast(request: IncomingMessage, maxBytes: number): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  meteredBody(request, maxBytes)
    .once('error', () => request.destroy())
    .resume();
}
