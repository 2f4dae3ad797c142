import { describe, expect, it } from 'vitest';
import { callApi, getData, signIn } from '../support/api-client';
import { samplePhoto } from '../support/photo-samples';
import { shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

type Shown = { _id: string; id: string; manageKey?: string; images: string[]; [field: string]: unknown };
type Page = { pagination: object; bikes?: Shown[]; scooters?: Shown[] };

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const list = async (plural: string, fields: object = {}, headers: Record<string, string> = {}): Promise<Shown> =>
  getData<Shown>(await callApi(site, 'POST', `/api/${plural}`, { body: { ...shine, ...fields }, headers }));
const getKey = (listing: Shown) => ({ 'X-Manage-Key': listing.manageKey ?? '' });
const dataString = async () => `data:image/jpeg;base64,${(await samplePhoto('jpeg')).toString('base64')}`;

describe.each([
  ['bikes', 'bike', 'manual'],
  ['scooters', 'scooter', 'automatic'],
] as const)('the endpoints under /api/%s', (plural, kind, transmission) => {
  const base = `/api/${plural}`;

  it('create a listing: 201, Location, the display record, and the manage key for a visitor', async () => {
    const response = await callApi(site, 'POST', base, {
      body: { ...shine, city: 'Pune', sellerEmail: 'x@example.com' },
    });
    const shown = getData<Shown>(response);
    expect(response.status).toBe(201);
    expect(response.headers.location).toBe(`${base}/${shown.id}`);
    expect(response.json.message).toBe(`Your ${kind} has been listed successfully!`);
    expect(shown).toMatchObject({
      _id: shown.id,
      kind,
      name: 'Honda Shine 125',
      price: 52_000,
      presentPrice: 52_000,
      pastPrice: 80_000,
      discount: 35,
      condition: 'Good',
      fuelType: 'petrol',
      transmission,
      specifications: { topSpeed: 100 },
      availability: 'available',
      location: { city: 'Pune', country: 'India' },
      seller: { name: 'Private seller' },
      isSample: false,
      license: 'KA 05 LZ 4711',
    });
    expect(shown.manageKey).toMatch(/^[0-9A-Z-]{39}$/);
    expect(shown.images).toHaveLength(1);
    expect(shown.images[0]).toMatch(new RegExp(`^${site.origin}/drawings/`));
    expect(response.body).not.toContain('x@example.com');
  });

  it('show it under its id, equal for every actor, without the key', async () => {
    const listed = await list(plural);
    const response = await callApi(site, 'GET', `${base}/${listed.id}`);
    const { manageKey, ...rest } = listed;
    expect(response.status).toBe(200);
    expect(getData(response)).toEqual(rest);
    expect(manageKey).toBeDefined();
    expect(response.headers.etag).toBeDefined();
    const again = await site.request(`${base}/${listed.id}`, {
      headers: { 'If-None-Match': response.headers.etag ?? '' },
    });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('have a user as seller by id and name only, and no key', async () => {
    const asha = signIn(site, `Asha-${kind}`);
    const listed = await list(plural, {}, asha);
    expect(listed.manageKey).toBeUndefined();
    expect(listed.seller).toEqual({ id: `user-asha-${kind}`, name: `Asha-${kind}` });
    expect((await callApi(site, 'GET', `${base}/${listed.id}`)).body).not.toContain('@example.com');
  });

  it('list by filters, page by page', async () => {
    await list(plural, { brand: 'Filtered', name: 'One', presentPrice: 10, year: 2010 });
    await list(plural, { brand: 'Filtered', name: 'Two', presentPrice: 30, year: 2020, type: 'Electric' });
    await list(plural, { brand: 'Filtered', name: 'Three', presentPrice: 20, year: 2015, condition: 'Poor' });
    const getNames = async (path: string) => {
      const page = getData<Page>(await callApi(site, 'GET', base + path));
      return (page.bikes ?? page.scooters ?? []).map(({ name }) => name);
    };
    expect(await getNames('?brand=filtered')).toEqual(['Three', 'Two', 'One']);
    expect(await getNames('?brand=filtered&sort=price')).toEqual(['One', 'Three', 'Two']);
    expect(await getNames('?brand=filtered&sort=-price&limit=1&page=2')).toEqual(['Three']);
    expect(await getNames('?brand=filtered&type=electric')).toEqual(['Two']);
    expect(await getNames('?brand=filtered&condition=poor')).toEqual(['Three']);
    expect(await getNames('?brand=filtered&minYear=2015&maxYear=2020')).toEqual(['Three', 'Two']);
    expect(await getNames('?brand=filtered&minPrice=20&maxPrice=20')).toEqual(['Three']);
    expect(await getNames('?q=filter&availability=available')).toEqual(['Three', 'Two', 'One']);
    expect(await getNames('?q=filter&availability=sold')).toEqual([]);
    expect(await getNames('/type/Electric?brand=Filtered')).toEqual(['Two']);
    expect(await getNames('/type/petrol?brand=Filtered&sort=price')).toEqual(['One', 'Three']);
    expect(await getNames('/price-range/10/20?brand=Filtered')).toEqual(['Three', 'One']);
    expect(await getNames('?brand=filtered&page=&limit=null&sort=')).toEqual(['Three', 'Two', 'One']);
  });

  it('accept the filters of the browse screen, several values of one, and each filter under one of its names', async () => {
    await list(plural, { name: 'Filter me', brand: 'Norton', kilometresDriven: 4_000, ownerNumber: 1 });
    await list(plural, { name: 'Filter me too', brand: 'Indian', kilometresDriven: 90_000, ownerNumber: 3 });
    const total = async (query: string) => {
      const response = await callApi(site, 'GET', `${base}?${query}`);
      if (response.status !== 200) return [response.status, response.json.errors];
      return getData<{ pagination: { total: number } }>(response).pagination.total;
    };
    expect(await total('brand=norton&brand=Indian')).toBe(2);
    expect(await total('brand=norton&brand=Indian&maxKilometres=5000')).toBe(1);
    expect(await total('brand=norton&brand=Indian&maxOwners=1&fuelType=petrol&fuelType=electric')).toBe(1);
    expect(await total('brand=norton&brand=Indian&postedWithin=100000&withPhoto=false')).toBe(2);
    expect(await total('brand=norton&withPhoto=true')).toBe(0);
    expect(await total('type=Petrol&fuelType=Petrol')).toEqual([
      400,
      { type: 'type is another name of fuelType; give one of them' },
    ]);
    expect(await total('minCc=200&maxCc=100')).toEqual([400, { minCc: 'minCc must not be above maxCc' }]);
    expect(await total('sort=newest&sort=price')).toEqual([400, { sort: 'sort must be given once' }]);
    expect(await total('condition=Good&condition=Mint')).toEqual([
      400,
      { condition: 'condition must be one of Excellent, Good, Fair, Poor' },
    ]);
  });

  it('list no sample, but return one by its id', async () => {
    const page = getData<Page>(await callApi(site, 'GET', `${base}?limit=100`));
    expect((page.bikes ?? page.scooters ?? []).some(({ isSample }) => isSample)).toBe(false);
    const sample = getData(await callApi(site, 'GET', `${base}/sample-${kind}-1`));
    expect(sample).toMatchObject({ _id: `sample-${kind}-1`, isSample: true });
  });

  it('change, sell and delete it with its key, and update the statistics', async () => {
    const before = getData<Record<string, number>>(await callApi(site, 'GET', `${base}/stats/overview`));
    const listed = await list(plural, { type: 'Electric' });
    const headers = getKey(listed);
    const path = `${base}/${listed.id}`;
    const changed = await callApi(site, 'PUT', path, { headers, body: { presentPrice: 40_000 } });
    expect(getData(changed)).toMatchObject({ presentPrice: 40_000, discount: 50, name: shine.name, version: 2 });
    const sold = await callApi(site, 'PATCH', `${path}/sold`, { headers });
    expect([sold.status, getData(sold).availability]).toEqual([200, 'sold']);
    const stats = await callApi(site, 'GET', `${base}/stats/overview`);
    expect(getData(stats)).toEqual({
      total: (before.total ?? 0) + 1,
      available: before.available,
      sold: (before.sold ?? 0) + 1,
      petrol: before.petrol,
      electric: (before.electric ?? 0) + 1,
    });
    const deleted = await callApi(site, 'DELETE', path, { headers });
    expect([deleted.status, getData(deleted)._id]).toEqual([200, listed.id]);
    expect((await callApi(site, 'GET', path)).status).toBe(404);
    expect(getData(await callApi(site, 'GET', `${base}/stats/overview`))).toEqual(before);
  });

  it('accept an unusual value, and question it in warnings', async () => {
    const listed = await list(plural, { mileage: 610 });
    expect(listed).toMatchObject({ mileage: 610, warnings: { mileage: '610 km/l: is that right?' } });
    const path = `${base}/${listed.id}`;
    const changed = await callApi(site, 'PUT', path, { headers: getKey(listed), body: { mileage: 61 } });
    expect(getData(changed)).not.toHaveProperty('warnings');
    expect(getData(await callApi(site, 'GET', path))).not.toHaveProperty('warnings');
  });

  it('store a multi-line description, escape it, and make it searchable', async () => {
    const description = 'One <b>owner</b>.\nGaraged zebrawood finish';
    const listed = await list(plural, { description });
    expect(listed.description).toBe(description);
    const shown = await site.request(`/vehicle-details?vehicle=${listed.id}`);
    expect(shown.body).toContain('One &lt;b&gt;owner&lt;/b&gt;.\nGaraged zebrawood finish');
    expect((await site.request('/browse?q=zebrawood')).body).toContain(listed.id);
  });

  it('accept photos as data strings, and serve them', async () => {
    const listed = await list(plural, { images: [await dataString()] });
    expect(listed.images).toHaveLength(1);
    const address = new URL(listed.images[0] ?? '');
    const photo = await site.request(address.pathname);
    expect([photo.status, photo.headers['content-type']]).toEqual([200, 'image/webp']);
    const cached = await callApi(site, 'PUT', `${base}/${listed.id}`, {
      headers: getKey(listed),
      body: { ...listed, name: 'Sent back as it came' },
    });
    expect(getData(cached)).toMatchObject({ name: 'Sent back as it came', images: listed.images });
    const another = `data:image/png;base64,${(await samplePhoto('png')).toString('base64')}`;
    const put = (images: unknown[]) =>
      callApi(site, 'PUT', `${base}/${listed.id}`, { headers: getKey(listed), body: { images } });
    const two = getData<Shown>(await put([listed.images[0], another])).images;
    expect(two).toHaveLength(2);
    expect(getData<Shown>(await put([...two].reverse())).images).toEqual([...two].reverse());
    const bare = await callApi(site, 'PUT', `${base}/${listed.id}`, { headers: getKey(listed), body: { images: [] } });
    expect(getData<Shown>(bare).images[0]).toContain('/drawings/');
  });

  it('accept photos as files of a multipart form', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(shine)) form.set(name, String(value));
    form.set('images', new Blob([new Uint8Array(await samplePhoto('png'))], { type: 'image/png' }), 'front.png');
    form.append(
      'images',
      new Blob([new Uint8Array(await samplePhoto('webp', { width: 640, height: 480 }))]),
      'side.webp',
    );
    const sent = new Request(`${site.origin}${base}`, { method: 'POST', body: form });
    const response = await site.request(base, {
      method: 'POST',
      headers: { 'Content-Type': sent.headers.get('Content-Type') ?? '' },
      body: Buffer.from(await sent.arrayBuffer()),
    });
    expect(response.status).toBe(201);
    expect(JSON.parse(response.body).data.images).toHaveLength(2);
  });
});

describe('permission to change a listing by the API', () => {
  const attempts = [
    ['PUT', '', { presentPrice: 1 }],
    ['POST', '/confirm', undefined],
    ['PATCH', '/sold', undefined],
    ['DELETE', '', undefined],
  ] as const;

  it.each(attempts)(
    '%s%s: a visitor 401, another user and another key 403, its key, its user and operators 200',
    async (method, end, body) => {
      const suffix = method.toLowerCase();
      const owner = signIn(site, `Owner-${suffix}`);
      const other = signIn(site, `Other-${suffix}`);
      const operator = signIn(site, `Operator-${suffix}`, 'owner');
      const request = async (listing: Shown, headers: Record<string, string>) =>
        callApi(site, method, `/api/bikes/${listing.id}${end}`, { body, headers });

      const owned = await list('bikes', {}, owner);
      const keyed = await list('bikes');
      const otherKeyed = await list('bikes');
      const rejectedVisitor = await request(owned, {});
      expect([rejectedVisitor.status, rejectedVisitor.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect((await request(owned, other)).status).toBe(403);
      expect((await request(owned, getKey(keyed))).status).toBe(403);
      expect((await request(keyed, getKey(otherKeyed))).status).toBe(403);
      expect((await request(keyed, { 'X-Manage-Key': 'WRONG' })).status).toBe(403);
      expect((await request(owned, { Authorization: 'Bearer unknown' })).status).toBe(401);
      expect((await request({ ...owned, id: 'sample-bike-2' }, other)).status).toBe(403);
      expect((await request({ ...owned, id: 'none' }, operator)).status).toBe(404);
      expect((await request(owned, owner)).status).toBe(200);
      expect((await request(keyed, { 'X-Manage-Key': getKey(keyed)['X-Manage-Key'].toLowerCase() })).status).toBe(200);
      expect((await request(otherKeyed, operator)).status).toBe(200);
    },
  );
});
