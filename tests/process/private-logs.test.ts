import { afterAll, beforeAll, expect, it } from 'vitest';
import { FormBrowser } from '../support/account-client';
import { submitPersonalData } from '../support/personal-data-samples';
import { type RunningSite, startSite } from '../support/running-site';
import { shine } from '../support/sample-content';

let site: RunningSite;
beforeAll(async () => {
  const limits = { RATE_LIMIT: 'on', LIMIT_SIGN_INS: '5/1m', LIMIT_CONTACTS: '50/1m' };
  site = await startSite({ env: { LOG_LEVEL: 'trace', ...limits } });
});
afterAll(() => site.stop());

/** Lists a bike; its id, and the code of a visitor's. */
async function list(headers: Record<string, string>): Promise<{ id: string; manageKey?: string }> {
  const response = await fetch(`${site.origin}/api/bikes`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(shine),
  });
  const { data }: { data: { id: string; manageKey?: string } } = await response.json();
  return data;
}

it('no log contains names, input or credentials', async () => {
  const seller = await new FormBrowser(site).enter();
  const ownBike = (await list({ Authorization: `Bearer ${seller.cookie('authToken')}` })).id;
  const { id: bike, manageKey: key = '' } = await list({});
  const { ofUser, ofAnonymous, user } = await submitPersonalData(site, { bike, ownBike, key });
  for (const path of ['/profile?canary-query=1', '/profile/data.json', '/service', '/feedback']) await user.open(path);
  await user.open(`/contact?about=${bike}`);
  expect((await user.send('/logout', {})).status).toBe(303);
  const wrong = { email: 'canary-email@example.com', password: 'canary!wrong' };
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await user.send('/login', wrong)).status);
  expect([statuses.includes(401), statuses.at(-1)]).toEqual([true, 429]);

  const printed = site.printed();
  for (const route of ['login', 'routes/service/route', 'routes/feedback/route', 'contact', 'api/bikes']) {
    expect(printed).toMatch(new RegExp(`"route":"[\\w/-]*${route}`));
  }
  expect(printed).not.toMatch(/canary|Public Rider|Asha|KA 0[15]|127\.0\.0\.1"/i);
  expect([...ofUser, ...ofAnonymous, key].filter((trace) => printed.includes(trace))).toEqual([]);
});
