import { beforeEach, describe, expect, it } from 'vitest';
import { exportOwnData } from '~/domain/own-data/own-data.server';
import { deskPaths, paths } from '~/paths';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { samplePhoto } from '../support/photo-samples';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { usedShine as shine } from '../support/sample-content';
import { getPageText } from '../support/page-text';

type Headers = Record<string, string>;
type Vehicle = {
  id: string;
  name: string;
  price: number;
  stock: string;
  type: string;
  fuelType: string;
  condition: string;
  usedKms: string | null;
  yearsUsed: string | null;
  engine: string | null;
  images: string[];
  seller: { id: string; name: string } | null;
  availability: string;
  numberPlate: string | null;
  version: number;
  figures: Record<string, unknown>;
};

let site: SiteInProcess;
let owner: Headers;
let other: Headers;
let operator: Headers;
shareSite(async () => {
  site = await openSite();
  owner = signIn(site, 'Uma');
  other = signIn(site, 'Ravi');
  operator = signIn(site, 'Opal', 'owner');
  return site;
});
beforeEach(() => site.runtime.db.$client.exec('DELETE FROM vehicles WHERE is_built_in = 0'));

const request = (method: string, path: string, headers: Headers, body?: unknown) =>
  callApi(site, method, path, { headers, body });
const offered = async (fields: object = {}, headers = owner): Promise<Vehicle> =>
  getData<Vehicle>(await request('POST', '/api/vehicles', headers, { ...shine, ...fields }));
const words = async (path: string, headers: Headers = {}) => getPageText((await site.request(path, { headers })).body);
const stored = () =>
  site.runtime.db.$client.prepare('SELECT count(*) FROM vehicles WHERE is_built_in = 0').pluck().get();

