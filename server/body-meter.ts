import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { BodyAllowance, BodyRejection } from '~/http/body-budget.server';

/** Why reading a body was aborted; `status` is that of the response. */
export class BodyRejected extends Error {
  constructor(
    readonly status: 408 | 413 | BodyRejection['status'],
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

const checkSeconds = 10;
/** Number of checks over which the rate is measured: a phone in a tunnel sends nothing for a while. */
const windowChecks = 3;
/** A phone on the slowest connection sends more; a slower one occupies a connection for nothing. */
const leastBytesPerSecond = 512;
/** A large body occupies memory: below this rate it would not complete within the request timeout. */
const leastOfLargePerSecond = 4 * 1024;
/** Text of a body is held in memory up to this size; photos are counted where they are decoded. */
const textBytesMaximum = 256 * 1024;

const tooLarge = (): BodyRejected => new BodyRejected(413, 'The request is too large.');
const tooSlow = (): BodyRejected => new BodyRejected(408, 'The request came too slowly.');

/**
 * Passes on a request body while it stays within its size limit and minimum rate. Pauses that we cause ourselves, while
 * a photo is processed, do not count against the client.
 *
 * @param allowance memory accounting; null for a body that is discarded
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
      // The call to `allowance` above may already have rejected the body.
      else if (!meter.destroyed) callback(null, chunk);
    },
    flush(callback) {
      allowance?.arrived();
      callback();
    },
  });
  allowance?.whenRejected(({ status, message, retryAfterSeconds }) => {
    meter.destroy(new BodyRejected(status, message, retryAfterSeconds));
  });
  allowance?.expect(Number(request.headers['content-length'] ?? 0));
  const timer = setInterval(() => {
    const weWait = meter.readableLength > 0 || meter.writableNeedDrain;
    // A pause caused by us restarts the measurement.
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
 * Discards the rest of an unread body, within the limits of `meteredBody`: a browser reads the response only after it
 * has sent everything, and the next request on the connection follows the body.
 */
export function readPast(request: IncomingMessage, maxBytes: number): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  meteredBody(request, maxBytes)
    .once('error', () => request.destroy())
    .resume();
}
