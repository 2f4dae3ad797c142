import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import type { BodyAllowance } from '~/http/body-budget.server';
import { meteredBody } from './body-meter';
import { isRead } from './incoming';

/** Headers that tell who asks. A page that is rendered to be kept must not see them. */
const personalHeaders = new Set(['cookie', 'authorization', 'x-manage-key', 'if-none-match', 'if-modified-since']);
/** Remix has its own check of the origin, which must never be what a person meets: ours has decided by now. */
const decidedHeaders = new Set(['origin', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const megabyte = 1024 * 1024;
/** More than any form or call may hold; what each may hold exactly, its door knows. */
export const bodyCeiling = ({ headers }: IncomingMessage): number =>
  headers['content-type']?.startsWith('multipart/form-data') ? 200 * megabyte : 25 * megabyte;

/** A request as the framework takes it; `body` is null for a read. When the meter gives the body up, it holds why. */
export type AdaptedRequest = { request: Request; body: Transform | null };

/**
 * @param url the address the request is answered for
 * @param asVisitor leaves out whatever tells who asks; a HEAD is asked as the GET whose answer is kept
 * @param allowance what the memory of its body is counted by; null for a read
 * @throws BodyRefused when the announced length of the body is refused already
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
  // Whoever reads it then stops quietly: that a sender is too slow or gone is no mistake of ours.
  body.once('error', (error) => gone.abort(error));
  // Refused by its length alone.
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

/** Node's own stream type and the DOM's differ in name only. */
function toBody(stream: ReturnType<typeof Readable.toWeb>): BodyInit {
  if (stream instanceof ReadableStream) return stream;
  throw new TypeError('A body must be a stream.');
}
