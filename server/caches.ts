import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ApiResponse } from '~/api/respond.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { minuteMs } from '~/domain/shared/dates';
import type { RequestCount } from '~/http/metrics.server';
import { isScreenResponse, type RenderedScreen, type ScreenCache } from '~/http/rendered-screen.server';
import { isTagMatch } from '~/http/responses.server';
import { chooseEncoding, compress, type Compression, compressOnce, type Effort, type Encoding } from './compression';
import { compressFormPage, fillKey } from './form-pages';
import type { Incoming } from './incoming-request';
import type { CacheKeyParameters, ServedRoute } from './remix/route-map';
import { isApiPath } from './request-kind';
import { createBodyTag, createHeaders, isWorthCompressing, joinVary, varyOfApi } from './send-response';
import { addFillingToTag, fillPage, type PageFilling } from './way-back';

export type CachedEncoding = {
  encoding: Encoding;
  headers: string[];
  /** A short body is a string with one character per byte, which is sent in one piece with the headers. */
  body: Buffer | string;
};

const shortBody = 1024;

/** In characters with the overhead of each entry. Limited because clients can make up URLs. */
const urlCacheSize = 3 * 1024 * 1024;
const maxUrlLength = 500;

const maxRepeatedValues = 20;

/**
 * @returns null if the route is not cached, or may reject the query: an API endpoint that does not know a parameter, or
 * gets it twice
 */
export function createCacheableTarget(
  route: ServedRoute,
  { pathname, searchParams }: URL,
  parameters: CacheKeyParameters | undefined,
): string | null {
  const names = typeof parameters === 'function' ? parameters(searchParams) : parameters;
  if (!names) return null;
  if (route.endpoints && [...searchParams.keys()].some((name) => !names.includes(name))) return null;
  const params = new URLSearchParams();
  for (const name of names) {
    const values = searchParams.getAll(name).filter((value) => value !== '');
    if (values.length > (route.endpoints ? 1 : maxRepeatedValues)) return null;
    for (const value of values) params.append(name, value);
  }
  return params.size === 0 ? pathname : `${pathname}?${params}`;
}

export type Version = { read(): number | string | null };

type CachedPageParts = {
  version: Version;
  renderedAt: number | string;
  /** Null for the page of a form, which is another each time. */
  etag: string | null;
  /** Flat name and value pairs, without length and encoding. */
  headers: readonly string[];
  isCompressed: boolean;
  /** Of a form: with placeholders for its idempotency key (`form-pages.ts`). */
  identity: Buffer;
  isForm: boolean;
  count: RequestCount;
};

export class CachedPage {
  readonly #encodings: Partial<Record<Encoding, CachedEncoding>> = {};
  readonly #isBestStarted: Partial<Record<Compression, true>> = {};

  constructor(readonly parts: CachedPageParts) {
    this.#storeEncoding('identity', parts.identity);
  }

  isCurrent(): boolean {
    return this.parts.version.read() === this.parts.renderedAt;
  }

  get size(): number {
    // Includes the compressed encodings from the start, because the cache reads the size of an entry only when it is
    // stored.
    return this.parts.identity.length * 2 + 2048;
  }

  getEncoding(encoding: Encoding): CachedEncoding | undefined {
    if (encoding !== 'identity' && !this.#isBestStarted[encoding]) this.#startBestCompression(encoding);
    return this.#encodings[encoding];
  }

  async compress(encoding: Encoding): Promise<CachedEncoding> {
    try {
      return this.#storeEncoding(encoding, await this.#encode(encoding, 'fast'));
    } catch {
      return this.#storeEncoding('identity', this.parts.identity);
    }
  }

  createBody(encoding: Encoding, body: Buffer | string): Buffer | string {
    const { identity, isForm } = this.parts;
    return isForm ? fillKey(Buffer.from(body), encoding, identity, generateIdempotencyKey()) : body;
  }

  async #encode(encoding: Encoding, effort: Effort): Promise<Buffer> {
    const { identity, isForm } = this.parts;
    if (encoding === 'identity') return identity;
    return (isForm ? compressFormPage : compress)(identity, encoding, effort);
  }

  #storeEncoding(encoding: Encoding, body: Buffer): CachedEncoding {
    const cached = this.#encodings[encoding];
    if (cached && cached.body.length <= body.length) return cached;
    const { headers, isForm } = this.parts;
    const stored: CachedEncoding = {
      encoding,
      headers: [...headers, 'Content-Length', String(body.length)],
      body: !isForm && body.length <= shortBody ? body.toString('latin1') : body,
    };
    if (encoding !== 'identity') stored.headers.push('Content-Encoding', encoding);
    this.#encodings[encoding] = stored;
    return stored;
  }

  /** A page requested twice is worth the best compression, which takes milliseconds on another thread. */
  #startBestCompression(encoding: Compression): void {
    this.#isBestStarted[encoding] = true;
    this.#encode(encoding, 'best').then(
      (body) => this.#storeEncoding(encoding, body),
      // On failure, the fast compression remains in use.
      () => undefined,
    );
  }
}

const cachedVary = ['Accept-Encoding', 'Cookie', 'Save-Data'];

type PageSource = Pick<CachedPageParts, 'version' | 'renderedAt' | 'count'>;

