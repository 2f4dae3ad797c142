import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownData } from '~/domain/accounts/own-data.server';
import { paths } from '~/paths';
import { callApi, dataOf, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { samplePhoto } from '../support/photo-samples';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { usedShine as shine } from '../support/sample-content';
import { wordsOf } from '../support/words';

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
  version: number;
  figures: Record<string, unknown>;
};

/** The used vehicle as its form sends it. */
const typedShine = { ...shine, price: '₹ 52,000', condition: '', usedKms: '', description: '' };

let site: SiteInProcess;
let owner: Headers;
let other: Headers;
let operator: Headers;
const browserOf = ({ Authorization = '' }: Headers): Headers => ({
  Cookie: `authToken=${Authorization.slice('Bearer '.length)}`,
});

beforeAll(async () => {
  site = await openSite();
  owner = signIn(site, 'Uma');
  other = signIn(site, 'Ravi');
  operator = signIn(site, 'Opal', 'operator');
});
afterAll(() => site.close());
beforeEach(() => site.runtime.db.$client.exec('DELETE FROM vehicles WHERE is_built_in = 0'));

const call = (method: string, path: string, headers: Headers, body?: unknown) =>
  callApi(site, method, path, { headers, body });
const offered = async (fields: object = {}, headers = owner): Promise<Vehicle> =>
  dataOf<Vehicle>(await call('POST', '/api/vehicles', headers, { ...shine, ...fields }));
const words = async (path: string, headers: Headers = {}) => wordsOf((await site.ask(path, { headers })).body);
const stored = () =>
  site.runtime.db.$client.prepare('SELECT count(*) FROM vehicles WHERE is_built_in = 0').pluck().get();

