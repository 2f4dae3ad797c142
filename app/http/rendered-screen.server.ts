import { createHash } from 'node:crypto';

const keyField = /name="idempotencyKey" value="([\w-]{27})"/g;

/** Characters that no page contains, as many as a key has: 27. */
const controlCharacters = [...Array(128).keys()]
  .map((code) => String.fromCharCode(code))
  .filter((character) => character !== '\0' && /\p{Cc}/u.test(character) && !/\s/.test(character));

/**
 * By the order of places. The characters of each are taken in steps of another length, so that no character has the same
 * neighbour in two of them: an encoder could copy the two.
 */
export const placeholders = [1, 2, 4, 5, 7, 8].map((step) =>
  controlCharacters.map((_, at) => controlCharacters[(at * step) % controlCharacters.length]).join(''),
);

/**
 * Replaces the idempotency key of a rendered form by placeholders, so that the page is the same for each key.
 *
 * @returns null if a form of it has another key, or it has the key in more places than there are placeholders
 */
export function replaceKey(html: string, key: string): Buffer | null {
  const keys = Array.from(html.matchAll(keyField), ([, name]) => name);
  if (keys.length === 0 || keys.some((name) => name !== key)) return null;
  if (controlCharacters.some((character) => html.includes(character))) return null;
  const page = placeholders.reduce((text, placeholder) => text.replace(key, placeholder), html);
  return page.includes(key) ? null : Buffer.from(page);
}

export function writeKey(body: Uint8Array, key: string): Buffer<ArrayBuffer> {
  const filled = Buffer.from(body);
  let from = 0;
  for (const placeholder of placeholders) {
    const at = filled.indexOf(placeholder, from);
    if (at < 0) break;
    from = at + filled.write(key, at, 'latin1');
  }
  return filled;
}

/** The document of a form has placeholders for its idempotency key. */
export type RenderedScreen = { document: Uint8Array<ArrayBuffer>; policy: string };

export type ScreenCache = {
  get(name: string): RenderedScreen | undefined;
  set(name: string, screen: RenderedScreen): unknown;
};

/** Our server passes its cache of rendered screens. The stock Remix server has none, and renders every time. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    renderedScreens?: ScreenCache;
  }
}

export class ScreenResponse extends Response {
  readonly document: Uint8Array<ArrayBuffer>;

  /** @param key fills the placeholders of the screen; null if it has none */
  constructor(
    readonly screen: RenderedScreen,
    readonly key: string | null,
    init: ResponseInit,
  ) {
    const document = key === null ? screen.document : writeKey(screen.document, key);
    super(document, init);
    this.document = document;
  }
}

/** Not by its class: a build of the screens has one of its own. */
export const isScreenResponse = (response: object): response is ScreenResponse =>
  response instanceof Response && 'screen' in response && 'key' in response;

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Removes the nonce from rendered HTML and lists the inline scripts that had it. Only scripts rendered by us can have
 * the nonce, so only those are allowed by hash, and the page can be cached for many visitors.
 */
export function removeNonce(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`;
  if (!html.includes(mark)) return { html, scripts: [] };
  const scripts: string[] = [];
  for (const [, text] of html.matchAll(
    new RegExp(`<script[^>]*${mark}[^>]*>([^<]*(?:<(?!/script>)[^<]*)*)</script>`, 'g'),
  )) {
    if (text) scripts.push(text);
  }
  return { html: html.replaceAll(mark, ''), scripts };
}

/**
 * Builds a policy with hashes instead of nonces, because a cached page would repeat its nonce. Style attributes contain
 * only custom properties (`--body`, `--accent`, `--columns` ...), validated by the components.
 */
export function createContentSecurityPolicy({
  style,
  scripts,
  frames = null,
}: {
  style: string;
  scripts: readonly string[];
  frames?: string | null;
}): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts.map(hashSource)].join(' ')}`,
    `style-src ${hashSource(style)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    ...(frames ? [`frame-src ${frames}`] : []),
    "form-action 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
