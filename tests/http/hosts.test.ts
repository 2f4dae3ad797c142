import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '~/paths';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const evil = 'evil.example';

/** Screens and responses that contain an absolute URL of the site: canonical links, feeds, images, documents. */
const reads = [
  paths.home(),
  paths.newBikes(),
  paths.browse({ q: 'honda' }),
  paths.vehicle('1'),
  paths.vehicle('sample-bike-1'),
  paths.sellList('bike'),
  paths.compare(['1', '8']),
  paths.dashboard({ tab: 'settings' }),
  paths.api(),
  paths.apiSubject('bikes'),
  '/browse.rss?q=honda',
  '/browse.json?q=honda',
  '/compare.json?vehicles=1,8',
  '/sitemap.xml',
  '/sitemaps/screens.xml',
  '/sitemaps/vehicles-1.xml',
  '/robots.txt',
  '/api/openapi.json',
  '/api/vehicles',
  '/api/vehicles/1',
  '/api/vehicles/featured',
  '/api/bikes/sample-bike-1',
  '/nowhere',
];

it.each(reads)('%s never shows a visitor the host that another client named', async (path) => {
  const other = await site.request(path, { headers: { Host: evil, 'X-Forwarded-Host': evil } });
  const mine = await site.request(path, { headers: { 'X-Forwarded-Host': evil } });
  const again = await site.request(path);
  for (const { body, headers } of [mine, again]) expect(JSON.stringify(headers) + body).not.toContain(evil);
  expect(again.body).toBe(mine.body);
  expect(other.status).toBe(mine.status);
});

it('is tested with every response that contains an absolute URL', async () => {
  for (const path of [paths.vehicle('1'), '/sitemap.xml', '/api/vehicles/1']) {
    expect((await site.request(path, { headers: { Host: evil } })).body).toContain(evil);
  }
});

it('with ORIGIN set, no host of a request appears anywhere', async () => {
  const configured = await openSite({ ORIGIN: 'https://bikes.example' });
  for (const path of [paths.vehicle('1'), '/sitemap.xml', '/api/openapi.json']) {
    const { body, headers } = await configured.request(path, { headers: { Host: evil } });
    expect(JSON.stringify(headers) + body).not.toContain(evil);
    expect(body).toContain('https://bikes.example');
  }
  await configured.close();
});
