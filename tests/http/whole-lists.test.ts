import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { startChangesEpoch } from '~/domain/listings/listing-changes.server';
import { callApi, getData, signIn } from '../support/api-client';
import { readCsv } from '../support/read-csv';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing, storeUser } from '../support/stored-listing';

const ndjson = { Accept: 'application/x-ndjson' };
const csv = { Accept: 'text/csv' };
/** More than a page, and more than one batch. */
const count = 320;

type Item = Record<string, unknown>;

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  const { db } = site.runtime;
  for (let n = 1; n <= count; n += 1) {
    storeListing(db, {
      name: n === 7 ? '=HYPERLINK("http://bad.example")' : `Bike, "${n}"\u0938`,
      presentPrice: 10_000 + (n % 50),
      type: n % 3 ? 'Petrol' : 'Electric',
      engineCapacity: undefined,
      city: n % 2 ? 'Pune' : undefined,
    });
  }
  storeListing(db, { kind: 'scooter' });
  const add = db.$client.prepare(
    `INSERT INTO reviews (id, vehicle_id, user_id, rating, comment, created_at, updated_at)
     VALUES (?, '1', ?, 4, ?, '2026-06-15T06:30:00.000Z', '2026-06-15T06:30:00.000Z')`,
  );
  for (let n = 1; n <= 260; n += 1) add.run(`review-${n}`, storeUser(db, `Rider ${n}`).user.id, `Number ${n}`);
  return site;
});

const getLines = (body: string): Item[] => getLinesWithCursors(body).map(({ cursor: _cursor, ...item }) => item);
const getLinesWithCursors = (body: string): Item[] =>
  body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** The same list page by page. */
async function paged(path: string, name: string): Promise<Item[]> {
  const items: Item[] = [];
  const between = path.includes('?') ? '&' : '?';
  for (let page = 1; ; page += 1) {
    const response = await callApi(site, 'GET', `${path}${between}limit=100&page=${page}`);
    if (response.status === 404 && page > 1) return items;
    const some = getData(response)[name];
    if (Array.isArray(some)) items.push(...some);
  }
}

it('has the same values of chosen fields as of all', async () => {
  const path = '/api/bikes?limit=20';
  const whole = getLines((await site.request(path, { headers: ndjson })).body);
  const names = Object.keys(whole[0] ?? {});
  for (const chosen of [...names, 'id,price', names.join()]) {
    const lines = getLines((await site.request(`${path}&fields=${chosen}`, { headers: ndjson })).body);
    const pick = (item: Item) => Object.fromEntries(chosen.split(',').map((name) => [name, item[name]]));
    expect([chosen, lines]).toEqual([chosen, whole.map(pick)]);
    const { bikes } = getData(await callApi(site, 'GET', `${path}&fields=${chosen}`));
    expect([chosen, bikes]).toEqual([chosen, whole.map(pick)]);
  }
});

describe('a cursor', () => {
  it.each(['', '&sort=price', '&sort=-kilometres', '&q=bike'])(
    'leads through a list, and a stream goes on: %s',
    async (query) => {
      const read = (after: unknown, headers = {}) =>
        site.request(`/api/bikes?fields=id${query}&after=${after}`, { headers });
      const whole = getLinesWithCursors((await site.request(`/api/bikes?fields=id${query}`, { headers: ndjson })).body);
      const marked = whole.filter(({ cursor }) => cursor !== undefined);
      expect(marked.length).toBeGreaterThan(1);
      const ids = whole.map(({ id }) => id);
      const [mark] = marked;
      const rest = ids.slice(ids.indexOf(mark?.id) + 1);
      expect(getLines((await read(mark?.cursor, ndjson)).body).map(({ id }) => id)).toEqual(rest);
      const first = await callApi(site, 'GET', `/api/bikes?fields=id&limit=100${query}`);
      const pages: unknown[] = [];
      for (let response = first; ; ) {
        const { bikes, pagination } = getData<{ bikes: Item[]; pagination: Item }>(response);
        pages.push(...bikes.map(({ id }) => id));
        expect(pagination).toMatchObject({ total: count, totalIsExact: true, page: Math.ceil(pages.length / 100) });
        const next = /<([^>]*)>; rel="next"/.exec(String(response.headers.link))?.[1];
        expect(next?.includes(`after=${pagination.next}`) ?? null).toBe(pagination.next === null ? null : true);
        if (next === undefined) break;
        response = await callApi(site, 'GET', next.slice(site.origin.length));
      }
      expect(pages).toEqual(ids);
    },
  );

  it.each([
    ['after=x', 'after'],
    ['after=bmV3ZXN0IDAg', 'after'],
    ['sort=price&after=bmV3ZXN0IDAgNQ', 'after'],
    ['sort=newest&after=bmV3ZXN0IDAgNQ&page=2', 'page'],
  ])('is refused where it does not fit: %s', async (query, field) => {
    const { status, json } = await callApi(site, 'GET', `/api/bikes?${query}`);
    expect([status, Object.keys(json.errors ?? {})]).toEqual([400, [field]]);
  });
});