describe('POST /api/vehicles', () => {
  it('offers a used vehicle of the user, with the given facts', async () => {
    const response = await request('POST', '/api/vehicles', owner, {
      ...shine,
      originalPrice: 80_000,
      condition: 'Like New',
      usedKms: 12_400,
      yearsUsed: 2.5,
      registration: 'Approved',
      numberPlate: 'KA 05 LZ 4711',
      mileage: 55,
      engine: 124,
      description: 'One owner.\r\nNever dropped.',
    });
    const vehicle = getData<Vehicle>(response);
    expect(response.status).toBe(201);
    expect(response.json.message).toBe('Your bike has been listed successfully!');
    expect(response.headers.location).toBe(`/api/vehicles/${vehicle.id}`);
    expect(vehicle).toMatchObject({
      _id: vehicle.id,
      stock: 'used',
      price: 52_000,
      originalPrice: 80_000,
      condition: 'Like New',
      usedKms: '12,400 km',
      registration: 'Approved',
      numberPlate: 'KA 05 LZ 4711',
      engine: '124 cc',
      description: 'One owner.\nNever dropped.',
      seller: { id: 'user-uma', name: 'Uma' },
      isBuiltIn: false,
      version: 1,
      figures: { mileageKmpl: 55, rangeKm: null, engineCc: 124, kilometresDriven: 12_400, yearsUsed: 2.5 },
    });
    expect(getData(await request('GET', `/api/vehicles/${vehicle.id}`, {}))).toEqual(vehicle);
    expect(response.body).not.toMatch(/@example\.com|phone/);
  });

  it('has the condition Good by default, and the range of an electric one', async () => {
    const electric = await offered({ type: 'Scooter', fuelType: 'Electric', mileage: 110, engine: 4 });
    expect(electric).toMatchObject({ condition: 'Good', figures: { mileageKmpl: null, rangeKm: 110, engineCc: null } });
    expect(electric.images[0]).toContain('/drawings/scooter-electric-');
  });

  it.each<[object, Record<string, string>, string]>([
    [
      { name: ' ', price: undefined },
      { name: 'Name is required', price: 'Price is required' },
      'Please fill in all required fields',
    ],
    [{ type: 'Car' }, { type: 'Type must be Bike or Scooter' }, 'Please fix the validation errors above'],
    [{ price: -1 }, { price: 'Price must be 0 or more' }, 'Please fix the validation errors above'],
    [{ usedKms: 'many' }, { usedKms: 'Kilometers must be a number' }, 'Please fix the validation errors above'],
    [
      { mileage: '45,5 km/l' },
      { mileage: 'Mileage can mean 45.5 or 455. Please write the one you mean in full.' },
      'Please fix the validation errors above',
    ],
    [
      { yearsUsed: '1,5' },
      { yearsUsed: 'Years used can mean 1.5 or 15. Please write the one you mean in full.' },
      'Please fix the validation errors above',
    ],
    [
      { condition: 'Brand New' },
      { condition: 'Condition must be Like New, Excellent, Good, Fair or Poor' },
      'Please fix the validation errors above',
    ],
    [
      { images: ['no picture'] },
      { images: 'Photo 1 is not a JPEG, PNG, WebP or AVIF photo' },
      'Photo 1 is not a JPEG, PNG, WebP or AVIF photo',
    ],
  ])('rejects %j', async (fields, errors, message) => {
    const response = await request('POST', '/api/vehicles', owner, { ...shine, ...fields });
    expect([response.status, response.json.errors, response.json.message]).toEqual([422, errors, message]);
    expect(stored()).toBe(0);
  });

  it('accepts photos as data strings, and keeps those named by their URL', async () => {
    const [one, two] = await Promise.all([samplePhoto('jpeg'), samplePhoto('png')]);
    const asData = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`;
    const vehicle = await offered({ images: [asData(one), asData(two)] });
    expect(vehicle.images).toHaveLength(2);
    const changed = await request('PUT', `/api/vehicles/${vehicle.id}`, owner, { images: [vehicle.images[1]] });
    expect(getData<Vehicle>(changed).images).toEqual([vehicle.images[1]]);
    const { body } = await site.request('/bikes?stock=used');
    expect(body).toContain(new URL(vehicle.images[1] ?? '').pathname.replace('-1280', '-640'));
    // For a text browser, which shows it in place of the photo.
    for (const path of ['/bikes?stock=used', '/browse', '/browse?view=grid'])
      expect((await site.request(path)).body, path).toMatch(/<img [^>]*alt="Honda Shine/);
  });

  it('writes once when sent twice', async () => {
    const headers = { ...owner, 'Idempotency-Key': 'a-shine' };
    const first = await request('POST', '/api/vehicles', headers, shine);
    const again = await request('POST', '/api/vehicles', headers, shine);
    expect(again.body).toBe(first.body);
    expect(stored()).toBe(1);
    expect((await request('POST', '/api/vehicles', headers, { ...shine, price: 1 })).status).toBe(409);
  });
});

describe('PUT and DELETE /api/vehicles/{id}', () => {
  it('change given fields, and reject a change of an older version', async () => {
    const { id, version } = await offered({ usedKms: 900, numberPlate: 'KA 05' });
    const changed = await request('PUT', `/api/vehicles/${id}`, owner, { price: 51_000, version });
    expect(getData<Vehicle>(changed)).toMatchObject({
      price: 51_000,
      usedKms: '900 km',
      numberPlate: 'KA 05',
      version: 2,
    });
    expect((await request('PUT', `/api/vehicles/${id}`, owner, { price: 1, version })).status).toBe(409);
    const emptied = await request('PUT', `/api/vehicles/${id}`, owner, { numberPlate: null, condition: null });
    expect(getData<Vehicle>(emptied)).toMatchObject({ numberPlate: null, condition: 'Good', price: 51_000 });
    expect((await request('PUT', `/api/vehicles/${id}`, owner, { name: '' })).status).toBe(422);
  });

  it('replace an engine by a battery with its facts', async () => {
    const { id } = await offered({ mileage: 55, engine: 124 });
    const turned = await request('PUT', `/api/vehicles/${id}`, owner, { fuelType: 'Electric' });
    expect(getData<Vehicle>(turned).figures).toMatchObject({ mileageKmpl: null, rangeKm: null, engineCc: null });
  });

  it('are for the owner and operators, whose actions are logged; the built-in catalogue is for operators only', async () => {
    const { id } = await offered();
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { price: 1 } : undefined;
      expect((await request(method, `/api/vehicles/${id}`, {}, body)).status).toBe(401);
      expect((await request(method, `/api/vehicles/${id}`, other, body)).status).toBe(403);
      expect((await request(method, '/api/vehicles/105', owner, body)).status).toBe(403);
      expect((await request(method, '/api/vehicles/nothing', owner, body)).status).toBe(404);
    }
    const before = getData<Vehicle>(await request('GET', '/api/vehicles/105', {}));
    const changed = getData<Vehicle>(await request('PUT', '/api/vehicles/105', operator, { price: 60_000 }));
    expect({ ...changed, updatedAt: 0 }).toEqual({
      ...before,
      price: 60_000,
      priceText: '₹60,000',
      budget: expect.anything(),
      version: before.version + 1,
      updatedAt: 0,
    });
    expect((await request('PUT', `/api/vehicles/${id}`, operator, { price: 2 })).status).toBe(200);
    expect(await request('DELETE', `/api/vehicles/${id}`, operator)).toMatchObject({
      status: 200,
      json: { message: 'The listing has been deleted.', data: { id } },
    });
    expect((await request('GET', `/api/vehicles/${id}`, owner)).status).toBe(404);
    const log = await words(deskPaths.teamLog(), getCookie(operator));
    expect(log).toContain('Honda Shine 125');
    expect(log).toContain('deleted');
  });

  it('withdraw a vehicle of the catalogue, and keep reviews and messages about it', async () => {
    const review = { vehicleId: '206', rating: 4, comment: 'It never hurries.' };
    await request('POST', '/api/reviews', other, review);
    expect((await request('DELETE', '/api/vehicles/206', operator)).status).toBe(200);
    expect((await request('GET', '/api/vehicles/206', {})).status).toBe(404);
    const { reviews } = getData<{ reviews: object[] }>(await request('GET', '/api/reviews/user/my-reviews', other));
    expect(reviews).toHaveLength(1);
  });
});

describe('/api/vehicles/{id}/sold', () => {
  it('ends and resumes the offer, as for a listing', async () => {
    const { id } = await offered({ name: 'Quixotic Shine 125' });
    const path = `/api/vehicles/${id}/sold`;
    const lists = [
      paths.usedBikes(),
      paths.browse({ kind: 'used', brand: 'Honda' }),
      '/api/vehicles?stock=used&brand=Honda',
      '/sitemaps/vehicles-1.xml',
    ];
    const findListing = async () =>
      (await Promise.all(lists.map((list) => site.request(list)))).map(({ body }) => body.includes(id));
    expect(await findListing()).toEqual([true, true, true, true]);
    const sold = await request('PATCH', path, owner);
    expect(sold).toMatchObject({ status: 200, json: { message: 'The listing is marked as sold.' } });
    expect(getData<Vehicle>(sold)).toMatchObject({ availability: 'sold', version: 2 });
    expect((await request('PATCH', path, owner)).status).toBe(409);
    expect(await findListing()).toEqual([false, false, false, false]);
    const page = await words(paths.vehicle(id), getCookie(owner));
    expect(page).toContain('Offer it again');
    expect(await words(paths.vehicle(id))).toContain('This one has found its rider.');
    expect(await words(paths.ownVehicle({ vehicle: id }), getCookie(owner))).toContain('Offer it again');
    expect(getData<Vehicle>(await request('DELETE', path, owner))).toMatchObject({ availability: 'available' });
    expect(await findListing()).toEqual([true, true, true, true]);
    expect((await request('DELETE', path, owner)).status).toBe(409);
  });

  it('cannot be undone after 24 hours, and is for second-hand vehicles only', async () => {
    const { id } = await offered();
    await request('PATCH', `/api/vehicles/${id}/sold`, owner);
    site.runtime.db.$client.exec("UPDATE vehicles SET sold_at = '2026-01-01T00:00:00.000Z' WHERE is_built_in = 0");
    expect((await request('DELETE', `/api/vehicles/${id}/sold`, owner)).status).toBe(409);
    expect((await request('PATCH', '/api/vehicles/1/sold', operator)).status).toBe(409);
  });
});

describe('the fields of a listing', () => {
  it('are those of a used vehicle, and its number plate is hidden from all others', async () => {
    const facts = { year: 2021, owners: 2, topSpeed: 95, city: 'Pune', hasRc: true, isLoanCleared: true };
    const vehicle = await offered({
      ...facts,
      numberPlate: 'KA 05 LZ 4711',
      hideNumberDigits: true,
      insuranceUntil: '2027-03-31',
    });
    expect(vehicle).toMatchObject({
      ...facts,
      topSpeed: '95 km/h',
      state: 'Maharashtra',
      hasPuc: false,
      insuranceUntil: '2027-03-31',
      numberPlate: 'KA 05 LZ 4711',
    });
    const { id } = vehicle;
    const path = `/api/vehicles/${id}`;
    const shown = getData<Vehicle>(await request('GET', path, {}));
    expect(shown.numberPlate).toBe('KA 05 LZ ••••');
    // What was answered to others is no change.
    await request('PUT', path, owner, shown);
    expect(getData<Vehicle>(await request('GET', path, owner)).numberPlate).toBe('KA 05 LZ 4711');
    const page = await words(paths.vehicle(id));
    for (const text of [
      '2021',
      'Second',
      'Pune',
      'Registration certificate (RC) in the seller’s name',
      'Insured until',
    ])
      expect(page).toContain(text);
    for (const list of [paths.vehicle(id), paths.usedBikes(), paths.compare([id, '1'])])
      expect((await site.request(list)).body).not.toContain('4711');
    const wrong = await request('PUT', path, owner, { year: 1990, owners: 0, state: 'Nowhere' });
    expect(Object.keys(wrong.json.errors ?? {})).toEqual(['year', 'owners', 'state']);
  });
});

describe('a user’s vehicle', () => {
  it('is listed with all vehicles, and removed everywhere at once', async () => {
    const { id } = await offered({ name: 'Quixotic Shine 125' });
    const screens = [
      paths.usedBikes(),
      paths.explore({ fuelType: 'Petrol', budget: 'under-1-lakh', vehicleType: 'Bike' }),
      paths.browse({ q: 'quixotic' }),
      paths.browse({ kind: 'used', brand: 'Honda' }),
      paths.home({ q: 'quixotic' }),
      paths.vehicle(id),
      paths.compare([id, '1']),
      '/browse.rss?q=quixotic',
      '/browse.json?q=quixotic',
      '/api/vehicles?q=quixotic',
      '/api/vehicles/meta/models/Honda',
    ];
    for (const path of screens) expect((await site.request(path)).body, path).toContain('Quixotic Shine 125');
    const sitemap = await site.request('/sitemaps/vehicles-1.xml');
    expect(sitemap.body).toContain(id);
    expect(await words(paths.vehicle(id))).toContain('Seller Uma');
    await request('DELETE', `/api/vehicles/${id}`, owner);
    for (const path of screens.filter((one) => !one.includes('q=') && !one.includes(id))) {
      expect((await site.request(path)).body, path).not.toContain('Quixotic Shine 125');
    }
    expect((await site.request(paths.vehicle(id))).status).toBe(404);
  });

  it('comes after the built-in ones, among its own kind', async () => {
    await offered({ name: 'Quixotic Shine 125' });
    const { body } = await site.request(paths.usedBikes());
    expect(body.indexOf('Quixotic')).toBeGreaterThan(body.indexOf('Honda CB Unicorn 160'));
    expect((await site.request(paths.usedScooters())).body).not.toContain('Quixotic');
  });

  it('is in its owner’s listings and data, and deleted with the account', async () => {
    const { id } = await offered();
    const { listings } = getData<{ listings: object[] }>(await request('GET', '/api/vehicles/user/my-listings', owner));
    expect(listings).toMatchObject([{ id, kind: 'vehicle' }]);
    expect(await words(paths.profileView('listings'), getCookie(owner))).toContain('Honda Shine 125');
    expect(await words(paths.profileView('listings'), getCookie(other))).not.toContain('Honda Shine 125');
    expect(exportOwnData(site.runtime.db, 'user-uma')).toMatchObject({ vehicles: [{ id, ownerUserId: 'user-uma' }] });
    const leaver = signIn(site, 'Leela');
    const theirs = await offered({}, leaver);
    site.runtime.db.$client.exec("DELETE FROM users WHERE id = 'user-leela'");
    expect((await request('GET', `/api/vehicles/${theirs.id}`, {})).status).toBe(404);
  });

  it('is hidden, restored and deleted by operators, with a reason for its owner', async () => {
    const { id } = await offered();
    const asOperator = getCookie(operator);
    const desk = deskPaths.publication('vehicle', id);
    expect(await words(deskPaths.riders({ of: 'vehicle' }), asOperator)).toContain('Honda Shine 125');
    expect((await sendForm(site, desk, { intent: 'hide', reason: '' }, asOperator)).status).toBe(422);
    expect((await sendForm(site, desk, { intent: 'hide', reason: 'Sold twice' }, getCookie(other))).status).toBe(403);
    expect((await sendForm(site, desk, { intent: 'hide', reason: 'Sold twice' }, asOperator)).status).toBe(303);
    expect((await request('GET', `/api/vehicles/${id}`, {})).status).toBe(404);
    expect((await request('PUT', `/api/vehicles/${id}`, owner, { price: 1 })).status).toBe(404);
    expect((await site.request(paths.usedBikes())).body).not.toContain('Honda Shine 125');
    const own = await words(paths.profileView('listings'), getCookie(owner));
    expect(own).toContain('Honda Shine 125 Hidden: Sold twice');
    expect((await sendForm(site, desk, { intent: 'restore', reason: '' }, asOperator)).status).toBe(303);
    expect((await request('GET', `/api/vehicles/${id}`, {})).status).toBe(200);
    expect((await sendForm(site, desk, { intent: 'delete', reason: 'Sold twice' }, asOperator)).status).toBe(303);
    expect(stored()).toBe(0);
    const builtIn = deskPaths.publication('vehicle', '105');
    expect((await sendForm(site, builtIn, { intent: 'hide', reason: 'x' }, asOperator)).status).toBe(404);
  });

  it('is listed for review again after a change', async () => {
    const { id } = await offered();
    const desk = deskPaths.publication('vehicle', id);
    await sendForm(site, desk, { intent: 'check', reason: '' }, getCookie(operator));
    const checkedAt = site.runtime.db.$client.prepare('SELECT checked_at FROM vehicles WHERE id = ?').pluck();
    await request('PUT', `/api/vehicles/${id}`, owner, { price: 51_000 });
    expect(checkedAt.get(id)).not.toBeNull();
    await request('PUT', `/api/vehicles/${id}`, owner, { description: 'Call me on 98' });
    expect(checkedAt.get(id)).toBeNull();
  });
});
