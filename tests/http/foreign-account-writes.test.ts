import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asha, FormBrowser } from '../support/account-client';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let user: FormBrowser;
beforeAll(async () => {
  site = await openSite();
  user = await new FormBrowser(site).enter();
});
afterAll(() => site.close());

const writes: [path: string, fields: Record<string, string>][] = [
  ['/logout', {}],
  ['/logout?_data=routes/logout/route', {}],
  ['/favourites', { save: '1' }],
  ['/profile?edit=1', { intent: 'save', version: '1', name: 'Stolen', gender: 'other' }],
  ['/profile?edit=1&_data=routes/profile/route', { intent: 'save', version: '1', name: 'Stolen', gender: 'other' }],
  ['/profile?show=security', { intent: 'end-session' }],
  ['/profile?show=security', { intent: 'delete-account', password: asha.password }],
  ['/login', { email: asha.email, password: asha.password }],
];
const foreign: [what: string, headers: Record<string, string>][] = [
  ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
  ['a foreign Origin', { 'Sec-Fetch-Site': '', Origin: 'https://elsewhere.example' }],
  ['Origin: null', { 'Sec-Fetch-Site': '', Origin: 'null' }],
];

describe.each(foreign)('a form of another site, by %s', (_what, headers) => {
  it.each(writes)('does nothing at %s', async (path, fields) => {
    const answer = await user.send(path, fields, headers);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  });
});

it('after all of them the account is as it was', async () => {
  const { status, body } = await user.open('/profile');
  expect(status).toBe(200);
  expect(body).toContain(`<b>${asha.name}</b>`);
  expect(body).toMatch(/Favorites<\/span> <b class="n">0</);
});

it('the site’s own forms go through, also from browsers that name neither', async () => {
  const own = [{ 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }];
  for (const headers of own) expect((await user.send('/favourites', { save: '1' }, headers)).status).toBe(303);
  const cookie = `authToken=${user.cookie('authToken')}`;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie };
  expect((await site.ask('/favourites', { method: 'POST', headers, body: 'save=2' })).status).toBe(303);
});