describe('a whole public list', () => {
  it.each([
    ['/api/bikes', 'bikes'],
    ['/api/bikes?sort=price&minPrice=10010', 'bikes'],
    ['/api/bikes?sort=-price&availability=available', 'bikes'],
    ['/api/bikes/type/electric', 'bikes'],
    ['/api/bikes/price-range/10005/10010?sort=price', 'bikes'],
    ['/api/scooters', 'scooters'],
    ['/api/vehicles', 'vehicles'],
    ['/api/vehicles?stock=used&sort=-rating', 'vehicles'],
    ['/api/reviews/vehicle/1', 'reviews'],
  ])('%s equals its pages, in either format', async (path, name) => {
    const pages = await paged(path, name);
    const lines = await site.request(path, { headers: ndjson });
    expect([lines.status, lines.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(getLines(lines.body)).toEqual(pages);
    const table = await site.request(path, { headers: csv });
    expect(table.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(table.headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
    const [heads = [], ...rows] = readCsv(table.body);
    expect(rows.map((row) => row[heads.indexOf('id')])).toEqual(pages.map(({ id }) => id));
    expect(rows).not.toEqual([]);
    for (const row of rows) expect(row).toHaveLength(heads.length);
  });

  it('is available exactly for the endpoints that define it', async () => {
    const paths = apiEndpoints.filter(({ wholeList }) => wholeList).map(({ path }) => path);
    expect(paths.map((path) => path.replace(/bikes|scooters/, 'kind')).sort()).toEqual(
      ['/kind', '/kind', '/kind/price-range/{minPrice}/{maxPrice}', '/kind/price-range/{minPrice}/{maxPrice}']
        .concat(['/kind/type/{type}', '/kind/type/{type}', '/reviews/vehicle/{id}', '/vehicles'])
        .sort(),
    );
    const one = await site.request('/api/vehicles/1', { headers: csv });
    expect(one.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('has a column for each field, and for each nested field; no cell is a formula', async () => {
    const [heads = [], ...rows] = readCsv((await site.request('/api/bikes', { headers: csv })).body);
    const [newest] = await paged('/api/bikes', 'bikes');
    const leaves = Object.entries(newest ?? {}).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.keys(value).map((inner) => `${name}.${inner}`)
        : // Null until a price was lowered; a table has its columns all the same.
          name === 'lowered'
          ? ['lowered.at', 'lowered.from']
          : [name],
    );
    expect([...heads].sort()).toEqual(leaves.sort());
    const named = rows.map((row) => row[heads.indexOf('name')]);
    expect(named).toContain(`'=HYPERLINK("http://bad.example")`);
    expect(named).toContain(`Bike, "${count}"\u0938`);
    expect(rows[0]?.[heads.indexOf('location.country')]).toBe('India');
    expect(rows.some((row) => row[heads.indexOf('city')] === '')).toBe(true);
  });

  it('supports fields and limit', async () => {
    const path = '/api/bikes?fields=id,%20seller,presentPrice&limit=301';
    const items = getLines((await site.request(path, { headers: ndjson })).body);
    expect(items).toHaveLength(301);
    expect(items[0]).toEqual({ id: items[0]?.id, presentPrice: 10_020, seller: { id: null, name: 'Private seller' } });
    const [heads, ...rows] = readCsv((await site.request(path, { headers: csv })).body);
    expect([heads, rows.length]).toEqual([['id', 'seller.id', 'seller.name', 'presentPrice'], 301]);
  });

  it('rejects page, and invalid parameters of a page', async () => {
    const requested = ['page=2', 'limit=0', 'fields=colour', 'minPrice=5&maxPrice=4', 'type=diesel'];
    for (const query of requested) {
      const response = await callApi(site, 'GET', `/api/bikes?${query}`, { headers: ndjson });
      expect([query, response.status, response.json.success]).toEqual([query, 400, false]);
    }
  });

  it('is compressed if accepted', async () => {
    const plain = await site.request('/api/bikes', { headers: ndjson });
    const br = await site.request('/api/bikes', { headers: { ...ndjson, 'Accept-Encoding': 'br, gzip' } });
    const gz = await site.request('/api/bikes', { headers: { ...ndjson, 'Accept-Encoding': 'gzip' } });
    expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.body);
    expect(gunzipSync(gz.bytes).toString()).toBe(plain.body);
  });

  it('has a cache key separate from the page', async () => {
    const json = 'application/json';
    const requested = ['*/*', 'application/x-ndjson', json, 'text/csv', `text/csv;q=0.2, ${json}`, '*/*'];
    for (const accept of requested) {
      const response = await site.request('/api/bikes?limit=3', { headers: { Accept: accept } });
      const isJson = accept === '*/*' || accept.endsWith(json);
      expect(response.headers['content-type']?.startsWith(json)).toBe(isJson);
      expect(response.headers.vary).toMatch(/\bAccept\b(?!-)/);
      expect(response.headers.vary).toMatch(/\bAccept-Encoding\b/);
    }
  });

  it('gets 304 while nothing has changed, each format by its own ETag', async () => {
    const tags = [];
    for (const headers of [ndjson, csv, {}]) {
      const { etag = '' } = (await site.request('/api/scooters', { headers })).headers;
      const again = await site.request('/api/scooters', { headers: { ...headers, 'If-None-Match': etag } });
      expect([again.status, again.body]).toEqual([304, '']);
      tags.push(etag);
    }
    expect(new Set(tags).size).toBe(3);
    storeListing(site.runtime.db, { kind: 'scooter' });
    const changed = await site.request('/api/scooters', { headers: { ...ndjson, 'If-None-Match': tags[0] ?? '' } });
    expect([changed.status, getLines(changed.body).length]).toEqual([200, 2]);
  });

  it('keeps its ETag through a restart, and not through a restored backup', async () => {
    const first = await openSite();
    const { db } = first.runtime;
    const restarted = await openSite({}, undefined, db);
    const headers = { ...ndjson, Host: 'bikes.example' };
    const { etag = '' } = (await first.request('/api/bikes', { headers })).headers;
    const known = { ...headers, 'If-None-Match': etag };
    expect((await restarted.request('/api/bikes', { headers: known })).status).toBe(304);
    startChangesEpoch(db);
    expect((await restarted.request('/api/bikes', { headers: known })).status).toBe(200);
    await Promise.all([first.close(), restarted.close()]);
  });

  it('has the same headers for HEAD and GET', async () => {
    const get = await site.request('/api/bikes', { headers: csv });
    const head = await site.request('/api/bikes', { method: 'HEAD', headers: csv });
    expect([head.status, head.body]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-disposition', 'vary', 'cache-control']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
  });

  it('shows its owner the complete items, and is then not cacheable', async () => {
    const headers = { ...ndjson, ...signIn(site, 'Meera') };
    const response = await site.request('/api/bikes?limit=1', { headers });
    expect([response.status, response.headers['cache-control'], response.headers.etag]).toEqual([
      200,
      'private, no-store',
      undefined,
    ]);
  });
});
