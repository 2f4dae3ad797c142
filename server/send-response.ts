import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { eventStream, negotiateListFormat } from '~/api/lists.server';
import type { ApiResponse, FileResponse, StreamedResponse } from '~/api/respond.server';
import type { NoPlace, OpenCounts } from '~/http/open-counts.server';
import { formatRateLimit, type RateLimitStatus } from '~/http/address-limits.server';
import { isScreenResponse, type RenderedScreen, type ScreenResponse } from '~/http/rendered-screen.server';
import { isTagMatch } from '~/http/responses.server';
import { LRUCache } from 'lru-cache';
import type { Database } from '~db/connection';
import {
  chooseEncoding,
  compress,
  type Compression,
  compressOnce,
  createCompressor,
  type Encoding,
} from './compression';
import { corsHeaders, type ErrorResponse, securityHeaders, sendErrorPage, sendErrorResponse } from './error-response';
import { compressFormPage, fillKey } from './form-pages';
import { isApiPath, isRead } from './request-kind';
import { getAllowedMethods, type Incoming, isOpenForm } from './incoming-request';
import { isUnstyledError } from './remix/route-handlers';
import type { ServedRoute } from './remix/route-map';
import { addSource, getSource } from './lead-source';
import { fillPage, readFilling } from './way-back';

/** Over https only, because plain-http deployments must keep working. */
const strictTransportSecurity = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/** A flat list, because `setHeader` would keep only the last of several cookies. */
export function createHeaders(response: ApiResponse, origin: string, url: URL, isCached: boolean): string[] {
  const headers: string[] = [];
  const api = isApiPath(url.pathname);
  const commonHeaders = {
    ...securityHeaders,
    ...(origin.startsWith('https:') && strictTransportSecurity),
    ...(api && corsHeaders),
    ...(isCached && !api && { 'Speculation-Rules': '"/speculation-rules.json"' }),
  };
  for (const [name, value] of Object.entries(commonHeaders)) if (!response.headers.has(name)) headers.push(name, value);
  for (const [name, value] of response.headers)
    if (name !== 'content-length' && name !== 'vary') headers.push(name, value);
  // Remix rejects a write to a screen without an action, but sets no `Allow`.
  if (response.status === 405 && !response.headers.has('Allow')) headers.push('Allow', 'GET, HEAD, OPTIONS');
  return headers;
}

/** What a response of the API depends on: credentials of three kinds, and no preference of browsers. */
export const varyOfApi = ['Accept-Encoding', 'Authorization', 'Cookie', 'X-Manage-Key'];

/** One header, with what the response says itself. */
export const joinVary = (response: ApiResponse, names: readonly string[]): string =>
  [...new Set([...(response.headers.get('Vary')?.split(/\s*,\s*/) ?? []), ...names])].join(', ');

