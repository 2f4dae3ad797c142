import { describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { callApi, getData, signIn } from '../support/api-client';
import { messageFields } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { nonEmpty } from '../support/non-empty';

let site: SiteInProcess;
let operator: Record<string, string>;
shareSite(async () => {
  site = await openSite();
  operator = signIn(site, 'Meera', 'owner');
  const listings = Array.from({ length: 5 }, () => storeListing(site.runtime.db).listing.id);
  const review = { vehicleId: '1', rating: 4, comment: 'It never hurries.' };
  ids['/reviews/{id}'] = getData<{ id: string }>(
    await callApi(site, 'POST', '/api/reviews', { body: review, headers: operator }),
  ).id;
  const message = { ...messageFields, about: listings[0] };
  ids['/conversations/{id}'] = getData<{ id: string }>(
    await callApi(site, 'POST', '/api/contacts', { body: message, headers: operator }),
  ).id;
  const { id } = getData<{ id: string }>(await callApi(site, 'POST', '/api/contacts', { body: messageFields }));
  // A person is named by a request of theirs.
  for (const path of ['/desk/requests/{id}', '/desk/people/{id}']) ids[path] = id;
  return site;
});

const named: Record<string, string> = {
  type: 'petrol',
  minPrice: '1',
  maxPrice: '9999999',
  category: 'general',
  priority: 'medium',
  id: '1',
  route: 'pune-goa',
};
/** Where `1` is not an id. */
const ids: Record<string, string> = { '/bikes/{id}': 'sample-bike-1', '/scooters/{id}': 'sample-scooter-1' };
const fillPath = (path: string): string =>
  `/api${path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[path] ?? named[name] ?? name)}`;
const getLinks = (header: string | string[] | undefined): Record<string, string> =>
  Object.fromEntries([...String(header).matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, to = '', rel = '']) => [rel, to]));

const paged = nonEmpty(apiEndpoints.filter(({ method, query }) => method === 'GET' && 'page' in query.shape));

describe('every paginated list', () => {
  it.each(paged)('$path links to its other pages', async ({ path }) => {
    const response = await site.request(`${fillPath(path)}?limit=2&page=1`, { headers: operator });
    expect(response.status).toBe(200);
    const links = getLinks(response.headers.link);
    expect(links.first).toBe(`${site.origin}${fillPath(path)}?limit=2&page=1`);
    expect(links.last).toMatch(/[?&]page=\d+$/);
    const last = Number(/\d+$/.exec(links.last ?? '')?.[0]);
    const pages = [`limit=2&page=${last}`, `limit=2&page=${last + 1}`];
    const statuses = [];
    for (const page of pages) {
      statuses.push((await site.request(`${fillPath(path)}?${page}`, { headers: operator })).status);
    }
    expect(statuses).toEqual([200, 404]);
  });

  it('can be read from the first page to the last by its links alone', async () => {
    const ids: string[] = [];
    let next: string | undefined = `${site.origin}/api/bikes?limit=2&sort=price`;
    while (next) {
      const response = await callApi(site, 'GET', next.slice(site.origin.length));
      ids.push(...getData<{ bikes: { id: string }[] }>(response).bikes.map(({ id }) => id));
      next = getLinks(response.headers.link).next;
    }
    expect(new Set(ids).size).toBe(5);
  });
});

describe('the parameter fields', () => {
  const taking = nonEmpty(apiEndpoints.filter(({ method, query }) => method === 'GET' && 'fields' in query.shape));

  it.each(taking)('of $path: an unknown name is rejected by name', async ({ path }) => {
    const response = await callApi(site, 'GET', `${fillPath(path)}?fields=id,colour,horsepower`);
    expect(response.status).toBe(400);
    expect(response.json.errors?.fields).toMatch(/^fields can't name colour, horsepower; it may name _id, id, /);
  });

  it('leaves out all other fields, and is part of the cache key', async () => {
    const whole = getData(await callApi(site, 'GET', '/api/vehicles/1'));
    for (let round = 0; round < 3; round += 1) {
      expect(getData(await callApi(site, 'GET', '/api/vehicles/1?fields=name,price'))).toEqual({
        name: whole.name,
        price: whole.price,
      });
      expect(getData(await callApi(site, 'GET', '/api/vehicles/1'))).toEqual(whole);
      const { bikes } = getData<{ bikes: unknown[] }>(await callApi(site, 'GET', '/api/bikes?fields=year'));
      expect(bikes).toEqual(Array.from({ length: 5 }, () => ({ year: 2021 })));
    }
  });
});

describe('reads of the API', () => {
  // None of the stored listings has five similar ones, which a verdict of its price and market figures need.
  const open = nonEmpty(
    apiEndpoints.filter(
      ({ method, path, access, isCached }) =>
        method === 'GET' && access.name === 'anyone' && isCached && !/\/price-verdict$|\/market\//.test(path),
    ),
  );

  it.each(open)('$path has an ETag, is revalidated with 304, and HEAD is the same', async ({ path }) => {
    const filled = fillPath(path);
    for (const headers of [{}, operator]) {
      const get = await site.request(filled, { headers });
      const { etag = '' } = get.headers;
      expect(get.status).toBe(200);
      expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/);
      const again = await site.request(filled, { headers: { ...headers, 'If-None-Match': etag } });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
      const head = await site.request(filled, { method: 'HEAD', headers });
      expect([head.status, head.body]).toEqual([get.status, '']);
      for (const name of ['etag', 'content-length', 'content-type', 'vary', 'cache-control', 'link']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
    }
  });
});
