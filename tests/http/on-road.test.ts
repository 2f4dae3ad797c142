import { describe, expect, it } from 'vitest';
import { deskPaths, paths } from '~/paths';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let asOperator: Record<string, string>;
shareSite(async () => {
  site = await openSite();
  asOperator = getCookie(signIn(site, 'Opal', 'owner'));
  return site;
});

const words = async (path: string) => getPageText((await site.request(path)).body);

describe('the details of a new vehicle', () => {
  it('link to the on-road price', async () => {
    const page = await site.request(paths.vehicle('1'));
    expect(page.body).toContain(`href="${paths.vehicle('1', { state: 'any' }, 'on-road')}"`.replace('&', '&amp;'));
    expect(getPageText(page.body)).toMatch(/On the road from ₹[\d,]+/);
  });

  it('are a range over all states before one is chosen', async () => {
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

describe('the state of the remembered city', () => {
  const of = async (path: string, city: string) => {
    const { body, headers } = await site.request(path, { headers: { Cookie: `city=${city}` } });
    return { text: getPageText(body), body, cached: headers['cache-control'] };
  };

  it('is that of the on-road price, unless another is requested', async () => {
    const { text, body, cached } = await of(paths.vehicle('1'), 'mh-nagpur');
    expect(text).toContain('On the road in Maharashtra ₹2,18,009');
    expect(body).toContain(paths.vehicle('1', { state: 'MH' }, 'on-road').replace('&', '&amp;'));
    expect(cached).toBe('public, no-cache');
    expect(await words(paths.vehicle('1'))).toContain('On the road from');
    expect((await of(paths.vehicle('1', { state: 'any' }), 'mh-pune')).text).toContain('Road tax ₹22,080');
    expect((await of(paths.vehicle('1', { state: 'TN' }), 'mh-pune')).body).toContain('value="TN" selected');
  });

  it('is the one that the comparison links to', async () => {
    const { text, body } = await of('/compare?vehicles=1,8', 'mh-pune');
    expect(text).toContain('On-road prices in Maharashtra');
    expect(body).toContain('href="/compare?vehicles=1,8&amp;state=MH"');
    expect((await of('/compare?vehicles=1,8&state=any', 'tn-chennai')).body).toContain('value="TN" selected');
  });
});

describe('the comparison', () => {
  it('links to the on-road prices in a state, each part in a row', async () => {
    expect((await site.request('/compare?vehicles=1,8')).body).toContain('href="/compare?vehicles=1,8&amp;state=any"');
    const text = await words('/compare?vehicles=1,8,101&state=TN');
    expect(text).toContain('Road tax ₹22,080 ₹0 N/A');
    expect(text).toMatch(/On-road price, estimate ₹2,18,009 ₹1,\d\d,\d{3} Lowest N\/A/);
    expect(text).toContain('Estimate with fees and premiums of Jan 2026 and the road tax of Nov 2023.');
    expect(text).not.toContain('Wheelbase');
  });

  it('has them for the visitor’s own list too, after a state is chosen', async () => {
    const { body } = await site.request('/compare?state=any', { headers: { Cookie: 'compare=1,8' } });
    expect(getPageText(body)).toContain('Choose your state');
    expect(body).not.toContain('name="vehicles"');
  });

  it('has none for used vehicles only', async () => {
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
    getData<OnRoad>(await callApi(site, 'GET', `/api/vehicles/${id}/on-road${query}`)).onRoad;

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

describe('the desk', () => {
  const address = deskPaths.roadTax('AS');
  const rates = {
    version: '1',
    asOf: '2026-08',
    bandsBy: 'price',
    'bands.0.upTo': '1 lakh',
    'bands.0.percent': '6',
    'bands.1.percent': '8.5',
    electricPercent: '0',
    surchargePercent: '10',
    minTaxRupees: '',
    note: 'Electric vehicles are exempt',
    isRough: 'on',
  };
  const getTax = async (id: string) =>
    getData<{ onRoad: { roadTax: number; isRateAssumed: boolean; notes: string[] }[] }>(
      await callApi(site, 'GET', `/api/vehicles/${id}/on-road?state=AS`),
    ).onRoad[0];

  it('lists the rates of all states and opens one', async () => {
    const headers = asOperator;
    const list = getPageText((await site.request(deskPaths.roadTax(), { headers })).body);
    expect(list).toContain('8% up to 200 cc, 13% up to 500 cc, then 15%; electric 0%; surcharge 12.5% of the tax');
    expect(list).toContain('As of 2025 · from the data file');
    expect((await site.request(deskPaths.roadTax('RJ'), { headers })).body).toMatch(
      /name="bands.1.upTo" value="500"|value="500"[^>]*name="bands.1.upTo"/,
    );
    expect((await site.request(deskPaths.roadTax('XX'), { headers })).status).toBe(404);
  });

  it('shows an error beside each field, and keeps the input', async () => {
    const wrong = {
      ...rates,
      asOf: 'August',
      'bands.0.percent': 'six',
      'bands.1.upTo': '50,000',
      surchargePercent: '101',
    };
    const { status, body } = await sendForm(site, address, wrong, asOperator);
    const text = getPageText(body);
    expect(status).toBe(422);
    for (const message of [
      'As of must be a year or a month, such as 2026 or 2026-08',
      'Percent must be from 0 to 100',
      'Surcharge, percent of the tax must be from 0 to 100',
    ]) {
      expect(text).toContain(message);
    }
    expect(body).toContain('value="six"');
    const falling = await sendForm(
      site,
      address,
      { ...rates, 'bands.1.upTo': '50,000', 'bands.2.percent': '9' },
      asOperator,
    );
    expect(getPageText(falling.body)).toContain('Maxima must rise from row to row');
    expect((await getTax('2'))?.isRateAssumed).toBe(true);
  });

  it('changes the rates of a state at once, which is logged', async () => {
    const page = await site.request(paths.vehicle('2', { state: 'AS' }));
    expect(getPageText(page.body)).toContain('Road tax ₹6,746');
    const headers = asOperator;
    expect((await sendForm(site, address, rates, headers)).status).toBe(303);
    // 74,958 × 6%, with a tenth of it on top; the other one is electric.
    expect(await getTax('2')).toMatchObject({ roadTax: 4_947, isRateAssumed: false });
    expect(await getTax('8')).toMatchObject({
      roadTax: 0,
      notes: expect.arrayContaining(['Electric vehicles are exempt.']),
    });
    expect(await words(paths.vehicle('2', { state: 'AS' }))).toContain('Road tax ₹4,947');
    const log = getPageText((await site.request(deskPaths.teamLog(), { headers })).body);
    expect(log).toContain('Road tax of Assam: 6% up to ₹1,00,000, then 8.5%; electric 0%; surcharge 10% of the tax');
  });

  it('rejects a form made from earlier rates, and those of users', async () => {
    const outdated = await sendForm(site, address, rates, asOperator);
    expect([outdated.status, getPageText(outdated.body)]).toEqual([
      409,
      expect.stringContaining('changed in the meantime'),
    ]);
    expect((await sendForm(site, address, rates, getCookie(signIn(site, 'Uma')))).status).toBe(403);
  });
});
