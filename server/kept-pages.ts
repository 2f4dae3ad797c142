import { LRUCache } from 'lru-cache';
import { type Compression, compressToKeep, type Encoding } from './encoding';

/** A body in one encoding, with its response headers. */
export type KeptForm = {
  headers: string[];
  /** A short body is a string with one character per byte, which is sent in one piece with the headers. */
  body: Buffer | string;
};

const shortBody = 1024;

/** Bound on the memory of cached request URLs, which clients can make up, including the overhead of each. */
const addressLetters = 3 * 1024 * 1024;
/** Longer request URLs are not cached, but normalized every time. */
const longestRemembered = 500;

/** A cached response to a public GET, valid while the content revision is the one it was rendered at. */
export class KeptPage {
  readonly #forms: Partial<Record<Encoding, KeptForm>> = {};
  readonly #isSmaller: Partial<Record<Compression, true>> = {};

  /** @param headers flat name and value pairs, without length and encoding */
  constructor(
    readonly revision: number,
    readonly etag: string,
    readonly headers: readonly string[],
    readonly isCompressed: boolean,
    readonly identity: Buffer,
  ) {
    this.hold('identity', identity);
  }

  /** Bytes in memory, for the bound of the cache. */
  get size(): number {
    // Includes the compressed forms from the start, because the cache reads the size of an entry only when it is
    // stored.
    return this.identity.length * 2 + 2048;
  }

  /** The page in an encoding, if that form is available. */
  formIn(encoding: Encoding): KeptForm | undefined {
    if (encoding !== 'identity' && !this.#isSmaller[encoding]) this.#makeSmaller(encoding);
    return this.#forms[encoding];
  }

  /** Stores a body in an encoding, unless a smaller one is stored: the best compression may finish first. */
  hold(encoding: Encoding, body: Buffer): KeptForm {
    const held = this.#forms[encoding];
    if (held && held.body.length <= body.length) return held;
    const headers = [...this.headers, 'Content-Length', String(body.length)];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    const form = { headers, body: body.length <= shortBody ? body.toString('latin1') : body };
    this.#forms[encoding] = form;
    return form;
  }

  /** A page requested again is worth the best compression, which takes milliseconds on another thread. */
  #makeSmaller(encoding: Compression): void {
    this.#isSmaller[encoding] = true;
    compressToKeep(this.identity, encoding).then(
      (body) => this.hold(encoding, body),
      // On failure the page is still sent in its fast compression.
      () => undefined,
    );
  }
}

/**
 * Cache of responses by URL, bounded in bytes. Entries do not expire: revisions are compared on reading, so a page is
 * never stale and explicit invalidation is unnecessary.
 */
export class KeptPages {
  readonly #pages: LRUCache<string, KeptPage>;
  /** Maps request URLs to the cache key of their page. */
  readonly #addresses = new LRUCache<string, string>({
    maxSize: addressLetters,
    sizeCalculation: (address, asked) => address.length + asked.length + 100,
  });

  constructor(maxBytes: number) {
    // No page may evict more than a sixteenth of the others.
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxBytes / 16,
      sizeCalculation: (page) => page.size,
    });
  }

  /** @param revision current revision; null if unknown, which makes every lookup a miss */
  find(asked: string, revision: number | null): KeptPage | null {
    const address = this.#addresses.get(asked);
    if (address === undefined) return null;
    const page = this.#pages.get(address);
    return page && page.revision === revision ? page : null;
  }

  /** Finds a page by its cache key, and maps the request URL to it. */
  findUnder(address: string, asked: string, revision: number | null): KeptPage | null {
    const page = this.#pages.get(address);
    if (!page || page.revision !== revision) return null;
    this.#remember(asked, address);
    return page;
  }

  /** Stores a page under its cache key, replacing an older one; pages that are too large are not stored. */
  keep(address: string, asked: string, page: KeptPage): void {
    this.#pages.set(address, page);
    this.#remember(asked, address);
  }

  #remember(asked: string, address: string): void {
    if (asked.length <= longestRemembered) this.#addresses.set(asked, address);
  }
}
