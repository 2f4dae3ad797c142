import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { paths } from '~/paths';

const lists = new Set<string>([
  ...[paths.home(), '/home', paths.newBikes(), paths.newScooters(), paths.explore(), paths.browse(), paths.showroom()],
  ...[paths.sellList('bike'), paths.sellList('scooter'), paths.compare(), paths.profile(), paths.searches()],
]);

const maxLength = 2_000;

/**
 * Address of the list from which a page was opened, by `Referer`, at the row of the offer that the page shows; null for
 * any other page. It leads to a screen of this site only, and to none that was opened from a page with a Back link:
 * the two would lead to each other.
 */
export function readWayBack({ headers: { referer }, url = '' }: IncomingMessage, origin: string): string | null {
  if (!referer || referer.length > maxLength || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  if (from.origin !== origin || !lists.has(from.pathname)) return null;
  const [, id] = /[?&]vehicle=([\w-]+)/.exec(url) ?? [];
  return from.pathname + from.search + (id ? `#offer-${id}` : '');
}

const backLink = / href="[^"]*" data-back=""/;

export function fillWayBack(page: Uint8Array, wayBack: string): Buffer | null {
  const html = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString('utf8');
  if (!backLink.test(html)) return null;
  return Buffer.from(html.replace(backLink, () => ` href="${wayBack.replaceAll('&', '&amp;')}" data-back=""`));
}

export const addWayBackToTag = (etag: string, wayBack: string): string =>
  etag.replace(/"$/, `-${createHash('sha256').update(wayBack).digest('base64url').slice(0, 8)}"`);
