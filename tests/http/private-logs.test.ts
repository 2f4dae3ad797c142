import { afterAll, beforeAll, expect, it } from 'vitest';
import { FormBrowser } from '../support/account-client';
import { type RunningSite, startSite } from '../support/running-site';

let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ env: { LOG_LEVEL: 'trace', RATE_LIMIT: 'on', LIMIT_SIGN_INS: '2/1m' } });
});
afterAll(() => site.stop());

it('no log says who somebody is, what they typed, or what opens their account', async () => {
  const account = { name: 'Canary Personname', email: 'canary-email@example.com', password: 'canary!password' };
  const user = await new FormBrowser(site).enter(account);
  const tokens = [user.cookie('authToken') ?? ''];
  const profile = { intent: 'save', version: '1', name: account.name, gender: 'other' };
  await user.send('/profile?edit=1', { ...profile, phone: '+91 90000 12345', location: 'canary-location' });
  const change = { intent: 'change-password', currentPassword: account.password, newPassword: 'canary!second' };
  await user.send('/profile?show=security', change);
  tokens.push(user.cookie('authToken') ?? '');
  const token = { intent: 'make-token', name: 'canary-token', scope: 'read', days: '30', password: 'canary!second' };
  const [accessToken = ''] = /dph_[\w-]{43}/.exec((await user.send('/profile?show=tokens', token)).body) ?? [];
  const headers = { Authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${site.origin}/api/auth/profile`, { headers })).status).toBe(200);
  tokens.push(accessToken);
  await user.open('/profile?canary-query=1');
  await user.send('/logout', {});
  const wrong = { email: account.email, password: 'canary!wrong' };
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await user.send('/login', wrong)).status);
  expect(statuses).toEqual([401, 401, 429, 429]);

  const printed = site.printed();
  expect(printed).toContain('"route":"login"');
  expect(printed).not.toMatch(/canary|Personname|12345|127\.0\.0\.1"/i);
  for (const token of tokens) expect(printed).not.toContain(token);
});
