import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A rendered HTML document with its content security policy. */
export type RenderedScreen = { document: Uint8Array<ArrayBuffer>; policy: string };

/** Our server passes its cache of rendered screens; the stock Remix server has none, and renders every time. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    renderedScreens?: RenderedScreens;
  }
}

/**
 * Cache of rendered screens by their input. Rendering depends on the data and the URL only, so equal input gives an
 * equal screen. After a write, which invalidates all cached pages, only the pages that changed are rendered again;
 * pages of signed-in users benefit too.
 */
export class RenderedScreens {
  readonly #rendered: LRUCache<string, RenderedScreen>;

  constructor(maxBytes: number) {
    this.#rendered = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ document }) => document.length + 1024 });
  }

  /** @param from everything that rendering depends on */
  once(from: readonly string[], render: () => RenderedScreen): RenderedScreen {
    const hash = createHash('sha256');
    for (const part of from) hash.update(part).update('\0');
    const name = hash.digest('base64');
    const known = this.#rendered.get(name) ?? render();
    this.#rendered.set(name, known);
    return known;
  }
}

/** Response with a rendered screen, which gives the server direct access to the document without reading a stream. */
export class ScreenResponse extends Response {
  constructor(
    readonly screen: RenderedScreen,
    init: ResponseInit,
  ) {
    super(screen.document, init);
  }
}
