import { expect, test } from 'vitest';
import { sized } from '../support/exhaustive';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getAttributeValues } from '../support/page-text';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  storeListing(site.runtime.db, { kind: 'bike' });
  storeListing(site.runtime.db, { kind: 'scooter' });
  return site;
});

/**
 * Combinations of filters are endless: of URLs that differ only in parameter values, and of one path, a few are tried.
 */
const tried = sized({ ofOneShape: 4, ofOnePath: 20 }, { ofOneShape: 8, ofOnePath: 40 });
const maxRedirects = 5;

const getShape = ({ pathname, searchParams }: URL): string => `${pathname}?${[...searchParams.keys()].join('&')}`;

type Landed = { status: number; html: string; at: URL };

async function open(address: URL): Promise<Landed> {
  let at = address;
  for (let redirects = 0; ; redirects += 1) {
    const { status, headers, body } = await site.request(at.pathname + at.search);
    if (!headers.location || redirects === maxRedirects) {
      return { status, html: headers['content-type']?.startsWith('text/html') ? body : '', at };
    }
    at = new URL(headers.location, site.origin);
  }
}

/** Buttons of one meaning, on every screen, and the one place to which each leads. */
const places: Readonly<Record<string, string>> = {
  'Schedule Test Ride': '/appointments/new',
  'Schedule Test Drive': '/appointments/new',
  'Request Test Drive': '/appointments/new',
  'Enquire Now': '/contact',
  'Contact Seller': '/contact',
};

test('every link of the site leads to an existing page, and to the fragment that it names', async () => {
  const queue: { address: URL; from: string }[] = [{ address: new URL('/main', site.origin), from: '' }];
  const known = new Set<string>();
  const counts = new Map<string, number>();
  const getCount = (name: string): number => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
  const broken: string[] = [];
  const parts: { page: string; part: string; from: string }[] = [];
  const idsOf = new Map<string, Set<string>>();
  const ledTo = new Map<string, Set<string>>();
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { address, from } = next;
    const { status, html } = await open(address);
    const page = address.pathname + address.search;
    if (status !== 200) broken.push(`${page} answers ${status}, linked from ${from}`);
    for (const [, href = '', text = ''] of html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)) {
      if (places[text]) ledTo.set(text, (ledTo.get(text) ?? new Set()).add(new URL(href, address.href).pathname));
    }
    idsOf.set(page, new Set(getAttributeValues(html, 'id')));
    // A short list is painted as a whole, without the row that a long one waits for.
    const body = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<link rel="expect"[^>]*>/g, '');
    for (const href of [...getAttributeValues(body, 'href'), ...getAttributeValues(body, 'src')]) {
      const link = URL.canParse(href, address.href) ? new URL(href, address.href) : null;
      if (link?.origin !== site.origin) continue;
      const target = link.pathname + link.search;
      if (link.hash && !link.pathname.endsWith('.svg')) {
        parts.push({ page: target, part: link.hash.slice(1), from: page });
      }
      if (known.has(target)) continue;
      known.add(target);
      if (getCount(getShape(link)) <= tried.ofOneShape && getCount(link.pathname) <= tried.ofOnePath)
        queue.push({ address: new URL(target, site.origin), from: page });
    }
  }
  expect(known.size).toBeGreaterThan(100);
  expect(Object.fromEntries([...ledTo].map(([text, paths]) => [text, [...paths].join()]))).toEqual(places);
  expect(broken).toEqual([]);
  const missing = parts.filter(({ page, part }) => idsOf.get(page)?.has(part) === false);
  expect([...new Set(missing.map(({ page, part, from }) => `${page} has no #${part}, linked from ${from}`))]).toEqual(
    [],
  );
}, 120_000);
