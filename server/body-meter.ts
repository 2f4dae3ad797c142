import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { BodyAllowance, BodyRefusal } from '~/http/body-budget.server';

/** Why reading a body was given up; `status` is what the request is answered with. */
export class BodyRefused extends Error {
  constructor(
    readonly status: 408 | 413 | BodyRefusal['status'],
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

const checkSeconds = 10;
/** Slowness is judged over this time: a phone in a tunnel sends nothing for a while. */
const windowChecks = 3;
/** A phone on the slowest of lines sends more than this; a slower one holds a place for nothing. */
const leastBytesPerSecond = 512;
/** A large body takes memory: at less than this it would not be whole within the time that a request may take. */
const leastOfLargePerSecond = 4 * 1024;
/** Text of a body is kept up to here; photos are counted where they are decoded. */
const textBytesMaximum = 256 * 1024;

const tooLarge = (): BodyRefused => new BodyRefused(413, 'The request is too large.');
const tooSlow = (): BodyRefused => new BodyRefused(408, 'The request came too slowly.');

/**
 * Passes a request's body on while it keeps within a size and comes fast enough. A pause that we cause ourselves, while
 * a photo is being worked on, is not held against the sender.
 *
 * @param allowance what its memory is counted by; null for a body of which nothing is kept
 */
export function meteredBody(
  request: IncomingMessage,
  maxBytes: number,
  allowance: BodyAllowance | null = null,
): Transform {
  let bytes = 0;
  const bytesAtChecks = [0];
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      const before = bytes;
      bytes += chunk.length;
      allowance?.expect(bytes);
      allowance?.change(Math.min(bytes, textBytesMaximum) - Math.min(before, textBytesMaximum));
      if (bytes > maxBytes) callback(tooLarge());
      // Refused by the line before, for its memory.
      else if (!meter.destroyed) callback(null, chunk);
    },
    flush(callback) {
      allowance?.arrived();
      callback();
    },
  });
  allowance?.whenRefused(({ status, message, retryAfterSeconds }) => {
    meter.destroy(new BodyRefused(status, message, retryAfterSeconds));
  });
  allowance?.expect(Number(request.headers['content-length'] ?? 0));
  const timer = setInterval(() => {
    const weWait = meter.readableLength > 0 || meter.writableNeedDrain;
    // A pause of ours begins the time anew.
    if (weWait) bytesAtChecks.length = 0;
    bytesAtChecks.push(bytes);
    if (bytesAtChecks.length <= windowChecks) return;
    const least = allowance?.isLarge ? leastOfLargePerSecond : leastBytesPerSecond;
    const bytesBefore = bytesAtChecks.shift() ?? 0;
    if (bytes - bytesBefore < least * checkSeconds * windowChecks) meter.destroy(tooSlow());
  }, checkSeconds * 1000);
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
