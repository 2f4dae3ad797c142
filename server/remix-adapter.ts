import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { meteredBody } from './body-meter';

/** Headers that tell who asks. A page that is rendered to be kept must not see them. */
const personalHeaders = new Set(['cookie', 'authorization', 'x-manage-key', 'if-none-match', 'if-modified-since']);
/** Remix has its own check of the origin, which must never be what a person meets: ours has decided by now. */
const decidedHeaders = new Set(['origin', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const megabyte = 1024 * 1024;
/** More than any form or call may hold; what each may hold exactly, its door knows. */
const bodyCeiling = (contentType: string | undefined): number =>
  contentType?.startsWith('multipart/form-data') ? 200 * megabyte : 25 * megabyte;

/**
 * @param url the address the request is answered for
 * @param asVisitor leaves out whatever tells who asks; a HEAD is asked as the GET whose answer is kept
 */
export function toWebRequest(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  asVisitor: boolean,
): Request {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (name.startsWith(':') || decidedHeaders.has(name) || (asVisitor && personalHeaders.has(name))) continue;
    headers.append(name, rawHeaders[i + 1] ?? '');
  }
  const method = request.method ?? 'GET';
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method: asVisitor ? 'GET' : method, headers });
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const body = Readable.toWeb(meteredBody(request, bodyCeiling(request.headers['content-type'])));
  const options: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    body: toBody(body),
    duplex: 'half',
    signal: gone.signal,
  };
  return new Request(url, options);
}

/** Node's own stream type and the DOM's differ in name only. */
function toBody(stream: ReturnType<typeof Readable.toWeb>): BodyInit {
  if (stream instanceof ReadableStream) return stream;
  throw new TypeError('A body must be a stream.');
}
