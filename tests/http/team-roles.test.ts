import { beforeAll, describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { permissions, type Permission, getGrant } from '~/domain/shared/permissions';
import { type Role, teamRoles } from '~db/enums';
import { callApi, getCookie, signIn } from '../support/api-client';
import { apiRequestCases, filledRequest } from '../support/endpoint-cases';
import { sendForm } from '../support/form-client';
import { nonEmpty } from '../support/non-empty';
import { ownersAccount, type PopulatedSite, populateSite, roles as clients } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';

/* Who may what, by every endpoint and every page of the desk, as the one table says. */

type Headers = Record<string, string>;

let populated: PopulatedSite;
let site: SiteInProcess;
const members: Partial<Record<Role, Headers>> = {};
shareSite(async () => {
  populated = await populateSite();
  site = await populated.open({ LIMIT_API_READS: '100000/1h', LIMIT_PAGES: '100000/1h' });
  return site;
});
beforeAll(() => {
  for (const role of teamRoles) members[role] = signIn(site, `Member-${role}`, role);
});

const teamCases = apiRequestCases.flatMap((requested) => {
  const permission = apiEndpoints.find(({ operationId }) => operationId === requested.operationId)?.access.permission;
  return permission ? [{ ...requested, permission }] : [];
});
const owners = clients.indexOf('operator');

describe.each(nonEmpty(teamCases))('$operationId $path', (requested) => {
  it('is for the roles of its permission', async () => {
    const copy = requested.method === 'GET' ? site : await populated.open();
    // The owner last: the write may take the item away.
    for (const role of teamRoles) {
      const headers = copy === site ? members[role] : signIn(copy, `Member-${role}`, role);
      const { method, path, body } = filledRequest(requested, populated.items);
      const isAllowed = getGrant(role, requested.permission) !== 'no';
      if (isAllowed && role !== 'owner') continue;
      const response = await callApi(copy, method, path, { body, headers: headers ?? {} });
      expect([role, response.status]).toEqual([role, isAllowed ? requested.statuses[owners] : 403]);
    }
    if (copy !== site) await copy.close();
  });
});

it('an endpoint for members of the team names its permission', () => {
  const unnamed = apiEndpoints.filter(
    ({ access }) => (access.name === 'operator') !== (access.permission !== undefined),
  );
  expect(unnamed.map(({ operationId }) => operationId)).toEqual([]);
});

const deskPages: [path: string, permission: Permission][] = [
  ['/desk/customers', 'read'],
  ['/desk/stock/1', 'read'],
  ['/desk/stock/new', 'stock'],
  ['/desk/stock/featured', 'stock'],
  ['/desk/stock/photos', 'sell'],
  ['/desk/stock/photos?vehicle=1', 'sell'],
  ['/desk/stock/riders', 'listings'],
  ['/desk/stock/riders?of=review', 'reports'],
  ['/desk/shop/road-tax', 'texts'],
  ['/desk/shop/brands', 'shop'],
  ['/desk/team/recovery-code', 'accounts'],
  ['/desk/shop/sections', 'shop'],
  ['/desk/accessories.csv', 'texts'],
  ['/desk/stock/riders.csv', 'stock-csv'],
  ['/desk/stock/import?of=listings', 'retire'],
  ['/desk/stock/import?of=customers', 'customers-csv'],
  ['/desk/today', 'read'],
  ['/desk/today/figures', 'read'],
  ['/desk/today/figures.csv?table=bars', 'read'],
  ['/desk/team/user-owner', 'accounts'],
  ['/desk/team/log', 'log'],
  ['/desk/team/backups', 'backups'],
  ['/desk/team/health', 'health'],
  ['/desk/team/notices', 'read'],
  ['/desk/shortcuts', 'read'],
];

describe.each(deskPages)('the page %s', (path, permission) => {
  it.each(teamRoles)('is for a %s as the table says', async (role) => {
    const { status } = await site.request(path, { headers: getCookie(members[role] ?? {}) });
    expect(status).toBe(getGrant(role, permission) === 'no' ? 403 : 200);
  });
});

it.each(teamRoles)('shows a %s no link of the desk that is refused', async (role) => {
  const headers = getCookie(members[role] ?? {});
  const found = new Set(['/desk/today', '/desk/customers', '/desk/stock']);
  for (const path of found) {
    const { status, body } = await site.request(path, { headers });
    expect([path, status]).not.toEqual([path, 403]);
    for (const [, href = ''] of body.matchAll(/ href="(\/desk\/[^"?#]*)/g)) if (found.size < 100) found.add(href);
  }
  expect(found.size).toBeGreaterThan(10);
});

it('shows a clerk no button of the stock that is refused', async () => {
  const buttons =
    / name="(?:prices\.|by"|hide"|show"|duplicate"|retire")| value="(?:prices|by|hide|retire|hide-samples)"/;
  for (const role of teamRoles) {
    const { body } = await site.request('/desk/stock', { headers: getCookie(members[role] ?? {}) });
    expect(body).toMatch(/ (?:name|value)="sold"/);
    expect([role, buttons.test(body)]).toEqual([role, role !== 'clerk']);
  }
});

it('says who may instead, and logs the wish once an hour', async () => {
  const ask = () => site.request('/desk/shop/brands', { headers: getCookie(members.clerk ?? {}) });
  const { body } = await ask();
  expect(body).toContain('Setting the shop up is for owners. Ask ');
  expect(body).toContain('your wish is in the log.');
  await ask();
  const logged = site.runtime.db.$client
    .prepare<[string], number>("SELECT count(*) FROM audit_events WHERE operator_name = 'Member-clerk' AND action = ?")
    .pluck()
    .get(`refused: ${permissions.shop.text}`);
  expect(logged).toBe(1);
});

it('shows a clerk the own lines of the log only', async () => {
  const { body } = await site.request('/desk/team/log', { headers: getCookie(members.clerk ?? {}) });
  expect(body).toContain('refused');
  expect(body).not.toContain('Opal');
  const { status, headers } = await site.request('/desk/team', { headers: getCookie(members.clerk ?? {}) });
  expect([status, headers.location]).toEqual([302, '/desk/team/log']);
});

it('blocks an account from its page, which then cannot sign in', async () => {
  const copy = await populated.open();
  const cookie = getCookie(signIn(copy, 'Member-manager', 'manager'));
  const blocked = await sendForm(copy, '/desk/team/user-owner', { intent: 'block', reason: 'Fraud' }, cookie);
  expect(blocked.status).toBe(303);
  const { name: _name, ...credentials } = ownersAccount;
  const { status, body } = await callApi(copy, 'POST', '/api/auth/login', { body: credentials });
  expect([status, body]).toEqual([403, expect.stringContaining('This account is blocked')]);
  expect((await callApi(copy, 'GET', '/api/auth/profile', { headers: populated.asClient('owner') })).status).toBe(401);
  const page = await copy.request('/desk/team/user-owner', { headers: cookie });
  expect(page.body).toContain('Lift the block');
  const role = await sendForm(copy, '/desk/team/user-opal', { intent: 'role', role: 'clerk' }, cookie);
  expect(role.status).toBe(403);
  await copy.close();
});
