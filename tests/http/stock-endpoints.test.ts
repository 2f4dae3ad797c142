import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDay } from '~/domain/shared/dates';
import { editedFieldNames } from '~/domain/stock/stock.commands.server';
import { callApi, getData, signIn } from '../support/api-client';
import { openSite, type SiteInProcess } from '../support/site-in-process';

type Headers = Record<string, string>;
type Vehicle = Record<string, unknown> & { id: string; version: number; figures: Record<string, unknown> };

let site: SiteInProcess;
let manager: Headers;
let clerk: Headers;
let rider: Headers;
beforeAll(async () => {
  site = await openSite();
  [manager, clerk, rider] = [
    signIn(site, 'Mohan', 'manager'),
    signIn(site, 'Charu', 'clerk'),
    signIn(site, 'Ravi'),
  ] as const;
});
afterAll(() => site.close());

const post = (body: object, headers = manager) => callApi(site, 'POST', '/api/vehicles', { body, headers });
const put = (id: string, body: object, headers = manager) =>
  callApi(site, 'PUT', `/api/vehicles/${id}`, { body, headers });
const get = async (id: string, headers = manager): Promise<Vehicle> =>
  getData<Vehicle>(await callApi(site, 'GET', `/api/vehicles/${id}`, { headers }));

/** Every field of the desk, by its name in a body. */
const everything = {
  ...{ externalId: 'A-17', stock: 'used', brand: 'Hero', name: 'Splendor Plus', variant: 'XTEC', type: 'Bike' },
  ...{ fuelType: 'Petrol', price: 71_500, originalPrice: 82_000, bankOffer: 1_500, offers: 'Free helmet' },
  ...{ numberPlate: 'MH 12 AB 1234', year: 2022, owners: 1, condition: 'Excellent', registration: 'Pune' },
  ...{ city: 'Pune', state: 'Maharashtra', transmission: 'manual', cooling: 'air', frontBrake: 'disc 240' },
  ...{ rearBrake: 'drum 130', brakeAssist: 'CBS', onSaleSince: 1994, launchDate: '2022-05-19', segment: 'Commuter' },
  ...{ seatingCapacity: 2, comfort: 'Long seat', compatibility: 'E20 petrol', status: 'Serviced' },
  description: 'One owner,\nalways serviced',
  figures: {
    ...{ kilometresDriven: 12_400, engineCc: 97.2, powerPs: 8.02, powerRpm: 8_000, torqueNm: 8.05, torqueRpm: 6_000 },
    ...{ topSpeedKmph: 87, mileageKmpl: 65, tankLitres: 9.8, kerbWeightKg: 112, seatHeightMm: 785, cylinders: 1 },
    ...{ gears: 4, acceleration0to60s: 9.1, lengthMm: 2_000, widthMm: 720, heightMm: 1_052, wheelbaseMm: 1_236 },
    groundClearanceMm: 165,
  },
};

const electric = ['rangeKm', 'batteryKwh', 'motorPeakKw', 'chargeHours'];
/** Responses have a text in place of the word. */
const texts = { transmission: '4-speed manual', name: 'Hero Splendor Plus' };

