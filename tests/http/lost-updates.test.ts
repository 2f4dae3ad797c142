import { describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { type ApiResponse, callApi, getData, signIn } from '../support/api-client';
import { booking, message, opinion, shine, usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

type Headers = Record<string, string>;

let site: SiteInProcess;
let user: Headers;
let operator: Headers;
shareSite(async () => {
  site = await openSite();
  user = signIn(site, 'Asha');
  operator = signIn(site, 'Opal', 'owner');
  return site;
});

const made = async (path: string, body: unknown, headers: Headers): Promise<string> =>
  `${path}/${getData<{ id: string }>(await callApi(site, 'POST', `/api${path}`, { body, headers })).id}`;

type Item = {
  what: string;
  make: () => Promise<string>;
  by: () => Headers;
  change: object;
  /** Other writes about the same item: method, suffix of the path, body. */
  others?: [method: string, suffix: string, body?: unknown][];
};
const items: Item[] = [
  {
    what: 'a bike',
    make: () => made('/bikes', shine, user),
    by: () => user,
    change: { presentPrice: 2 },
    others: [
      ['POST', '/confirm'],
      ['PATCH', '/sold'],
      ['DELETE', ''],
    ],
  },
  {
    what: 'a scooter',
    make: () => made('/scooters', shine, user),
    by: () => user,
    change: { presentPrice: 2 },
    others: [
      ['POST', '/confirm'],
      ['PATCH', '/sold'],
      ['DELETE', ''],
    ],
  },
  {
    what: 'a vehicle',
    make: () => made('/vehicles', usedShine, user),
    by: () => user,
    change: { price: 2 },
    others: [['DELETE', '']],
  },
  {
    what: 'a review',
    make: () => made('/reviews', { vehicleId: '4', rating: 4, comment: 'Rides well.' }, user),
    by: () => user,
    change: { rating: 2 },
    others: [['DELETE', '']],
  },
  {
    what: 'a booking',
    make: () => made('/services/request', booking, user),
    by: () => user,
    change: { contactInfo: { name: 'Asha R' } },
    others: [['DELETE', '']],
  },
  {
    what: 'feedback',
    make: () => made('/feedback', opinion, user),
    by: () => user,
    change: { subject: 'Very fine' },
    others: [['DELETE', '']],
  },
  {
    what: 'a message',
    make: () => made('/contacts', message, user),
    by: () => operator,
    change: { subject: 'Another ride' },
    others: [
      ['PATCH', '/status', { status: 'resolved' }],
      ['PATCH', '/tags', { action: 'add', tag: 'later' }],
      ['DELETE', ''],
    ],
  },
  {
    what: 'a saved reply',
    make: () => made('/desk/saved-replies', { title: crypto.randomUUID(), text: 'From nine to seven.' }, operator),
    by: () => operator,
    change: { text: 'From ten to six.' },
    others: [['DELETE', '']],
  },
  {
    what: 'a part of the shop',
    make: async () => '/desk/shop/safety',
    by: () => operator,
    change: { value: { advice: ['Meet by day.'] } },
  },
  {
    what: 'a branch',
    make: async () => '/desk/branches/showroom',
    by: () => operator,
    change: { name: 'The showroom' },
  },
  { what: 'a road tax', make: async () => '/desk/road-tax/MH', by: () => operator, change: { asOf: '2026-11' } },
  { what: 'the profile', make: async () => '/auth/profile', by: () => user, change: { location: 'Pune' } },
];

describe.each(items)('$what', ({ make, by, change, others = [] }) => {
  const request = (method: string, path: string, headers: Headers = {}, body?: unknown): Promise<ApiResponse> =>
    callApi(site, method, `/api${path}`, { body, headers: { ...by(), ...headers } });

  it('is changed and deleted by its current ETag, and by no older one', async () => {
    const path = await make();
    const read = await request('GET', path);
    const tag = read.headers.etag ?? '';
    expect(tag).toMatch(/^W\/"\d+-[\w-]{16}"$/);
    expect((await site.request(`/api${path}`, { headers: { ...by(), 'If-None-Match': tag } })).status).toBe(304);

    const ofPart = await request('GET', `${path}?fields=id`);
    if (ofPart.status === 200) expect(ofPart.headers.etag?.split('-')[0]).toBe(tag.split('-')[0]);

    const first = await request('PUT', path, { 'If-Match': tag }, change);
    expect([first.status, first.headers.etag === tag]).toEqual([200, false]);
    const lost = await request('PUT', path, { 'If-Match': tag }, change);
    expect([lost.status, lost.json.message]).toEqual([
      412,
      'This was changed since you read it. Please read it again before you change it.',
    ]);
    expect((await request('GET', path)).headers.etag?.split('-')[0]).toBe(first.headers.etag?.split('-')[0]);
    for (const [method, suffix, body] of others) {
      expect([method, suffix, (await request(method, path + suffix, { 'If-Match': tag }, body)).status]).toEqual([
        method,
        suffix,
        412,
      ]);
    }
    expect((await request('PUT', path, { 'If-Match': `"other", ${first.headers.etag}` }, change)).status).toBe(200);
    expect((await request('PUT', path, { 'If-Match': '*' }, change)).status).toBe(200);
    for (const [method, suffix, body] of others) {
      const now = (await request('GET', path)).headers.etag ?? '';
      expect([method, suffix, (await request(method, path + suffix, { 'If-Match': now }, body)).status]).toEqual([
        method,
        suffix,
        200,
      ]);
    }
  });

  it('is not changed by an invalid version, and a repeated request with a key and the former ETag gets the first response', async () => {
    const path = await make();
    const err = await request('PUT', path, {}, { ...change, version: 'one' });
    expect([err.status, err.json.errors]).toEqual([422, { version: 'Version must be a number' }]);
    const headers = { 'If-Match': (await request('GET', path)).headers.etag ?? '', 'Idempotency-Key': `again ${path}` };
    const first = await request('PUT', path, headers, change);
    const again = await request('PUT', path, headers, change);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  });
});

it('actors who may not see an item learn nothing about its version', async () => {
  const path = `/api${await made('/feedback', opinion, user)}`;
  const stranger = { ...signIn(site, 'Ravi'), 'If-Match': '"99"' };
  expect((await callApi(site, 'PUT', path, { body: { subject: 'x' }, headers: stranger })).status).toBe(404);
  const bike = `/api${await made('/bikes', shine, user)}`;
  expect((await callApi(site, 'PUT', bike, { body: { name: 'x' }, headers: stranger })).status).toBe(403);
});

it('of ten concurrent changes by one ETag, one succeeds', async () => {
  const path = `/api${await made('/bikes', shine, user)}`;
  const tag = (await callApi(site, 'GET', path)).headers.etag ?? '';
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      callApi(site, 'PUT', path, { body: { presentPrice: n + 1 }, headers: { ...user, 'If-Match': tag } }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
});

it('other data shown with a bike, such as the name of its owner, do not affect its version', async () => {
  const path = `/api${await made('/bikes', shine, user)}`;
  const tag = (await callApi(site, 'GET', path)).headers.etag ?? '';
  await callApi(site, 'PUT', '/api/auth/profile', { body: { name: 'Asha Devi' }, headers: user });
  expect((await callApi(site, 'GET', path)).headers.etag).not.toBe(tag);
  const change = { body: { presentPrice: 3 }, headers: { ...user, 'If-Match': tag } };
  expect((await callApi(site, 'PUT', path, change)).status).toBe(200);
});

it('every PUT of an item with a version has a case here', () => {
  const known = [
    '/bikes/{id}',
    '/scooters/{id}',
    '/vehicles/{id}',
    '/reviews/{id}',
    '/services/request/{id}',
    '/feedback/{id}',
    '/contacts/{id}',
    '/desk/saved-replies/{id}',
    '/desk/shop/{id}',
    '/desk/branches/{id}',
    '/desk/road-tax/{id}',
    '/auth/profile',
  ];
  const all = apiEndpoints.flatMap(({ method, path, hasNoVersion }) =>
    method === 'PUT' && !hasNoVersion ? [path] : [],
  );
  expect(all.sort()).toEqual(known.sort());
});
