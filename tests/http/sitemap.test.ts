import { describe, expect, it } from 'vitest';
import { runCommand } from '~/domain/shared/run-command.server';
import { markSold } from '~/domain/used-vehicles/sale.commands.server';
import { paths } from '~/paths';
import { screenStates } from '../support/screens';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing, storeUser } from '../support/stored-listing';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

/** The URLs in a sitemap, or in an index of them, as paths of this site. */
function pathsIn(xml: string): string[] {
  const urls = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  expect(urls.every((url) => url.startsWith(`${site.origin}/`))).toBe(true);
  return urls.map((url) => url.slice(site.origin.length));
}

async function allPaths(): Promise<string[]> {
  const index = await site.request(paths.sitemap());
  expect(index.status).toBe(200);
  expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
  const lists = await Promise.all(pathsIn(index.body).map((path) => site.request(path)));
  return lists.flatMap(({ body }) => pathsIn(body));
}

describe('the sitemap', () => {
  it('has every public screen, vehicle and listing for sale once, and each exists', async () => {
    const { listing } = storeListing(site.runtime.db);
    const found = await allPaths();
    expect(new Set(found).size).toBe(found.length);
    for (const path of [paths.home(), paths.vehicle('1'), paths.vehicle('9'), paths.vehicle('206')]) {
      expect(found).toContain(path);
    }
    expect(found).toContain(paths.vehicle(listing.id));
    expect(found).not.toContain(paths.vehicle('sample-bike-1'));
    const responses = await Promise.all(
      found.map(async (path) => ({ path, status: (await site.request(path)).status })),
    );
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('has every screen that is not unlisted', async () => {
    const named = await allPaths();
    const addresses = new Set<string>();
    for (const { path } of screenStates.filter(({ status }) => status === 200)) {
      const [, url] = /<link rel="canonical" href="([^"]*)"/.exec((await site.request(path)).body) ?? [];
      if (url) addresses.add(url.slice(site.origin.length).replaceAll('&amp;', '&'));
    }
    expect(addresses.size).toBeGreaterThan(20);
    const isOneOfMany = (path: string) => /[?&](?:page|brand|kind)=|vehicle=sample-/.test(path);
    expect([...addresses].filter((path) => !isOneOfMany(path) && !named.includes(path))).toEqual([]);
  });

  it('drops a sold listing, and changes its ETag', async () => {
    const { db, clock } = site.runtime;
    const owner = storeUser(db, 'Asha');
    const { listing } = storeListing(db, {}, owner);
    const before = await site.request(paths.sitemapPart('listings-1'));
    const again = { headers: { 'If-None-Match': String(before.headers.etag) } };
    expect(before.body).toContain(listing.id);
    expect((await site.request(paths.sitemapPart('listings-1'), again)).status).toBe(304);
    runCommand(markSold, { kind: 'bike', id: listing.id }, { db, actor: owner, now: clock() });
    const after = await site.request(paths.sitemapPart('listings-1'), again);
    expect(after.status).toBe(200);
    expect(after.body).not.toContain(listing.id);
  });

  it.each(['screens-1', 'vehicles', 'vehicles-0', 'vehicles-999999', 'listings-2', 'users-1'])(
    'has no part called %s',
    async (part) => {
      expect((await site.request(paths.sitemapPart(part))).status).toBe(404);
    },
  );
});

it('robots.txt says where the sitemap is', async () => {
  const { headers, body } = await site.request('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toContain(`Sitemap: ${site.origin}/sitemap.xml\n`);
  expect(body).toContain('Disallow: /api/\n');
});
