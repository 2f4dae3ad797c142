import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { findNearestName } from '~/api/read-input.server';
import { callApi } from '../support/api-client';
import { ApiFixture } from '../support/api-fixture';
import { openSite } from '../support/site-in-process';
import { nonEmpty } from '../support/non-empty';

let api: ApiFixture;
beforeAll(async () => {
  api = await ApiFixture.open();
});
afterAll(() => api.close());

const reads = nonEmpty(apiEndpoints.filter(({ method }) => method === 'GET'));

describe('a query parameter that an endpoint does not know', () => {
  it.each(reads)('is rejected by $operationId, with or without a value, cached or not', async (request) => {
    const { path, headers } = await api.example(request);
    const known = Object.keys(request.query.shape);
    expect((await api.site.request(path, { headers })).status).toBe(200);
    for (const query of ['srot=price', 'srot=', 'srot=null', 'limit=1&srot', 'srot=price']) {
      const response = await api.site.request(`${path}?${query}`, { headers });
      expect([query, response.status]).toEqual([query, 400]);
      const { message, errors } = JSON.parse(response.body);
      expect(message).toMatch(/^Unknown query parameter (srot|limit)\./);
      expect(errors.srot).toMatch(/^Unknown query parameter srot\./);
      if (known.includes('sort')) expect(errors.srot).toBe('Unknown query parameter srot. Did you mean sort?');
      if (known.length === 0)
        expect(errors.srot).toBe('Unknown query parameter srot. This endpoint has no query parameters.');
    }
  });

  it('is reported with the nearest known name', async () => {
    const response = await api.site.request('/api/bikes?max_price=1&minprice=5&colour=red');
    expect(JSON.parse(response.body)).toMatchObject({
      success: false,
      message: 'Unknown query parameter max_price. Did you mean maxPrice?',
      errors: {
        max_price: 'Unknown query parameter max_price. Did you mean maxPrice?',
        minprice: 'Unknown query parameter minprice. Did you mean minPrice?',
        colour:
          'Unknown query parameter colour. This endpoint accepts page, limit, after, availability, type, fuelType, condition, brand, bodyStyle, minPrice, maxPrice, minYear, maxYear, maxKilometres, maxOwners, minCc, maxCc, minMileage, minRange, maxSeatHeight, maxWeight, postedWithin, withPhoto, city, within, q, sort, fields.',
      },
    });
  });

  it('is rejected for a whole list and for a write as well', async () => {
    const headers = { Accept: 'application/x-ndjson' };
    expect((await api.site.request('/api/bikes?max_price=1', { headers })).status).toBe(400);
    expect((await api.site.request('/api/auth/login?next=/', { method: 'POST' })).status).toBe(400);
  });

  it('is reported in a bounded length, and by its name', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `${'x'.repeat(100)}${at}`).join('&');
    const response = await api.site.request(`/api/health?__proto__=1&=2&${many}`);
    expect(response.status).toBe(400);
    expect(response.bytes.length).toBeLessThan(2_000);
    expect(Object.keys(JSON.parse(response.body).errors)).toContain('__proto__');
  });

  it('is ignored by a screen, and empty values of known names by an endpoint', async () => {
    expect((await api.site.request('/bikes?srot=price')).status).toBe(200);
    expect((await api.site.request('/browse.json?srot=price')).status).toBe(200);
    expect((await api.site.request('/api/bikes?maxPrice=&sort=null&q=undefined')).status).toBe(200);
  });
});

describe('a query', () => {
  it.each(['q=%zz', 'q=%ff', 'q=%', 'brand=%E0%A4', '%ff=1', 'q=Honda&%zz'])(
    'is refused if it is not UTF-8: %s',
    async (query) => {
      const { status, json } = await callApi(api.site, 'GET', `/api/bikes?${query}`);
      expect([status, json]).toMatchObject([400, { code: 'invalid_encoding' }]);
    },
  );

  it('lists several values with commas too', async () => {
    const read = async (query: string) => (await api.site.request(`/api/vehicles?limit=100&fields=id&${query}`)).body;
    const both = await read('brand=Honda,Hero');
    expect(both).toBe(await read('brand=Honda&brand=Hero'));
    expect(JSON.parse(both).data.pagination.total).toBeGreaterThan(2);
    expect(await read('type=Bike,%20Scooter')).toBe(await read(''));
  });

  it('of the health of the site and of the document has no limit', async () => {
    const site = await openSite({ RATE_LIMIT: 'on', LIMIT_API_READS: '1/1h' });
    const read = async (path: string) => (await site.request(path)).status;
    expect([await read('/api/bikes'), await read('/api/bikes')]).toEqual([200, 429]);
    for (const path of ['/api/health', '/api/openapi.json', '/api/openapi.json']) expect(await read(path)).toBe(200);
    await site.close();
  });
});

describe('the tag of a list', () => {
  it('stays the same through writes of other things', async () => {
    const read = async () => (await api.site.request('/api/bikes?limit=5')).headers.etag;
    const before = await read();
    await api.make('/contacts');
    await api.make('/scooters');
    expect(await read()).toBe(before);
    await api.make('/bikes');
    expect(await read()).not.toBe(before);
  });
});

describe('the nearest name', () => {
  const known = ['page', 'limit', 'q', 'sort', 'minPrice', 'maxPrice', 'fields'];
  it.each([
    ['srot', 'sort'],
    ['Sort', 'sort'],
    ['sortBy', 'sort'],
    ['max_price', 'maxPrice'],
    ['max-price', 'maxPrice'],
    ['lmit', 'limit'],
    ['pricemin', 'minPrice'],
    ['price_max', 'maxPrice'],
    ['field', 'fields'],
    ['x', null],
    ['', null],
    ['colour', null],
    ['_', null],
  ])('of %s is %s', (name, near) => {
    expect(findNearestName(name, known)).toBe(near);
  });
});
