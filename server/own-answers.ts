import { acceptedForm } from '~/http/accepted-form';
import { namesTag } from '~/http/entity-tag';
import { type ApiAnswer, isJson } from '~/http/json-answer';
import { ScreenAnswer } from '~/http/rendered-screens.server';
import { isStreamed, type StreamedAnswer } from '~/http/streamed-answer';
import { headersOf, isBareRefusal, tagOfBody } from './answer-headers';
import { CompressedBodies } from './compressed-bodies';
import { chooseEncoding, isWorthCompressing } from './encoding';
import { type Incoming, isApiPath, isRead } from './incoming';
import { toldOf } from './read-limits';
import { type Refusal, sendRefusal } from './refusals';
import { sendPieces } from './send-pieces';

const compressedBytes = 4 * 1024 * 1024;

/** Sends responses that are not cached: those for a single client, and streamed ones. */
export class OwnAnswers {
  readonly #compressed = new CompressedBodies(compressedBytes);

  /** @param tagOfNow current entity tag of a visitor's response in a format; null if the database is unavailable */
  constructor(readonly tagOfNow: (form: string) => string | null) {}

  /** Sends a response once it is complete, or streams it. */
  async send(incoming: Incoming, answer: ApiAnswer): Promise<void> {
    if (isStreamed(answer)) {
      await this.#sendStream(incoming, answer);
      return;
    }
    const { request, response, requestId, origin, url, standing } = incoming;
    if (!isJson(answer) && isBareRefusal(answer, url)) {
      const retryAfter = answer.headers.get('Retry-After');
      const { status } = answer;
      const refusal: Refusal = { status, message: await answer.text() };
      if (retryAfter !== null) refusal.headers = { 'Retry-After': retryAfter };
      sendRefusal(request, response, refusal, requestId);
      return;
    }
    const headers = headersOf(answer, origin, url, false);
    headers.push('X-Request-Id', requestId, ...toldOf(standing, isApiPath(url.pathname)));
    if (!answer.headers.has('Cache-Control')) headers.push('Cache-Control', 'private, no-store');
    const document = answer instanceof ScreenAnswer ? answer.screen.document : null;
    // Text is sent in one piece with the headers.
    let body: Uint8Array | string = isJson(answer)
      ? answer.text
      : (document ?? Buffer.from(await answer.arrayBuffer()));
    if (isRead(request.method) && answer.status === 200 && isApiPath(url.pathname)) {
      const etag = answer.headers.get('ETag') ?? tagOfBody(body);
      if (!answer.headers.has('ETag')) headers.push('ETag', etag);
      if (namesTag(request.headers['if-none-match'], etag)) {
        response.writeHead(304, headers);
        response.end();
        return;
      }
    }
    const mayCompress = isWorthCompressing(answer.headers.get('Content-Type'), Buffer.byteLength(body));
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
    const length = isBodyGone ? answer.headers.get('Content-Length') : String(Buffer.byteLength(body));
    if (length !== null && answer.status !== 204 && answer.status !== 304) headers.push('Content-Length', length);
    response.writeHead(answer.status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /**
   * Streams a response. A visitor's has the entity tag of the revision at which it started: changes during the stream
   * belong to a later revision, so the tag never hides them.
   */
  async #sendStream(incoming: Incoming, answer: StreamedAnswer): Promise<void> {
    const { request, response, requestId, origin, url, isVisitor, standing } = incoming;
    const etag = isVisitor ? this.tagOfNow(acceptedForm(request.headers.accept)) : null;
    const headers = headersOf(answer, origin, url, false);
    headers.push('X-Request-Id', requestId, ...toldOf(standing, isApiPath(url.pathname)));
    headers.push('Vary', 'Accept-Encoding, Authorization, Cookie');
    if (etag) headers.push('ETag', etag, 'Cache-Control', 'public, no-cache');
    else headers.push('Cache-Control', 'private, no-store');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    const isKnown = etag !== null && namesTag(request.headers['if-none-match'], etag);
    response.writeHead(isKnown ? 304 : answer.status, headers);
    if (isKnown || request.method === 'HEAD') response.end();
    else await sendPieces(answer, response, encoding);
  }
}
