import { guides } from '~/api/guides';
import { subjects } from '~/api/subjects';
import { tripRoutes } from '~/domain/trip/trip.queries.server';
import { escapeXml } from '~/domain/shared/text';
import { paths } from '~/paths';

/** Public screens other than the pages of vehicles and listings. A test compares them with the site. */
export const publicScreens: readonly string[] = [
  paths.home(),
  paths.reviews(),
  paths.newBikes(),
  paths.newScooters(),
  paths.usedBikes(),
  paths.usedScooters(),
  paths.explore(),
  paths.plate(),
  paths.browse(),
  paths.showroom(),
  paths.accessories(),
  paths.insurance(),
  paths.emiCalculator(),
  paths.trip(),
  ...tripRoutes.map(({ id }) => paths.trip([], id)),
  paths.seatHeight(),
  paths.service(),
  paths.newAppointment(),
  paths.sell(),
  paths.sellList('bike'),
  paths.sellList('scooter'),
  paths.login(),
  paths.contact(),
  paths.feedback(),
  paths.dashboard(),
  paths.support(),
  paths.companyDetails(),
  paths.followUs(),
  paths.privacy(),
  paths.terms(),
  paths.returns(),
  paths.api(),
  ...Object.keys(guides).map(paths.apiGuide),
  ...Object.keys(subjects).map(paths.apiSubject),
];

/** A `<url>` or `<sitemap>` element: its absolute URL, and the date of its last change. */
export type SitemapLocation = { url: string; changedAt?: string };

const renderLocation = (element: string, { url, changedAt }: SitemapLocation): string =>
  `<${element}><loc>${escapeXml(url)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</${element}>`;

function createXmlResponse(
  root: string,
  element: string,
  entries: readonly SitemapLocation[],
  headers: Record<string, string>,
): Response {
  const body = entries.map((entry) => renderLocation(element, entry)).join('\n');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${body}\n</${root}>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8', ...headers } },
  );
}

/** A sitemap (sitemaps.org, protocol 0.9). */
export const createSitemap = (entries: readonly SitemapLocation[], headers: Record<string, string> = {}): Response =>
  createXmlResponse('urlset', 'url', entries, headers);

export const createSitemapIndex = (entries: readonly SitemapLocation[]): Response =>
  createXmlResponse('sitemapindex', 'sitemap', entries, {});
