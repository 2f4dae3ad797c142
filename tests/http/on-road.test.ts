import { describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { callApi, dataOf } from '../support/api-client';
import { labelsOf } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const words = async (path: string) => labelsOf((await site.request(path)).body);

describe('the details of a new vehicle', () => {
  it('lead to the price on the road', async () => {
    const page = await site.request(paths.vehicle('1'));
    expect(page.body).toContain(`href="${paths.vehicle('1', { state: 'any' }, 'on-road')}"`.replace('&', '&amp;'));
    expect(labelsOf(page.body)).toMatch(/On the road from ₹[\d,]+/);
  });

  it('span all states before one is chosen', async () => {
    const text = await words(paths.vehicle('1', { state: 'any' }));
    expect(text).toMatch(/About ₹[\d,]+ to ₹[\d,]+ with road tax, registration and insurance/);
    expect(text).toContain('Choose your state');
  });

  it.each(['MH', 'maharashtra', 'महाराष्ट्र'])('show each part on its own line in %s', async (state) => {
    const text = await words(paths.vehicle('1', { state }));
    expect(text).toMatch(
      /Ex-showroom ₹1,84,000 Road tax ₹22,080 Insurance, 1 \+ 5 years ₹10,979 Registration and plate ₹950 On-road price, estimate ₹2,18,009/,
    );
    expect(text).toContain('Estimate with fees and premiums of Jan 2026 and the road tax of 2025.');
  });

  it('of a used or upcoming vehicle have none', async () => {
    for (const id of ['101', '9']) expect(await words(paths.vehicle(id, { state: 'MH' }))).not.toContain('On the road');
  });
});

describe('the comparison', () => {
  it('leads to the prices on the road in a state, each part in a row', async () => {
    expect((await site.request('/compare?vehicles=1,8')).body).toContain('href="/compare?vehicles=1,8&amp;state=any"');
    const text = await words('/compare?vehicles=1,8,101&state=TN');
    expect(text).toContain('Road tax ₹22,080 ₹0 N/A');
    expect(text).toMatch(/On-road price, estimate ₹2,18,009 ₹1,\d\d,\d{3} Lowest N\/A/);
    expect(text).toContain('Estimate with fees and premiums of Jan 2026 and the road tax of Nov 2023.');
    expect(text).not.toContain('Wheelbase');
  });

  it('has them for the own list too, and asks for a state first', async () => {
    const { body } = await site.request('/compare?state=any', { headers: { Cookie: 'compare=1,8' } });
    expect(labelsOf(body)).toContain('Choose your state');
    expect(body).not.toContain('name="vehicles"');
  });

  it('has none of used vehicles alone', async () => {
    expect((await site.request('/compare?vehicles=101,102')).body).not.toContain('state=any');
    expect(await words('/compare?vehicles=101,102&state=TN')).not.toContain('Road tax');
  });

  it('adds them to its files', async () => {
    const csv = (await site.request('/compare.csv?vehicles=1,8&state=Tamil%20Nadu')).body;
    expect(csv).toMatch(/On the road in Tamil Nadu,Road tax,"₹22,080",₹0/);
    expect((await site.request('/compare.json?vehicles=1,8')).body).not.toContain('Road tax');
  });
});

describe('the API', () => {
  type OnRoad = { onRoad: { state: { code: string }; total: number; exShowroom: number; isRateAssumed: boolean }[] };
  const read = async (query = '', id = '1') =>
    dataOf<OnRoad>(await callApi(site, 'GET', `/api/vehicles/${id}/on-road${query}`)).onRoad;

  it('estimates it in one state or in all', async () => {
    expect(await read('?state=MH')).toMatchObject([{ state: { code: 'MH' }, exShowroom: 184_000, total: 218_009 }]);
    const all = await read();
    expect(all).toHaveLength(36);
    expect(all.filter(({ isRateAssumed }) => isRateAssumed)).toHaveLength(13);
  });

  it('has none for a used vehicle, and rejects an unknown state', async () => {
    expect(await read('', '101')).toEqual([]);
    const rejected = await callApi(site, 'GET', '/api/vehicles/1/on-road?state=Atlantis');
    expect([rejected.status, rejected.body]).toEqual([400, expect.stringContaining('state must be a state of India')]);
    expect((await callApi(site, 'GET', '/api/vehicles/none/on-road')).status).toBe(404);
  });
});
