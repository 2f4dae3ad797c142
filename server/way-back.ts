import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { paths } from '~/paths';
import { fillSource, getSource } from './lead-source';

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
function readWayBack({ headers: { referer }, url = '' }: IncomingMessage, origin: string): string | null {
  if (!referer || referer.length > maxLength || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  if (from.origin !== origin || !lists.has(from.pathname)) return null;
  const [, id] = /[?&]vehicle=([\w-]+)/.exec(url) ?? [];
  return from.pathname + from.search + (id ? `#offer-${id}` : '');
}

const backLink = / href="[^"]*" data-back=""/;

/** What the page of one visitor has beyond the one that is kept; null: nothing. */
export type PageFilling = { wayBack: string | null; source: string | null };

export function readFilling(request: IncomingMessage, origin: string): PageFilling | null {
  const [wayBack, source] = [readWayBack(request, origin), getSource(request)];
  return wayBack === null && source === null ? null : { wayBack, source };
}

/** @returns null if nothing of the page changes: it has no Back link, or is no page */
export function fillPage(page: Uint8Array, { wayBack, source }: PageFilling): Buffer | null {
  const html = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString('utf8');
  const isPage = source !== null && html.startsWith('<!doctype html>');
  if (!isPage && (wayBack === null || !backLink.test(html))) return null;
  const back =
    wayBack === null ? html : html.replace(backLink, () => ` href="${wayBack.replaceAll('&', '&amp;')}" data-back=""`);
  return Buffer.from(isPage ? fillSource(back, source) : back);
}

export const addFillingToTag = (etag: string, { wayBack, source }: PageFilling): string =>
  etag.replace(/"$/, `-${createHash('sha256').update(`${wayBack} ${source}`).digest('base64url').slice(0, 8)}"`);
