import { createHash } from 'node:crypto';

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** Hashes of stylesheets, which are the same in every response of a build. */
const styleSources = new Map<string, string>();

/**
 * Removes the nonce from rendered HTML and lists the inline scripts that had it. Only scripts rendered by us can have
 * the nonce, so only those are allowed by hash, and the page can be cached for many visitors.
 */
export function takeOutNonce(html: string, nonce: string): { html: string; scripts: string[] } {
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
 *
 * @param frames origin of the only other site that the page embeds in a frame; null for none
 */
export function contentSecurityPolicyFor({
  style,
  scripts,
  frames = null,
}: {
  style: string;
  scripts: readonly string[];
  frames?: string | null;
}): string {
  const styleSource = styleSources.get(style) ?? hashSource(style);
  styleSources.set(style, styleSource);
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts.map(hashSource)].join(' ')}`,
    `style-src ${styleSource}`,
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
