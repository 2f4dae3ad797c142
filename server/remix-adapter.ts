import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import type { BodyAllowance, BodyRejection } from '~/http/body-budget.server';
import { cookieNames } from '~/http/cookies.server';
import { isRead } from './incoming-request';

/** Reason for aborting a body, with the status of the response. */
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
/** Number of checks over which the rate is averaged: a phone in a tunnel sends nothing for a while. */
const windowChecks = 3;
/** Even a phone on the slowest network sends more. */
const minBytesPerSecond = 512;
/** A large body occupies memory; below this rate it would exceed the request timeout anyway. */
const minLargeBytesPerSecond = 4 * 1024;
/** Memory for the text of a body; photos are counted where they are decoded. */
const textBytesMaximum = 256 * 1024;

const tooLarge = (): BodyRejected => new BodyRejected(413, 'The request is too large.');
const tooSlow = (): BodyRejected => new BodyRejected(408, 'The request came too slowly.');

/**
 * Passes on a request body while it stays within its size limit and minimum rate. Pauses on our side, while a photo is
 * processed, do not count against the client.
 *
 * @param allowance memory accounting; null for a body that is discarded
 */
function meteredBody(request: IncomingMessage, maxBytes: number, allowance: BodyAllowance | null = null): Transform {
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
    const isPaused = meter.readableLength > 0 || meter.writableNeedDrain;
    // A pause on our side restarts the measurement.
    if (isPaused) bytesAtChecks.length = 0;
    bytesAtChecks.push(bytes);
    if (bytesAtChecks.length <= windowChecks) return;
    const least = allowance?.isLarge ? minLargeBytesPerSecond : minBytesPerSecond;
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
 * has sent everything, and a connection is reused only after the body.
 */
export function discardBody(request: IncomingMessage, maxBytes: number): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  meteredBody(request, maxBytes)
    .once('error', () => request.destroy())
    .resume();
}

/** Headers with credentials or validators, which must not affect the rendering of a cached page. */
const personalHeaders = new Set([
  'cookie',
  'authorization',
  'x-manage-key',
  'x-messages-key',
  'if-none-match',
  'if-modified-since',
]);
/** Disables Remix's own origin check: ours has already run, and users must never see Remix's error. */
const overriddenHeaders = new Set(['origin', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const megabyte = 1024 * 1024;
/** Upper bound for all forms and API requests; handlers enforce their exact limits. */
export const maxBodyBytes = ({ headers }: IncomingMessage): number =>
  headers['content-type']?.startsWith('multipart/form-data') ? 200 * megabyte : 25 * megabyte;

/**
 * A request converted for Remix; `body` is null for a read. Its `errored` is the reason if the meter aborts the body.
 */
export type AdaptedRequest = { request: Request; body: Transform | null };

/**
 * Converts a request for Remix.
 *
 * @param url URL that the request is handled as
 * @param asVisitor removes credentials, and turns HEAD into the GET whose response is cached
 * @param allowance memory accounting of the body; null for a read
 * @param city the visitor's city, the only cookie that is passed on, if the page shows it
 * @throws BodyRejected if the announced length is already too large
 */
export function toWebRequest(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  asVisitor: boolean,
  allowance: BodyAllowance | null = null,
  city: string | null = null,
): AdaptedRequest {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (name.startsWith(':') || overriddenHeaders.has(name) || (asVisitor && personalHeaders.has(name))) continue;
    headers.append(name, rawHeaders[i + 1] ?? '');
  }
  if (city !== null) headers.set('Cookie', `${cookieNames.city}=${city}`);
  const method = request.method ?? 'GET';
  if (isRead(method)) {
    return { request: new Request(url, { method: asVisitor ? 'GET' : method, headers }), body: null };
  }
  const gone = new AbortController();
  const body = meteredBody(request, maxBodyBytes(request), allowance);
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
    body.destroy();
  });
  // A slow or disconnected client is not an error of ours, so the reader ends without logging.
  body.once('error', (error) => gone.abort(error));
  // Rejected by its announced length.
  if (body.errored) throw body.errored;
  const options: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    body: toBody(Readable.toWeb(body)),
    duplex: 'half',
    signal: gone.signal,
  };
  return { request: new Request(url, options), body };
}

/** Node's stream type and that of the DOM differ in name only. */
function toBody(stream: ReturnType<typeof Readable.toWeb>): BodyInit {
  if (stream instanceof ReadableStream) return stream;
  throw new TypeError('A body must be a stream.');
}
