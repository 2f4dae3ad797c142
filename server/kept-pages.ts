import { LRUCache } from 'lru-cache';
import { compressToKeep, type Encoding } from './encoding';

/** One whole answer of a public GET, true for as long as the content revision is the one it was rendered at. */
export class KeptPage {
  readonly #bodies: Partial<Record<Encoding, Buffer>>;
  readonly #isSmaller: Partial<Record<Encoding, true>> = {};

  /** @param headers flat name and value pairs, without the length and the encoding */
  constructor(
    readonly revision: number,
    readonly etag: string,
    readonly headers: readonly string[],
    readonly isCompressed: boolean,
    readonly identity: Buffer,
  ) {
    this.#bodies = { identity };
  }

  /** Bytes held, for the bound of the store. */
  get size(): number {
    // Room for the compressed forms is counted from the start: an entry's size is read once, when it is stored.
    return this.identity.length * 2 + 1024;
  }

  /** The body in an encoding, if it is at hand. */
  bodyIn(encoding: Encoding): Buffer | undefined {
    if (encoding !== 'identity') this.#makeSmaller(encoding);
    return this.#bodies[encoding];
  }

  hold(encoding: Encoding, body: Buffer): void {
    this.#bodies[encoding] ??= body;
  }

  /** A page that is asked for again is worth the milliseconds of the best compression, which another thread spends. */
  #makeSmaller(encoding: Exclude<Encoding, 'identity'>): void {
    if (this.#isSmaller[encoding]) return;
    this.#isSmaller[encoding] = true;
    void compressToKeep(this.identity, encoding).then((body) => {
      this.#bodies[encoding] = body;
    });
  }
}

/**
 * Whole answers kept by address, bounded in bytes. Nothing here expires: the reader compares revisions, so a page is
 * never stale and nobody has to remember to invalidate one.
 */
export class KeptPages {
  readonly #pages: LRUCache<string, KeptPage>;
  /** Addresses as they were asked for, to the one address that the page is kept under. */
  readonly #addresses = new LRUCache<string, string>({ max: 20_000 });

  constructor(maxBytes: number) {
    this.#pages = new LRUCache({ maxSize: maxBytes, sizeCalculation: (page) => page.size });
  }

  find(asked: string, revision: number): KeptPage | null {
    const address = this.#addresses.get(asked);
    if (address === undefined) return null;
    const page = this.#pages.get(address);
    return page && page.revision === revision ? page : null;
  }

  /** A page under its own address, and the way to it from the address that was asked for. */
  findUnder(address: string, asked: string, revision: number): KeptPage | null {
    const page = this.#pages.get(address);
    if (!page || page.revision !== revision) return null;
    if (asked.length <= 500) this.#addresses.set(asked, address);
    return page;
  }

  keep(address: string, asked: string, page: KeptPage): void {
    this.#pages.set(address, page);
    if (asked.length <= 500) this.#addresses.set(asked, address);
  }
}
