import { expect, test } from 'vitest';
import { z } from 'zod';
import { queries } from '../search/queries';
import { storeSearchListings } from '../search/stock';
import { callApi } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  storeSearchListings(site.runtime.db);
  return site;
});

/** Of the more than 700 searches of the table, some of every group. */
const searches = Object.values(queries)
  .flat()
  .filter(({ q }) => q !== '')
  .flatMap(({ q }, at) => (at % 14 === 0 ? [q] : []));

const getAddress = (path: string, q: string, more: Record<string, string> = {}): string =>
  `${path}?${new URLSearchParams({ q, ...more })}`;

/** Reads pages until one has nothing new. */
async function everyPage(read: (page: string) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const ids = await read(String(page));
    if (ids.length === 0) return found.toSorted();
    found.push(...ids);
  }
}

const idsIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, id]) => id ?? '');

/** Ids of the results of the page, without the models that are shown where there are none. */
async function onPage(q: string, page: string, more: Record<string, string> = {}): Promise<string[]> {
  const { body } = await site.request(getAddress('/browse', q, { page, ...more }));
  const [results = ''] = body.split(' id="nearest"');
  return idsIn(results, /<h3><a href="[^"]*vehicle=([^"&]+)/g);
}

const feed = z.object({ items: z.array(z.object({ id: z.string() })) });
const inJsonFeed = async (q: string, page: string): Promise<string[]> =>
  feed
    .parse(JSON.parse((await site.request(getAddress('/browse.json', q, { page }))).body))
    .items.map(({ id }) => id.replace(/^\w+\//, ''));
const inRss = async (q: string, page: string): Promise<string[]> =>
  idsIn((await site.request(getAddress('/browse.rss', q, { page }))).body, /<guid isPermaLink="false">\w+\/([^<]+)/g);

const listed = z.array(z.object({ id: z.string() }));
async function inApi(q: string): Promise<string[]> {
  const read = async (path: string, more: Record<string, string> = {}): Promise<string[]> => {
    const { json } = await callApi(site, 'GET', getAddress(path, q, { limit: '100', ...more }));
    return listed.parse(Object.values(Object(json.data)).find(Array.isArray)).map(({ id }) => id);
  };
  const [vehicles, ...others] = await Promise.all([
    read('/api/vehicles'),
    ...['/api/bikes', '/api/scooters'].map((path) => read(path, { availability: 'available' })),
  ]);
  return [...vehicles, ...others.flat()].toSorted();
}

test.each(searches)('finds the same on the page, in both feeds and in the API: %s', async (q) => {
  const page = await everyPage((at) => onPage(q, at));
  expect(await everyPage((at) => inJsonFeed(q, at))).toEqual(page);
  expect(await everyPage((at) => inRss(q, at))).toEqual(page);
  expect(await inApi(q)).toEqual(page);
});

const filters = { maxPrice: '150000', minYear: '2015' };

test.each(['activa', 'bajaj 125', 'second hand under 1 lakh', 'pune', 'honda not dio'])(
  'finds the same with filters on the page, on the sell lists and in the API, and home counts it: %s',
  async (q) => {
    const listings = await everyPage((page) => onPage(q, page, { ...filters, kind: 'listing' }));
    expect(listings).not.toEqual([]);
    const onSellLists = ['bike', 'scooter'].map((kind) =>
      everyPage(async (page) => {
        const { body } = await site.request(getAddress(`/sell-${kind}s`, q, { page, ...filters }));
        return [...new Set(idsIn(body, /listing=([^"&;]+)[^"]*#panel/g))].filter((id) => !id.startsWith('sample'));
      }),
    );
    expect((await Promise.all(onSellLists)).flat().toSorted()).toEqual(listings);
    const { body } = await site.request(getAddress('/main', q));
    const [, count = '0'] = /(\d+) vehicles? match/.exec(body) ?? [];
    expect(Number(count)).toBe((await everyPage((page) => onPage(q, page))).length);
  },
);
