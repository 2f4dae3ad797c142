import { LRUCache } from 'lru-cache';
import { type Compression, compressToKeep, type Encoding } from './encoding';

/** A body in one encoding, with the headers it is sent under. */
export type KeptForm = {
  headers: string[];
  /** A short one is held as a character for each byte: it leaves in one piece with its headers. */
  body: Buffer | string;
};

const shortBody = 1024;

/** Letters of the addresses that are remembered, which anybody may make up, with what holding each of them takes. */
const addressLetters = 3 * 1024 * 1024;
/** A longer one is looked up anew each time. */
const longestRemembered = 500;

/** One whole answer of a public GET, true for as long as the content revision is the one it was rendered at. */
export class KeptPage {
  readonly #forms: Partial<Record<Encoding, KeptForm>> = {};
  readonly #isSmaller: Partial<Record<Compression, true>> = {};

  /** @param headers flat name and value pairs, without the length and the encoding */
  constructor(
    readonly revision: number,
    readonly etag: string,
    readonly headers: readonly string[],
    readonly isCompressed: boolean,
    readonly identity: Buffer,
  ) {
    this.hold('identity', identity);
  }

  /** Bytes held, for the bound of the store. */
  get size(): number {
    // Room for the compressed forms is counted from the start: an entry's size is read once, when it is stored.
    return this.identity.length * 2 + 2048;
  }

  /** The page in an encoding, if that form is at hand. */
  formIn(encoding: Encoding): KeptForm | undefined {
    if (encoding !== 'identity' && !this.#isSmaller[encoding]) this.#makeSmaller(encoding);
    return this.#forms[encoding];
  }

  /** Holds a body in an encoding, unless a smaller one is held already: the best compression may be done first. */
  hold(encoding: Encoding, body: Buffer): KeptForm {
    const held = this.#forms[encoding];
    if (held && held.body.length <= body.length) return held;
    const headers = [...this.headers, 'Content-Length', String(body.length)];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    const form = { headers, body: body.length <= shortBody ? body.toString('latin1') : body };
    this.#forms[encoding] = form;
    return form;
  }

  /** A page that is asked for again is worth the milliseconds of the best compression, which another thread spends. */
  #makeSmaller(encoding: Compression): void {
    this.#isSmaller[encoding] = true;
    compressToKeep(this.identity, encoding).then(
      (body) => this.hold(encoding, body),
      // Then the page goes on being sent as it was compressed in haste.
      () => undefined,
    );
  }
}

/**
 * Whole answers kept by address, bounded in bytes. Nothing here expires: the reader compares revisions, so a page is
 * never stale and nobody has to remember to invalidate one.
 */
export class KeptPages {
  readonly #pages: LRUCache<string, KeptPage>;
  /** Addresses as they were asked for, to the one address that the page is kept under. */
  readonly #addresses = new LRUCache<string, string>({
    maxSize: addressLetters,
    sizeCalculation: (address, asked) => address.length + asked.length + 100,
  });

  constructor(maxBytes: number) {
    // No page drives out more than a sixteenth of the others.
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxBytes / 16,
      sizeCalculation: (page) => page.size,
    });
  }

  /** @param revision null when nobody knows the one of now: then nothing kept is known to be true */
  find(asked: string, revision: number | null): KeptPage | null {
    const address = this.#addresses.get(asked);
    if (address === undefined) return null;
    const page = this.#pages.get(address);
    return page && page.revision === revision ? page : null;
  }

  /** A page under its own address, and the way to it from the address that was asked for. */
  findUnder(address: string, asked: string, revision: number | null): KeptPage | null {
    const page = this.#pages.get(address);
    if (!page || page.revision !== revision) return null;
    this.#remember(asked, address);
    return page;
  }

  /** Keeps a page under its own address, in the place of an older one; not one that is too large. */
  keep(address: string, asked: string, page: KeptPage): void {
    this.#pages.set(address, page);
    this.#remember(asked, address);
  }

  #remember(asked: string, address: string): void {
    if (asked.length <= longestRemembered) this.#addresses.set(asked, address);
  }
}