describe('POST /api/vehicles', () => {
  it('offers a used vehicle of the user, with what is given as facts', async () => {
    const answer = await call('POST', '/api/vehicles', owner, {
      ...shine,
      originalPrice: 80_000.4,
      condition: 'Like New',
      usedKms: '12,400 km',
      yearsUsed: 2.5,
      registration: 'Approved',
      numberPlate: 'KA 05 LZ 4711',
      mileage: 55,
      engine: '124 cc',
      description: 'One owner.\r\nNever dropped.',
    });
    const vehicle = dataOf<Vehicle>(answer);
    expect(answer.status).toBe(201);
    expect(answer.json.message).toBe('Your bike has been listed successfully!');
    expect(answer.headers.location).toBe(`/api/vehicles/${vehicle.id}`);
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
    expect(dataOf(await call('GET', `/api/vehicles/${vehicle.id}`, {}))).toEqual(vehicle);
    expect(answer.body).not.toMatch(/@example\.com|phone/);
  });

  it('says Good of a vehicle whose owner says nothing, and how far an electric one goes on a charge', async () => {
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
      { condition: 'Brand New' },
      { condition: 'Condition must be Like New, Excellent, Good, Fair or Poor' },
      'Please fix the validation errors above',
    ],
    [
      { images: ['no picture'] },
      { images: 'Photo 1 is not a JPEG, PNG, WebP or AVIF photo' },
      'Photo 1 is not a JPEG, PNG, WebP or AVIF photo',
    ],
  ])('refuses %j', async (fields, errors, message) => {
    const answer = await call('POST', '/api/vehicles', owner, { ...shine, ...fields });
    expect([answer.status, answer.json.errors, answer.json.message]).toEqual([422, errors, message]);
    expect(stored()).toBe(0);
  });

  it('takes photos as data strings, and keeps those that an answer named', async () => {
    const [one, two] = await Promise.all([samplePhoto('jpeg'), samplePhoto('png')]);
    const asData = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`;
    const vehicle = await offered({ images: [asData(one), asData(two)] });
    expect(vehicle.images).toHaveLength(2);
    const changed = await call('PUT', `/api/vehicles/${vehicle.id}`, owner, { images: [vehicle.images[1]] });
    expect(dataOf<Vehicle>(changed).images).toEqual([vehicle.images[1]]);
    const { body } = await site.ask('/bikes?stock=used');
    expect(body).toContain(new URL(vehicle.images[1] ?? '').pathname.replace('-1280', '-640'));
  });

  it('sent twice writes once', async () => {
    const headers = { ...owner, 'Idempotency-Key': 'a-shine' };
    const first = await call('POST', '/api/vehicles', headers, shine);
    const again = await call('POST', '/api/vehicles', headers, shine);
    expect(again.body).toBe(first.body);
    expect(stored()).toBe(1);
    expect((await call('POST', '/api/vehicles', headers, { ...shine, price: 1 })).status).toBe(409);
  });
});

describe('PUT and DELETE /api/vehicles/{id}', () => {
  it('change what is given, and refuse a change of an older version', async () => {
    const { id, version } = await offered({ usedKms: 900, numberPlate: 'KA 05' });
    const changed = await call('PUT', `/api/vehicles/${id}`, owner, { price: 51_000, version });
    expect(dataOf<Vehicle>(changed)).toMatchObject({
      price: 51_000,
      usedKms: '900 km',
      numberPlate: 'KA 05',
      version: 2,
    });
    expect((await call('PUT', `/api/vehicles/${id}`, owner, { price: 1, version })).status).toBe(409);
    const emptied = await call('PUT', `/api/vehicles/${id}`, owner, { numberPlate: null, condition: null });
    expect(dataOf<Vehicle>(emptied)).toMatchObject({ numberPlate: null, condition: 'Good', price: 51_000 });
    expect((await call('PUT', `/api/vehicles/${id}`, owner, { name: '' })).status).toBe(422);
  });

  it('turn an engine into a battery with what is told of it', async () => {
    const { id } = await offered({ mileage: 55, engine: 124 });
    const turned = await call('PUT', `/api/vehicles/${id}`, owner, { fuelType: 'Electric' });
    expect(dataOf<Vehicle>(turned).figures).toMatchObject({ mileageKmpl: null, rangeKm: null, engineCc: null });
  });

  it('are the owner’s and operators’, whose part is logged; the built-in catalogue is for operators alone', async () => {
    const { id } = await offered();
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { price: 1 } : undefined;
      expect((await call(method, `/api/vehicles/${id}`, {}, body)).status).toBe(401);
      expect((await call(method, `/api/vehicles/${id}`, other, body)).status).toBe(403);
      expect((await call(method, '/api/vehicles/105', owner, body)).status).toBe(403);
      expect((await call(method, '/api/vehicles/nothing', owner, body)).status).toBe(404);
    }
    const before = dataOf<Vehicle>(await call('GET', '/api/vehicles/105', {}));
    const changed = dataOf<Vehicle>(await call('PUT', '/api/vehicles/105', operator, { price: 60_000 }));
    expect({ ...changed, updatedAt: 0 }).toEqual({
      ...before,
      price: 60_000,
      budget: expect.anything(),
      version: before.version + 1,
      updatedAt: 0,
    });
    expect((await call('PUT', `/api/vehicles/${id}`, operator, { price: 2 })).status).toBe(200);
    expect(await call('DELETE', `/api/vehicles/${id}`, operator)).toMatchObject({
      status: 200,
      json: { message: 'The listing has been deleted.', data: { id } },
    });
    expect((await call('GET', `/api/vehicles/${id}`, owner)).status).toBe(404);
    const log = await words(paths.desk({ show: 'log' }), browserOf(operator));
    expect(log).toContain('Honda Shine 125');
    expect(log).toContain('deleted');
  });

  it('take a vehicle of the catalogue out of sight, and leave what others wrote about it', async () => {
    const review = { vehicleId: '206', rating: 4, comment: 'It never hurries.' };
    await call('POST', '/api/reviews', other, review);
    expect((await call('DELETE', '/api/vehicles/206', operator)).status).toBe(200);
    expect((await call('GET', '/api/vehicles/206', {})).status).toBe(404);
    const { reviews } = dataOf<{ reviews: object[] }>(await call('GET', '/api/reviews/user/my-reviews', other));
    expect(reviews).toHaveLength(1);
  });
});

describe('a user’s vehicle', () => {
  it('is found wherever vehicles are, and gone everywhere at once', async () => {
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
    for (const path of screens) expect((await site.ask(path)).body, path).toContain('Quixotic Shine 125');
    const sitemap = await site.ask('/sitemaps/vehicles-1.xml');
    expect(sitemap.body).toContain(id);
    expect(await words(paths.vehicle(id))).toContain('Seller Uma');
    await call('DELETE', `/api/vehicles/${id}`, owner);
    for (const path of screens.filter((one) => !one.includes('q=') && !one.includes(id))) {
      expect((await site.ask(path)).body, path).not.toContain('Quixotic Shine 125');
    }
    expect((await site.ask(paths.vehicle(id))).status).toBe(302);
  });

  it('is the first after the built-in ones, among its own kind', async () => {
    await offered({ name: 'Quixotic Shine 125' });
    const { body } = await site.ask(paths.usedBikes());
    expect(body.indexOf('Quixotic')).toBeGreaterThan(body.indexOf('Honda CB Unicorn 160'));
    expect((await site.ask(paths.usedScooters())).body).not.toContain('Quixotic');
  });

  it('stands in its owner’s listings, data and account, and goes with it', async () => {
    const { id } = await offered();
    const { listings } = dataOf<{ listings: object[] }>(await call('GET', '/api/vehicles/user/my-listings', owner));
    expect(listings).toMatchObject([{ id, kind: 'vehicle' }]);
    expect(await words(paths.profile({ show: 'listings' }), browserOf(owner))).toContain('Honda Shine 125');
    expect(await words(paths.profile({ show: 'listings' }), browserOf(other))).not.toContain('Honda Shine 125');
    expect(ownData(site.runtime.db, 'user-uma')?.vehicles).toMatchObject([{ id, ownerUserId: 'user-uma' }]);
    const leaver = signIn(site, 'Leela');
    const theirs = await offered({}, leaver);
    site.runtime.db.$client.exec("DELETE FROM users WHERE id = 'user-leela'");
    expect((await call('GET', `/api/vehicles/${theirs.id}`, {})).status).toBe(404);
  });

  it('is hidden, restored and deleted by operators, and its owner is told why', async () => {
    const { id } = await offered();
    const asOperator = browserOf(operator);
    const desk = paths.desk({ show: 'vehicle', open: id });
    expect(await words(paths.desk({ show: 'vehicle' }), asOperator)).toContain('Honda Shine 125');
    expect((await sendForm(site, desk, { intent: 'hide', reason: '' }, asOperator)).status).toBe(422);
    expect((await sendForm(site, desk, { intent: 'hide', reason: 'Sold twice' }, browserOf(other))).status).toBe(403);
    expect((await sendForm(site, desk, { intent: 'hide', reason: 'Sold twice' }, asOperator)).status).toBe(303);
    expect((await call('GET', `/api/vehicles/${id}`, {})).status).toBe(404);
    expect((await call('PUT', `/api/vehicles/${id}`, owner, { price: 1 })).status).toBe(404);
    expect((await site.ask(paths.usedBikes())).body).not.toContain('Honda Shine 125');
    const own = await words(paths.profile({ show: 'listings' }), browserOf(owner));
    expect(own).toContain('Honda Shine 125 Out of sight: Sold twice');
    expect((await sendForm(site, desk, { intent: 'restore', reason: '' }, asOperator)).status).toBe(303);
    expect((await call('GET', `/api/vehicles/${id}`, {})).status).toBe(200);
    expect((await sendForm(site, desk, { intent: 'delete', reason: 'Sold twice' }, asOperator)).status).toBe(303);
    expect(stored()).toBe(0);
    const builtIn = paths.desk({ show: 'vehicle', open: '105' });
    expect((await sendForm(site, builtIn, { intent: 'hide', reason: 'x' }, asOperator)).status).toBe(404);
  });

  it('that was looked at waits again once it says something else', async () => {
    const { id } = await offered();
    const desk = paths.desk({ show: 'vehicle', open: id });
    await sendForm(site, desk, { intent: 'check', reason: '' }, browserOf(operator));
    const checkedAt = site.runtime.db.$client.prepare('SELECT checked_at FROM vehicles WHERE id = ?').pluck();
    await call('PUT', `/api/vehicles/${id}`, owner, { price: 51_000 });
    expect(checkedAt.get(id)).not.toBeNull();
    await call('PUT', `/api/vehicles/${id}`, owner, { description: 'Call me on 98' });
    expect(checkedAt.get(id)).toBeNull();
  });
});

describe('its form', () => {
  const path = paths.ownVehicle();
  const send = (fields: Record<string, string>, to = path, headers = browserOf(owner)) =>
    sendForm(site, to, fields, headers);

  it('offers the vehicle, once however often it is sent', async () => {
    const form = await site.ask(path, { headers: browserOf(owner) });
    expect(form.status).toBe(200);
    const typed = { ...typedShine, submissionId: hiddenField(form, 'submissionId') };
    const first = await send(typed);
    expect([first.status, first.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/vehicle-details\?vehicle=/),
    ]);
    expect((await send(typed)).headers.location).toBe(first.headers.location);
    expect(stored()).toBe(1);
    const { body } = await site.ask(first.headers.location ?? '', { headers: browserOf(owner) });
    expect(body).toContain('href="/profile/vehicle?vehicle=');
    expect((await site.ask(first.headers.location ?? '')).body).not.toContain('/profile/vehicle');
  });

  it('comes back as it was typed, with a sentence beside each fault', async () => {
    const { status, body } = await send({ ...typedShine, name: '', yearsUsed: 'two', submissionId: 'x' });
    expect(status).toBe(422);
    for (const text of ['Please fill in all required fields', 'Name is required', 'Years used must be a number']) {
      expect(wordsOf(body)).toContain(text);
    }
    expect(body).toMatch(/name="yearsUsed"[^>]*value="two"|value="two"[^>]*name="yearsUsed"/);
    expect(stored()).toBe(0);
  });

  it('waits for a visitor to sign in, with what was typed', async () => {
    const answer = await send({ ...typedShine, description: 'Only on Sundays', submissionId: 'y' }, path, {});
    expect(answer.status).toBe(303);
    const back = new URL(answer.headers.location ?? '', site.origin).searchParams.get('redirectTo') ?? '';
    expect(back).toMatch(/^\/profile\/vehicle\?form=/);
    expect((await site.ask(back, { headers: browserOf(owner) })).body).toContain('Only on Sundays');
    expect((await site.ask(path)).headers.location).toBe('/login?redirectTo=%2Fprofile%2Fvehicle');
  });

  it('changes the vehicle; a change of an older version is shown both', async () => {
    const { id } = await offered({ description: 'One owner' });
    const edit = paths.ownVehicle({ vehicle: id });
    const form = await site.ask(edit, { headers: browserOf(owner) });
    expect(form.body).toContain('One owner');
    const version = hiddenField(form, 'version');
    await call('PUT', `/api/vehicles/${id}`, owner, { price: 49_000 });
    const typed = { ...typedShine, price: '48,000', version, submissionId: 'z' };
    const late = await send(typed, edit);
    expect(late.status).toBe(409);
    expect(late.body).toContain('48,000');
    expect(wordsOf(late.body)).toContain('As it stands now');
    expect(wordsOf(late.body)).toContain('49000');
    const next = hiddenField(late, 'version');
    expect((await send({ ...typed, version: next, submissionId: 'z2' }, edit)).status).toBe(303);
    const vehicle = dataOf<Vehicle>(await call('GET', `/api/vehicles/${id}`, {}));
    expect(vehicle).toMatchObject({ price: 48_000, description: '', version: 3 });
  });

  it('is nobody else’s, and asks once more before it deletes', async () => {
    const { id } = await offered();
    const edit = paths.ownVehicle({ vehicle: id });
    expect((await site.ask(edit, { headers: browserOf(other) })).status).toBe(404);
    expect((await send({ ...typedShine, version: '1' }, edit, browserOf(other))).status).toBe(404);
    expect((await send({ intent: 'delete' }, edit, browserOf(other))).status).toBe(403);
    const asked = await words(paths.ownVehicle({ vehicle: id, confirm: 'delete' }), browserOf(owner));
    expect(asked).toContain('Delete Honda Shine 125?');
    expect(stored()).toBe(1);
    for (const _ of ['once', 'again']) {
      expect((await send({ intent: 'delete' }, edit)).headers.location).toBe('/profile?show=listings');
    }
    expect(stored()).toBe(0);
  });

  it('takes photos with it or ahead of it, and keeps them while something else is wrong', async () => {
    const photo = await samplePhoto('jpeg');
    const upload = (fields: Record<string, string>, file?: Buffer) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      if (file) form.append('images', new Blob([new Uint8Array(file)]), 'shine.jpg');
      return form;
    };
    const post = async (form: FormData) => {
      const request = new Request(site.origin, { method: 'POST', body: form });
      const body = Buffer.from(await request.arrayBuffer());
      const type = request.headers.get('Content-Type') ?? '';
      return site.ask(path, {
        method: 'POST',
        headers: { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin', ...browserOf(owner) },
        body,
      });
    };
    const ahead = await post(upload({ submissionId: 'with-photo', intent: 'add-photos' }, photo));
    expect(ahead.status).toBe(200);
    expect(ahead.body).toMatch(/<img src="\/photos\//);
    const sent = await post(upload({ ...typedShine, submissionId: 'with-photo', intent: 'save' }));
    expect(sent.status).toBe(303);
    expect((await site.ask(sent.headers.location ?? '')).body).toMatch(/src="\/photos\//);
  });
});
