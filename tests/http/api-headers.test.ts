import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiEndpoints } from '~/api/endpoints.server';
import { callApi, signIn } from '../support/api-client';
import { shine } from '../support/sample-content';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { nonEmpty } from '../support/non-empty';

let site: SiteInProcess;
let limited: SiteInProcess;
let operator: Record<string, string>;
let now = Date.parse('2026-06-15T06:30:00.000Z');
beforeAll(async () => {
  site = await openSite();
  operator = signIn(site, 'Opal', 'owner');
  limited = await openSite({ RATE_LIMIT: 'on', LIMIT_API_READS: '4/1m', LIMIT_WRITES: '3/1m' }, () => new Date(now));
});
afterAll(() => Promise.all([site.close(), limited.close()]));

const getList = (header: string | string[] | undefined): string[] => String(header ?? '').split(/,\s*/);
const parts: Record<string, string> = { type: 'Petrol', category: 'general', priority: 'low' };
const getPath = (path: string): string => `/api${path.replaceAll(/\{(\w+)\}/g, (_, name) => parts[name] ?? '1')}`;
const paths = nonEmpty([...new Set(apiEndpoints.map(({ path }) => path))]);

describe('a page of another site', () => {
  const elsewhere = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };

  it.each(paths)('gets a preflight response for %s', async (path) => {
    const { status, headers, body } = await site.request(getPath(path), {
      method: 'OPTIONS',
      headers: {
        ...elsewhere,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    expect([status, body, headers['access-control-allow-origin']]).toEqual([204, '', '*']);
    const methods = apiEndpoints.flatMap((endpoint) => (endpoint.path === path ? [endpoint.method] : []));
    const all = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)), 'OPTIONS'];
    expect(getList(headers.allow).sort()).toEqual(all.sort());
    expect(headers['access-control-allow-methods']).toBe(headers.allow);
    expect(getList(headers['access-control-allow-headers'])).toEqual(
      expect.arrayContaining(['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match']),
    );
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('reads public data, and every header it needs', async () => {
    for (const path of ['/api/bikes', '/api/bikes', '/api/vehicles/1', '/api/nowhere', '/api/bikes?page=x']) {
      const { headers } = await site.request(path, { headers: elsewhere });
      expect([path, headers['access-control-allow-origin']]).toEqual([path, '*']);
      expect(getList(headers['access-control-expose-headers'])).toEqual(
        expect.arrayContaining([
          ...['ETag', 'Idempotent-Replayed', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
        ]),
      );
    }
  });

  it('writes with a token or as a visitor, but never with cookies', async () => {
    const bearer = signIn(site, 'Asha');
    const write = (headers: Record<string, string>) =>
      callApi(site, 'POST', '/api/bikes', { body: shine, headers: { ...elsewhere, ...headers } });
    expect((await write(bearer)).status).toBe(201);
    const { status, headers } = await write({});
    expect([status, headers['set-cookie']]).toEqual([201, undefined]);
    expect((await write({ Cookie: 'authToken=token-of-Asha' })).status).toBe(403);
  });
});

describe('OPTIONS and HEAD', () => {
  it('have the status of GET for every endpoint', async () => {
    for (const method of ['OPTIONS', 'HEAD', 'GET', 'POST'])
      expect([method, (await site.request('/api/nowhere', { method })).status]).toEqual([method, 404]);
  });

  it('list the methods of a screen', async () => {
    expect((await site.request('/sell-bikes', { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect((await site.request('/insurance', { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it.each(paths)('HEAD of %s has the headers of GET, and no body', async (path) => {
    for (const sent of [{}, operator]) {
      const get = await site.request(getPath(path), { headers: sent });
      const head = await site.request(getPath(path), { method: 'HEAD', headers: sent });
      expect([head.status, head.body]).toEqual([get.status, '']);
      for (const name of ['content-type', 'cache-control', 'etag', 'allow', 'vary', 'www-authenticate'])
        if (path !== '/health') expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
  });
});

describe('a body that is not JSON in UTF-8', () => {
  const body = JSON.stringify(shine);
  it.each([
    ['text', { 'Content-Type': 'text/plain' }, 'Send the body as application/json.', 'accept'],
    ['of no kind', {}, 'Send the body as application/json.', 'accept'],
    [
      'in another alphabet',
      { 'Content-Type': 'application/json; charset=utf-16' },
      'Send the body in UTF-8.',
      'accept',
    ],
    [
      'compressed',
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      'Send the body as it is, not compressed.',
      'accept-encoding',
    ],
  ])('%s is rejected with the accepted media types', async (_what, headers, message, reported) => {
    for (const [path, accepted] of [
      ['/api/bikes', 'application/json, multipart/form-data'],
      ['/api/contacts', 'application/json'],
    ] as const) {
      const response = await site.request(path, { method: 'POST', headers: { ...headers }, body });
      expect([response.status, JSON.parse(response.body)]).toMatchObject([415, { success: false, message }]);
      expect(response.headers[reported]).toBe(reported === 'accept' ? accepted : 'identity');
    }
  });

  it('while the charset UTF-8 may be named, in any case', async () => {
    const headers = { 'Content-Type': 'application/json; Charset="UTF-8"' };
    expect((await site.request('/api/bikes', { method: 'POST', headers, body })).status).toBe(201);
  });
});

it.each(nonEmpty(apiEndpoints.filter(({ method, query }) => method === 'GET' && Object.keys(query.shape).length > 0)))(
  'a repeated parameter of $path is rejected by name',
  async ({ path, query }) => {
    const there = getPath(path);
    const rules: Readonly<Record<string, z.core.$ZodType>> = query.shape;
    for (const [name, rule] of Object.entries(rules)) {
      if (rule instanceof z.ZodOptional && rule.unwrap() instanceof z.ZodArray) continue;
      const { status, json } = await callApi(site, 'GET', `${there}?${name}=1&${name}=1`, {
        headers: operator,
      });
      expect([name, status, json.errors?.[name]]).toEqual([name, 400, `${name} must be given once`]);
    }
  },
);

describe('the limits of an address', () => {
  it('are in the headers of every read, cached or not or a whole list, and of the 429', async () => {
    const reported = [];
    for (let n = 0; n < 5; n += 1) {
      const path = n === 1 ? '/api/contacts/stats' : '/api/bikes';
      const { status, headers } = await limited.request(path, n === 2 ? { headers: { Accept: 'text/csv' } } : {});
      expect(headers['ratelimit-policy']).toBe('"api-read";q=4;w=60');
      reported.push([status, headers.ratelimit, headers['retry-after']]);
      now += 10_000;
    }
    expect(reported).toEqual([
      [200, '"api-read";r=3;t=60', undefined],
      [200, '"api-read";r=2;t=50', undefined],
      [200, '"api-read";r=1;t=40', undefined],
      [200, '"api-read";r=0;t=30', undefined],
      [429, '"api-read";r=0;t=20', '20'],
    ]);
    now += 60_000;
    const { etag = '' } = (await limited.request('/api/bikes')).headers;
    const known = await limited.request('/api/bikes', { headers: { 'If-None-Match': etag } });
    expect([known.status, known.headers.ratelimit]).toEqual([304, '"api-read";r=2;t=60']);
  });

  it('are in the headers of every write, all limits it counts against', async () => {
    const list = () => callApi(limited, 'POST', '/api/bikes', { body: shine });
    const first = await list();
    expect([first.headers.ratelimit, first.headers['ratelimit-policy']]).toEqual([
      '"write";r=2;t=60, "listing";r=9;t=3600',
      '"write";q=3;w=60, "listing";q=10;w=3600',
    ]);
    await list();
    await list();
    const err = await list();
    expect([err.status, err.headers.ratelimit, err.headers['retry-after']]).toEqual([429, '"write";r=0;t=60', '60']);
  });

  it('are in no headers of screens, or of sites without limits', async () => {
    expect((await limited.request('/insurance')).headers.ratelimit).toBeUndefined();
    expect((await site.request('/api/bikes')).headers.ratelimit).toBeUndefined();
  });
});
