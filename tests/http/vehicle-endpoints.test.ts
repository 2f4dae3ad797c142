import { describe, expect, it } from 'vitest';
import { callApi, getData, signIn } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { shine } from '../support/sample-content';
import { storeListing } from '../support/stored-listing';

type Vehicle = {
  _id: string;
  id: string;
  name: string;
  brand: string;
  type: string;
  stock: string;
  fuelType: string;
  condition: string;
  price: number;
  rating: number | null;
  mileage: string | null;
  budget: string;
  images: string[];
  [field: string]: unknown;
};
type List = { vehicles: Vehicle[]; pagination: { page: number; limit: number; total: number; pages: number } };

/** Samples do not count. */
const getRating = ({ rating, ratingIsSample }: Vehicle): number => (ratingIsSample ? 0 : (rating ?? 0));

let site: SiteInProcess;
let stock: Vehicle[];
const list = async (query: string): Promise<List> => getData<List>(await callApi(site, 'GET', `/api/vehicles${query}`));

shareSite(async () => {
  site = await openSite();
  stock = (await list('?limit=100')).vehicles;
  return site;
});

describe('GET /api/vehicles', () => {
  it('lists the whole catalogue, page by page', async () => {
    expect(stock).toHaveLength(37);
    const { vehicles, pagination } = await list('?page=2&limit=10');
    expect(pagination).toMatchObject({ page: 2, limit: 10, total: 37, pages: 4, totalIsExact: true });
    expect(vehicles.map(({ id }) => id)).toEqual(stock.slice(10, 20).map(({ id }) => id));
  });

  it('interprets a search, and suggests the nearest models separately if it finds nothing', async () => {
    const found = await list('?q=hnda+scooter+under+1+lakh');
    expect(found).toMatchObject({
      understood: [{ field: 'name', text: 'Honda' }, { field: 'vehicleType' }, { field: 'price', value: '-100000' }],
      corrected: { from: 'hnda scooter under 1 lakh', to: 'honda scooter under 1 lakh' },
    });
    expect(found.vehicles.length).toBeGreaterThan(1);
    expect(found.vehicles.every(({ brand, type, price }) => brand + type === 'HondaScooter' && price <= 100_000)).toBe(
      true,
    );
    expect(found).not.toHaveProperty('alternatives');
    expect((await list('?q=honda+under+1+lakh&minPrice=150000')).vehicles.every(({ price }) => price >= 150_000)).toBe(
      true,
    );
    expect(await list('?q=hayabusa')).toMatchObject({
      vehicles: [],
      corrected: null,
      alternatives: { message: expect.stringContaining('nearest models'), vehicles: [{ type: 'Bike' }, {}, {}] },
    });
    for (const kind of ['vehicles', 'bikes']) {
      const { body } = await site.request(`/api/${kind}?q=hayabusa&fields=name`);
      const { vehicles } = JSON.parse(body).data.alternatives;
      expect(vehicles).toEqual(Array(3).fill({ name: expect.any(String) }));
    }
    expect(await list('')).not.toHaveProperty('understood');
  });

  it.each<[string, (vehicle: Vehicle) => boolean]>([
    ['q=HONDA&sort=newest', ({ name, brand }) => /honda/i.test(name + brand)],
    ['q=tvs&sort=newest', ({ name, brand }) => /tvs/i.test(`${name} ${brand}`)],
    ['type=scooter', ({ type }) => type === 'Scooter'],
    ['category=popular', ({ category }) => category === 'popular'],
    ['condition=like%20new', ({ condition }) => condition === 'Like New'],
    ['stock=used', (one) => one.stock === 'used'],
    ['brand=royal%20ENFIELD', ({ brand }) => brand === 'Royal Enfield'],
    ['fuelType=Hybrid', ({ fuelType }) => fuelType === 'Hybrid'],
    ['mileage=30-40', ({ mileage }) => mileage === '30-40 km/l'],
    ['mileage=50%2B', ({ mileage }) => mileage === '50+ km/l'],
    ['budget=under-1-lakh', ({ price }) => price < 100_000],
    ['budget=1.5-2-lakh&minPrice=160000', ({ price }) => price >= 160_000 && price < 200_000],
    ['budget=above-2-lakh&maxPrice=150000', () => false],
    ['minPrice=74536&maxPrice=80852', ({ price }) => price >= 74_536 && price <= 80_852],
    [
      'type=Bike&stock=new&fuelType=Petrol',
      (one) => one.type === 'Bike' && one.stock === 'new' && one.fuelType === 'Petrol',
    ],
    ['q=&type=null&brand=undefined', () => true],
  ])('filters by %s', async (query, holds) => {
    const { vehicles, pagination } = await list(`?limit=100&${query}`);
    expect(vehicles.map(({ id }) => id)).toEqual(stock.filter(holds).map(({ id }) => id));
    expect(pagination.total).toBe(vehicles.length);
  });

  it.each<[string, (one: Vehicle, other: Vehicle) => number]>([
    ['price', (one, other) => one.price - other.price],
    ['-price', (one, other) => other.price - one.price],
    ['rating', (one, other) => getRating(one) - getRating(other)],
    ['-rating', (one, other) => getRating(other) - getRating(one)],
  ])('sorts by %s', async (sort, compare) => {
    const { vehicles } = await list(`?limit=100&sort=${sort}`);
    expect(vehicles).toHaveLength(37);
    for (const [place, vehicle] of vehicles.slice(1).entries()) {
      const before = vehicles[place];
      expect(before && compare(before, vehicle)).toBeLessThanOrEqual(0);
    }
  });

  it.each([
    ['type=car', 'type'],
    ['category=old', 'category'],
    ['condition=shiny', 'condition'],
    ['stock=sold', 'stock'],
    ['fuelType=steam', 'fuelType'],
    ['mileage=60-70', 'mileage'],
    ['budget=cheap', 'budget'],
    ['minPrice=-1', 'minPrice'],
    ['minPrice=2&maxPrice=1', 'minPrice'],
    ['sort=name', 'sort'],
    ['limit=101', 'limit'],
    ['page=0', 'page'],
    ['sort=price&sort=newest', 'sort'],
    [`q=${'x'.repeat(201)}`, 'q'],
  ])('rejects %s', async (query, field) => {
    const { status, json } = await callApi(site, 'GET', `/api/vehicles?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(json.errors ?? {})).toEqual([field]);
  });
});

describe('GET /api/vehicles/{id}', () => {
  it('is the complete record, as text and as numbers', async () => {
    const vehicle = getData<Vehicle>(await callApi(site, 'GET', '/api/vehicles/1'));
    expect(vehicle).toMatchObject({
      _id: '1',
      id: '1',
      name: 'Royal Enfield Classic 350',
      price: 184_000,
      originalPrice: 200_157,
      category: 'popular',
      type: 'Bike',
      fuel: 'Petrol',
      mileage: '30-40 km/l',
      budget: '₹1.5-2 Lakh',
      engine: '349 cc, single cylinder, air-oil cooled',
      transmission: '5-speed manual',
      usedKms: '0 km',
      condition: 'Brand New',
      seatingCapacity: 2,
      specs: { mileage: '36 km/l', fuelType: 'Petrol', weight: '195 kg' },
      figures: { mileageKmpl: 36, kerbWeightKg: 195 },
      seller: null,
    });
    expect(vehicle.images).toHaveLength(3);
    expect(vehicle.image).toBe(vehicle.images[0]);
    for (const image of vehicle.images) expect((await site.request(new URL(image).pathname)).status).toBe(200);
    expect(stock).toContainEqual(vehicle);
  });

  it('has N/A and New Launch for upcoming vehicles, and null for unknown values', async () => {
    const upcoming = stock.filter(({ stock: one }) => one === 'upcoming');
    expect(upcoming).toHaveLength(9);
    for (const vehicle of upcoming) expect(vehicle).toMatchObject({ usedKms: 'N/A', yearsUsed: 'New Launch' });
    const electric = stock.filter(({ fuelType }) => fuelType === 'Electric');
    expect(electric).not.toEqual([]);
    for (const vehicle of electric) expect(vehicle).toMatchObject({ mileage: null, tankCapacity: null });
  });

  it('is 404 for an unknown id', async () => {
    expect((await callApi(site, 'GET', '/api/vehicles/999')).status).toBe(404);
    expect((await callApi(site, 'GET', '/api/vehicles/sample-bike-1')).status).toBe(404);
  });
});

describe('the other reads of vehicles', () => {
  it('are the featured ones', async () => {
    const { vehicles, pagination } = getData<List>(await callApi(site, 'GET', '/api/vehicles/featured'));
    expect(vehicles.map(({ type }) => type)).toEqual([...Array(6).fill('Bike'), ...Array(6).fill('Scooter')]);
    expect(pagination.total).toBe(12);
  });

  it('are the brands and the models of a brand, in any case', async () => {
    const { brands } = getData<{ brands: string[] }>(await callApi(site, 'GET', '/api/vehicles/meta/brands'));
    expect(brands).toEqual([...new Set(stock.map(({ brand }) => brand))].sort());
    const { models } = getData<{ models: string[] }>(
      await callApi(site, 'GET', '/api/vehicles/meta/models/royal%20enfield'),
    );
    const wanted = stock.filter(({ brand }) => brand === 'Royal Enfield').map(({ name }) => name);
    expect(models).toEqual([...new Set(wanted)].sort());
    expect(getData(await callApi(site, 'GET', '/api/vehicles/meta/models/none'))).toEqual({ models: [] });
  });

  it('are the used vehicles of the signed-in user', async () => {
    expect((await callApi(site, 'GET', '/api/vehicles/user/my-listings')).status).toBe(401);
    const asha = signIn(site, 'Asha');
    const mine = async () =>
      getData<{ listings: { kind: string; name: string }[] }>(
        await callApi(site, 'GET', '/api/vehicles/user/my-listings', { headers: asha }),
      ).listings.map(({ kind, name }) => [kind, name]);
    expect(await mine()).toEqual([]);
    await callApi(site, 'POST', '/api/scooters', { body: { ...shine, name: 'Mine' }, headers: asha });
    storeListing(site.runtime.db, { name: 'Not mine' });
    expect(await mine()).toEqual([['scooter', 'Mine']]);
  });
});

describe('every public read of vehicles', () => {
  it.each([
    '/api/vehicles',
    '/api/vehicles?q=honda&sort=price',
    '/api/vehicles/featured',
    '/api/vehicles/meta/brands',
    '/api/vehicles/meta/models/Honda',
    '/api/vehicles/7',
  ])('%s is cached, supports HEAD and 304, allows any origin and rejects writes', async (path) => {
    const first = await site.request(path);
    expect([first.status, first.headers['access-control-allow-origin']]).toEqual([200, '*']);
    const head = await site.request(path, { method: 'HEAD' });
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', first.headers.etag]);
    const again = await site.request(path, { headers: { 'If-None-Match': first.headers.etag ?? '' } });
    expect([again.status, again.body]).toEqual([304, '']);
    const err = await callApi(site, 'PATCH', path, { body: {} });
    expect([err.status, err.headers.allow?.includes('GET, HEAD')]).toEqual([405, true]);
  });
});
