import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { cookieNames } from '~/http/cookies.server';
import { type BodyAllowance, createMeteredBody, getMaxBodyBytes } from '~/http/request-body.server';
import { isRead } from '../request-kind';

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

/** `body` is null for a read. `errored` is the reason if the meter aborts the body. */
export type AdaptedRequest = { request: Request; body: Transform | null };

/** @throws BodyRejected if the announced length is already too large */
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
  const body = createMeteredBody(request, getMaxBodyBytes(request), allowance);
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
    body.destroy();
  });
  // A slow or disconnected client is not an error of ours, so the reader ends without logging.
  body.once('error', (error) => gone.abort(error));
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

function toBody(stream: ReturnType<typeof Readable.toWeb>): BodyInit {
  if (stream instanceof ReadableStream) return stream;
  throw new TypeError('A body must be a stream.');
}