export async function createCachedPage(
  { origin, url }: Incoming,
  webResponse: ApiResponse,
  etag: string,
  source: PageSource,
): Promise<CachedPage> {
  const ownTag = webResponse.headers.get('ETag');
  const identity =
    webResponse instanceof Response ? Buffer.from(await webResponse.arrayBuffer()) : Buffer.from(webResponse.text);
  const headers = createHeaders(webResponse, origin, url, true);
  const isApi = isApiPath(url.pathname);
  // Clients of the API keep a response through restarts, and through writes of what it does not contain.
  const tag = ownTag ?? (isApi ? createBodyTag(identity) : etag);
  if (ownTag === null) headers.push('ETag', tag);
  headers.push('Cache-Control', 'public, no-cache');
  headers.push('Vary', joinVary(webResponse, isApi ? varyOfApi : cachedVary));
  const isCompressed = isWorthCompressing(webResponse.headers.get('Content-Type'), identity.length);
  return new CachedPage({ ...source, etag: tag, headers, isCompressed, identity, isForm: false });
}

export function createCachedFormPage(
  { origin, url }: Incoming,
  webResponse: ApiResponse,
  source: PageSource,
): CachedPage | null {
  if (!isScreenResponse(webResponse) || webResponse.key === null) return null;
  const { document } = webResponse.screen;
  const identity = Buffer.from(document.buffer);
  const headers = createHeaders(webResponse, origin, url, false);
  headers.push('Cache-Control', 'private, no-cache', 'Vary', joinVary(webResponse, cachedVary));
  return new CachedPage({ ...source, etag: null, headers, isCompressed: true, identity, isForm: true });
}

/** Entries do not expire: versions are compared on reading, so a page is never stale. */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
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

  find(requestKey: string): CachedPage | null {
    const pageKey = this.#pageKeys.get(requestKey);
    return pageKey === undefined ? null : this.#findCurrent(pageKey);
  }

  findUnder(pageKey: string, requestKey: string): CachedPage | null {
    const page = this.#findCurrent(pageKey);
    if (page) this.#remember(requestKey, pageKey);
    return page;
  }

  #findCurrent(pageKey: string): CachedPage | null {
    const page = this.#pages.get(pageKey);
    return page?.isCurrent() ? page : null;
  }

  store(pageKey: string, requestKey: string, page: CachedPage): void {
    this.#pages.set(pageKey, page);
    this.#remember(requestKey, pageKey);
  }

  #remember(requestKey: string, pageKey: string): void {
    if (requestKey.length <= maxUrlLength) this.#pageKeys.set(requestKey, pageKey);
  }
}

export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  extraHeaders: readonly string[],
  filling: PageFilling | null,
  isFirst = false,
): Promise<void> | undefined {
  const { headers, method } = request;
  const { parts } = page;
  const filled = filling && fillPage(parts.identity, filling);
  const etag = filled && parts.etag ? addFillingToTag(parts.etag, filling) : parts.etag;
  const isKnown = etag !== null && isTagMatch(headers['if-none-match'], etag);
  if (!isFirst) parts.count.add(isKnown ? 304 : 200);
  const ownHeaders =
    filled && etag ? parts.headers.map((value) => (value === parts.etag ? etag : value)) : parts.headers;
  if (isKnown) {
    response.writeHead(304, ownHeaders.concat(extraHeaders));
    response.end();
    return undefined;
  }
  const send = (headers: string[], body: Buffer | string): void => {
    response.writeHead(200, extraHeaders.length === 0 ? headers : headers.concat(extraHeaders));
    if (method === 'HEAD') response.end();
    else response.end(body, 'latin1');
  };
  const sendEncoding = ({ encoding, headers, body }: CachedEncoding): void =>
    send(headers, page.createBody(encoding, body));
  const encoding: Encoding = parts.isCompressed ? chooseEncoding(headers['accept-encoding']) : 'identity';
  if (filled) {
    const filledHeaders = encoding === 'identity' ? ownHeaders : [...ownHeaders, 'Content-Encoding', encoding];
    return compressOnce(Buffer.from(page.createBody('identity', filled)), encoding).then((body) =>
      send([...filledHeaders, 'Content-Length', String(body.length)], body),
    );
  }
  const cached = isFirst ? undefined : page.getEncoding(encoding);
  if (!cached) return page.compress(encoding).then(sendEncoding);
  sendEncoding(cached);
  return undefined;
}

/** Logs the count once a minute: a line for each response would cost more than the response. */
export class CachedPagesLog {
  #responses = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(readonly logger: Logger) {}

  count(): void {
    this.#responses += 1;
    this.#timer ??= setTimeout(() => this.log(), minuteMs).unref();
  }

  log(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#responses > 0) this.logger.info({ responses: this.#responses }, 'cached pages');
    this.#responses = 0;
  }
}

/**
 * Rendering depends on the data and the URL only: after a write, which invalidates all cached pages, only pages whose
 * input changed are rendered again.
 */
export const createScreenCache = (maxBytes: number): ScreenCache =>
  new LRUCache<string, RenderedScreen>({
    maxSize: maxBytes,
    sizeCalculation: ({ document }) => document.length + 1024,
  });
