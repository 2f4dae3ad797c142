import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readListingStatistics } from '~/domain/listings/listing.queries.server';
import { toDay } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { callApi, getData } from '../support/api-client';
import { shine } from '../support/sample-content';
import { isoFile, samplePhoto } from '../support/photo-samples';
import { storeListing } from '../support/stored-listing';
import { shareSite } from '../support/shared-site';
import { type TestResponse, openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

const listed = {
  name: 'Splendor Plus',
  brand: 'Hero',
  year: '2021',
  type: 'Petrol',
  daysUsed: '1,200',
  condition: 'Good',
  mileage: '60',
  topSpeed: '90',
  presentPrice: '₹ 1,45,000',
  pastPrice: '1,90,000',
  license: 'MH 12 QX 0001',
};
const formPath = '/sell-bikes?view=form';
const post = (
  site: SiteInProcess,
  path: string,
  fields: Record<string, string>,
  cookie?: string,
): Promise<TestResponse> =>
  site.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(cookie && { Cookie: cookie }) },
    body: new URLSearchParams(fields).toString(),
  });
const hidden = ({ body }: TestResponse, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
const getManageKey = ({ headers }: TestResponse): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

describe('limits of an address', () => {
  let site: SiteInProcess;
  shareSite(async () => {
    site = await openSite({ RATE_LIMIT: 'on', LIMIT_LISTINGS: '2/1h', LIMIT_WRITES: '9/1h' });
    return site;
  });

  test('a rejected form does not count among the listings of an hour, and photos alone count as writes', async () => {
    for (const idempotencyKey of ['first', 'second', 'third']) {
      expect((await post(site, formPath, { ...listed, idempotencyKey, year: '1990' })).status).toBe(422);
    }
    const first = await post(site, formPath, { ...listed, idempotencyKey: 'first' });
    expect(first.status).toBe(303);
    expect((await post(site, formPath, { ...listed, idempotencyKey: 'second' })).status).toBe(303);

    const third = await post(site, formPath, { ...listed, idempotencyKey: 'third' });
    expect([third.status, Number(third.headers['retry-after']) > 3000]).toEqual([429, true]);
    expect(third.body).toContain('Too many attempts. Please try again in 60 minutes.');
    expect(third.body).toContain('value="Splendor Plus"');

    for (let write = 7; write <= 9; write += 1) {
      expect((await post(site, formPath, { intent: 'add-photos', idempotencyKey: 'third' })).status).toBe(200);
    }
    expect((await post(site, formPath, { intent: 'add-photos', idempotencyKey: 'third' })).status).toBe(429);
    const { status, headers } = await post(site, '/sell-bikes', { listing: 'any' }, getManageKey(first));
    expect([status, Number(headers['retry-after']) > 3000]).toEqual([429, true]);
  });
});

describe('the price of a form', () => {
  let site: SiteInProcess;
  shareSite(async () => {
    site = await openSite();
    return site;
  });

  test('is compared with similar ones before anything is stored', async () => {
    for (const presentPrice of [50_000, 52_000, 54_000, 56_000, 58_000])
      storeListing(site.runtime.db, { presentPrice });
    const check = async (fields: object) => {
      const response = await post(site, formPath, {
        ...listed,
        intent: 'check-price',
        idempotencyKey: 'price',
        ...fields,
      });
      expect(response.status).toBe(200);
      return response.body;
    };
    const shineForm = { name: 'Honda Shine 125', brand: 'Honda' };
    const fair = await check({ ...shineForm, presentPrice: '₹ 55,000' });
    expect(getPageText(fair)).toContain('Fair: 5 similar from ₹52,000 to ₹56,000.');
    expect(getPageText(fair)).toContain('₹1,35,000 less than new (71.1%)');
    expect(fair).toContain('value="₹ 55,000"');
    expect(fair).toContain('aria-label="Fair: 5 similar from ₹52,000 to ₹56,000"');
    expect(getPageText(await check({ ...shineForm, presentPrice: '90000' }))).toContain('High: 5 similar');
    expect(getPageText(await check({}))).toContain('Fewer than 5 similar ones are for sale here');
    expect(getPageText(await check({ presentPrice: '' }))).toContain('To check the price we need');
    // As well after an error; with too few to compare nothing is said that was not asked.
    const refuse = async (fields: object) =>
      (await post(site, formPath, { ...listed, idempotencyKey: 'price', year: '1999', ...fields })).body;
    expect(await refuse({ ...shineForm, license: '', year: '2021' })).toContain('aria-label="High: 5 similar');
    expect(getPageText(await refuse({}))).not.toMatch(/Fewer than 5|To check the price/);
  });
});

describe('days used', () => {
  let site: SiteInProcess;
  shareSite(async () => {
    site = await openSite();
    return site;
  });
  const list = async (fields: object) => {
    const response = await post(site, formPath, { ...listed, idempotencyKey: JSON.stringify(fields), ...fields });
    const [, id = ''] = /listing=(\w+)/.exec(String(response.headers.location)) ?? [];
    return { ...response, id, days: id && getData(await callApi(site, 'GET', `/api/bikes/${id}`)).daysUsed };
  };

  test('that were left empty are counted from the month of purchase, and others stay as entered', async () => {
    // Days are those of India, where the next one has begun in the evening.
    const counted = (Date.parse(toDay(site.runtime.clock())) - Date.UTC(2021, 5, 15)) / 86_400_000;
    expect((await list({ daysUsed: '', month: 'June' })).days).toBe(counted);
    expect((await list({ daysUsed: '700', month: 'June' })).days).toBe(700);
  });

  test('are required without the month, and before a month to come', async () => {
    for (const fields of [
      { daysUsed: '' },
      { daysUsed: '', month: 'Juni' },
      { daysUsed: ' ', month: 'December', year: String(site.runtime.clock().getFullYear()) },
    ]) {
      const { status, body } = await list(fields);
      expect([status, getPageText(body).includes('Days used is required')]).toEqual([422, true]);
    }
  });

  test('of a listing that is changed are counted too', async () => {
    const { id, headers } = await list({ daysUsed: '700', name: 'Glamour' });
    const cookie = String(headers['set-cookie']?.[0]?.split(';')[0]);
    const fields = { ...listed, daysUsed: '', month: 'June', version: '1', idempotencyKey: 'changed' };
    const changed = await post(site, paths.editListing('bike', id), fields, cookie);
    expect(changed.status).toBe(303);
    expect(getData(await callApi(site, 'GET', `/api/bikes/${id}`)).daysUsed).toBeGreaterThan(1_500);
  });
});

describe('a repeated form', () => {
  let site: SiteInProcess;
  shareSite(async () => {
    site = await openSite();
    return site;
  });
  const bikes = (): number => readListingStatistics(site.runtime.db, 'bike').total;

  test('sent fifty times at once creates one listing, whose key is only in responses to the same browser', async () => {
    const page = await site.request(formPath);
    const idempotencyKey = hidden(page, 'idempotencyKey');
    const before = bikes();
    const send = (cookie?: string, key = idempotencyKey) =>
      post(site, formPath, { ...listed, idempotencyKey: key }, cookie);
    const responses = await Promise.all(Array.from({ length: 50 }, () => send()));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303]));
    const [key, ...otherKeys] = new Set(responses.map(getManageKey));
    expect([key?.startsWith('manageKeys='), otherKeys]).toEqual([true, []]);
    expect(getManageKey(await send(key))).toBe(key);
    expect(bikes()).toBe(before + 1);
    // A key that others may guess proves nothing.
    expect(getManageKey(await send(undefined, 'guess'))).toBeDefined();
    for (const stranger of [undefined, 'manageKeys=0000-0000']) {
      const { status, headers } = await send(stranger, 'guess');
      expect([status, JSON.stringify(headers).includes('manageKeys')]).toEqual([303, false]);
    }
  });

  test('with other content, as from a page restored from history, creates another', async () => {
    const idempotencyKey = hidden(await site.request(formPath), 'idempotencyKey');
    const before = bikes();
    await post(site, formPath, { ...listed, idempotencyKey });
    await post(site, formPath, { ...listed, idempotencyKey, name: 'Glamour' });
    expect(bikes()).toBe(before + 2);
  });
});

