import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Compression, compressOnce } from '../compression';

/**
 * Compresses responses for a single client, and caches the result by content. Such pages are never cached, but many are
 * identical: a visitor goes back and forth with the same compare list, and the home page is the same for all signed-in
 * users. The most expensive step of such a response then becomes a lookup.
 */
export class CompressedBodies {
  readonly #known: LRUCache<string, Uint8Array>;
  /** Compressed forms of bodies that are cached as objects, found by identity without hashing. */
  readonly #ofSame = new WeakMap<Uint8Array, Map<Compression, Uint8Array>>();

  constructor(maxBytes: number) {
    this.#known = new LRUCache({ maxSize: maxBytes, sizeCalculation: (compressed) => compressed.length + 128 });
  }

  /** For bodies that are cached elsewhere; the compressed forms are released with them. */
  async compressSame(body: Uint8Array, encoding: Compression): Promise<Uint8Array> {
    const forms = this.#ofSame.get(body) ?? new Map<Compression, Uint8Array>();
    this.#ofSame.set(body, forms);
    const form = forms.get(encoding) ?? (await compressOnce(body, encoding));
    forms.set(encoding, form);
    return form;
  }

  async compress(body: Uint8Array | string, encoding: Compression): Promise<Uint8Array> {
    const content = `${encoding} ${hash('sha256', body, 'base64')}`;
    const known = this.#known.get(content);
    if (known) return known;
    const compressed = await compressOnce(typeof body === 'string' ? Buffer.from(body) : body, encoding);
    this.#known.set(content, compressed);
    return compressed;
  }
}