describe('the stock of the business', () => {
  it('takes every field of the desk, and returns it', async () => {
    const { figures, ...others } = everything;
    expect(Object.keys(others).length + Object.keys(figures).length).toBe(editedFieldNames.length - electric.length);
    const added = await post(everything);
    expect([added.status, added.json.errors, JSON.parse(added.body).ignored]).toEqual([201, undefined, undefined]);
    const { id } = getData<Vehicle>(added);
    expect(added.headers.location).toBe(`/api/vehicles/${id}`);
    expect(await get(id)).toMatchObject({ ...everything, ...texts, seller: null, isBuiltIn: false });
    expect(await get(id, {})).toMatchObject({ externalId: null });
    const bare = { stock: 'upcoming', brand: 'Ather', name: 'Zenith', type: 'Scooter', fuelType: 'Electric', price: 1 };
    const more = Object.fromEntries(electric.map((name) => [name, 7]));
    const scooter = getData<Vehicle>(await post({ ...bare, figures: more }));
    expect(await get(scooter.id)).toMatchObject({ category: 'upcoming', figures: more });
  });

  it('is changed field by field, and not at all by what GET returned', async () => {
    const list = await callApi(site, 'GET', '/api/vehicles?limit=100', { headers: manager });
    for (const [at, { id }] of getData<{ vehicles: Vehicle[] }>(list).vehicles.entries()) {
      const before = await get(id);
      const same = await put(id, before);
      expect([same.status, same.json.errors, getData(same)]).toEqual([200, undefined, before]);
      if (at % 8 > 0) continue;
      const changed = await put(id, { ...before, offers: 'New', figures: { ...before.figures, kerbWeightKg: 99 } });
      expect([changed.status, changed.json.errors]).toEqual([200, undefined]);
      const { offers, figures, version, updatedAt, weight, specs, ...rest } = await get(id);
      expect([offers, figures.kerbWeightKg, version, weight]).toEqual(['New', 99, before.version + 1, '99 kg']);
      expect(before).toMatchObject(rest);
      expect((await put(id, before)).status).toBe(409);
      const outdated = await callApi(site, 'PUT', `/api/vehicles/${id}`, {
        ...{ body: { price: 5 }, headers: { ...manager, 'If-Match': `"${before.version}"` } },
      });
      expect(outdated.status).toBe(412);
    }
  });

  it('is recognized by the number of the seller, hidden ones too', async () => {
    const { version } = getData<Vehicle>(await post({ stock: 'used', externalId: 'A-17' }));
    const again = await post({ stock: 'used', externalId: 'A-17', price: 70_000 });
    expect([again.status, again.json.message, getData<Vehicle>(again)]).toMatchObject([
      ...[200, 'Your bike has been updated.'],
      { price: 70_000, variant: 'XTEC', version: version + 1 },
    ]);
    const { id } = getData<Vehicle>(again);
    const same = await post({ stock: 'used', externalId: 'A-17', price: 70_000 });
    expect(getData<Vehicle>(same)).toMatchObject({ id, version: version + 1 });
    site.runtime.db.$client.prepare("UPDATE vehicles SET hidden_at = '2026-01-01T00:00:00.000Z' WHERE id = ?").run(id);
    expect((await put(id, { price: 69_000 })).status).toBe(200);
    expect((await callApi(site, 'GET', `/api/vehicles/${id}`, { headers: manager })).status).toBe(404);
    const taken = await put('1', { externalId: 'A-17' });
    expect([taken.status, taken.json.errors]).toEqual([
      422,
      { externalId: 'Stock number A-17 is already in stock: Hero Splendor Plus' },
    ]);
    const own = {
      name: 'Activa',
      brand: 'Honda',
      type: 'Scooter',
      price: 50_000,
      fuelType: 'Petrol',
      externalId: 'A-17',
    };
    const rides = [await post(own, rider), await post({ ...own, price: 49_000 }, rider), await post(own, clerk)];
    expect(rides.map(({ status }) => status)).toEqual([201, 200, 201]);
    const [first, second] = rides.map((one) => getData<Vehicle>(one));
    expect(second).toMatchObject({ id: first?.id, price: 49_000, externalId: 'A-17', version: 2 });
  });

  it.each([
    [{ figures: { engineCc: 100 } }, 'figures.engineCc', { fuelType: 'Electric' }],
    [{ figures: { kerbWeightKg: -1 } }, 'figures.kerbWeightKg', {}],
    [{ engine: 'big' }, 'engine', {}],
    [{ frontBrake: 'rope' }, 'frontBrake', {}],
    [{ price: 1.5 }, 'price', {}],
    [{ price: null }, 'price', {}],
    [{ year: 3000 }, 'year', {}],
    [{ hasRc: 'perhaps' }, 'hasRc', {}],
  ])('refuses %j beside its field', async (field, name, more) => {
    const { figures: _figures, externalId: _number, numberPlate: _plate, ...others } = everything;
    const refused = await post({ ...others, ...more, ...field });
    expect([refused.status, Object.keys(refused.json.errors ?? {})]).toEqual([422, [name]]);
  });

  it('has colours, variants and offers, of which others read those of today', async () => {
    const [yesterday, today] = [-1, 0].map((days) => toDay(new Date(Date.now() + days * 86_400_000)));
    const offers = [
      { title: 'Of yesterday', from: null, until: yesterday, amount: 500 },
      { title: 'Of today', from: today, until: null, amount: null },
    ];
    const { price } = await get('4');
    const variants = [{ name: 'Chrome', price: Number(price) + 5_000 }];
    const colours = [{ name: 'Sea', body: '#1f4fd8', accent: '#ffffff' }];
    const changed = await put('4', { datedOffers: offers, variants, colours });
    expect([changed.status, getData(changed)]).toMatchObject([200, { datedOffers: offers, variants, colours }]);
    expect(await get('4')).toMatchObject({
      datedOffers: offers,
      variants: [{ priceText: expect.stringMatching('₹') }],
    });
    expect(await get('4', rider)).toMatchObject({ datedOffers: [offers[1]], variants });
    const same = await get('4');
    expect(getData(await put('4', same))).toEqual(same);
    for (const [body, name] of [
      [{ variants: [{ name: 'Bare', price: 1 }] }, 'price'],
      [{ variants: [{ name: 'Bare', price: 'much' }] }, 'variants.0.price'],
      [{ datedOffers: [{ title: 'Past', from: today, until: yesterday }] }, 'datedOffers.0.until'],
      [{ datedOffers: Array.from({ length: 6 }, () => ({ title: 'One' })) }, 'datedOffers'],
      [{ colours: [{ name: 'Sea', body: 'blue', accent: '#ffffff' }] }, 'colours.0.body'],
    ] as const) {
      const refused = await put('4', body);
      expect([refused.status, Object.keys(refused.json.errors ?? {})]).toEqual([422, [name]]);
    }
  });

  it('changes as a whole: a model that becomes electric, or is announced again', async () => {
    const changed = await put('2', { fuelType: 'Electric', figures: { rangeKm: 120 } });
    expect([changed.status, getData<Vehicle>(changed).figures]).toMatchObject([200, { engineCc: null, rangeKm: 120 }]);
    expect(getData(await put('3', { stock: 'upcoming' }))).toMatchObject({ category: 'upcoming', sampleRating: null });
  });

  it('is for those whose role may change it', async () => {
    const { figures: _figures, ...used } = { ...everything, externalId: 'B-1', numberPlate: null };
    for (const [headers, status] of [
      [clerk, 403],
      [rider, 403],
      [{}, 401],
    ] as const) {
      expect((await post({ ...used, stock: 'new' }, headers)).status).toBe(status);
      expect((await put('1', { price: 5 }, headers)).status).toBe(status);
    }
    // A rider's own vehicle: the fields of the team are named as ignored.
    const own = await post({ ...used, stock: 'used' }, rider);
    expect([own.status, JSON.parse(own.body).ignored]).toMatchObject([
      201,
      expect.arrayContaining(['offers', 'cooling']),
    ]);
    expect(getData(own)).toMatchObject({ seller: { name: 'Ravi' }, offers: 'No current offers' });
  });
});