describe('an unusual value', () => {
  let site: SiteInProcess;
  shareSite(async () => {
    site = await openSite();
    return site;
  });

  test('is stored at once, and questioned beside Edit for its seller alone', async () => {
    const fields = { ...listed, pastPrice: '95,000', mileage: '610', license: 'X', idempotencyKey: 'unusual' };
    const taken = await post(site, formPath, fields);
    expect(taken.status).toBe(303);
    const question = '610 km/l: is that right?';
    const location = String(taken.headers.location);
    const cookie = getManageKey(taken);
    const after = await site.request(location, { headers: { Cookie: cookie } });
    expect(getPageText(after.body)).toContain(question);
    expect(after.body).toContain('#mileage');
    const listing = new URL(location, 'http://x').searchParams.get('listing') ?? '';
    const panel = paths.listing('bike', listing);
    expect(getPageText((await site.request(panel, { headers: { Cookie: cookie } })).body)).toContain(
      `${question} Edit`,
    );
    expect((await site.request(panel)).body).not.toContain(question);
  });

  test('is accepted at the first post, as the API accepts it', async () => {
    const last = new Date().getUTCFullYear();
    const figure = (max: number) => fc.oneof(fc.constantFrom(0, 1, max), fc.integer({ min: 0, max }));
    const values = fc.record({
      year: fc.integer({ min: 2000, max: Math.max(2025, last) }),
      type: fc.constantFrom('Petrol', 'Electric'),
      daysUsed: figure(36_500),
      mileage: figure(10_000),
      topSpeed: figure(1_000),
      presentPrice: figure(1_000_000_000),
      pastPrice: figure(1_000_000_000),
      kilometresDriven: figure(10_000_000),
      ownerNumber: fc.integer({ min: 1, max: 9 }),
      license: fc.constantFrom('X', 'anything', 'MH 12 AB 1234', '22 BH 1234 AA'),
      city: fc.constantFrom('Pune', 'Hydrabad', 'Atlantis'),
    });
    let attempt = 0;
    await fc.assert(
      fc.asyncProperty(values, async (typed) => {
        attempt += 1;
        const texts = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));
        const form = await post(site, formPath, { ...listed, ...texts, idempotencyKey: `any-${attempt}` });
        expect(form.status).toBe(303);
        const id = new URL(String(form.headers.location), 'http://x').searchParams.get('listing') ?? '';
        const { name, brand, condition } = listed;
        const api = await callApi(site, 'POST', '/api/bikes', { body: { name, brand, condition, ...typed } });
        expect(api.status).toBe(201);
        const stored = JSON.parse((await site.request(`/api/bikes/${id}`)).body).data;
        const { data } = JSON.parse((await site.request(`/api/bikes/${JSON.parse(api.body).data.id}`)).body);
        const figures = Object.keys(typed);
        expect(figures.map((field) => stored[field])).toEqual(figures.map((field) => data[field]));
      }),
      { numRuns: 25 },
    );
  });
});

