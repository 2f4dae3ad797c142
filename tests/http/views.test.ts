import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatViews } from '~/domain/listings/views.server';
import { paths } from '~/paths';
import { keepStoringVisits } from '../../server/scheduled-tasks';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { getPageText } from '../support/page-text';
import { contentRevision } from '../support/fresh-database';
import { shine } from '../support/sample-content';
import { openSite, type SiteInProcess } from '../support/site-in-process';

const browser = 'Mozilla/5.0 (Linux; Android 14; K) Chrome/138.0 Mobile';
let now = new Date('2026-11-23T06:00:00Z');
let site: SiteInProcess;
let seller: Record<string, string>;
let listing: string;

beforeAll(async () => {
  site = await openSite({ TRUST_PROXY: 'on' }, () => now);
  const asha = signIn(site, 'Asha');
  seller = { ...getCookie(asha), 'User-Agent': browser };
  listing = getData<{ id: string }>(await callApi(site, 'POST', '/api/bikes', { body: shine, headers: asha })).id;
});
afterAll(() => site.close());

type View = { from?: string; agent?: string; headers?: Record<string, string>; path?: string };

const view = ({ from = '203.0.113.1', agent = browser, headers = {}, path = paths.vehicle(listing) }: View = {}) =>
  site.request(path, { headers: { 'User-Agent': agent, 'X-Forwarded-For': from, ...headers } });

/** What the seller reads, after what was counted is stored. */
async function seen(): Promise<string | undefined> {
  await keepStoringVisits(site.runtime)();
  const { body } = await site.request(paths.profileView('listings'), { headers: seller });
  return /(Not seen|Seen by [\w ]+) in the last 30 days/.exec(getPageText(body))?.[0];
}

describe('views of a listing', () => {
  it('are shown to its seller as text', () => {
    expect([0, 1, 34].map(formatViews)).toEqual([
      'Not seen in the last 30 days',
      'Seen by 1 person in the last 30 days',
      'Seen by 34 people in the last 30 days',
    ]);
  });

  it('count each visitor once a day, on a cached page as well, without a cookie', async () => {
    expect(await seen()).toBe(formatViews(0));
    const first = await view();
    expect([first.status, first.headers['set-cookie']]).toEqual([200, undefined]);
    const revision = contentRevision(site.runtime.db);
    await view();
    await view({ path: `/sell-bikes?listing=${listing}` });
    expect(await seen()).toBe(formatViews(1));
    await view({ from: '203.0.113.2' });
    await view({ agent: `${browser} Other` });
    expect(await seen()).toBe(formatViews(3));
    const again = await view({ headers: { 'If-None-Match': first.headers.etag ?? '' } });
    // Counting raises no revision: the page is the same, and still cached.
    expect([again.status, contentRevision(site.runtime.db)]).toEqual([304, revision]);
  });

  it('count signed-in users, but not the seller, programs or prefetches', async () => {
    const buyer = { ...getCookie(signIn(site, 'Bela')) };
    await view({ from: '203.0.113.3', headers: buyer });
    expect(await seen()).toBe(formatViews(4));
    await view({ from: '203.0.113.4', headers: seller });
    await view({ from: '203.0.113.5', agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    await view({ from: '203.0.113.5', agent: 'curl/8.5.0' });
    await view({ from: '203.0.113.5', agent: '' });
    await view({ from: '203.0.113.5', headers: { 'Sec-Purpose': 'prefetch' } });
    expect(await seen()).toBe(formatViews(4));
  });

  it('store numbers of what exists, without samples of riders, and those of the stock by week too', async () => {
    for (const id of ['1', 'sample-bike-1', 'none']) await view({ path: paths.vehicle(id) });
    await seen();
    const { $client } = site.runtime.db;
    expect($client.prepare('SELECT * FROM item_views ORDER BY visitors').all()).toEqual([
      { item_id: '1', day: '2026-11-23', visitors: 1 },
      { item_id: listing, day: '2026-11-23', visitors: 4 },
    ]);
    expect($client.prepare('SELECT * FROM stock_views').all()).toEqual([
      { week: '2026-11-23', vehicle_id: '1', visitors: 1 },
    ]);
  });

  it('count again on the next day, and end after thirty days', async () => {
    now = new Date('2026-11-24T06:00:00Z');
    await view();
    expect(await seen()).toBe(formatViews(5));
    // Before the seller's session ends.
    now = new Date('2026-12-23T05:00:00Z');
    expect(await seen()).toBe(formatViews(1));
  });
});
