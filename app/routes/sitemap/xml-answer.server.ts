import { xmlText } from '~/doors/xml-text';

/** One `<url>` or `<sitemap>`: a whole address, and when what is there was last changed. */
export type Located = { url: string; changedAt?: string };

const located = (element: string, { url, changedAt }: Located): string =>
  `<${element}><loc>${xmlText(url)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</${element}>`;

function xmlAnswer(
  root: string,
  element: string,
  entries: readonly Located[],
  headers: Record<string, string>,
): Response {
  const body = entries.map((entry) => located(element, entry)).join('\n');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${body}\n</${root}>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8', ...headers } },
  );
}

/** A list of pages (sitemaps.org, protocol 0.9). */
export const sitemapAnswer = (entries: readonly Located[], headers: Record<string, string> = {}): Response =>
  xmlAnswer('urlset', 'url', entries, headers);

/** A list of such lists. */
export const sitemapIndexAnswer = (entries: readonly Located[]): Response =>
  xmlAnswer('sitemapindex', 'sitemap', entries, {});
