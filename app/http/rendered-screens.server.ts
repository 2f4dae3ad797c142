import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A whole document as it is sent, and the policy that allows its scripts. */
export type RenderedScreen = { document: Uint8Array<ArrayBuffer>; policy: string };

const rendered = new LRUCache<string, RenderedScreen>({
  maxSize: 6 * 1024 * 1024,
  sizeCalculation: ({ document }) => document.length + 1024,
});

/**
 * A screen that is rendered from what one was rendered from before is the same screen: rendering knows nothing but its
 * data and its address. So a write, after which everything kept counts as old, costs a rendering only where it can be
 * seen, and so do the pages of people who are signed in.
 *
 * @param from everything that the rendering depends on
 */
export function renderedOnce(from: readonly string[], render: () => RenderedScreen): RenderedScreen {
  const hash = createHash('sha256');
  for (const part of from) hash.update(part).update('\0');
  const name = hash.digest('base64');
  const known = rendered.get(name) ?? render();
  rendered.set(name, known);
  return known;
}
