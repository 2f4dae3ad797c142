import { createHash } from 'node:crypto';

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** The style sheet is the same text in every answer of a build. */
const styleSources = new Map<string, string>();

/**
 * Takes the nonce of one rendering out of its page again, and lists the inline scripts that carried it. Only a script
 * that we rendered ourselves can carry it, so only ours are allowed by hash, and the page may be kept and sent to many.
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
 * A policy by hash, not by nonce: a page kept for many visitors would reuse a nonce.
 * Style attributes carry custom properties only (`--body`, `--accent`, `--n` ...), which the components check.
 *
 * @param frames the one other site whose frame the page shows; null for none
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
