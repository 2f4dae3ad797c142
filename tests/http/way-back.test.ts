import { brotliDecompressSync } from 'node:zlib';
import { expect, describe, it } from 'vitest';
import { paths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { getCookie, signIn } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const getBack = (html: string): string | undefined =>
  / href="([^"]*)" data-back=""/.exec(html)?.[1]?.replaceAll('&amp;', '&');
const open = (referer: string | null, headers: Record<string, string> = {}) =>
  site.request(paths.vehicle('1'), { headers: { ...headers, ...(referer && { Referer: referer }) } });
const list = '/browse?q=classic&sort=price&page=2';

describe('the Back link of a page, without a script', () => {
  it('leads to the list that it was opened from, at its row, also from the cache', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect(getBack((await open(site.origin + list)).body)).toBe(`${list}#offer-1`);
      expect(getBack((await open(null)).body)).toBe('/bikes');
    }
    const signedIn = await open(site.origin + list, getCookie(signIn(site, 'Asha')));
    expect(getBack(signedIn.body)).toBe(`${list}#offer-1`);
    expect((await site.request('/browse')).body).toContain('id="offer-1"');
  });

  it.each([
    'https://evil.example/browse',
    'http://127.0.0.1:1/browse',
    '//evil.example/browse',
    'no address',
    '/vehicle-details?vehicle=2',
    '/contact?about=1',
    '/login',
  ])('leads to the usual list for %s', async (referer) => {
    const from = referer.startsWith('/') && !referer.startsWith('//') ? site.origin + referer : referer;
    expect(getBack((await open(from)).body)).toBe('/bikes');
  });

  it('is escaped', async () => {
    const { body } = await open(`${site.origin}/browse?q="><script>&city=<b>`);
    expect(body).toContain('href="/browse?q=%22%3E%3Cscript%3E&amp;city=%3Cb%3E#offer-1" data-back=""');
  });

  it('has an entity tag of its own, compressed too', async () => {
    const { headers } = await open(null);
    const etag = headers.etag ?? '';
    const first = await open(site.origin + list, { 'If-None-Match': etag, 'Accept-Encoding': 'br' });
    expect(first.status).toBe(200);
    expect(getBack(brotliDecompressSync(first.bytes).toString('utf8'))).toBe(`${list}#offer-1`);
    expect((await open(site.origin + list, { 'If-None-Match': first.headers.etag ?? '' })).status).toBe(304);
    expect((await open(null, { 'If-None-Match': etag })).status).toBe(304);
  });

  it('is kept apart from the visitors after', async () => {
    const browser = new FormBrowser(site);
    expect(getBack((await browser.open(paths.vehicle('1'))).body)).toBe('/bikes');
  });
});
