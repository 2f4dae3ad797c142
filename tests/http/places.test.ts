import { beforeAll, describe, expect, it } from 'vitest';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getVisibleText } from '../support/page-text';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const listed = [
  ['Here', 'Poona'],
  ['Beside', 'Pimpri'],
  ['Afar', 'Mumbai'],
  ['Elsewhere', 'Atlantis'],
] as const;

beforeAll(() => {
  for (const [name, city] of listed) {
    const description = city === 'Atlantis' ? 'To be seen in Nashik.' : undefined;
    storeListing(site.runtime.db, { name: `Bike ${name}`, city, license: 'GJ 01 AB 1234', description });
  }
});

/** A listing in another city whose text mentions Pune and Mumbai. */
const mentioning = { description: 'Bike Elsewhere: driven from Pune to Mumbai.' };
const found = (text: string): string[] => listed.map(([name]) => name).filter((name) => text.includes(`Bike ${name}`));
const page = async (path: string) => {
  const { status, body } = await site.request(path);
  return { status, text: getVisibleText(body), body };
};

describe('a city', () => {
  it.each([
    ['/browse?city=Pune', ['Here']],
    ['/browse?city=%E0%A4%AA%E0%A5%81%E0%A4%A3%E0%A5%87&within=25', ['Here', 'Beside']],
    ['/browse.rss?city=pune&within=25', ['Here', 'Beside']],
    ['/browse.json?city=pune&within=150', ['Here', 'Beside', 'Afar']],
    ['/sell-bikes?city=pune', ['Here']],
    ['/sell-bikes?city=pune&within=150', ['Here', 'Beside', 'Afar']],
    ['/api/bikes?city=pune&within=25', ['Here', 'Beside']],
    ['/api/bikes?city=Bombay', ['Afar']],
    ['/browse?q=MH+14', ['Beside']],
  ])('%s', async (path, names) => {
    const { status, body } = await page(path);
    expect(status).toBe(200);
    expect(found(body)).toEqual(names);
  });

  it.each([
    ['/browse?q=bike+poona', ['Here']],
    ['/browse?q=pune', ['Here']],
    ['/browse.json?q=%E0%A4%AA%E0%A5%81%E0%A4%A3%E0%A5%87', ['Here']],
    ['/sell-bikes?q=bike+pune', ['Here']],
    ['/api/bikes?q=bike+pune', ['Here']],
    ['/api/bikes?q=%E0%A4%AA%E0%A5%81%E0%A4%A3%E0%A5%87', ['Here']],
    ['/api/bikes?q=bike+bombay', ['Afar']],
    ['/api/bikes?q=bike+bombay+maharashtra', ['Afar']],
    // A city takes precedence over a state that it is not in.
    ['/api/bikes?q=bike+bombay+bihar', ['Afar']],
    ['/api/bikes?q=bike+nashik', ['Elsewhere']],
    ['/browse?q=nashik', ['Elsewhere']],
    // A city in the text replaces another city of the filter; the same one keeps its radius.
    ['/browse?city=Mumbai&within=25&q=bike+pune', ['Here']],
    ['/browse.json?city=Mumbai&q=bike+pune', ['Here']],
    ['/sell-bikes?city=Mumbai&q=bike+pune', ['Here']],
    ['/api/bikes?city=Mumbai&within=25&q=bike+pune', ['Here']],
    ['/browse?city=Pune&within=25&q=bike+pune', ['Here', 'Beside']],
    ['/sell-bikes?city=Pune&within=25&q=bike+pune', ['Here', 'Beside']],
    ['/api/bikes?city=Pune&within=25&q=bike+pune', ['Here', 'Beside']],
  ])('in a search filters as the parameter does, regardless of the text of listings: %s', async (path, names) => {
    storeListing(site.runtime.db, { name: 'Bike Nowhere', city: 'Chennai', license: 'GJ 01 AB 1234', ...mentioning });
    expect(found((await page(path)).body)).toEqual(names);
  });

  it('is on each card, in the feeds, and with its distance when the filter is for another', async () => {
    const { text } = await page('/browse?city=Pune&within=25&sort=distance');
    expect(text).toContain('Pimpri-Chinchwad, 12 km away');
    expect(text.indexOf('Bike Here')).toBeLessThan(text.indexOf('Bike Beside'));
    expect((await page('/browse.json?city=Pune&within=25')).body).toContain('Pimpri-Chinchwad, 12 km away');
    expect((await page('/sell-bikes?q=afar')).text).toContain('Mumbai');
    expect((await page('/sell-bikes?city=Pune&within=25')).text).toContain('Pimpri-Chinchwad, 12 km away');
  });

  it.each(['/browse', '/browse.json', '/sell-bikes'])('in the text sorts %s by distance', async (path) => {
    const { body } = await page(`${path}?q=bike+within+25+km+of+pune&sort=distance`);
    expect(found(body)).toEqual(['Here', 'Beside']);
    expect(body.indexOf('Bike Here')).toBeLessThan(body.indexOf('Bike Beside'));
    if (path !== '/browse.json') expect(body).toContain('Nearest first');
  });

  it('of the filter is dropped when the search text names another', async () => {
    const { text, body } = await page('/browse?city=Mumbai&within=25&q=bike+pune');
    expect(text).not.toContain('Mumbai');
    expect(text).toContain('Without Pune');
    expect(body).not.toContain('aria-invalid="true"');
  });

  it('adds a distance to items of the API that are filtered by city', async () => {
    const items = async (path: string) => {
      const { data } = JSON.parse((await page(path)).body);
      return [...(data.bikes ?? data.vehicles)].map(({ distanceKm }: { distanceKm?: number }) => distanceKm);
    };
    expect((await items('/api/bikes?city=Poona&within=25&sort=distance')).slice(0, 2)).toEqual([0, 12]);
    expect(await items('/api/bikes?limit=1')).toEqual([undefined]);
    expect(await items('/api/bikes?city=Pune&fields=id,distanceKm&limit=1')).toEqual([0]);
    expect((await items('/api/vehicles?city=Pune&within=500')).every((km) => km !== undefined && km <= 500)).toBe(true);
  });

  it('is on the cards of second-hand vehicles of the catalogue', async () => {
    expect((await page('/bikes?stock=used')).text).toContain('Coimbatore');
    expect((await page('/terms')).text).toContain('GeoNames');
  });

  it('that is unknown shows an error beside its field, which keeps it', async () => {
    for (const path of ['/browse?city=Atlantis', '/sell-bikes?city=Atlantis']) {
      const { body, text } = await page(path);
      expect(text).toContain('No place called Atlantis is known here');
      expect(body).toMatch(/value="Atlantis"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*value="Atlantis"/);
    }
  });

  it.each([
    ['/api/bikes?city=Atlantis', 'city must be a known city or town, such as Pune'],
    ['/api/scooters?within=25', 'within needs city'],
    ['/api/vehicles?sort=distance', 'sort=distance needs city'],
    ['/api/bikes?city=Pune&within=501', 'within must be from 1 to 500'],
  ])('%s', async (path, message) => {
    const { status, body } = await site.request(path);
    expect(status).toBe(400);
    expect(body).toContain(message);
  });

  it('orders the API by distance, and finds used vehicles of the catalogue', async () => {
    const { body } = await page('/api/bikes?city=Mumbai&within=200&sort=distance');
    const { data }: { data: { bikes: { name: string }[] } } = JSON.parse(body);
    expect(data.bikes[0]?.name).toBe('Bike Afar');
    expect(data.bikes).toHaveLength(3);
    expect((await page('/api/vehicles?city=Chennai')).body).toContain('"city":"Chennai"');
  });
});

it('a plate office is shown with its cities', async () => {
  expect((await page('/browse?q=mh12')).text).toContain('Plate MH 12 · Pune');
  expect((await page('/browse?q=MH-05')).text).toContain('Plate MH 05 · Kalyan, Dombivli');
});
