import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ApiResponse } from '~/api/respond.server';
import { minuteMs } from '~/domain/shared/dates';
import type { RequestCount } from '~/http/metrics.server';
import { isTagMatch, type RenderedScreen, type ScreenCache } from '~/http/responses.server';
import { chooseEncoding, compressForCache, type Compression, compressOnce, type Encoding } from './compression';
import type { Incoming } from './incoming-request';
import { createHeaders, isWorthCompressing } from './send-response';
import { addWayBackToTag, fillWayBack } from './way-back';

/** A body in one encoding, with its response headers. */
export type CachedEncoding = {
  headers: string[];
  /** A short body is a string with one character per byte, which is sent in one piece with the headers. */
  body: Buffer | string;
};

const shortBody = 1024;

/**
 * Memory limit for the keys of URLs as sent, in characters with the overhead of each entry. Limited because clients can
 * make up URLs.
 */
const urlCacheSize = 3 * 1024 * 1024;
/** Longer URLs are normalized on every request instead. */
const maxUrlLength = 500;

/** A cached response to a public GET, valid while the content revision is the one it was rendered at. */
export class CachedPage {
  readonly #encodings: Partial<Record<Encoding, CachedEncoding>> = {};
  readonly #isBestStarted: Partial<Record<Compression, true>> = {};

  /** @param headers flat name and value pairs, without length and encoding */
  constructor(
    readonly revision: number,
    readonly etag: string,
    readonly headers: readonly string[],
    readonly isCompressed: boolean,
    readonly identity: Buffer,
    /** Counts responses sent from this entry. */
    readonly count: RequestCount,
  ) {
    this.storeEncoding('identity', identity);
  }

  /** Size in memory, for the cache limit. */
  get size(): number {
    // Includes the compressed encodings from the start, because the cache reads the size of an entry only when it is
    // stored.
    return this.identity.length * 2 + 2048;
  }

  /** Returns the page in an encoding, if available. */
  getEncoding(encoding: Encoding): CachedEncoding | undefined {
    if (encoding !== 'identity' && !this.#isBestStarted[encoding]) this.#startBestCompression(encoding);
    return this.#encodings[encoding];
  }

  /** Stores a body in an encoding. A smaller one stays: the best compression may finish before the fast one. */
  storeEncoding(encoding: Encoding, body: Buffer): CachedEncoding {
    const cached = this.#encodings[encoding];
    if (cached && cached.body.length <= body.length) return cached;
    const headers = [...this.headers, 'Content-Length', String(body.length)];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    const stored = { headers, body: body.length <= shortBody ? body.toString('latin1') : body };
    this.#encodings[encoding] = stored;
    return stored;
  }

  /** A page requested twice is worth the best compression, which takes milliseconds on another thread. */
  #startBestCompression(encoding: Compression): void {
    this.#isBestStarted[encoding] = true;
    compressForCache(this.identity, encoding).then(
      (body) => this.storeEncoding(encoding, body),
      // On failure, the fast compression remains in use.
      () => undefined,
    );
  }
}

/** @param etag entity tag of a response that has none of its own */
export async function createCachedPage(
  { origin, url }: Incoming,
  webResponse: ApiResponse,
  revision: number,
  etag: string,
  count: RequestCount,
): Promise<CachedPage> {
  const ownTag = webResponse.headers.get('ETag');
  const body =
    webResponse instanceof Response ? Buffer.from(await webResponse.arrayBuffer()) : Buffer.from(webResponse.text);
  const headers = createHeaders(webResponse, origin, url, true);
  if (ownTag === null) headers.push('ETag', etag);
  headers.push('Cache-Control', 'public, no-cache', 'Vary', 'Accept-Encoding, Cookie, Save-Data');
  const isCompressed = isWorthCompressing(webResponse.headers.get('Content-Type'), body.length);
  return new CachedPage(revision, ownTag ?? etag, headers, isCompressed, body, count);
}

