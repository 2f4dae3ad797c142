import { beforeAll, describe, expect, it } from 'vitest';
import { sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

beforeAll(() => {
  for (const city of ['Pune', 'Chennai']) storeListing(site.runtime.db, { name: `Bike of ${city}`, city });
});

const inCity = (id: string) => ({ Cookie: `city=${id}` });
const read = (path: string, headers: Record<string, string> = {}) => site.request(path, { headers });

describe('the city of a visitor', () => {
  it('is remembered with a button on its list, which redirects back to the list', async () => {
    const path = '/browse?city=Pune&sort=price';
    const page = (await read(path)).body;
    expect(page).toMatch(/<form[^>]* action="\/city"/);
    expect(getPageText(page)).toContain('Always near Pune');
    const { status, headers } = await sendForm(site, '/city', { city: 'पुणे', returnTo: path }, {});
    expect([status, headers.location]).toEqual([303, path]);
    expect(String(headers['set-cookie'])).toMatch(/^city=mh-pune; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/);
  });

  it('is linked on Browse and home, and forgotten with a button', async () => {
    const browse = await read('/browse?brand=Honda', inCity('mh-pune'));
    expect(browse.body).toContain('href="/browse?city=Pune&amp;within=50&amp;brand=Honda"');
    const home = await read('/main', inCity('mh-pune'));
    expect(home.body).toContain('href="/browse?city=Pune&amp;within=50&amp;kind=used&amp;kind=listing"');
    for (const { body } of [browse, home]) expect(getPageText(body)).toMatch(/Near Pune Forget Pune/);
    const { headers } = await sendForm(site, '/city', { clear: '1', returnTo: '/main' }, inCity('mh-pune'));
    expect([headers.location, String(headers['set-cookie'])]).toEqual([
      '/main',
      expect.stringContaining('city=; Max-Age=0'),
    ]);
  });

  it('is changed on a list of another city', async () => {
    const text = getPageText((await read('/browse?city=Chennai', inCity('mh-pune'))).body);
    expect(text).toContain('Near Pune Always near Chennai Forget Pune');
    expect(getPageText((await read('/browse?city=Pune', inCity('mh-pune'))).body)).not.toContain('Remember');
    expect(getPageText((await read('/browse?q=bike+pune')).body)).toContain('Always near Pune');
    expect(getPageText((await read('/browse?q=bike+pune', inCity('mh-pune'))).body)).not.toContain('Remember');
    expect(getPageText((await read('/browse?q=bike+pune+mumbai')).body)).not.toContain('Remember');
  });

  it('is one of the known places: any other sets no cookie, and is ignored', async () => {
    const unknown = await sendForm(site, '/city', { city: 'Atlantis', returnTo: '/main' }, {});
    expect([unknown.headers.location, unknown.headers['set-cookie']]).toEqual(['/browse?city=Atlantis', undefined]);
    for (const cookie of ['xx-atlantis', 'mh-pune%0d%0aX: y', '"><script>']) {
      expect((await read('/browse', inCity(cookie))).body).not.toContain('Forget');
    }
  });

  it('has no effect on other screens', async () => {
    for (const returnTo of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const { headers } = await sendForm(site, '/city', { city: 'Pune', returnTo }, {});
      expect(headers.location).toBe('/browse?city=Pune');
    }
  });
});

describe('pages that show it are cached by city', () => {
  it('never show the city of another visitor', async () => {
    const path = '/browse?brand=TVS';
    const own = await read(path, inCity('mh-pune'));
    expect(getPageText(own.body)).toContain('Near Pune');
    expect(getPageText((await read(path)).body)).not.toContain('Near Pune');
    expect(getPageText((await read(path, inCity('tn-chennai'))).body)).toContain('Near Chennai');
    const again = await read(path, inCity('mh-pune'));
    expect([again.body, again.headers['cache-control']]).toEqual([own.body, 'public, no-cache']);
  });

  it('have a separate entity tag, so that a browser gets the new page after choosing a city', async () => {
    const etag = String((await read('/browse')).headers.etag);
    expect((await read('/browse', { ...inCity('mh-pune'), 'If-None-Match': etag })).status).toBe(200);
    const own = String((await read('/browse', inCity('mh-pune'))).headers.etag);
    expect((await read('/browse', { ...inCity('mh-pune'), 'If-None-Match': own })).status).toBe(304);
  });

  it('are the only ones: all others are shared by all visitors', async () => {
    const { headers } = await read('/showroom');
    const own = await read('/showroom', inCity('mh-pune'));
    expect([own.headers.etag, own.headers['cache-control']]).toEqual([headers.etag, 'public, no-cache']);
  });
});
