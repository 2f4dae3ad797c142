import { describe, expect, it } from 'vitest';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
const brands = ['Honda', 'TVS', 'Hero'];
const cities = ['Pune', 'Mumbai', 'Chennai', 'Atlantis'];

shareSite(async () => {
  site = await openSite();
  for (let at = 0; at < 11; at += 1) {
    storeListing(site.runtime.db, {
      name: `Ride ${at}`,
      brand: brands[at % 3] ?? '',
      city: cities[at % 4],
      type: at % 5 === 0 ? 'Electric' : 'Petrol',
      condition: at % 2 === 0 ? 'Good' : 'Fair',
      year: 2012 + at,
      presentPrice: 30_000 + ((at * 7) % 11) * 5_000,
      mileage: 30 + ((at * 3) % 11),
      kilometresDriven: at % 4 === 3 ? undefined : ((at * 5) % 11) * 4_000,
      ownerNumber: 1 + (at % 3),
      engineCapacity: at % 5 === 0 ? undefined : `${100 + at * 10} cc`,
    });
  }
  return site;
});

/** Names of the listings in their order; samples have other names. */
const ridesIn = (text: string): string[] => text.match(/Ride \d+(?=[^\d])/g) ?? [];

const read = async (path: string) => (await site.request(path)).body;
const onPage = async (query: string) =>
  [...(await read(`/sell-bikes?${query}`)).matchAll(/<h3><a[^>]*>(Ride \d+)</g)].flatMap(([, name]) => name ?? []);
const inFeed = async (query: string) =>
  JSON.parse(await read(`/browse.json?kind=listing&vehicleType=Bike&${query}`)).items.flatMap(
    ({ title }: { title: string }) => ridesIn(title),
  );
const inApi = async (query: string) =>
  JSON.parse(await read(`/api/bikes?availability=available&${query}`)).data.bikes.map(
    ({ name }: { name: string }) => name,
  );

const filters = [
  'brand=Honda&brand=TVS',
  'brand=hmsi&brand=TVS+Motor+Company',
  'fuelType=Electric',
  'condition=Good&brand=Hero',
  'minPrice=40000&maxPrice=60000',
  'minYear=2015&maxYear=2019&fuelType=Petrol',
  'maxKilometres=20000',
  'maxOwners=1',
  'minCc=120&maxCc=160',
  'minMileage=35',
  'city=Pune',
  'city=Mumbai&within=200&condition=Good&condition=Fair',
  'postedWithin=9999',
  'q=ride+honda',
  'q=ride+under+50000&maxOwners=2',
];

describe('the list of a sell screen, its feed and the API', () => {
  it.each(filters)('find the same listings with %s', async (query) => {
    const page = await onPage(`${query}&sort=newest`);
    expect(page.length).toBeGreaterThan(0);
    expect(page.length).toBeLessThanOrEqual(11);
    expect(await inFeed(`${query}&sort=newest`)).toEqual(page);
    expect(await inApi(`${query}&sort=newest`)).toEqual(page);
  });

  it.each(['price', '-price', '-kilometres', 'kilometres', 'year', '-year', 'mileage', '-mileage'])(
    'have the same order by %s',
    async (sort) => {
      const page = await onPage(`sort=${sort}&fuelType=Petrol&maxKilometres=100000`);
      expect(page.length).toBeGreaterThan(3);
      expect(await inApi(`sort=${sort}&fuelType=Petrol&maxKilometres=100000`)).toEqual(page);
    },
  );
});

it('has fifty listings a page, after the samples on the first page only', async () => {
  for (let at = 0; at < 53; at += 1) storeListing(site.runtime.db, { kind: 'scooter', name: `Fifty ${at}` });
  const namesOn = async (page: number) =>
    [...(await read(`/sell-scooters?page=${page}`)).matchAll(/<h3><a[^>]*>([^<]*)/g)].map(([, name]) => name ?? '');
  const isSample = (name: string) => !name.startsWith('Fifty');
  const [first, second] = [await namesOn(1), await namesOn(2)];
  expect(first.map(isSample)).toEqual([...Array(6).fill(true), ...Array(50).fill(false)]);
  expect(second).toEqual(['Fifty 2', 'Fifty 1', 'Fifty 0']);
});

describe('a filtered sell list', () => {
  it('lists each filter with its count and a link to remove it', async () => {
    const body = await read('/sell-bikes?brand=Honda&brand=TVS&fuelType=Petrol');
    const text = getPageText(body);
    const [, counted] = /(\d+) bikes/.exec(text) ?? [];
    expect(Number(counted)).toBe((await onPage('brand=Honda&brand=TVS&fuelType=Petrol')).length);
    for (const without of ['Without Honda', 'Without TVS', 'Without Petrol', 'Filters (3)'])
      expect(text).toContain(without);
    expect(body).toContain('href="/sell-bikes?brand=TVS&amp;fuelType=Petrol"');
  });

  it('shows the samples that match, and counts none', async () => {
    const text = getPageText(await read('/sell-bikes?brand=Royal+Enfield'));
    expect(text).toContain('Royal Enfield Meteor 350');
    expect(text).not.toContain('Hero Xpulse');
    expect(text).toContain('1 sample');
  });

  it('keeps a value that it cannot parse, and has no filters that no listing matches', async () => {
    const body = await read('/sell-bikes?minPrice=cheap&maxPower=20&kind=new&vehicleType=Scooter');
    expect(getPageText(body)).toContain('The lowest price must be a number of at most 10 digits');
    expect(body).toMatch(/name="minPrice"[^>]*value="cheap"|value="cheap"[^>]*name="minPrice"/);
    expect(body).not.toContain('name="maxPower"');
    expect(body).toContain('Ride 10');
  });

  it('compares the price of the open listing with those of similar ones, on scooters', async () => {
    const scooter = { kind: 'scooter', name: 'Dio', brand: 'Honda', presentPrice: 50_000 };
    const [first] = Array.from({ length: 6 }, () => storeListing(site.runtime.db, scooter).listing);
    const text = getPageText(await read(`/sell-scooters?listing=${first?.id}`));
    expect(text).toContain('Fair: 5 similar from ₹50,000 to ₹50,000. How this is calculated');
  });

  it('offers the results without each filter when nothing matches all of them', async () => {
    const text = getPageText(await read('/sell-bikes?brand=Honda&maxPrice=1000'));
    for (const part of [
      'No bikes found',
      'Try adjusting your search terms',
      'Without “Up to ₹1,000”',
      'List Your Bike',
    ])
      expect(text).toContain(part);
  });
});

it.each(['Petrol', 'Electric'])('shows the %s badge on own cards too, beside their mark', async (type) => {
  const { manageCode } = storeListing(site.runtime.db, { name: `Own ${type}`, type });
  for (const path of ['/sell-bikes', '/browse?kind=listing&view=grid']) {
    const { body } = await site.request(path, { headers: { Cookie: `manageKeys=${manageCode}` } });
    const cards = body.split('<li class="card"').slice(1);
    const own = cards.filter((card) => card.includes('Your Listing'));
    expect(own).toHaveLength(1);
    const badges = '<span class="tag tag-yellow">Your Listing</span> <span class="tag">';
    expect(own[0]).toContain(`${badges}${type}</span>`);
    expect(own[0], 'not a second time').not.toContain(`<span>${type}</span>`);
  }
});
