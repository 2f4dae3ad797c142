import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { settingNames } from '~db/enums';
import { callApi, getData, signIn } from '../support/api-client';
import { ApiFixture } from '../support/api-fixture';

type Headers = Record<string, string>;
type Item = Record<string, unknown> & { version: number };

let api: ApiFixture;
let maker: Headers;
let operator: Headers;
beforeAll(async () => {
  api = await ApiFixture.open();
  maker = signIn(api.site, 'Meera');
  operator = signIn(api.site, 'Omar', 'owner');
});
afterAll(() => api.close());

const get = async (path: string, headers: Headers): Promise<Item> =>
  getData<Item>(await callApi(api.site, 'GET', path, { headers }));
const put = (path: string, headers: Headers, body: unknown) => callApi(api.site, 'PUT', path, { headers, body });
const post = async (path: string, body: unknown, headers: Headers = maker): Promise<string> =>
  getData<{ id: string }>(await callApi(api.site, 'POST', path, { headers, body })).id;
const getExample = (operationId: string): object =>
  Object(apiEndpoints.find((endpoint) => endpoint.operationId === operationId)?.body.spec?.example);

/** Sends an item back unchanged, with and without its version, and expects no change. */
async function putBack(path: string, headers: Headers, reader = headers): Promise<string[]> {
  const before = await get(path, reader);
  const { version: _version, ...withoutVersion } = before;
  let ignored: string[] = [];
  for (const body of [before, withoutVersion]) {
    const response = await put(path, headers, body);
    expect([path, response.status, response.json.errors]).toEqual([path, 200, undefined]);
    ignored = JSON.parse(response.body).ignored;
    expect(await get(path, reader)).toEqual(before);
  }
  // The maker's request is compared with what is stored: an item is not changed by an outdated one.
  expect((await put(path, headers, { ...before, version: before.version + 1 })).status).toBe(409);
  return ignored;
}

