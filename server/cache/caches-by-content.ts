import { createHash, hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RenderedScreen, ScreenCache } from '~/http/responses.server';
import { type Compression, compressOnce } from '../compression';

/**
 * Caches rendered screens by their input: rendering depends on the data and the URL only. After a write, which
 * invalidates all cached pages, only pages whose input changed are rendered again; signed-in users benefit too.
 */
export class RenderedScreens implements ScreenCache {
  readonly #rendered: LRUCache<string, RenderedScreen>;

  constructor(maxBytes: number) {
    this.#rendered = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ document }) => document.length + 1024 });
  }

  once(from: readonly string[], render: () => RenderedScreen): RenderedScreen {
    const hash = createHash('sha256');
    for (const part of from) hash.update(part).update('\0');
    const name = hash.digest('base64');
    const known = this.#rendered.get(name) ?? render();
    this.#rendered.set(name, known);
    return known;
  }
}

/**
 * Compresses responses for a single client, and caches the result by content. Many of them are identical: a visitor
 * goes back and forth with the same compare list, and all signed-in users get the same home page.
 */
export class CompressedBodies {
  readonly #known: LRUCache<string, Uint8Array>;
  /** Compressed forms of cached body objects, keyed by identity to avoid hashing. */
  readonly #ofSame = new WeakMap<Uint8Array, Map<Compression, Uint8Array>>();

  constructor(maxBytes: number) {
    this.#known = new LRUCache({ maxSize: maxBytes, sizeCalculation: (compressed) => compressed.length + 128 });
  }

  /** For bodies cached elsewhere; the compressed forms are garbage-collected with them. */
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