/** Weak, because it is sent in several encodings. */
export const createBodyTag = (body: Uint8Array | string): string =>
  `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

export type Start = {
  id: string;
  requestPrefix: string;
};

export function createStart(): Start {
  const id = Math.random().toString(36).slice(2, 8);
  return { id, requestPrefix: id };
}

const noHeaders: readonly string[] = [];

export const createRateLimitHeaderList = (rateLimit: RateLimitStatus | null, isApi: boolean): readonly string[] =>
  rateLimit && isApi
    ? ['RateLimit', formatRateLimit(rateLimit), 'RateLimit-Policy', rateLimit.policy.header]
    : noHeaders;

const compressible =
  /^(?:text\/|application\/(?:json|feed\+json|rss\+xml|xml|manifest\+json|javascript|speculationrules\+json)|image\/svg)/;

/** Smaller bodies fit into one packet either way. */
const worthCompressing = 860;

export function isWorthCompressing(contentType: string | null, size: number): boolean {
  return size >= worthCompressing && contentType !== null && compressible.test(contentType);
}

const compressedBytes = 4 * 1024 * 1024;

/**
 * Many responses are identical: a visitor goes back and forth with the same compare list, and all signed-in users get
 * the same home page.
 */
class CompressedBodies {
  readonly #byContent: LRUCache<string, Uint8Array>;
  readonly #byScreen = new WeakMap<RenderedScreen, Map<Compression, Buffer>>();

  constructor(maxBytes: number) {
    this.#byContent = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (compressed) => compressed.length + 128,
    });
  }

  async compressScreen({ screen, key, document }: ScreenResponse, encoding: Compression): Promise<Uint8Array> {
    const encodings = this.#byScreen.get(screen) ?? new Map<Compression, Buffer>();
    this.#byScreen.set(screen, encodings);
    const page = Buffer.from(screen.document.buffer);
    const compressed =
      encodings.get(encoding) ??
      (await (key === null ? compress : compressFormPage)(page, encoding, 'fast').catch(() => null));
    if (!compressed) return this.compress(document, encoding);
    encodings.set(encoding, compressed);
    return key === null ? compressed : fillKey(compressed, encoding, page, key);
  }

  async compress(body: Uint8Array | string, encoding: Compression): Promise<Uint8Array> {
    const content = `${encoding} ${hash('sha256', body, 'base64')}`;
    const existing = this.#byContent.get(content);
    if (existing) return existing;
    const compressed = await compressOnce(typeof body === 'string' ? Buffer.from(body) : body, encoding);
    this.#byContent.set(content, compressed);
    return compressed;
  }
}

export class UncachedResponses {
  readonly #compressed = new CompressedBodies(compressedBytes);

  /** Null if the database is unavailable. */
  constructor(
    readonly createListTag: (...parts: string[]) => string | null,
    readonly takeStream: (request: IncomingMessage, isLive: boolean) => ReturnType<OpenCounts['take']>,
    readonly db: Database,
  ) {}

  async send(incoming: Incoming, apiResponse: ApiResponse, route: ServedRoute | undefined): Promise<void> {
    if ('file' in apiResponse) {
      await this.#sendFile(incoming, apiResponse);
      return;
    }
    if ('isStreamed' in apiResponse) {
      await this.#sendStream(incoming, apiResponse);
      return;
    }
    const { request, response, requestId, origin, url, rateLimit } = incoming;
    if (apiResponse instanceof Response && isUnstyledError(apiResponse, url)) {
      const retryAfter = apiResponse.headers.get('Retry-After');
      const headers = retryAfter === null ? undefined : { 'Retry-After': retryAfter };
      sendErrorPage(this.db, response, apiResponse.status, await apiResponse.text(), headers, requestId);
      return;
    }
    const source = getSource(request);
    const location = apiResponse.headers.get('Location');
    if (source !== null && location !== null) apiResponse.headers.set('Location', addSource(location, source));
    const headers = createHeaders(apiResponse, origin, url, false);
    headers.push('X-Request-Id', requestId, ...createRateLimitHeaderList(rateLimit, isApiPath(url.pathname)));
    if (!apiResponse.headers.has('Cache-Control'))
      headers.push('Cache-Control', isOpenForm(incoming, route) ? 'private, no-cache' : 'private, no-store');
    const screen = isScreenResponse(apiResponse) ? apiResponse : null;
    let body: Uint8Array | string =
      apiResponse instanceof Response
        ? (screen?.document ?? Buffer.from(await apiResponse.arrayBuffer()))
        : apiResponse.text;
    const filling = apiResponse.headers.get('Content-Type')?.startsWith('text/html') && readFilling(request, origin);
    const filled = filling && typeof body !== 'string' ? fillPage(body, filling) : null;
    body = filled ?? body;
    const isApiRead = isRead(request.method) && apiResponse.status === 200 && isApiPath(url.pathname);
    if (isApiRead) {
      headers.push('Vary', joinVary(apiResponse, varyOfApi));
      const etag = apiResponse.headers.get('ETag') ?? createBodyTag(body);
      if (!apiResponse.headers.has('ETag')) headers.push('ETag', etag);
      if (isTagMatch(request.headers['if-none-match'], etag)) {
        response.writeHead(304, headers);
        response.end();
        return;
      }
    }
    const mayCompress = isWorthCompressing(apiResponse.headers.get('Content-Type'), Buffer.byteLength(body));
    const encoding = mayCompress ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
    if (!isApiRead && (mayCompress || apiResponse.headers.has('Vary'))) {
      headers.push('Vary', joinVary(apiResponse, mayCompress ? ['Accept-Encoding', 'Cookie'] : []));
    }
    if (encoding !== 'identity') {
      body = await (screen && !filled
        ? this.#compressed.compressScreen(screen, encoding)
        : this.#compressed.compress(body, encoding));
      headers.push('Content-Encoding', encoding);
    }
    // Remix responds to HEAD without the body, so that only the route knows its length; API endpoints include the body.
    const isBodyGone = request.method === 'HEAD' && body.length === 0;
    const length = isBodyGone ? apiResponse.headers.get('Content-Length') : String(Buffer.byteLength(body));
    if (length !== null && apiResponse.status !== 204 && apiResponse.status !== 304)
      headers.push('Content-Length', length);
    response.writeHead(apiResponse.status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /**
   * Streams a response. A visitor's has the entity tag of the revision at which it started: changes during the stream
   * belong to a later revision, so that the tag never hides them.
   */
  async #sendStream(incoming: Incoming, apiResponse: StreamedResponse): Promise<void> {
    const { request, response, requestId, origin, url, isVisitor, rateLimit } = incoming;
    const isLive = apiResponse.headers.get('Content-Type') === eventStream;
    const etag = isVisitor && !isLive ? this.createListTag(origin, negotiateListFormat(request.headers.accept)) : null;
    const headers = createHeaders(apiResponse, origin, url, false);
    headers.push('X-Request-Id', requestId, ...createRateLimitHeaderList(rateLimit, isApiPath(url.pathname)));
    headers.push('Vary', joinVary(apiResponse, varyOfApi));
    if (etag) headers.push('ETag', etag, 'Cache-Control', 'public, no-cache');
    else headers.push('Cache-Control', 'private, no-store');
    // A compressor would hold events back.
    const encoding = isLive ? 'identity' : chooseEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    const isKnown = etag !== null && isTagMatch(request.headers['if-none-match'], etag);
    if (isKnown || request.method === 'HEAD') {
      response.writeHead(isKnown ? 304 : apiResponse.status, headers);
      response.end();
      return;
    }
    const giveBack = this.takeStream(request, isLive);
    if (typeof giveBack === 'string') {
      await apiResponse.body?.cancel();
      sendErrorResponse(this.db, request, response, createTooManyStreams(giveBack), requestId);
      return;
    }
    response.writeHead(apiResponse.status, headers);
    try {
      await sendChunks(apiResponse, response, encoding);
    } finally {
      giveBack();
    }
  }

  /** Without compression, so that ranges are those of the file (RFC 9110, 14). Of several ranges the whole is sent. */
  async #sendFile(incoming: Incoming, apiResponse: FileResponse): Promise<void> {
    const { request, response, requestId, origin, url, rateLimit } = incoming;
    const { path, bytes } = apiResponse.file;
    const etag = apiResponse.headers.get('ETag');
    const headers = createHeaders(apiResponse, origin, url, false);
    headers.push('X-Request-Id', requestId, ...createRateLimitHeaderList(rateLimit, true), 'Accept-Ranges', 'bytes');
    if (etag !== null && isTagMatch(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const ifRange = request.headers['if-range'];
    const isWhole = request.method === 'HEAD' || (ifRange !== undefined && ifRange !== etag);
    const range = isWhole ? null : parseRange(request.headers.range, bytes);
    if (range === 'beyond') {
      const contentRange = { 'Content-Range': `bytes */${bytes}` };
      const reason = { code: 'range_beyond_end' } as const;
      sendErrorResponse(this.db, request, response, { status: 416, reason, headers: contentRange }, requestId);
      return;
    }
    const { start, end } = range ?? { start: 0, end: bytes - 1 };
    headers.push('Content-Length', String(end - start + 1));
    if (range) headers.push('Content-Range', `bytes ${start}-${end}/${bytes}`);
    if (request.method === 'HEAD') {
      response.writeHead(200, headers).end();
      return;
    }
    const giveBack = this.takeStream(request, false);
    if (typeof giveBack === 'string') {
      sendErrorResponse(this.db, request, response, createTooManyStreams(giveBack), requestId);
      return;
    }
    try {
      const opened = await open(path);
      response.writeHead(range ? 206 : 200, headers);
      await pipeline(opened.createReadStream({ start, end }), response);
    } catch (error) {
      // It may have been deleted since its address was looked up.
      if (response.headersSent && !isPrematureClose(error)) response.destroy();
      else if (!response.headersSent) {
        sendErrorResponse(this.db, request, response, { status: 404, reason: { code: 'snapshot_gone' } }, requestId);
      }
    } finally {
      giveBack();
    }
  }
}

type Range = { start: number; end: number };

/** @returns null for the whole: without a header, or for one that is not a single range of bytes */
function parseRange(header: string | undefined, bytes: number): Range | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const last = bytes - 1;
  if (from === '') return Number(to) === 0 ? 'beyond' : { start: Math.max(0, bytes - Number(to)), end: last };
  if (to !== '' && Number(to) < Number(from)) return null;
  if (Number(from) > last) return 'beyond';
  return { start: Number(from), end: to === '' ? last : Math.min(last, Number(to)) };
}

const createTooManyStreams = (reason: NoPlace): ErrorResponse => ({
  status: reason === 'address' ? 429 : 503,
  reason: { code: reason === 'address' ? 'too_many_whole_lists' : 'too_many_whole_lists_in_all' },
  headers: { 'Retry-After': '30' },
});

async function* readChunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** No faster than the client reads. @throws errors of the producer: the response can only be aborted */
async function sendChunks({ body }: StreamedResponse, response: ServerResponse, encoding: Encoding): Promise<void> {
  if (!body) {
    response.end();
    return;
  }
  const reader = body.getReader();
  response.once('close', () => void reader.cancel().catch(() => undefined));
  const pieces = readChunks(reader);
  try {
    await (encoding === 'identity'
      ? pipeline(pieces, response)
      : pipeline(pieces, createCompressor(encoding), response));
  } catch (error) {
    if (!isPrematureClose(error)) throw error;
  }
}

export function sendOptions({ response, url, requestId }: Incoming, route: ServedRoute | null): void {
  const allow = getAllowedMethods(route);
  response.writeHead(204, {
    ...securityHeaders,
    Allow: allow,
    ...(isApiPath(url.pathname) && {
      ...corsHeaders,
      'X-Request-Id': requestId,
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers':
        'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, X-Manage-Key, X-Messages-Key',
      'Access-Control-Max-Age': '86400',
    }),
  });
  response.end();
}
