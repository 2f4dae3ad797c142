import { describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { callApi, getData } from '../support/api-client';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const words = async (path: string, headers: Record<string, string> = {}) =>
  getPageText((await site.request(path, { headers })).body);

describe('the trip', () => {
  it('is linked from details and from a comparison, with their vehicles', async () => {
    expect((await site.request(paths.vehicle('8'))).body).toContain('href="/trip?vehicles=8"');
    expect((await site.request(paths.compare(['1', '8']))).body).toContain('href="/trip?vehicles=1,8"');
  });

  it('shows stops, cost and hours of each vehicle', async () => {
    const text = await words(paths.trip(['1', '8'], 'pune-goa'));
    expect(text).toContain('463 km by NH 48 and the Chorla ghat.');
    expect(text).toContain('Fuel stops 1 Fewest Fuel ₹1,325 On the way 9 h 30 min Quickest');
    expect(text).toContain('Fill up at about 374 km (near Belagavi).');
    expect(text).toContain('36 km/l, as its maker states; tank of 13 litres.');
    expect(text).toContain('Charging stops 2 Electricity ₹93 Cheapest');
    expect(text).toContain('212 km a charge, as its maker states; battery of 5.3 kWh; charged in 8.5 hours.');
    expect(text).toContain('Petrol at ₹103 and diesel at ₹91 a litre, electricity at ₹8 a kWh');
    expect(text).toContain('when 80% of the tank or the charge is used');
  });

  it('shows assumptions for a listing, and unknown figures for others', async () => {
    expect(await words(paths.trip(['sample-bike-1']))).toMatch(/km\/l, as its seller states; tank of \d/);
    const text = await words(paths.trip(['23']));
    expect(text).toContain('Its range is not known, so nothing can be calculated.');
    expect(text).not.toContain('On the way');
  });

  it('adds a vehicle from the form, up to four', async () => {
    expect(await words('/trip?vehicles=1&add=8')).toMatch(/Royal Enfield Classic 350.*TVS iQube ST.*Remove/);
    const full = await site.request('/trip?vehicles=1,2,3,4&add=5');
    expect(full.status).toBe(200);
    expect(getPageText(full.body)).toContain('You can compare up to 4 vehicles');
    expect(full.body).not.toContain('name="add"');
  });

  it('shows the visitor’s own list without ids, or examples', async () => {
    expect(await words('/trip')).toContain('Three examples');
    const own = await words('/trip', { Cookie: 'compare=2,4' });
    expect(own).toContain('Hero Splendor Plus');
    expect(own).not.toContain('Three examples');
  });

  it('ignores unknown routes and vehicles', async () => {
    for (const path of ['/trip?route=nowhere', '/trip?vehicles=,,', '/trip?vehicles=1,none', '/trip?route=%00']) {
      expect((await site.request(path)).status).toBe(200);
    }
  });
});

describe('the API', () => {
  it('lists the routes and calculates a trip', async () => {
    const { routes } = getData<{ routes: { id: string; km: number }[] }>(await callApi(site, 'GET', '/api/trips'));
    expect(routes).toHaveLength(15);
    const { vehicles } = getData<{ vehicles: unknown[] }>(
      await callApi(site, 'GET', '/api/trips/pune-goa?vehicles=1,none,23'),
    );
    expect(vehicles).toMatchObject([
      { vehicleId: '1', trip: { stops: 1, stopsAt: [{ km: 374, near: 'Belagavi' }], rupees: 1_325, hours: 9.43 } },
      { vehicleId: '23', trip: null },
    ]);
  });

  it('rejects an unknown route and too many vehicles', async () => {
    expect((await callApi(site, 'GET', '/api/trips/nowhere')).status).toBe(404);
    const many = await callApi(site, 'GET', '/api/trips/pune-goa?vehicles=1,2,3,4,5');
    expect([many.status, many.body]).toEqual([400, expect.stringContaining('from 1 to 4 comma-separated ids')]);
  });
});
