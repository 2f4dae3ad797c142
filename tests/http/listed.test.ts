import { expect, test } from 'vitest';
import { getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const fields = (more: object = {}) =>
  Object.fromEntries(Object.entries({ ...shine, ...more }).map(([name, value]) => [name, String(value)]));
const list = async (key: string, headers: Record<string, string> = {}, more: object = {}, kind = 'bike') => {
  const { headers: responseHeaders } = await sendForm(
    site,
    `/sell-${kind}s?view=form`,
    fields({ ...more, idempotencyKey: key }),
    headers,
  );
  const cookies = (responseHeaders['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
  return { path: responseHeaders.location ?? '', cookies };
};

test('the code of a visitor is shown once, in groups and as a file', async () => {
  const { path, cookies } = await list('first');
  expect(path).toMatch(/^\/listed\?listing=[0-9a-f]{24}$/);
  const page = await site.request(path, { headers: { Cookie: cookies } });
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
  const [, code = ''] = /manageKeys=([0-9A-Z-]+)/.exec(cookies) ?? [];
  expect(getPageText(page.body)).toContain(code.replaceAll('-', ' '));
  const [, file = ''] =
    /href="data:text\/plain;charset=utf-8,([^"]+)" download="dopahiya-code.txt"/.exec(page.body) ?? [];
  expect(decodeURIComponent(file).split('\r\n')[1]).toBe(code);
  // For sending it to one's own phone.
  for (const way of ['https://wa.me/?text=', 'sms:?&amp;body=', 'mailto:?subject=']) {
    const [, href = ''] = page.body.split(`href="${way}`);
    expect([way, decodeURIComponent(href.split('"')[0] ?? '').includes(code)]).toEqual([way, true]);
  }
  expect(page.headers['set-cookie']?.join()).toContain('notice=;');
  expect(getPageText(page.body)).toContain('Your bike has been listed successfully!');

  const [, keys = ''] = /(manageKeys=[^;]+)/.exec(cookies) ?? [];
  const again = await site.request(path, { headers: { Cookie: keys } });
  expect(again.status).toBe(200);
  expect(getPageText(again.body)).toContain('Your bike is on the road');
  expect(again.body).not.toContain(code.slice(0, 9));
  expect(again.body).not.toContain('data:text/plain');
});

test('missing details are listed with a link to their field, and given ones as done', async () => {
  const { path, cookies } = await list('second', {}, { city: '', kilometresDriven: '12,000' });
  const { body } = await site.request(path, { headers: { Cookie: cookies } });
  const id = path.split('=')[1];
  for (const field of ['images', 'city', 'description'])
    expect(body).toContain(`href="/sell-bikes?view=form&amp;listing=${id}#${field}"`);
  expect(body).not.toContain('#kilometresDriven');
  const form = await site.request(`/sell-bikes?view=form&listing=${id}`, { headers: { Cookie: cookies } });
  for (const field of ['images', 'city', 'description', 'kilometresDriven'])
    expect(form.body).toContain(`id="${field}"`);
});

test('it is for the owner only: other visitors are redirected to the listing, and a user has no code', async () => {
  const user = getCookie(signIn(site, 'Uma'));
  const { path } = await list('third', user);
  const stranger = await site.request(path);
  expect([stranger.status, stranger.headers.location]).toEqual([
    302,
    path.replace('/listed?listing=', '/vehicle-details?vehicle='),
  ]);
  expect((await site.request('/listed')).headers.location).toBe('/sell');
  const { body } = await site.request(path, { headers: user });
  expect(getPageText(body)).toContain('It belongs to your account, on every device.');
  expect(body).not.toContain('data:text/plain');
});

/** The counters of a page, and the names of its rows with their badges. */
function readList(page: string) {
  const html = page;
  const [, counters = ''] = /<div class="stats".*?<ul>(.*?)<\/ul>/s.exec(html) ?? [];
  const [, rows = ''] = /<div id="listings">(.*?)<\/ul>/s.exec(html) ?? [];
  return {
    counters: getPageText(counters).trim(),
    rows: rows
      .split('<li class="card"')
      .slice(1)
      .map((row) => ({
        href: /<h3><a href="([^"]+)"/.exec(row)?.[1]?.replaceAll('&amp;', '&'),
        isYours: row.includes('>Your Listing</span>'),
      })),
  };
}

test.each([
  ['bike', 'a visitor'],
  ['bike', 'a user'],
  ['scooter', 'a visitor'],
  ['scooter', 'a user'],
] as const)('the counters and the list of the %s screen follow, the new one first, for %s', async (kind, who) => {
  for (let at = 0; at < 60; at += 1) storeListing(site.runtime.db, { kind, name: `Other ${at}` });
  const user = who === 'a user' ? getCookie(signIn(site, `Seller of a ${kind}`)) : {};
  const { path, cookies } = await list(`${kind} of ${who}`, user, { engineCapacity: '' }, kind);
  const headers = who === 'a user' ? user : { Cookie: cookies };
  const id = path.split('=')[1];
  for (const _ of ['first', 'reloaded']) {
    const page = await site.request(path, { headers });
    const screen = readList((await site.request(`/sell-${kind}s`, { headers })).body);
    const { counters, rows } = readList(page.body);
    expect(counters).toMatch(/^Available \d+ Your Listings 1 Petrol \d+ Electric \d+$/);
    expect(counters).toBe(screen.counters);
    const own = { href: `/sell-${kind}s?listing=${id}#panel`, isYours: true };
    expect(rows[0]).toEqual(own);
    expect(rows.slice(1)).toEqual(screen.rows.filter(({ href }) => href !== own.href));
    expect(rows).toHaveLength(56);
    expect(page.body).toContain(`href="/sell-${kind}s?page=2"`);
    // A later one is first in its turn, and moves this one down on the screen.
    storeListing(site.runtime.db, { kind, name: 'Later' });
  }
});