describe('PUT of an unchanged item is accepted and changes nothing', () => {
  it.each([
    ['a bike', '/api/bikes', 'listBikeForSale', {}],
    ['a scooter', '/api/scooters', 'listScooterForSale', { type: 'Electric', batteryCapacity: '3 kWh' }],
    ['a bike whose number is half hidden', '/api/bikes', 'listBikeForSale', { hideLicenseDigits: true }],
    [
      'a used vehicle',
      '/api/vehicles',
      'offerVehicle',
      { engine: 349, registration: '2021', description: 'Two\nlines' },
    ],
    [
      'an electric one',
      '/api/vehicles',
      'offerVehicle',
      { fuelType: 'Electric', mileage: 110, originalPrice: 150_000 },
    ],
    ['a review', '/api/reviews', 'writeReview', { title: null, vehicleId: '5' }],
  ])('%s, by its owner and by an operator', async (_name, path, operation, more) => {
    const id = await post(path, { ...getExample(operation), ...more });
    for (const headers of [maker, operator]) {
      const ignored = await putBack(`${path}/${id}`, headers);
      expect(ignored).toEqual(expect.arrayContaining(['_id', 'id', 'createdAt', 'updatedAt']));
      expect(ignored).not.toContain('version');
    }
  });

  it.each(['/api/vehicles/1', '/api/vehicles/101', '/api/vehicles/203', '/api/bikes/sample-bike-1'])(
    '%s, built in, by an operator',
    async (path) => {
      await putBack(path, operator);
    },
  );

  it('a listing read by a visitor, with a masked licence number', async () => {
    const id = await post('/api/bikes', { ...getExample('listBikeForSale'), hideLicenseDigits: true });
    const stored = await get(`/api/bikes/${id}`, maker);
    await putBack(`/api/bikes/${id}`, maker, {});
    expect(await get(`/api/bikes/${id}`, maker)).toEqual(stored);
  });

  it('a booking, also one on a past day, and by an operator', async () => {
    const id = await post('/api/services/request', getExample('requestService'));
    const path = `/api/services/request/${id}`;
    await putBack(path, maker);
    api.site.runtime.db.$client
      .prepare(`UPDATE service_requests SET preferred_day = '2026-01-01', status = 'confirmed' WHERE id = ?`)
      .run(id);
    for (const headers of [maker, operator]) await putBack(path, headers);
    const { serviceDetails, ...rest } = await get(path, maker);
    const evening = { ...rest, serviceDetails: { ...Object(serviceDetails), preferredTime: 'Evening' } };
    const changed = await put(path, maker, evening);
    expect([changed.status, changed.json.errors]).toEqual([200, undefined]);
    expect(getData<Item>(changed)).toMatchObject({ serviceDetails: evening.serviceDetails, version: rest.version + 1 });
  });

  it('feedback, also after a response', async () => {
    const id = await post('/api/feedback', getExample('giveFeedback'));
    for (const headers of [maker, operator]) await putBack(`/api/feedback/${id}`, headers);
    const response = await put(`/api/feedback/${id}`, operator, { status: 'resolved', response: 'Thank you.' });
    expect(response.status).toBe(200);
    for (const headers of [maker, operator]) await putBack(`/api/feedback/${id}`, headers);
  });

  it('a saved reply', async () => {
    const id = await post('/api/desk/saved-replies', getExample('saveReply'), operator);
    await putBack(`/api/desk/saved-replies/${id}`, operator);
  });

  it('a part of the shop', async () => {
    for (const name of settingNames) await putBack(`/api/desk/shop/${name}`, operator);
  });

  it('a branch and a road tax', async () => {
    for (const path of ['/api/desk/branches/showroom', '/api/desk/road-tax/MH', '/api/desk/road-tax/KL'])
      await putBack(path, operator);
  });

  it('a message', async () => {
    const id = await post('/api/contacts', getExample('sendMessage'), {});
    expect(await putBack(`/api/contacts/${id}`, operator)).toContain('tags');
  });

  it('a profile, in its envelope and without', async () => {
    const before = await get('/api/auth/profile', maker);
    for (const body of [before, before.user]) {
      const response = await put('/api/auth/profile', maker, body);
      expect(response.status).toBe(200);
      expect(JSON.parse(response.body).ignored).toContain(body === before ? 'user' : 'email');
      expect(await get('/api/auth/profile', maker)).toEqual(before);
    }
  });

  it('every PUT of an item with a version is covered', () => {
    const changes = apiEndpoints
      .filter(({ method, hasNoVersion }) => method === 'PUT' && !hasNoVersion)
      .map(({ path }) => path);
    expect(changes.sort()).toEqual(
      ['/auth/profile', '/bikes/{id}', '/contacts/{id}', '/feedback/{id}', '/reviews/{id}', '/scooters/{id}']
        .concat(['/desk/branches/{id}', '/desk/road-tax/{id}', '/desk/saved-replies/{id}', '/desk/shop/{id}'])
        .concat(['/services/request/{id}', '/vehicles/{id}'])
        .sort(),
    );
  });
});

