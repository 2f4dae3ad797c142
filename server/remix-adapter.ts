import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import type { BodyAllowance } from '~/http/body-budget.server';
import { meteredBody } from './body-meter';
import { isRead } from './incoming';

/** Headers with credentials or validators, which must not affect the rendering of a cached page. */
const personalHeaders = new Set(['cookie', 'authorization', 'x-manage-key', 'if-none-match', 'if-modified-since']);
/** Disables Remix's own origin check: ours has already run, and users must never see the error of Remix. */
const decidedHeaders = new Set(['origin', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const megabyte = 1024 * 1024;
/** Upper bound for all forms and API requests; handlers enforce their exact limits. */
export const bodyCeiling = ({ headers }: IncomingMessage): number =>
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
 * @throws BodyRefused if the announced length is already too large
 */
export function toWebRequest(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  asVisitor: boolean,
  allowance: BodyAllowance | null = null,
): AdaptedRequest {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (name.startsWith(':') || decidedHeaders.has(name) || (asVisitor && personalHeaders.has(name))) continue;
    headers.append(name, rawHeaders[i + 1] ?? '');
  }
  const method = request.method ?? 'GET';
  if (isRead(method)) {
    return { request: new Request(url, { method: asVisitor ? 'GET' : method, headers }), body: null };
  }
  const gone = new AbortController();
  const body = meteredBody(request, bodyCeiling(request), allowance);
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
    body.destroy();
  });
  // The reader of the body then stops quietly: a slow or disconnected client is not an error of ours.
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