describe('a database that refuses writes', () => {
  const refused = 'Nothing can be saved at the moment. Please try again later.';
  let site: SiteInProcess;
  shareSite(async () => {
    site = await openSite();
    site.runtime.db.$client.pragma('query_only = 1');
    return site;
  });

  test.each([
    ['bike', 'Failed to add bike listing'],
    ['scooter', 'Failed to add scooter listing'],
  ] as const)('a %s that could not be added is reported by form and API, with the reason', async (kind, message) => {
    const form = await post(site, paths.sellForm(kind), { ...listed, idempotencyKey: `refused-${kind}` });
    expect([form.status, form.headers['retry-after']]).toEqual([503, '60']);
    expect(form.body).toContain(`<h2>${message}</h2>`);
    expect(form.body).toContain(`<li>${refused}</li>`);
    expect(form.body).toContain('value="Splendor Plus"');

    const called = await callApi(site, 'POST', `/api/${kind}s`, { body: shine });
    expect([called.status, called.headers['retry-after']]).toEqual([503, '60']);
    expect(called.json).toMatchObject({ success: false, message, errors: { form: refused } });
    expect(readListingStatistics(site.runtime.db, kind).total).toBe(0);
  });
});

describe('a listing of a visitor', () => {
  let site: SiteInProcess;
  let key: string;
  let id: string;
  shareSite(async () => {
    site = await openSite();
    key = getManageKey(await post(site, formPath, { ...listed, idempotencyKey: 'mine' }));
    id = JSON.parse((await site.request('/api/bikes')).body).data.bikes[0].id;
    return site;
  });

  test('a rejected form still contains the version that it changes', async () => {
    const path = `${formPath}&listing=${id}`;
    const opened = await site.request(path, { headers: { Cookie: key } });
    const mine = { ...listed, idempotencyKey: hidden(opened, 'idempotencyKey'), version: hidden(opened, 'version') };
    expect((await post(site, path, { ...mine, presentPrice: '1,44,000' }, key)).status).toBe(303);

    const err = await post(site, path, { ...mine, year: '1990' }, key);
    expect([err.status, hidden(err, 'version')]).toEqual([422, mine.version]);
    const reported = await post(site, path, mine, key);
    expect([reported.status, Number(hidden(reported, 'version'))]).toEqual([409, Number(mine.version) + 1]);
    expect((await post(site, path, { ...mine, version: hidden(reported, 'version') }, key)).status).toBe(303);
  });

  test('a concurrent change is shown beside the form values, photos included', async () => {
    const path = `${formPath}&listing=${id}`;
    const opened = await site.request(path, { headers: { Cookie: key } });
    const form = { ...listed, idempotencyKey: hidden(opened, 'idempotencyKey'), version: hidden(opened, 'version') };
    const theirs = { ...form, idempotencyKey: 'theirs', city: 'Satara', hideLicenseDigits: 'on' };
    expect((await post(site, path, theirs, key)).status).toBe(303);
    const reported = await post(site, path, { ...form, city: 'Nagpur' }, key);
    expect(reported.status).toBe(409);
    expect(getPageText(reported.body)).toContain(
      'As it stands now City Satara Hide the last digits from the public Yes',
    );
    expect(reported.body).toContain('value="Nagpur"');
  });

  test('a repeated change is saved once, and confirmed both times', async () => {
    const path = `${formPath}&listing=${id}`;
    const opened = await site.request(path, { headers: { Cookie: key } });
    const version = hidden(opened, 'version');
    const change = { ...listed, idempotencyKey: hidden(opened, 'idempotencyKey'), version, city: 'Nashik' };
    const responses = await Promise.all([post(site, path, change, key), post(site, path, change, key)]);
    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    const now = JSON.parse((await site.request(`/api/bikes/${id}`)).body).data;
    expect([now.city, now.version]).toEqual(['Nashik', Number(version) + 1]);
  });

  test('a form with ten photos that is sent twice at once makes one listing with ten', async () => {
    const form = new FormData();
    for (const [name, text] of Object.entries({ ...listed, name: 'Ten Photos', idempotencyKey: 'ten' }))
      form.set(name, text);
    for (let photo = 1; photo <= 10; photo += 1) {
      const bytes = await samplePhoto('jpeg', { width: 40 + photo, height: 30 });
      form.append('images', new Blob([new Uint8Array(bytes)]), `${photo}.jpg`);
    }
    const sent = new Response(form);
    const headers = { 'Content-Type': sent.headers.get('Content-Type') ?? '' };
    const query = { method: 'POST', headers, body: Buffer.from(await sent.arrayBuffer()) };
    const responses = await Promise.all([site.request(formPath, query), site.request(formPath, query)]);
    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    const { bikes } = JSON.parse((await site.request('/api/bikes?q=ten%20photos')).body).data;
    expect(bikes.map(({ images }: { images: string[] }) => images.length)).toEqual([10]);
  });

  test('a rejected photo affects neither the text nor the other photos, and its button removes one', async () => {
    const fields = { ...listed, name: 'Heavy', idempotencyKey: 'heavy' };
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.set(name, text);
    const good = await samplePhoto('jpeg', { width: 64, height: 48 });
    const files = {
      huge: Buffer.alloc(8 * 1024 * 1024 + 1, 1),
      page: Buffer.from('<html></html>'),
      phone: isoFile('heic', 'mif1'),
      good,
    };
    for (const [name, bytes] of Object.entries(files))
      form.append('images', new Blob([new Uint8Array(bytes)]), `${name}.jpg`);
    const sent = new Response(form);
    const headers = { 'Content-Type': sent.headers.get('Content-Type') ?? '' };
    const err = await site.request(formPath, { method: 'POST', headers, body: Buffer.from(await sent.arrayBuffer()) });
    expect(err.status).toBe(413);
    expect(err.body).toContain('huge.jpg is larger than 8 MB');
    expect(err.body).toContain('page.jpg is not a JPEG, PNG, WebP or AVIF photo');
    expect(err.body).toContain('phone.jpg is not a JPEG, PNG, WebP or AVIF photo. It is HEIC: on an iPhone choose');
    expect(err.body).toContain('value="Heavy"');
    const removePhoto = /name="removePhoto" value="([^"]+)"/.exec(err.body)?.[1] ?? '';
    expect(removePhoto).not.toBe('');

    const removed = await post(site, formPath, { ...fields, removePhoto });
    expect(removed.status).toBe(200);
    expect(removed.body).not.toContain('name="removePhoto"');
    expect(removed.body).toContain('value="Heavy"');
  });

  test('an actor without permission gets the reason, not a server error', async () => {
    const unknown = await post(site, '/sell-bikes', { listing: id, intent: 'sold' });
    expect([unknown.status, unknown.body.includes('enter the code of this listing')]).toEqual([401, true]);
    const other = getManageKey(await post(site, formPath, { ...listed, idempotencyKey: 'theirs' }));
    const stranger = await post(site, '/sell-bikes', { listing: id, intent: 'delete' }, other);
    expect([stranger.status, stranger.body.includes('Only its seller may change this listing.')]).toEqual([403, true]);
    expect(unknown.body + stranger.body).not.toContain('Something failed on our side');
  });
});