describe('unknown and read-only fields of a body', () => {
  it('are named beside the data, dotted where nested, and never with their values', async () => {
    const sent = {
      ...getExample('listBikeForSale'),
      mood: 'calm',
      availability: 'sold',
      id: '7',
      kind: 'x',
    };
    const listed = await callApi(api.site, 'POST', '/api/bikes', { body: sent });
    expect(listed.status).toBe(201);
    expect(JSON.parse(listed.body).ignored).toEqual(['mood', 'availability', 'id', 'kind']);
    expect(getData<Item>(listed)).toMatchObject({ availability: 'available' });
    const booking = { ...getExample('requestService'), extra: 1 };
    const booked = await callApi(api.site, 'POST', '/api/services/request', {
      body: { ...booking, vehicleDetails: { mood: 'calm', brand: 'Hero' } },
      headers: maker,
    });
    expect(JSON.parse(booked.body).ignored).toEqual(['vehicleDetails.mood', 'extra']);
    const known = await callApi(api.site, 'POST', '/api/bikes', { body: getExample('listBikeForSale') });
    expect(JSON.parse(known.body)).not.toHaveProperty('ignored');
  });

  it('are named for a multipart form, for a change and for a read by POST too', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(getExample('listBikeForSale'))) form.append(name, String(value));
    form.append('mood', 'calm');
    const listed = await fetch(`${api.site.origin}/api/bikes`, { method: 'POST', body: form });
    const { data, ignored } = JSON.parse(await listed.text());
    expect([listed.status, ignored]).toEqual([201, ['mood']]);
    const changed = await callApi(api.site, 'PUT', `/api/bikes/${data.id}`, {
      headers: { 'X-Manage-Key': data.manageKey },
      body: { availability: 'sold' },
    });
    expect([changed.status, JSON.parse(changed.body).ignored]).toEqual([200, ['availability']]);
    // Its ETag is that of the item, which is unchanged.
    const { etag } = (await api.site.request(`/api/bikes/${data.id}`)).headers;
    expect(changed.headers.etag).toBe(etag);
    const loan = { principal: 100_000, rate: 9, tenure: 12, years: 1 };
    const requested = await callApi(api.site, 'POST', '/api/services/emi-calculator', { body: loan });
    expect(JSON.parse(requested.body).ignored).toEqual(['years']);
  });

  it('are named for a call that needs no body, which has to be JSON too', async () => {
    const { id, manageKey } = getData<{ id: string; manageKey: string }>(
      await callApi(api.site, 'POST', '/api/bikes', { body: getExample('listBikeForSale') }),
    );
    const sold = `/api/bikes/${id}/sold`;
    const key = { 'X-Manage-Key': manageKey };
    const send = async (body: string, type?: string): Promise<number> =>
      (
        await api.site.request(sold, {
          method: 'PATCH',
          headers: { ...key, ...(type !== undefined && { 'Content-Type': type }) },
          body,
        })
      ).status;
    expect(await send('{"sold":', 'application/json')).toBe(400);
    expect(await send('[]', 'application/json')).toBe(400);
    expect(await send('sold=true', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await send(`{"a":"${'x'.repeat(70_000)}"}`, 'application/json')).toBe(413);
    const named = await callApi(api.site, 'PATCH', sold, { headers: key, body: { sold: true } });
    expect([named.status, JSON.parse(named.body).ignored]).toEqual([200, ['sold']]);
    // Many clients name a type for a body that they leave out, or send an empty object.
    for (const [body, type] of [
      ['', 'application/x-www-form-urlencoded'],
      ['{}', 'application/json'],
    ] as const) {
      expect((await callApi(api.site, 'DELETE', sold, { headers: key })).status).toBe(200);
      expect(await send(body, type)).toBe(200);
    }
  });

  it('are listed up to a bounded length', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${'x'.repeat(100)}${at}`, at]));
    const body = { ...getExample('listBikeForSale'), ...many };
    const response = await callApi(api.site, 'POST', '/api/bikes', { body });
    const { ignored } = JSON.parse(response.body);
    expect([response.status, ignored.length, ignored[0]]).toEqual([201, 100, `${'x'.repeat(59)}…`]);
  });
});

describe('fractions of rupees and of days', () => {
  it.each([
    ['/api/bikes', 'listBikeForSale', 'presentPrice', 'Present price must be in whole rupees'],
    ['/api/bikes', 'listBikeForSale', 'pastPrice', 'Past price must be in whole rupees'],
    ['/api/scooters', 'listScooterForSale', 'daysUsed', 'Days used must be a whole number'],
    ['/api/bikes', 'listBikeForSale', 'kilometresDriven', 'Kilometres driven must be a whole number'],
    ['/api/bikes', 'listBikeForSale', 'year', 'Year must be a whole number'],
    ['/api/vehicles', 'offerVehicle', 'price', 'Price must be in whole rupees'],
    ['/api/vehicles', 'offerVehicle', 'originalPrice', 'Original price must be in whole rupees'],
    ['/api/services/emi-calculator', 'calculateEmi', 'principal', 'Principal must be in whole rupees'],
  ])('are rejected by POST %s (%s) in %s, beside the field', async (path, operation, field, message) => {
    const send = (value: number) =>
      callApi(api.site, 'POST', path, { headers: maker, body: { ...getExample(operation), [field]: value } });
    const err = await send(2020.5);
    expect([err.status, err.json.errors]).toEqual([422, { [field]: message }]);
    // JSON has one type of number: 2020.0 is whole.
    expect((await send(2020.0)).status).toBeLessThan(300);
  });
});
