import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { addDays, toDay } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { getCookie, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { message } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { type TestResponse, openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const json = { 'Content-Type': 'application/json' };
const bike = (name: string) => ({
  name,
  brand: 'Hero',
  year: 2021,
  type: 'Petrol',
  daysUsed: 300,
  condition: 'Good',
  mileage: 60,
  topSpeed: 90,
  presentPrice: 50_000,
  pastPrice: 70_000,
  license: 'MH 12 AB 0000',
});
const listBike = async (name: string): Promise<{ id: string; manageKey: string }> =>
  JSON.parse(
    (await site.request('/api/bikes', { method: 'POST', headers: json, body: JSON.stringify(bike(name)) })).body,
  ).data;

const bookVisit = async (slot: string): Promise<number> => {
  const visit = { kind: 'test-ride', branch: 'showroom', day: addDays(toDay(new Date()), 3), slot };
  const body = JSON.stringify({ ...visit, name: 'Meera', phone: '+91 98200 12345' });
  return (await site.request('/api/appointments', { method: 'POST', headers: json, body })).status;
};

/**
 * The same page, rendered afresh: a Save-Data response has its own cache key, and a request with a cookie of ours is
 * never
 * served from the cache.
 */
const fresh = (path: string): Promise<TestResponse> => site.request(path, { headers: { Cookie: 'notice=none' } });

/** Each response of a form has a key of its own. */
const withoutKey = ({ body }: TestResponse): string =>
  body.replaceAll(/(name="idempotencyKey" value="|"idempotencyKey":")[\w-]{27}/g, '$1');

const publicPaths = [
  '/main',
  '/main?q=honda',
  '/sell-bikes',
  '/sell-scooters',
  '/browse?q=hero',
  '/api/bikes',
  '/api/bikes?sort=price',
  '/api/bikes/stats/overview',
  paths.sellForm('bike'),
  '/contact?about=1',
  '/appointments/new?kind=test-ride',
];

test('a cached page always equals a freshly rendered one, after any sequence of writes', async () => {
  const write = fc.oneof(
    fc.record({
      does: fc.constant('list' as const),
      name: fc.constantFrom('Hero Splendor', 'Honda Shine', 'दो पहिया'),
    }),
    fc.record({ does: fc.constant('sell' as const) }),
    fc.record({ does: fc.constant('delete' as const) }),
    fc.record({ does: fc.constant('visit' as const), slot: fc.constantFrom('11:00', '14:00') }),
    fc.record({ does: fc.constant('rename' as const), name: fc.constantFrom('Hero Glamour', 'Honda Unicorn') }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...publicPaths),
      async (writes, path) => {
        const cached: { id: string; manageKey: string }[] = [];
        for (const one of writes) {
          const last = cached.at(-1);
          const headers = { ...json, 'X-Manage-Key': last?.manageKey ?? '' };
          if (one.does === 'list') cached.push(await listBike(one.name));
          else if (one.does === 'visit') await bookVisit(one.slot);
          else if (!last) continue;
          else if (one.does === 'sell') await site.request(`/api/bikes/${last.id}/sold`, { method: 'PATCH', headers });
          else if (one.does === 'rename') {
            await site.request(`/api/bikes/${last.id}`, {
              method: 'PUT',
              headers,
              body: JSON.stringify({ name: one.name }),
            });
          } else {
            await site.request(`/api/bikes/${last.id}`, { method: 'DELETE', headers });
            cached.pop();
          }
          const [first, again, made] = [await site.request(path), await site.request(path), await fresh(path)];
          expect(first.status).toBe(200);
          expect(withoutKey(first)).toBe(withoutKey(made));
          expect(withoutKey(again)).toBe(withoutKey(made));
        }
      },
    ),
    { numRuns: 15 },
  );
});

describe('a returning visitor', () => {
  test('gets 304 without a body while nothing has changed', async () => {
    const first = await site.request('/sell-bikes');
    const etag = first.headers.etag ?? '';
    const again = await site.request('/sell-bikes', { headers: { 'If-None-Match': etag } });
    expect([again.status, again.body]).toEqual([304, '']);
    await listBike('Hero Passion');
    const changed = await site.request('/sell-bikes', { headers: { 'If-None-Match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.body).toContain('Hero Passion');
  });

  test('gets the same page in every encoding', async () => {
    for (let round = 0; round < 3; round += 1) {
      const plain = await site.request('/main');
      const br = await site.request('/main', { headers: { 'Accept-Encoding': 'gzip, br' } });
      const gz = await site.request('/main', { headers: { 'Accept-Encoding': 'gzip' } });
      expect(br.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.body);
      expect(gunzipSync(gz.bytes).toString()).toBe(plain.body);
    }
  });

  test('HEAD has the same headers and no body', async () => {
    const get = await site.request('/main');
    const head = await site.request('/main', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });
});

describe('a cached page', () => {
  test('does not depend on parameters that the screen does not read', async () => {
    const plain = await site.request('/main');
    const strange = await site.request('/main?campaign=%3Cscript%3E&x=1');
    expect(strange.body).toBe(plain.body);
  });

  test('sets no cookie', async () => {
    for (const path of publicPaths) expect((await site.request(path)).headers['set-cookie']).toBeUndefined();
  });

  test('never has data of another visitor', async () => {
    const mine = await listBike('Hero Karizma');
    const cookie = { Cookie: `manageKeys=${mine.manageKey}; compare=1,2` };
    for (let round = 0; round < 5; round += 1) {
      const own = await site.request('/sell-bikes', { headers: cookie });
      const theirs = await site.request('/sell-bikes');
      expect(own.body).toContain('Your Listing');
      expect(own.headers['cache-control']).toBe('private, no-store');
      expect(theirs.body).not.toContain('Your Listing</');
      expect(theirs.body).not.toContain(mine.manageKey);
    }
  });
});

test('a page requested under another host is never sent to visitors of this one', async () => {
  const foreign = await site.request('/main', { headers: { Host: 'evil.example' } });
  expect(foreign.body).toContain('http://evil.example/');
  for (let round = 0; round < 2; round += 1) {
    const { body } = await site.request('/main');
    expect(body).not.toContain('evil.example');
    expect(body).toContain(`${site.origin}/main`);
  }
});

test('HEAD and GET have the same headers from the cache, in either order', async () => {
  const path = '/api/scooters?sort=price';
  const head = await site.request(path, { method: 'HEAD' });
  const get = await site.request(path);
  expect(head.body).toBe('');
  for (const name of ['etag', 'cache-control', 'content-length', 'content-type', 'vary']) {
    expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
  }
});

test('any form of If-None-Match with the current tag gets 304', async () => {
  const { etag = '' } = (await site.request('/main')).headers;
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    expect([known, (await site.request('/main', { headers: { 'If-None-Match': known } })).status]).toEqual([
      known,
      304,
    ]);
  }
  expect((await site.request('/main', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
});

test('a tag is valid for one start and one variant: a restored backup and Save-Data get 200', async () => {
  // Two starts on the same data are at the same revision.
  const starts = [await openSite(), await openSite()];
  const tags = [];
  for (const start of starts) {
    tags.push((await start.request('/sell')).headers.etag);
    tags.push((await start.request('/sell', { headers: { 'Save-Data': 'on' } })).headers.etag);
    await start.close();
  }
  expect(new Set(tags).size).toBe(4);
});

test('the photos of a list do not count as pages', async () => {
  const limited = await openSite({ RATE_LIMIT: 'on', LIMIT_PAGES: '1/1h' });
  const photo = `/photos/${'0'.repeat(64)}-320.webp`;
  const statuses = [];
  for (const path of [photo, photo, '/sell', '/sell', photo]) statuses.push((await limited.request(path)).status);
  await limited.close();
  expect(statuses).toEqual([404, 404, 200, 429, 404]);
});

describe('the form of a visitor', () => {
  const decode = ({ headers, bytes }: TestResponse): string => {
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
    const encoding = headers['content-encoding'];
    return (encoding === 'br' || encoding === 'gzip' ? decoders[encoding](bytes) : bytes).toString();
  };
  const request = async (path: string, encoding: string, method = 'GET'): Promise<TestResponse> => {
    const response = await site.request(path, { method, headers: { 'Accept-Encoding': encoding } });
    return { ...response, body: method === 'HEAD' ? response.body : decode(response) };
  };

  test.each([
    ['/contact?subject=Ride', 'br'],
    ['/contact?subject=Ride', 'gzip'],
    ['/contact?subject=Ride', 'identity'],
    [paths.sellForm('scooter'), 'br'],
    [paths.sellForm('scooter'), 'gzip'],
  ])('%s is rendered once, and has another key each time: %s', async (path, encoding) => {
    const made = withoutKey(await fresh(path));
    await request(path, encoding);
    const rendered = vi.spyOn(site.runtime.metrics, 'recordResponse');
    const keys = new Set<string>();
    // In the meantime the best compression replaces the fast one.
    for (let round = 0; round < 30; round += 1) {
      const response = await request(path, encoding);
      expect(response.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
      expect([response.headers.etag, response.headers['content-encoding'] ?? 'identity']).toEqual([
        undefined,
        encoding,
      ]);
      expect(withoutKey(response)).toBe(made);
      keys.add(hiddenField(response, 'idempotencyKey'));
    }
    expect([keys.size, rendered.mock.calls.length]).toEqual([30, 0]);
    rendered.mockRestore();
    const head = await request(path, encoding, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
    const { headers } = await request(path, encoding);
    expect(head.headers['content-length']).toBe(headers['content-length']);
  });

  test('is sent once with each key', async () => {
    const count = (): unknown => site.runtime.db.$client.prepare('SELECT count(*) FROM contact_messages').pluck().get();
    const before = Number(count());
    const results = [];
    for (const encoding of ['br', 'br', 'gzip', 'identity']) {
      const idempotencyKey = hiddenField(await request('/contact', encoding), 'idempotencyKey');
      const send = () => sendForm(site, '/contact', { ...message, idempotencyKey });
      const [sent, repeated] = [await send(), await send()];
      expect([sent.status, repeated.headers.location]).toEqual([303, sent.headers.location]);
      results.push(sent.headers.location);
    }
    expect([new Set(results).size, count()]).toEqual([4, before + 4]);
  });

  test('shows what was changed in the meantime, and times that are still free', async () => {
    const { id, manageKey } = await listBike('Hero Passion');
    const about = `/contact?about=${id}`;
    expect((await site.request(about)).body).toContain('Hero Passion');
    const headers = { ...json, 'X-Manage-Key': manageKey };
    await site.request(`/api/bikes/${id}`, { method: 'PUT', headers, body: JSON.stringify({ name: 'Hero Karizma' }) });
    expect((await site.request(about)).body).toContain('Hero Karizma');

    let now = Date.parse('2026-06-15T05:29:30.000Z');
    const clocked = await openSite({}, () => new Date(now));
    const visit = paths.newAppointment({ kind: 'service' });
    const getPlaces = async (): Promise<number> =>
      ((await clocked.request(visit)).body.match(/name="slot" value="2026-06-15T[^>]*>/g) ?? []).filter(
        (slot) => !slot.includes('disabled'),
      ).length;
    const places = await getPlaces();
    now += 60_000;
    expect(await getPlaces()).toBe(places - 1);
    await clocked.close();
  });

  test.each(['br', 'gzip', 'identity'])('has another key each time for a signed-in user too: %s', async (encoding) => {
    const headers = { ...getCookie(signIn(site, `Yamini ${encoding}`)), 'Accept-Encoding': encoding };
    const pages = new Set<string>();
    const keys = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      const response = await site.request('/contact', { headers });
      const body = decode(response);
      expect([response.status, response.headers['content-encoding'] ?? 'identity']).toEqual([200, encoding]);
      expect(response.headers['cache-control']).not.toContain('public');
      pages.add(withoutKey({ ...response, body }));
      keys.add(hiddenField({ ...response, body }, 'idempotencyKey'));
    }
    expect([pages.size, keys.size]).toEqual([1, 5]);
  });

  test('is never that of a signed-in user', async () => {
    const headers = getCookie(signIn(site, 'Zoravar'));
    for (let round = 0; round < 3; round += 1) {
      const own = await site.request('/contact', { headers });
      expect([own.headers['cache-control'], own.body.includes('Zoravar')]).toEqual(['private, no-store', true]);
      expect((await site.request('/contact')).body).not.toContain('Zoravar');
    }
  });
});

describe('what is shown from a day to a day', () => {
  const offer = { title: 'Dasara discount', amountRupees: 3000, from: '2026-10-20', until: '2026-10-20' };
  const always = { title: 'Steel', vehicleId: '1', page: null, place: null, from: null, until: null };
  const slides = [always, always, { ...always, title: offer.title, from: offer.from, until: offer.until }];

  /** Midnight in India is 18:30 in UTC. */
  test.each([
    ['an offer of a vehicle', '/vehicle-details?vehicle=1'],
    ['a slide of a banner', '/showroom'],
  ])('%s comes and goes at midnight in India in pages that are kept, without a write', async (_what, path) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-19T18:29:50Z') });
    const dated = await openSite({}, () => new Date());
    try {
      const { $client } = dated.runtime.db;
      $client.prepare("UPDATE vehicles SET dated_offers = ? WHERE id = '1'").run(JSON.stringify([offer]));
      $client
        .prepare("INSERT INTO setting_versions (name, value, created_at) VALUES ('banners', ?, ?)")
        .run(JSON.stringify({ newVehicles: slides, showroom: slides, finder: slides }), '2026-10-01T00:00:00.000Z');
      const rendered = vi.spyOn(dated.runtime.metrics, 'recordResponse');
      const shown: boolean[] = [];
      for (const time of ['19T18:29:59', '19T18:30:00', '20T18:29:59', '20T18:30:00']) {
        vi.setSystemTime(new Date(`2026-10-${time}Z`));
        const bodies = [await dated.request(path), await dated.request(path)].map(({ body }) => body);
        expect(new Set(bodies).size).toBe(1);
        shown.push(bodies[0]?.includes(offer.title) ?? false);
      }
      expect(shown).toEqual([false, true, true, false]);
      // Once each day: the time of a day makes no difference.
      expect(rendered).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
      await dated.close();
    }
  });
});
