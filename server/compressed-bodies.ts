import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Compression, compressOnce } from './encoding';

/**
 * Compresses answers that are made for one asker each, and remembers what came of it by the content itself. The pages
 * are never kept, but many come out alike: a person goes back and forth with the same compare list, and nothing on home
 * tells one signed-in person from another. Then the costliest part of such an answer is a look-up.
 */
export class CompressedBodies {
  readonly #known: LRUCache<string, Uint8Array>;
  /** Of bodies that are themselves remembered: the very same bytes come again, and need not be looked through. */
  readonly #ofSame = new WeakMap<Uint8Array, Map<Compression, Uint8Array>>();

  constructor(maxBytes: number) {
    this.#known = new LRUCache({ maxSize: maxBytes, sizeCalculation: (compressed) => compressed.length + 128 });
  }

  /** For bodies that are remembered elsewhere: forgotten with them. */
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
