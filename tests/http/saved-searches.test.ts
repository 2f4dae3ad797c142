import { beforeEach, describe, expect, it } from 'vitest';
import { purgeVisitorSearches } from '~/domain/saved/saved-searches.server';
import { sha256 } from '~/domain/shared/secrets.server';
import { paths } from '~/paths';
import { savedSearches } from '~db/schema/engagement';
import { listings } from '~db/schema/listings';
import { desc, eq } from 'drizzle-orm';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

type Headers = Record<string, string>;
type Listed = { id: string; name: string; query: string; newOffers: number };

let site: SiteInProcess;
let asha: Headers;
let browser: Headers;
let now = new Date('2026-06-15T06:30:00.000Z');
shareSite(async () => {
  site = await openSite({ RATE_LIMIT: 'off' }, () => now);
  asha = signIn(site, 'Asha');
  browser = getCookie(asha);
  return site;
});
beforeEach(() => {
  now = new Date('2026-06-15T06:30:00.000Z');
  site.runtime.db.$client.exec('DELETE FROM saved_searches; DELETE FROM listings WHERE is_sample = 0');
});

const path = paths.searches();
const save = (query: string, headers: Headers = {}) => sendForm(site, path, { intent: 'save', query }, headers);
const open = async (headers: Headers) => getPageText((await site.request(path, { headers })).body);
const stored = () => site.runtime.db.select().from(savedSearches).all();
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const offer = (name: string) => storeListing(site.runtime.db, { name, brand: 'Hero' }).listing.id;
/** The cookie that a response sets. */
const cookieFrom = ({ headers }: Awaited<ReturnType<typeof save>>): Headers => ({
  Cookie:
    [headers['set-cookie']]
      .flat()
      .find((cookie) => cookie?.startsWith('searches='))
      ?.split(';', 1)[0] ?? '',
});