/**
 * Cache of responses by URL, bounded in bytes. Entries do not expire: revisions are compared on reading, so a page is
 * never stale and explicit invalidation is unnecessary.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  /** Maps the key of a URL as sent to the key of its page, whose parameters are in a fixed order. */
  readonly #pageKeys = new LRUCache<string, string>({
    maxSize: urlCacheSize,
    sizeCalculation: (pageKey, requestKey) => pageKey.length + requestKey.length + 100,
  });

  constructor(maxBytes: number) {
    // One page may evict at most a sixteenth of the cache.
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxBytes / 16,
      sizeCalculation: (page) => page.size,
    });
  }

  /**
   * @param requestKey cache key of the URL as sent
   * @param revision current revision; if null (unknown), every lookup is a miss
   */
  find(requestKey: string, revision: number | null): CachedPage | null {
    const pageKey = this.#pageKeys.get(requestKey);
    if (pageKey === undefined) return null;
    const page = this.#pages.get(pageKey);
    return page && page.revision === revision ? page : null;
  }

  /** Finds a page by its key, and maps the key of the URL as sent to it. */
  findUnder(pageKey: string, requestKey: string, revision: number | null): CachedPage | null {
    const page = this.#pages.get(pageKey);
    if (!page || page.revision !== revision) return null;
    this.#remember(requestKey, pageKey);
    return page;
  }

  /** Stores a page under its key. Pages that are too large are not stored. */
  store(pageKey: string, requestKey: string, page: CachedPage): void {
    this.#pages.set(pageKey, page);
    this.#remember(requestKey, pageKey);
  }

  #remember(requestKey: string, pageKey: string): void {
    if (requestKey.length <= maxUrlLength) this.#pageKeys.set(requestKey, pageKey);
  }
}

/**
 * Sends a cached page in the client's encoding: immediately if it is cached in that encoding, otherwise after a fast
 * compression.
 *
 * @param extraHeaders headers of this response only, as flat name and value pairs
 * @param wayBack address of the list from which it was opened; such a page is compressed for this response alone
 * @param isFirst whether this is the first request for the page, which does not wait for the best compression
 * @returns a promise if work is pending
 */
export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  extraHeaders: readonly string[],
  wayBack: string | null,
  isFirst = false,
): Promise<void> | undefined {
  const { headers, method } = request;
  const filled = wayBack === null ? null : fillWayBack(page.identity, wayBack);
  const etag = filled && wayBack ? addWayBackToTag(page.etag, wayBack) : page.etag;
  const isKnown = isTagMatch(headers['if-none-match'], etag);
  if (!isFirst) page.count.add(isKnown ? 304 : 200);
  const ownHeaders = filled ? page.headers.map((value) => (value === page.etag ? etag : value)) : page.headers;
  if (isKnown) {
    response.writeHead(304, ownHeaders.concat(extraHeaders));
    response.end();
    return undefined;
  }
  const send = ({ headers, body }: CachedEncoding): void => {
    response.writeHead(200, extraHeaders.length === 0 ? headers : headers.concat(extraHeaders));
    if (method === 'HEAD') response.end();
    else response.end(body, 'latin1');
  };
  const encoding: Encoding = page.isCompressed ? chooseEncoding(headers['accept-encoding']) : 'identity';
  if (filled) {
    const filledHeaders = encoding === 'identity' ? ownHeaders : [...ownHeaders, 'Content-Encoding', encoding];
    return compressOnce(filled, encoding).then((body) =>
      send({ headers: [...filledHeaders, 'Content-Length', String(body.length)], body }),
    );
  }
  const cached = isFirst && encoding !== 'identity' ? undefined : page.getEncoding(encoding);
  if (!cached) return compressOnce(page.identity, encoding).then((body) => send(page.storeEncoding(encoding, body)));
  send(cached);
  return undefined;
}

/**
 * Counts responses sent from the cache, and logs the count once a minute: a line for each would cost more than the
 * response.
 */
export class CachedPagesLog {
  #responses = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(readonly logger: Logger) {}

  count(): void {
    this.#responses += 1;
    this.#timer ??= setTimeout(() => this.log(), minuteMs).unref();
  }

  /** Logs the count since the last line, if any. */
  log(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#responses > 0) this.logger.info({ responses: this.#responses }, 'cached pages');
    this.#responses = 0;
  }
}

/**
 * Caches rendered screens by their input: rendering depends on the data and the URL only. After a write, which
 * invalidates all cached pages, only pages whose input changed are rendered again; signed-in users benefit too.
 */
export class RenderedScreens implements ScreenCache {
  readonly #rendered: LRUCache<string, RenderedScreen>;

  constructor(maxBytes: number) {
    this.#rendered = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ document }) => document.length + 1024 });
  }

  renderOnce(from: readonly string[], render: () => RenderedScreen): RenderedScreen {
    const hash = createHash('sha256');
    for (const part of from) hash.update(part).update('\0');
    const name = hash.digest('base64');
    const known = this.#rendered.get(name) ?? render();
    this.#rendered.set(name, known);
    return known;
  }
}
