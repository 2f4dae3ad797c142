import { beforeAll, describe, expect, it } from 'vitest';
import { findUsedVehicles } from '~/domain/catalogue/stock.queries.server';
import { vehicles } from '~db/schema/vehicles';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeUser } from '../support/stored-listing';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const getCards = (html: string): string[] => html.split('<li><div class="picture"').slice(1);

describe.each([
  {
    path: '/bikes?stock=used',
    title: 'Second Hand Bikes',
    card: /Good ₹1,49,000 ₹2,03,085 Royal Enfield Scram 411 Rated 4\.4\* Bengaluru Upkeep: Regular Maintenance KA 01 JZ 0000 Used 26,700 km Age \d+ years Mileage 29 km\/l Fuel Petrol View Complete Details/,
  },
  {
    path: '/scooters?stock=used',
    title: 'Second Hand Scooters',
    card: /Like New ₹86,000 ₹1,45,900 Hero Vida V1 Pro Rated 4\.3\* Jaipur Upkeep: Like New RJ 14 LX 0000 Used 7,600 km Age \d+ years Range 165 km range Fuel Electric View Complete Details/,
  },
])('$title', ({ path, title, card }) => {
  it('shows six, each with condition, status, rating, prices, kilometres, years, fuel, mileage and plate', async () => {
    const { status, body } = await site.request(path);
    expect(status).toBe(200);
    expect(body).toContain(`<h1>${title}</h1>`);
    const cards = getCards(body);
    expect(cards).toHaveLength(6);
    expect(getPageText(body)).toMatch(card);
    for (const one of cards) {
      expect(one).toMatch(/ href="\/vehicle-details\?vehicle=\d+">/);
      expect(one).toMatch(/<span class="plate(?: plate-electric)?">/);
      expect(one).toMatch(/<span class="upkeep-badge">Upkeep: [A-Z][\w ]+<\/span>/);
    }
  });

  it('has its own title and canonical URL', async () => {
    const { body } = await site.request(path);
    expect(body).toContain(`<link rel="canonical" href="${site.origin}${path}"/>`);
    // The menu and the tabs have the new vehicles of the same path.
    expect(body).not.toContain('aria-current="page"');
  });

  it('never shares a cached page with the new vehicles of the same path', async () => {
    const [newPath = ''] = path.split('?');
    await site.request(newPath);
    expect((await site.request(path)).body).toContain(`<h1>${title}</h1>`);
    expect((await site.request(newPath)).body).not.toContain(`<h1>${title}</h1>`);
  });
});

it('shows an electric one with a green plate', async () => {
  const { body } = await site.request('/scooters?stock=used');
  expect(body).toContain('<span class="plate plate-electric">RJ 14 LX 0000</span>');
});

describe('used vehicles of users', () => {
  const offered = 30;
  beforeAll(() => {
    const { user } = storeUser(site.runtime.db, 'Rider');
    const timestamp = '2026-06-15T06:30:00.000Z';
    for (let at = 1; at <= offered; at += 1) {
      site.runtime.db
        .insert(vehicles)
        .values({
          id: `offered-${at}`,
          name: `Hero Glamour no. ${at}`,
          brand: 'Hero',
          type: 'Bike',
          stock: 'used',
          bodyStyle: 'commuter',
          fuel: 'Petrol',
          priceRupees: 40_000 + at,
          condition: 'Good',
          ownerUserId: user.id,
          searchBrand: 'hero',
          createdAt: timestamp,
          updatedAt: timestamp,
        })
        .run();
    }
  });

  it('come after the six, newest first, paginated', async () => {
    const first = getCards((await site.request('/bikes?stock=used')).body);
    expect(first).toHaveLength(18);
    expect(first[5]).toContain('Honda CB Unicorn 160');
    expect(first[6]).toContain('Hero Glamour no. 30<');
    const { body } = await site.request('/bikes?stock=used&page=3');
    const last = getCards(body);
    expect(last).toHaveLength(6);
    expect(last[5]).toContain('Hero Glamour no. 1<');
    expect(body).toContain('aria-label="Page 3" aria-current="page"');
  });

  it('show a message past the last page, with links', async () => {
    const words = getPageText((await site.request('/bikes?stock=used&page=9')).body);
    expect(words).toContain('This page is past the last of the list. Back to its first page');
    expect(words).not.toContain('No bikes found');
  });

  it('leave out unknown values', async () => {
    const [, , , , , , card = ''] = getCards((await site.request('/bikes?stock=used')).body);
    expect(card).not.toMatch(/null|undefined|class="plate"/);
  });

  it('are separated by kind', () => {
    const scooters = findUsedVehicles(site.runtime.db, 'Scooter', { page: 1, limit: 12 });
    expect(scooters.vehicles.map(({ type }) => type)).toEqual(Array(6).fill('Scooter'));
    expect(scooters.pages).toBe(1);
  });
});
