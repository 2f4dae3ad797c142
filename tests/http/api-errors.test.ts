import { describe, expect, it, vi } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { formatReason } from '~/domain/shared/result';
import { callApi, getData, signIn } from '../support/api-client';
import { errorsIn } from '../support/api-document';
import { isoFile } from '../support/photo-samples';
import { shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const json = { 'Content-Type': 'application/json' };
const raw = async (path: string, query: Parameters<SiteInProcess['request']>[1]) => {
  const response = await site.request(path, query);
  return { ...response, json: JSON.parse(response.body) };
};

const heic = formatReason({ code: 'photo_is_heic', values: { file: 'Photo 1' } });

describe('the envelope of an error', () => {
  it.each([
    ['/api/bikes?page=0', { page: 'page must be from 1 to 100000000' }],
    ['/api/bikes?page=x', { page: 'page must be a whole number, 0 or more' }],
    ['/api/bikes?limit=101', { limit: 'limit must be from 1 to 100' }],
    ['/api/bikes?limit=0', { limit: 'limit must be from 1 to 100' }],
    ['/api/bikes?availability=gone', { availability: 'availability must be one of available, sold, all' }],
    ['/api/bikes?type=Diesel', { type: 'type must be one of Petrol, Electric' }],
    ['/api/bikes?condition=Mint', { condition: 'condition must be one of Excellent, Good, Fair, Poor' }],
    [
      '/api/bikes?sort=name',
      {
        sort: 'sort must be one of relevance, newest, price, -price, kilometres, -kilometres, year, -year, mileage, -mileage, distance',
      },
    ],
    ['/api/bikes?minPrice=-1', { minPrice: 'minPrice must be a whole number, 0 or more' }],
    ['/api/bikes?minPrice=5&maxPrice=4', { minPrice: 'minPrice must not be above maxPrice' }],
    ['/api/bikes?minYear=2020&maxYear=2010', { minYear: 'minYear must not be above maxYear' }],
    ['/api/bikes?page=1&page=2', { page: 'page must be given once' }],
    [`/api/bikes?q=${'x'.repeat(201)}`, { q: 'q is 1 character too long: at most 200' }],
    ['/api/scooters/type/hybrid', { type: 'type must be one of Petrol, Electric' }],
    ['/api/scooters/price-range/9/1', { minPrice: 'minPrice must not be above maxPrice' }],
    ['/api/scooters/price-range/a/1', { minPrice: 'minPrice must be a whole number, 0 or more' }],
  ])('400 for the parameters of %s', async (path, errors) => {
    const response = await callApi(site, 'GET', path);
    expect([response.status, response.json.errors]).toEqual([400, errors]);
  });

  it.each([
    ['not JSON', '{"name":', 'The body is not valid JSON.'],
    ['nothing', '', 'The body is not valid JSON.'],
    ['a list', '[]', 'The body must be a JSON object.'],
    ['null', 'null', 'The body must be a JSON object.'],
    ['text that is no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'The body is not valid JSON.'],
  ])('400 for a body that is %s', async (_what, body, message) => {
    const response = await raw('/api/bikes', { method: 'POST', headers: json, body });
    expect([response.status, response.json]).toMatchObject([400, { success: false, message }]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])('415 for %s', async (type) => {
    const response = await raw('/api/bikes', { method: 'POST', headers: { 'Content-Type': type }, body: '{}' });
    expect([response.status, response.json.success]).toEqual([415, false]);
  });

  it('422 with a message for each invalid field', async () => {
    const response = await callApi(site, 'POST', '/api/scooters', { body: { ...shine, name: '', year: 1999 } });
    expect(response.status).toBe(422);
    expect(response.json).toEqual({
      success: false,
      code: 'required_fields',
      message: 'Please fill in all required fields',
      errors: { name: 'Name is required', year: 'Year must be between 2000 and 2026' },
      codes: { name: 'required', year: 'year_out_of_range' },
      docs: '/api/docs/errors/required_fields',
      requestId: response.headers['x-request-id'],
    });
  });

  it.each([
    [['not a photo'], 422, 'Photo 1 is not a JPEG, PNG, WebP or AVIF photo'],
    [['https://example.com/a.jpg'], 422, 'Photo 1 is not a JPEG, PNG, WebP or AVIF photo'],
    [['data:image/svg+xml;base64,PHN2Zy8+'], 422, 'Photo 1 is not a JPEG, PNG, WebP or AVIF photo'],
    [[`data:image/heic;base64,${isoFile('heic', 'mif1').toString('base64')}`], 422, heic],
    [Array.from({ length: 11 }, () => 'data:image/png;base64,AAAA'), 422, 'You can add up to 10 photos'],
    ['one', 422, 'Images must be a list of data strings'],
    [[7], 422, 'Images must be a list of data strings'],
    [[`data:image/jpeg;base64,${'A'.repeat(12_000_000)}`], 413, 'Photo 1 is larger than 8 MB'],
  ])('for images that are rejected (case %#)', async (images, status, message) => {
    const response = await callApi(site, 'POST', '/api/bikes', { body: { ...shine, images } });
    expect([response.status, response.json.errors]).toEqual([status, { images: message }]);
  });

  it('413 past 24 MB', async () => {
    const body = JSON.stringify({ ...shine, images: ['x'.repeat(24 * 1024 * 1024)] });
    const response = await site.request('/api/bikes', { method: 'POST', headers: json, body }).catch(() => null);
    // The rest of the body is not read: a client that is still sending may see the connection close instead.
    if (response) expect(response.status).toBe(413);
    expect((await callApi(site, 'GET', '/api/health')).status).toBe(200);
  });

  it.each([
    ['POST', '/api/bikes/stats/overview', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/bikes', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/scooters/x', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['GET', '/api/scooters/x/sold', 'DELETE, PATCH, OPTIONS'],
    ['DELETE', '/api/health', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/openapi.json', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/client.ts', 'GET, HEAD, OPTIONS'],
  ])('405 for %s %s, with the allowed methods', async (method, path, allow) => {
    const response = await callApi(site, method, path);
    expect([response.status, response.headers.allow]).toEqual([405, allow]);
    const options = await site.request(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.allow]).toEqual([204, allow]);
    expect(options.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  });

  it.each(['/api/nothing', '/api/bikes/none', '/api/scooters/sample-bike-1', '/api/bikes/x/y/z'])(
    '404 for %s',
    async (path) => {
      expect((await callApi(site, 'GET', path)).status).toBe(404);
      expect((await site.request(path, { method: 'HEAD' })).status).toBe(404);
    },
  );

  it.each(['PUT', 'OPTIONS', 'PROPFIND', 'TRACE'])(
    '404 by %s on an unknown path, without an Allow header',
    async (method) => {
      const response = await raw('/api/nothing', { method });
      expect([response.status, response.json]).toMatchObject([
        404,
        { success: false, code: 'unknown_endpoint', requestId: response.headers['x-request-id'] },
      ]);
      expect(response.headers.allow).toBeUndefined();
    },
  );

  it.each([
    ['/api/bikes', 'GET, HEAD, POST, OPTIONS'],
    ['/api/openapi.json', 'GET, HEAD, OPTIONS'],
    ['/main', 'GET, HEAD, OPTIONS'],
    ['/sell-bikes', 'GET, HEAD, POST, OPTIONS'],
  ])('405 for an unknown method on %s, with the allowed methods', async (path, allow) => {
    const response = await site.request(path, { method: 'PROPFIND' });
    expect([response.status, response.headers.allow]).toEqual([405, allow]);
  });

  it('400 for a path that cannot be decoded', async () => {
    expect((await callApi(site, 'GET', '/api/bikes/%E0%A4%A')).status).toBe(400);
  });

  it('404 for a write to an unknown path', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await callApi(site, method, '/api/nothing')).status).toBe(404);
    }
  });

  it('401 for an invalid token, also where none is needed', async () => {
    for (const Authorization of ['Bearer unknown', 'Bearer ', 'Basic YTpi']) {
      const response = await callApi(site, 'GET', '/api/bikes', { headers: { Authorization } });
      expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
    }
  });

  it('401 that names an invalid token as the reason, at every endpoint that needs one', async () => {
    const headers = { Authorization: 'Bearer unknown' };
    for (const { operationId, method, path, access, body } of apiEndpoints) {
      if (access.name === 'anyone') continue;
      const filled = `/api${path.replaceAll(/\{\w+\}/g, '1')}`;
      const { status, json, ...response } = await callApi(site, method, filled, { headers, body: body.spec?.example });
      expect([operationId, status, json.code, response.headers['www-authenticate']]).toEqual([
        ...[operationId, 401, 'invalid_token', 'Bearer error="invalid_token"'],
      ]);
    }
  });

  it('409 for a listing that is already sold, or was changed since', async () => {
    const headers = signIn(site, 'Asha');
    const listed = getData<{ id: string }>(await callApi(site, 'POST', '/api/bikes', { body: shine, headers }));
    const path = `/api/bikes/${listed.id}`;
    await callApi(site, 'PUT', path, { headers, body: { presentPrice: 5, version: 1 } });
    expect((await callApi(site, 'PUT', path, { headers, body: { presentPrice: 6, version: 1 } })).status).toBe(409);
    await callApi(site, 'PATCH', `${path}/sold`, { headers });
    const again = await callApi(site, 'PATCH', `${path}/sold`, { headers });
    expect([again.status, again.json.message]).toEqual([409, 'The listing is already marked as sold.']);
  });

  it('500 for a bug, with a constant message, logged once with the id of the request', async () => {
    const log = vi.spyOn(site.runtime.log, 'error').mockImplementation(() => undefined);
    const prepare = vi.spyOn(site.runtime.db.$client, 'prepare').mockImplementation(() => {
      throw new Error('a secret of the machine');
    });
    const response = await callApi(site, 'GET', '/api/bikes?type=Petrol&condition=Fair&minYear=2003&sort=price');
    prepare.mockRestore();
    expect([response.status, response.json]).toMatchObject([500, { success: false, message: 'Something went wrong' }]);
    // Beside the line of every request.
    const unexpected = log.mock.calls.filter((line: unknown[]) => line[1] === 'unexpected');
    expect(unexpected).toHaveLength(1);
    expect(unexpected[0]?.[0]).toMatchObject({ requestId: response.headers['x-request-id'] });
    log.mockRestore();
  });
});

