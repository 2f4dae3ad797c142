import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A whole document as it is sent, and the policy that allows its scripts. */
export type RenderedScreen = { document: Uint8Array<ArrayBuffer>; policy: string };

/** Our server hands its memory of screens to whoever renders them; the stock server has none, and renders each time. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    renderedScreens?: RenderedScreens;
  }
}

/**
 * Remembers screens by what they were rendered from. A screen that is rendered from the same is the same screen:
 * rendering knows nothing but its data and its address. So a write, after which everything kept counts as old, costs a
 * rendering only where it can be seen, and so do the pages of people who are signed in.
 */
export class RenderedScreens {
  readonly #rendered: LRUCache<string, RenderedScreen>;

  constructor(maxBytes: number) {
    this.#rendered = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ document }) => document.length + 1024 });
  }

  /** @param from everything that the rendering depends on */
  once(from: readonly string[], render: () => RenderedScreen): RenderedScreen {
    const hash = createHash('sha256');
    for (const part of from) hash.update(part).update('\0');
    const name = hash.digest('base64');
    const known = this.#rendered.get(name) ?? render();
    this.#rendered.set(name, known);
    return known;
  }
}

/** The answer that a screen goes out in; who sends it finds the document itself there, without reading a stream. */
export class ScreenAnswer extends Response {
  constructor(
    readonly screen: RenderedScreen,
    init: ResponseInit,
  ) {
    super(screen.document, init);
  }
}
