import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RenderedScreen, ScreenCache } from '~/http/rendered-screens.server';

/**
 * Cache of rendered screens by their input. Rendering depends on the data and the URL only, so equal input gives an
 * equal screen. After a write, which invalidates all cached pages, only the pages that changed are rendered again;
 * pages of signed-in users benefit too.
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