describe('limits per address', () => {
  it('429 with the time to wait, in the envelope', async () => {
    const limited = await openSite({ RATE_LIMIT: 'on', LIMIT_LISTINGS: '2/1h', LIMIT_WRITES: '4/1m' });
    const list = () => callApi(limited, 'POST', '/api/bikes', { body: shine });
    expect((await list()).status).toBe(201);
    expect((await list()).status).toBe(201);
    const err = await list();
    expect([err.status, err.json.message]).toEqual([429, 'Too many attempts. Please try again in 60 minutes.']);
    expect(Number(err.headers['retry-after'])).toBeGreaterThan(3500);
    await callApi(limited, 'PATCH', '/api/bikes/none/sold');
    const write = await callApi(limited, 'PATCH', '/api/bikes/none/sold');
    expect([write.status, Number(write.headers['retry-after']) <= 60]).toEqual([429, true]);
    await limited.close();
  });
});

describe('health', () => {
  it('is reported, and never cached', async () => {
    const response = await callApi(site, 'GET', '/api/health');
    expect(response.status).toBe(200);
    expect(getData(response)).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptimeSeconds: expect.any(Number),
      database: 'ok',
      writable: true,
      fileInPlace: true,
      clockInDoubt: false,
      freeBytes: null,
      backupAgeSeconds: null,
    });
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  it('is 503 when the database does not respond', async () => {
    const closing = await openSite();
    await callApi(closing, 'GET', '/api/health');
    vi.spyOn(closing.runtime.db.$client, 'prepare').mockImplementation(() => {
      throw new Error('The database connection is not open');
    });
    const response = await callApi(closing, 'GET', '/api/health');
    expect([response.status, getData(response).database]).toEqual([503, 'unavailable']);
    expect(errorsIn({ path: '/health', method: 'GET' }, response)).toEqual([]);
    vi.restoreAllMocks();
    await closing.close();
  });
});
