import { expect, it } from 'vitest';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const search = (plate: string) => site.request(`/plate?plate=${encodeURIComponent(plate)}`);

it.each([
  ['MH 12', '/browse?city=Pune&within=50'],
  ['mh-12', '/browse?city=Pune&within=50'],
  ['MH12AB1234', '/browse?city=Pune&within=50'],
  ['IND MH १२', '/browse?city=Pune&within=50'],
  ['DL 3C', '/browse?city=New+Delhi&within=50'],
  ['MH', '/browse?q=Maharashtra'],
  ['or', '/browse?q=Odisha'],
])('%s leads to %s', async (plate, to) => {
  const { status, headers } = await search(plate);
  expect([status, headers.location]).toEqual([302, to]);
});

it.each([
  ['22 BH 1234 AA', 'name no office'],
  ['BH', 'name no office'],
  ['XX 12', 'No state has the letters XX'],
  ['MH 99', 'We do not know which city the office MH 99 serves. It is in Maharashtra.'],
  ['"><script>', 'A plate begins with the two letters'],
])('shows why %s finds nothing, and keeps the text', async (plate, message) => {
  const { status, body } = await search(plate);
  expect(status).toBe(200);
  expect(getPageText(body)).toContain(message);
  expect(body).toContain(`value="${plate.replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;')}"`);
  expect(body).toContain('aria-invalid="true"');
});

it('shows an empty field at first, and is linked from Browse and the sell lists', async () => {
  expect((await site.request('/plate')).status).toBe(200);
  for (const path of ['/browse', '/sell-bikes']) expect((await site.request(path)).body).toContain('href="/plate"');
});
