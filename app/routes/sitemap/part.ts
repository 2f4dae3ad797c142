import type { LoaderFunctionArgs } from '@remix-run/node';
import { findClosedSections } from '~/domain/content/sections.server';
import { readContentRevision } from '~/domain/shared/content-revision.server';
import { findSitemapEntries, sitemapKinds } from '~/domain/catalogue/sitemap.queries.server';
import { isTagMatch } from '~/http/responses.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { findShopSection, paths } from '~/paths';
import { type SitemapLocation, publicScreens, createSitemap } from './sitemap.server';

const noPart = (): Response => new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } });

/**
 * `/sitemaps/screens.xml`, `/sitemaps/vehicles-1.xml`, `/sitemaps/listings-1.xml`: generated for each request, because
 * a crawler that reads a million listings must not evict pages from the cache. An ETag avoids sending the list while
 * nothing has changed.
 */
export function loader({ request, params, context }: LoaderFunctionArgs): Response {
  const { runtime } = context;
  const etag = `W/"sitemap-${runtime.startedAt.getTime().toString(36)}-${readContentRevision(runtime.db)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'public, no-cache' };
  const origin = getPublicOrigin(request, runtime);
  const [, name, number] = /^(screens|vehicles|listings)(?:-([1-9]\d{0,5}))?\.xml$/.exec(params.file ?? '') ?? [];
  const kind = sitemapKinds.find((known) => known === name);
  if (!name || (kind === undefined) !== (number === undefined)) return noPart();
  if (isTagMatch(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  const closed = findClosedSections(runtime.db);
  const isListed = (path: string): boolean => !closed.some((section) => section === findShopSection(path));
  const entries: SitemapLocation[] = kind
    ? findSitemapEntries(runtime.db, kind, Number(number)).map(({ id, updatedAt }) => ({
        url: origin + paths.vehicle(id),
        changedAt: updatedAt,
      }))
    : publicScreens.filter(isListed).map((path) => ({ url: origin + path }));
  return entries.length === 0 ? noPart() : createSitemap(entries, headers);
}