describe('a search', () => {
  it('is saved by a visitor with one press, under a secret of which only the hash is stored', async () => {
    const { body, headers } = await site.request('/browse?q=splendor&maxPrice=60000');
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toContain('name="query" value="q=splendor&amp;maxPrice=60000"');
    const saved = await save('q=splendor&maxPrice=60000&page=3&sort=price&unknown=1');
    expect([saved.status, saved.headers.location]).toEqual([303, path]);
    const [cookie] = [saved.headers['set-cookie']].flat().filter((one) => one?.startsWith('searches='));
    expect(cookie).toMatch(/^searches=[\w-]{27}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    const secret = /=([\w-]+)/.exec(cookie ?? '')?.[1] ?? '';
    expect(stored()).toMatchObject([
      { userId: null, visitorHash: sha256(secret), query: 'q=splendor&maxPrice=60000', name: null },
    ]);
    const page = await open(cookieFrom(saved));
    expect(page).toMatch(/Splendor, (?:Up to|Under) ₹60,000/);
    expect(page).toContain('Nothing new since your last visit');
    expect(await open({})).toContain('No saved searches yet');
  });

  it('is saved once, also from a page without results and from the sell lists', async () => {
    const first = await save('q=activa');
    await save('q=activa', cookieFrom(first));
    expect(stored()).toHaveLength(1);
    for (const at of ['/browse?q=zzzz', '/sell-bikes?q=hero', '/sell-bikes?q=zzzz']) {
      expect((await site.request(at)).body, at).toContain('Save this search');
    }
    expect((await site.request('/browse')).body).not.toContain('Save this search');
    expect((await save('')).status).toBe(422);
  });

  it('is renamed, and deleted, by its owner only', async () => {
    await save('q=activa', browser);
    const [id = ''] = stored().map((search) => search.id);
    const other = await save('q=hero');
    for (const intent of ['rename', 'delete']) {
      expect((await sendForm(site, path, { intent, id, name: 'Mine' }, cookieFrom(other))).status).toBe(404);
    }
    await sendForm(site, path, { intent: 'rename', id, name: ' For my sister ' }, browser);
    expect(await open(browser)).toContain('For my sister');
    await sendForm(site, path, { intent: 'delete', id }, browser);
    expect(await open(browser)).toContain('No saved searches yet');
  });

  it('is never in a shared cache', async () => {
    const { headers } = await site.request(path, { headers: browser });
    expect(headers['cache-control']).toContain('no-store');
  });
});

describe('what is new', () => {
  it('is counted from the last visit on, and stays while a visit continues', async () => {
    offer('Hero Splendor Old');
    await save('q=splendor&kind=listing', browser);
    offer('Hero Splendor One');
    offer('Hero Glamour');
    later(60);
    offer('Hero Splendor Two');
    const shown = await open(browser);
    expect(shown).toContain('2 new since your last visit');
    for (const name of ['Splendor One', 'Splendor Two']) expect(shown).toContain(name);
    for (const name of ['Splendor Old', 'Glamour']) expect(shown).not.toContain(name);
    later(10);
    expect(await open(browser)).toContain('2 new since your last visit');
    later(60);
    expect(await open(browser)).toContain('Nothing new since your last visit');
  });

  it('is exact when the newest offer was deleted and its number is used again', async () => {
    const { db } = site.runtime;
    offer('Hero Splendor First');
    const gone = offer('Hero Splendor Gone');
    await save('q=splendor&kind=listing', browser);
    const [before] = db.select({ seq: listings.seq }).from(listings).orderBy(desc(listings.seq)).limit(1).all();
    db.delete(listings).where(eq(listings.id, gone)).run();
    offer('Hero Splendor Again');
    const [after] = db.select({ seq: listings.seq }).from(listings).orderBy(desc(listings.seq)).limit(1).all();
    expect(after).toEqual(before);
    later(60);
    expect(await open(browser)).toContain('1 new since your last visit');
  });

  it('is counted exactly', async () => {
    await save('q=splendor', browser);
    for (let at = 0; at < 22; at += 1) offer(`Hero Splendor ${at}`);
    later(60);
    expect(await open(browser)).toContain('22 new since your last visit');
  });
});

describe('searches of a visitor', () => {
  it('move to the account at sign-in, without those it has, and the cookie ends', async () => {
    const mine = { name: 'Meera', email: 'meera@example.com', password: 'open!sesame' };
    await callApi(site, 'POST', '/api/auth/signup', { body: mine });
    const first = cookieFrom(await save('q=activa'));
    await save('q=bullet', first);
    const signedIn = await sendForm(site, '/login', { mode: 'signin', ...mine }, first);
    expect([signedIn.headers['set-cookie']].flat().join()).toContain('searches=; Max-Age=0');
    expect(stored().map(({ query, visitorHash }) => [query, visitorHash])).toEqual([
      ['q=activa', null],
      ['q=bullet', null],
    ]);
    const again = cookieFrom(await save('q=activa'));
    await sendForm(site, '/login', { mode: 'signin', ...mine }, again);
    expect(stored()).toHaveLength(2);
  });

  it('are deleted when not opened for a year', async () => {
    await save('q=activa');
    await save('q=bullet', browser);
    const { db } = site.runtime;
    purgeVisitorSearches(db, new Date('2027-06-15T06:00:00.000Z'));
    expect(stored()).toHaveLength(2);
    purgeVisitorSearches(db, new Date('2027-06-15T07:00:00.000Z'));
    expect(stored().map(({ query }) => query)).toEqual(['q=bullet']);
  });
});

describe('the API', () => {
  const list = async () =>
    getData<{ searches: Listed[] }>(await callApi(site, 'GET', '/api/searches', { headers: asha })).searches;

  it('saves, lists and deletes the same searches, and a request is no visit', async () => {
    const body = { query: 'maxPrice=60000&q=splendor&page=2' };
    const created = await callApi(site, 'POST', '/api/searches', { headers: asha, body });
    expect(created.status).toBe(201);
    const { id } = getData<Listed>(created);
    offer('Hero Splendor New');
    later(60);
    for (const _ of [1, 2]) {
      expect(await list()).toMatchObject([{ id, query: 'q=splendor&maxPrice=60000', newOffers: 1 }]);
    }
    expect(await open(browser)).toContain('1 new since your last visit');
    await callApi(site, 'DELETE', `/api/searches/${id}`, { headers: asha });
    expect(await list()).toEqual([]);
  });

  it('keeps at most 50', async () => {
    const post = (query: string) => callApi(site, 'POST', '/api/searches', { headers: asha, body: { query } });
    for (let at = 1; at <= 50; at += 1) await post(`minPrice=${at}`);
    expect(await post('q=activa')).toMatchObject({ status: 409 });
    expect((await post('minPrice=50')).status).toBe(201);
    expect((await post('unknown=1')).status).toBe(422);
  });

  it('exports them with the own data, and deletes them with the account', async () => {
    await save('q=activa', browser);
    const { body } = await site.request(paths.ownData(), { headers: browser });
    expect(JSON.parse(body).searches).toMatchObject([{ query: 'q=activa' }]);
    site.runtime.db.$client.exec("DELETE FROM users WHERE name = 'Asha'");
    expect(stored()).toEqual([]);
  });
});
