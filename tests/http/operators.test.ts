import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskPaths, paths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { callApi, getData } from '../support/api-client';
import { hiddenField } from '../support/form-client';
import { shine } from '../support/sample-content';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getVisibleText } from '../support/page-text';

const account = { name: 'Opal Desai', email: 'opal@example.com', password: 'desk!and!chair' };
let now = new Date('2026-06-15T06:30:00.000Z');
/** Like a real clock, it is later each time it is read. */
function tick(): Date {
  now = new Date(now.getTime() + 1);
  return now;
}
let site: SiteInProcess;
let operator: FormBrowser;
beforeAll(async () => {
  site = await openSite({}, tick);
  operator = await new FormBrowser(site).enter(account);
  site.runtime.db.$client.exec("UPDATE users SET role = 'owner'");
});
afterAll(() => site.close());

const listBike = async (): Promise<string> =>
  getData<{ id: string }>(await callApi(site, 'POST', '/api/bikes', { body: shine })).id;
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const isThere = async (id: string): Promise<boolean> => (await site.request(`/api/bikes/${id}`)).status === 200;

describe('a deletion at the desk', () => {
  it('requires the password, keeps the form values, and not again for ten minutes', async () => {
    const [first, second, third] = [await listBike(), await listBike(), await listBike()];
    const path = (open: string) => deskPaths.publication('listing', open);
    const remove = (id: string, fields: Record<string, string> = {}) =>
      operator.send(path(id), { intent: 'delete', reason: 'Sold twice', ...fields });
    expect(getVisibleText((await operator.open(path(first))).body)).toContain('Your password Needed to delete it.');
    const requested = await remove(first);
    expect(requested.status).toBe(422);
    expect(getVisibleText(requested.body)).toContain('Please confirm your password');
    expect(requested.body).toContain('value="Sold twice"');
    const withoutReason = await remove(first, { reason: '' });
    expect(withoutReason.body.match(/(?<=id=")\w+(?=-error")/g)).toEqual(['reason', 'password']);
    const wrong = await remove(first, { password: 'wrong!!' });
    expect([wrong.status, getVisibleText(wrong.body).includes('This is not your current password.')]).toEqual([
      422,
      true,
    ]);
    expect(wrong.body).not.toContain('wrong!!');
    expect(await isThere(first)).toBe(true);
    // No other action of an operator requires it.
    expect((await operator.send(path(first), { intent: 'check' })).status).toBe(303);
    expect((await remove(first, { password: account.password })).status).toBe(303);
    expect(await isThere(first)).toBe(false);
    later(9);
    expect((await operator.open(path(second))).body).not.toContain('name="password"');
    expect((await remove(second)).status).toBe(303);
    later(2);
    expect((await remove(third)).status).toBe(422);
    const cookie = { Cookie: `authToken=${operator.cookie('authToken')}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await callApi(site, 'DELETE', `/api/bikes/${third}`, { headers: cookie })).status).toBe(403);
    expect(await isThere(third)).toBe(true);
  });
});

describe('a deletion by an API client', () => {
  const logIn = async () => {
    const { email, password } = account;
    const { token } = getData<{ token: string }>(
      await callApi(site, 'POST', '/api/auth/login', { body: { email, password } }),
    );
    return { Authorization: `Bearer ${token}` };
  };
  const remove = async (id: string, headers: Record<string, string>) =>
    (await callApi(site, 'DELETE', `/api/bikes/${id}`, { headers })).status;

  it('requires a sign-in within the last ten minutes', async () => {
    const [first, second] = [await listBike(), await listBike()];
    const headers = await logIn();
    later(9);
    expect(await remove(first, headers)).toBe(200);
    later(2);
    expect([await remove(second, headers), await isThere(second)]).toEqual([403, true]);
    expect(await remove(second, await logIn())).toBe(200);
  });
});

describe('a session at the desk', () => {
  it('ends after twelve hours without requests', async () => {
    const browser = new FormBrowser(site);
    await browser.send('/login', { email: account.email, password: account.password });
    later(11 * 60);
    expect((await browser.open(deskPaths.today())).status).toBe(200);
    later(12 * 60);
    expect((await browser.open(deskPaths.today())).status).toBe(303);
  });
});

describe('two-step sign-in without script', () => {
  const security = paths.profileView('two-step');
  const generateCode = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });

  it('is set up on the profile, required at sign-in, and has recovery codes', async () => {
    const browser = new FormBrowser(site);
    await browser.send('/login', { email: account.email, password: account.password });
    const page = await browser.open(security);
    const secret = hiddenField(page, 'secret');
    expect(getVisibleText(page.body)).toContain(secret.match(/.{4}/g)?.join(' '));
    const turnOn = (code: string) =>
      browser.send(security, { intent: 'two-step-on', secret, code, password: account.password });
    const empty = await browser.send(security, { intent: 'two-step-on', secret, code: '', password: '' });
    expect([empty.status, ...(empty.body.match(/(?<=id=")\w+(?=-error")/g) ?? [])]).toEqual([422, 'code', 'password']);
    const user = new FormBrowser(site);
    await user.enter({ name: 'Asha Rao', email: 'asha@example.com', password: 'open!sesame' });
    expect((await user.send(security, { intent: 'two-step-on', code: '', password: '' })).status).toBe(403);
    const err = await turnOn('000000');
    expect([err.status, hiddenField(err, 'secret')]).toEqual([422, secret]);
    const on = await turnOn(generateCode(secret));
    expect(on.status).toBe(200);
    const [recovery = '', ...others] = on.body.match(/[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}/g) ?? [];
    expect(new Set([recovery, ...others]).size).toBe(10);
    expect(getVisibleText((await browser.open(security)).body)).toContain('Recovery codes left: 10');

    later(2);
    const phone = new FormBrowser(site);
    const step = await phone.send('/login', {
      email: account.email,
      password: account.password,
      redirectTo: '/dashboard',
    });
    expect([step.status, step.headers.location]).toEqual([303, '/login?mode=code&redirectTo=%2Fdashboard']);
    expect(phone.cookie('authToken')).toBe(undefined);
    const secondStep = await phone.open(String(step.headers.location));
    expect(secondStep.body).toMatch(/autocomplete="one-time-code"/i);
    const send = (code: string, from = phone) =>
      from.send(String(step.headers.location), { mode: 'code', redirectTo: '/dashboard', code });
    const wrong = await send('000000');
    expect([wrong.status, getVisibleText(wrong.body).includes('This code is wrong')]).toEqual([422, true]);
    expect((await send(generateCode(secret), new FormBrowser(site))).headers.location).toBe(
      '/login?redirectTo=%2Fdashboard',
    );
    const signInResult = await send(generateCode(secret));
    expect([signInResult.status, signInResult.headers.location]).toEqual([303, '/dashboard']);
    expect(phone.cookie('signInTicket')).toBe(undefined);
    expect((await phone.open('/dashboard')).status).toBe(200);

    const login = (fields: object) =>
      callApi(site, 'POST', '/api/auth/login', {
        body: { email: account.email, password: account.password, ...fields },
      });
    const without = await login({});
    expect([without.status, without.json.errors]).toEqual([401, { code: 'Code is required' }]);
    expect((await login({ code: generateCode(secret) })).status).toBe(401);
    expect((await login({ code: recovery })).status).toBe(200);
    expect((await login({ code: recovery })).status).toBe(401);
    const off = await browser.send(security, {
      intent: 'two-step-off',
      code: others[0] ?? '',
      password: account.password,
    });
    expect(off.status).toBe(303);
    expect((await login({})).status).toBe(200);
  });

  it('has a second step only after a first', async () => {
    expect((await site.request('/login?mode=code')).headers.location).toBe('/login');
  });
});
