import { describe, expect, it } from 'vitest';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const form = 'application/x-www-form-urlencoded';
const honda = { id: '5', name: 'Honda Activa 110' };

const idsIn = (body: string): string[] => {
  const { compared }: { compared: { id: string }[] } = JSON.parse(body);
  return compared.map(({ id }) => id);
};

function post(fields: Record<string, string>, { cookie = '', accept = 'text/html' } = {}) {
  return site.ask('/compare/list', {
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

/** The name and value of each cookie an answer sets. */
const cookiesOf = (headers: { 'set-cookie'?: string[] }): string[] =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '');

describe('the compare list', () => {
  it('takes a vehicle from a form and goes back to where the form stands', async () => {
    const answer = await post({ add: '1', returnTo: '/main?q=honda#results' });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/main?q=honda#results');
    const [cookie = ''] = cookiesOf(answer.headers);
    const page = await site.ask('/main', { headers: { Cookie: cookie } });
    expect(page.body).toContain('<b class="count">1</b>');
    expect(page.body).toMatch(/name="remove" value="1" aria-pressed="true"/);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', ''])(
    'never leads to another site: %s',
    async (returnTo) => {
      const answer = await post({ add: '1', returnTo });
      expect(answer.headers.location).toBe('/main');
    },
  );

  it('changes nothing for a body that is no form, whatever its size', async () => {
    const headers = { 'Content-Type': 'application/octet-stream', Cookie: 'compare=1' };
    const answer = await site.ask('/compare/list', { method: 'POST', headers, body: Buffer.alloc(5_000_000) });
    expect([answer.status, cookiesOf(answer.headers)]).toEqual([422, []]);
    expect(answer.body).toContain('The form did not arrive whole. Please send it again.');
  });

  it('tells a script the list as it is now', async () => {
    const first = await post({ add: '5' }, { accept: 'application/json' });
    expect(JSON.parse(first.body)).toEqual({ compared: [honda], message: null });
    const [cookie = ''] = cookiesOf(first.headers);
    const second = await post({ add: '5' }, { accept: 'application/json', cookie });
    expect(JSON.parse(second.body)).toEqual({ compared: [honda], message: null });
    const third = await post({ remove: '5' }, { accept: 'application/json', cookie });
    expect(JSON.parse(third.body)).toEqual({ compared: [], message: null });
  });

  it('refuses a fifth with its sentence, and keeps the four', async () => {
    let cookie = '';
    for (const id of ['1', '2', '3', '4']) [cookie = ''] = cookiesOf((await post({ add: id }, { cookie })).headers);
    const told = await post({ add: '5' }, { cookie, accept: 'application/json' });
    expect(told.status).toBe(409);
    expect(JSON.parse(told.body).message).toBe('You can compare up to 4 vehicles');
    expect(idsIn(told.body)).toEqual(['1', '2', '3', '4']);
    const sentBack = await post({ add: '5', returnTo: '/main' }, { cookie });
    expect(sentBack.status).toBe(303);
    const page = await site.ask('/main', { headers: { Cookie: cookiesOf(sentBack.headers).join('; ') } });
    expect(page.body).toContain('You can compare up to 4 vehicles');
    expect(page.body).toContain('<b class="count">4</b>');
  });

  it('becomes the list of a comparison that was passed on, and leads to it', async () => {
    const [cookie = ''] = cookiesOf((await post({ add: '1' })).headers);
    const page = await site.ask('/compare?vehicles=105,23', { headers: { Cookie: cookie } });
    expect(page.body).toMatch(/name="list" value="105,23"[^>]*>Make this my list/);
    const answer = await post({ list: '105,23' }, { cookie });
    expect([answer.status, answer.headers.location]).toEqual([303, '/compare']);
    const own = await site.ask('/compare', { headers: { Cookie: cookiesOf(answer.headers).join('; ') } });
    const shown = [...own.body.matchAll(/name="remove" value="(\d+)"/g)].map(([, id]) => id);
    expect(new Set(shown)).toEqual(new Set(['105', '23']));
  });

  it('clears', async () => {
    const [cookie = ''] = cookiesOf((await post({ add: '1' })).headers);
    const answer = await post({ clear: '' }, { cookie, accept: 'application/json' });
    expect(JSON.parse(answer.body)).toEqual({ compared: [], message: null });
  });

  it('puts no words in our pages: what is no id is left out', async () => {
    const answer = await post({ add: '<b>1</b>' }, { accept: 'application/json' });
    expect(JSON.parse(answer.body)).toEqual({ compared: [], message: null });
  });
});

describe('too many changes', () => {
  it('are refused on a page of the site, with a way on', async () => {
    const limited = await openSite({ RATE_LIMIT: 'on', LIMIT_WRITES: '1/1m' });
    const change = () =>
      limited.ask('/compare/list', {
        method: 'POST',
        headers: { 'Content-Type': form },
        body: 'add=1&returnTo=%2Fmain',
      });
    expect((await change()).status).toBe(303);
    const refused = await change();
    expect(refused.status).toBe(429);
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toContain('Too many attempts. Please try again in 1 minutes.');
    expect(refused.body).toContain('href="/main"');
    await limited.close();
  });
});