test('elements that are separate on the screen are separate in a text browser', async () => {
  const site = await openSite();
  const pages = await Promise.all(['/main', '/sell', '/sell-bikes', formPath].map((path) => site.request(path)));
  await site.close();
  for (const { body } of pages) {
    const main = body.replace(/<(?:style|script)\b.*?<\/(?:style|script)>/gs, '');
    // Adjacent links or buttons without white space between them run together.
    expect(main.match(/\w<\/(?:a|button)><(?:a|button)\b[^>]*>/g) ?? []).toEqual([]);
  }
});

describe('papers', () => {
  let site: SiteInProcess;
  shareSite(async () => {
    site = await openSite();
    return site;
  });

  test('are shown as the seller states them, until they are unchecked', async () => {
    const papers = { hasRc: 'on', isLoanCleared: 'on', insuranceUntil: '2099-03-31' };
    const created = await post(site, formPath, { ...listed, ...papers });
    const Cookie = getManageKey(created);
    const id = new URL(created.headers.location ?? '', 'http://site').searchParams.get('listing') ?? '';
    const shown = (await site.request(paths.vehicle(id))).body;
    for (const text of [
      'Registration certificate (RC) in the seller’s name',
      'No loan on it, or the loan is cleared',
      'Insured until 31 Mar 2099',
      'As stated by the seller.',
    ]) {
      expect(shown).toContain(text);
    }
    expect(shown).not.toContain('NOC');

    const form = await site.request(paths.editListing('bike', id), { headers: { Cookie } });
    const ticked = (name: string) => new RegExp(`<input type="checkbox"[^>]*id="${name}"[^>]*>`).exec(form.body)?.[0];
    expect(ticked('hasRc')).toContain('checked');
    expect(ticked('hasPuc')).not.toContain('checked');
    expect(form.body).toContain('value="2099-03-31"');

    const values = { ...listed, hasPuc: 'on', insuranceUntil: '', version: '1' };
    expect((await post(site, paths.editListing('bike', id), values, Cookie)).status).toBe(303);
    const changed = (await site.request(paths.vehicle(id))).body;
    expect(changed).toContain('Valid pollution certificate (PUC)');
    expect(changed).not.toContain('loan is cleared');
    expect(changed).not.toContain('Insured until');
  });
});

describe('a mileage of 0', () => {
  let site: SiteInProcess;
  shareSite(async () => {
    site = await openSite();
    return site;
  });

  test.each(['Electric', 'Petrol'] as const)('is not shown for a %s scooter', async (type) => {
    const created = await callApi(site, 'POST', '/api/scooters', { body: { ...shine, type, mileage: 0 } });
    const { id } = getData<{ id: string }>(created);
    const screens = [paths.listing('scooter', id), paths.vehicle(id), '/main', '/browse', '/browse.rss'];
    for (const screen of screens) {
      const { body } = await site.request(screen);
      expect(body, screen).toContain(shine.name);
      expect(getPageText(body), screen).not.toMatch(/(?<![\d.,])0 km(\/l| a charge)/);
    }
    const compared = getPageText((await site.request(paths.compare([id]))).body);
    expect(compared).not.toMatch(/(?<![\d.,])0 km(\/l| a charge)/);
  });
});
