import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { limitedAddress, type RateLimitStatus, rateLimitOf } from '~/http/rate-limit.server';
import { acceptedForm } from '~/http/request-headers';
import {
  type ApiResponse,
  isJson,
  isStreamed,
  namesTag,
  ScreenResponse,
  type StreamedResponse,
} from '~/http/responses.server';
import type { Runtime } from '~/http/runtime.server';
import { CompressedBodies } from './cache/caches-by-content';
import { chooseEncoding, compressor, type Encoding, isWorthCompressing } from './compression';
import { type ErrorResponse, sendErrorResponse } from './error-responses';
import { addressOf, type Incoming, isApiPath, isRead } from './incoming-request';
import { headersOf, isBareRejection, tagOfBody } from './response-headers';

/** Rate limits of reads per address; writes are counted by their handlers, which know what they write. */
export class ReadLimits {
  constructor(readonly runtime: Pick<Runtime, 'limits' | 'settings'>) {}

  /** Address under which a request is counted. */
  addressOf(request: IncomingMessage): string {
    return limitedAddress(addressOf(request, this.runtime.settings));
  }

  /** Address of the client itself. */
  senderOf(request: IncomingMessage): string {
    return addressOf(request, this.runtime.settings);
  }

  /** Counts a read and returns the state of the limit; null if rate limits are disabled. */
  count(request: IncomingMessage, isApi: boolean): RateLimitStatus | null {
    return this.runtime.limits.count(isApi ? 'api-read' : 'page', this.addressOf(request));
  }
}

const untold: readonly string[] = [];

/** Rate limit headers of a response as flat name and value pairs; for API responses only. */
export const rateLimitHeadersOf = (rateLimit: RateLimitStatus | null, isApi: boolean): readonly string[] =>
  rateLimit && isApi ? ['RateLimit', rateLimitOf(rateLimit), 'RateLimit-Policy', rateLimit.policy.reported] : untold;

const compressedBytes = 4 * 1024 * 1024;

/** Sends responses that are not cached: those for a single client, and streamed ones. */
export class UncachedResponses {
  readonly #compressed = new CompressedBodies(compressedBytes);

  /** @param tagOfNow current entity tag of a visitor's response in a format; null if the database is unavailable */
  constructor(readonly tagOfNow: (form: string) => string | null) {}

  /** Sends a response once it is complete, or streams it. */
  async send(incoming: Incoming, apiResponse: ApiResponse): Promise<void> {
    if (isStreamed(apiResponse)) {
      await this.#sendStream(incoming, apiResponse);
      return;
    }
    const { request, response, requestId, origin, url, rateLimit } = incoming;
    if (!isJson(apiResponse) && isBareRejection(apiResponse, url)) {
      const retryAfter = apiResponse.headers.get('Retry-After');
      const { status } = apiResponse;
      const rejection: ErrorResponse = { status, message: await apiResponse.text() };
      if (retryAfter !== null) rejection.headers = { 'Retry-After': retryAfter };
      sendErrorResponse(request, response, rejection, requestId);
      return;
    }
    const headers = headersOf(apiResponse, origin, url, false);
    headers.push('X-Request-Id', requestId, ...rateLimitHeadersOf(rateLimit, isApiPath(url.pathname)));
    if (!apiResponse.headers.has('Cache-Control')) headers.push('Cache-Control', 'private, no-store');
    const document = apiResponse instanceof ScreenResponse ? apiResponse.screen.document : null;
    // Text is sent in one piece with the headers.
    let body: Uint8Array | string = isJson(apiResponse)
      ? apiResponse.text
      : (document ?? Buffer.from(await apiResponse.arrayBuffer()));
    if (isRead(request.method) && apiResponse.status === 200 && isApiPath(url.pathname)) {
      const etag = apiResponse.headers.get('ETag') ?? tagOfBody(body);
      if (!apiResponse.headers.has('ETag')) headers.push('ETag', etag);
      if (namesTag(request.headers['if-none-match'], etag)) {
        response.writeHead(304, headers);
        response.end();
        return;
      }
    }
    const mayCompress = isWorthCompressing(apiResponse.headers.get('Content-Type'), Buffer.byteLength(body));
    const encoding = mayCompress ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
    if (mayCompress) headers.push('Vary', 'Accept-Encoding, Cookie');
    if (encoding !== 'identity') {
      body = await (document
        ? this.#compressed.compressSame(document, encoding)
        : this.#compressed.compress(body, encoding));
      headers.push('Content-Encoding', encoding);
    }
    // Remix answers HEAD without the body, so only the route knows its length; API endpoints include the body.
    const isBodyGone = request.method === 'HEAD' && body.length === 0;
    const length = isBodyGone ? apiResponse.headers.get('Content-Length') : String(Buffer.byteLength(body));
    if (length !== null && apiResponse.status !== 204 && apiResponse.status !== 304)
      headers.push('Content-Length', length);
    response.writeHead(apiResponse.status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /**
   * Streams a response. A visitor's has the entity tag of the revision at which it started: changes during the stream
   * belong to a later revision, so the tag never hides them.
   */
  async #sendStream(incoming: Incoming, apiResponse: StreamedResponse): Promise<void> {
    const { request, response, requestId, origin, url, isVisitor, rateLimit } = incoming;
    const etag = isVisitor ? this.tagOfNow(acceptedForm(request.headers.accept)) : null;
    const headers = headersOf(apiResponse, origin, url, false);
    headers.push('X-Request-Id', requestId, ...rateLimitHeadersOf(rateLimit, isApiPath(url.pathname)));
    headers.push('Vary', 'Accept-Encoding, Authorization, Cookie');
    if (etag) headers.push('ETag', etag, 'Cache-Control', 'public, no-cache');
    else headers.push('Cache-Control', 'private, no-store');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    const isKnown = etag !== null && namesTag(request.headers['if-none-match'], etag);
    response.writeHead(isKnown ? 304 : apiResponse.status, headers);
    if (isKnown || request.method === 'HEAD') response.end();
    else await sendPieces(apiResponse, response, encoding);
  }
}

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
 * Streams a response body, no faster than the client reads it. If the client disconnects, production stops without an
 * error.
 *
 * @throws errors of the producer: the response has started by then and can only be aborted
 */
async function sendPieces({ body }: StreamedResponse, response: ServerResponse, encoding: Encoding): Promise<void> {
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
