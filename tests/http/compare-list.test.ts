import { describe, expect, it } from 'vitest';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const form = 'application/x-www-form-urlencoded';
const picture = '/drawings/scooter-classic-edede8-8c9299.svg';
const honda = { id: '5', name: 'Honda Activa 110', picture };

const idsIn = (body: string): string[] => {
  const { compared }: { compared: { id: string }[] } = JSON.parse(body);
  return compared.map(({ id }) => id);
};

function post(fields: Record<string, string>, { cookie = '', accept = 'text/html' } = {}) {
  return site.request('/compare/list', {
    method: 'POST',
    headers: {
      'Content-Type': form,
      Accept: accept,
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie && { Cookie: cookie }),
    },
    body: new URLSearchParams(fields).toString(),
  });
}

/** The name and value of each cookie that a response sets. */
const getCookies = (headers: { 'set-cookie'?: string[] }): string[] =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '');

describe('the compare list', () => {
  it('adds a vehicle from a form and redirects back to its page', async () => {
    const response = await post({ add: '1', returnTo: '/main?q=honda#results' });
    expect(response.status).toBe(303);
    expect(response.headers.location).toBe('/main?q=honda#results');
    const [cookie = ''] = getCookies(response.headers);
    const page = await site.request('/main', { headers: { Cookie: cookie } });
    expect(page.body).toContain('<b class="compare-count">1</b>');
    expect(page.body).toMatch(/name="remove" value="1" aria-pressed="true"/);
  });

  it('redirects back to the row of the button in a list with rows', async () => {
    const list = await site.request('/browse?q=honda');
    expect(list.body).toContain('name="returnTo" value="/browse?q=honda#offer-"');
    expect(list.body).toContain('id="offer-5"');
    const added = await post({ add: '5', returnTo: '/browse?q=honda#offer-' });
    expect(added.headers.location).toBe('/browse?q=honda#offer-5');
    const hostile = await post({ remove: '2\r\nX: y', returnTo: '/browse?q=honda#offer-' });
    expect(hostile.headers.location).toBe('/browse?q=honda#offer-2%0AX%3A%20y');
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', ''])(
    'never redirects to another site: %s',
    async (returnTo) => {
      const response = await post({ add: '1', returnTo });
      expect(response.headers.location).toBe('/main');
    },
  );

  it('ignores a body of any size that is not a form', async () => {
    const headers = { 'Content-Type': 'application/octet-stream', Cookie: 'compare=1' };
    const response = await site.request('/compare/list', { method: 'POST', headers, body: Buffer.alloc(5_000_000) });
    expect([response.status, getCookies(response.headers)]).toEqual([422, []]);
    expect(response.body).toContain('The form was incomplete. Please send it again.');
  });

  it('returns the current list to a script', async () => {
    const first = await post({ add: '5' }, { accept: 'application/json' });
    expect(JSON.parse(first.body)).toEqual({ compared: [honda], message: null });
    const [cookie = ''] = getCookies(first.headers);
    const second = await post({ add: '5' }, { accept: 'application/json', cookie });
    expect(JSON.parse(second.body)).toEqual({ compared: [honda], message: null });
    const third = await post({ remove: '5' }, { accept: 'application/json', cookie });
    expect(JSON.parse(third.body)).toEqual({ compared: [], message: null });
  });

  it('rejects a fifth with its message, and keeps the four', async () => {
    let cookie = '';
    for (const id of ['1', '2', '3', '4']) [cookie = ''] = getCookies((await post({ add: id }, { cookie })).headers);
    const reported = await post({ add: '5' }, { cookie, accept: 'application/json' });
    expect(reported.status).toBe(409);
    expect(JSON.parse(reported.body).message).toBe('You can compare up to 4 vehicles');
    expect(idsIn(reported.body)).toEqual(['1', '2', '3', '4']);
    const sentBack = await post({ add: '5', returnTo: '/main' }, { cookie });
    expect(sentBack.status).toBe(303);
    const page = await site.request('/main', { headers: { Cookie: getCookies(sentBack.headers).join('; ') } });
    expect(page.body).toContain('You can compare up to 4 vehicles');
    expect(page.body).toContain('<b class="compare-count">4</b>');
  });

  it('is replaced by the list of a shared comparison, and redirects to it', async () => {
    const [cookie = ''] = getCookies((await post({ add: '1' })).headers);
    const page = await site.request('/compare?vehicles=105,23', { headers: { Cookie: cookie } });
    expect(page.body).toMatch(/name="list" value="105,23"[^>]*>Use this list/);
    const response = await post({ list: '105,23' }, { cookie });
    expect([response.status, response.headers.location]).toEqual([303, '/compare']);
    const own = await site.request('/compare', { headers: { Cookie: getCookies(response.headers).join('; ') } });
    const shown = [...own.body.matchAll(/name="remove" value="(\d+)"/g)].map(([, id]) => id);
    expect(new Set(shown)).toEqual(new Set(['105', '23']));
  });

  it('is cleared by a form', async () => {
    const [cookie = ''] = getCookies((await post({ add: '1' })).headers);
    const response = await post({ clear: '' }, { cookie, accept: 'application/json' });
    expect(JSON.parse(response.body)).toEqual({ compared: [], message: null });
  });

  it('injects no text into pages: invalid ids are dropped', async () => {
    const response = await post({ add: '<b>1</b>' }, { accept: 'application/json' });
    expect(JSON.parse(response.body)).toEqual({ compared: [], message: null });
  });
});

describe('too many changes of the compare list', () => {
  it('are rejected on a page of the site, with a link to continue', async () => {
    const limited = await openSite({ RATE_LIMIT: 'on', LIMIT_WRITES: '1/1m' });
    const change = () =>
      limited.request('/compare/list', {
        method: 'POST',
        headers: { 'Content-Type': form },
        body: 'add=1&returnTo=%2Fmain',
      });
    expect((await change()).status).toBe(303);
    const err = await change();
    expect(err.status).toBe(429);
    expect(err.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(Number(err.headers['retry-after'])).toBeGreaterThan(0);
    expect(err.body).toContain('Too many attempts. Please try again in 1 minutes.');
    expect(err.body).toContain('href="/main"');
    await limited.close();
  });
});
