import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createHttpServer } from '../../server/http-server';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

/** Sends bytes as they are. */
async function sendRaw(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  let response = '';
  for await (const chunk of socket) response += String(chunk);
  return response;
}

const data = async (path: string): Promise<Record<string, unknown>> => JSON.parse((await site.request(path)).body).data;

describe('a path has one spelling', () => {
  test('percent-encoded letters equal the letters', async () => {
    expect(await data('/api/%73cooters')).toHaveProperty('scooters');
    expect(await data('/%61pi/scooter%73?limit=1')).toHaveProperty('scooters');
    expect((await site.request('/sell%2Dscooters')).body).toContain('Sell Your Scooters');
  });

  test('paths of the API are case-sensitive, and one kind never has the name of the other', async () => {
    expect((await site.request('/api/Scooters')).status).toBe(404);
    expect(JSON.parse((await site.request('/api/Scooters')).body)).toMatchObject({ success: false });
    expect((await site.request('/API/bikes', { method: 'PUT' })).status).toBe(405);
    expect((await site.request('/Sell-Scooters')).headers.location).toBe('/sell-scooters');
  });
});

test('the 405 for a write to a read-only screen lists its methods', async () => {
  const { status, headers } = await site.request('/main', { method: 'POST', body: '' });
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('a host may name the default port of its scheme', async () => {
  expect((await site.request('/main', { headers: { Host: 'bikes.example:80' } })).status).toBe(200);
  const behindProxy = await openSite({ TRUST_PROXY: 'on' });
  const headers = { 'X-Forwarded-Host': 'bikes.example:443', 'X-Forwarded-Proto': 'https' };
  const { status, body } = await behindProxy.request('/main', { headers });
  await behindProxy.close();
  expect([status, body.includes('href="https://bikes.example/main"')]).toEqual([200, true]);
});

describe('the cache', () => {
  const inCity = (path: string, city?: string) =>
    site.request(path, { headers: { 'Cache-Control': 'no-cache', ...(city && { Cookie: `city=${city}` }) } });

  test.each(['/%6dain', '/%62rowse?q=honda', '/%76ehicle-details?vehicle=1', '/x/../main'])(
    'has a page for each city at %s',
    async (path) => {
      const pune = await inCity(path, 'mh-pune');
      const none = await inCity(path);
      expect(pune.headers.etag).toContain('mh-');
      expect(none.headers.etag).not.toContain('mh-');
      expect((await inCity(path, 'ka-bengaluru')).headers.etag).toContain('ka-');
    },
  );

  test('has no complete list for a client that asks for a page of it', async () => {
    const path = '/%61pi/bikes?limit=2';
    expect((await site.request(path)).headers['content-type']).toContain('application/json');
    const list = await site.request(path, { headers: { Accept: 'text/csv' } });
    expect(list.headers['content-type']).toContain('text/csv');
  });
});

test.each([
  ['http://bikes.example/api/bikes?limit=1', 200],
  ['https://bikes.example/api/bikes?limit=1', 200],
  ['HTTP://BIKES.example:80', 200],
  ['http://evil.example/main', 400],
  ['http://bikes.example@evil.example/main', 400],
  ['http://bikes.example.evil.example/main', 400],
])('a target in absolute form, %s, gets %i', async (target, status) => {
  const configured = await openSite({ ORIGIN: 'https://bikes.example' });
  const head = `GET ${target} HTTP/1.1\r\nHost: bikes.example\r\nConnection: close\r\n\r\n`;
  const response = await sendRaw(configured.origin, head);
  await configured.close();
  expect(response.split(' ', 2)[1]).toBe(String(status));
});

describe('control characters of a query', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

  test.each([
    '/browse?q=a%00b',
    '/browse?q=%00',
    '/browse?brand=%00%1F',
    '/browse?q=a%C2%85b',
    '/main?q=%7F',
    '/main?q=%00',
    '/emi-calculator?price=%00',
    '/browse?%00=1',
    '/browse.rss?q=a%00b',
  ])('never reach the page at %s', async (path) => {
    const { status, body } = await site.request(path);
    expect(status).toBe(200);
    expect(body).not.toMatch(controls);
  });

  test('between letters become a space, and alone become an empty value', async () => {
    expect((await site.request('/browse?q=a%00%01b')).body).toContain('value="a b"');
    expect((await site.request('/browse?q=%00&brand=%00')).body).toContain('37 vehicles');
  });

  test('are validated by the API as sent', async () => {
    expect((await site.request('/api/bikes?limit=1%00')).status).toBe(400);
  });
});

describe('a host', () => {
  test.each(['bike_app:3000', 'bikes.example.', '_', '127.0.0.1'])('%s is served', async (host) => {
    for (const path of ['/api/health', '/main']) {
      expect([path, (await site.request(path, { headers: { Host: host } })).status]).toEqual([path, 200]);
    }
  });

  test('may be missing in HTTP/1.0, as in the checks of load balancers, but not in HTTP/1.1', async () => {
    const old = await sendRaw(site.origin, 'GET /api/health HTTP/1.0\r\n\r\n');
    expect(old).toMatch(/^HTTP\/1\.1 200 /);
    const main = await sendRaw(site.origin, 'GET /main HTTP/1.0\r\n\r\n');
    expect(main).toContain(`href="${site.origin}/main"`);
    const current = await sendRaw(site.origin, 'GET /main HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(current).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('letters that are not percent-encoded', () => {
  test('are explained in the envelope of the API, and on a page elsewhere', async () => {
    const server = createHttpServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const send = (path: string) => sendRaw(origin, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const api = await send('/api/bikes?q=हीरो');
    expect(api).toMatch(/^HTTP\/1\.1 400 .*application\/json/s);
    const message = expect.stringContaining('percent-encoded');
    expect(JSON.parse(api.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, message });
    const page = await send('/main?q=हीरो');
    expect(page).toMatch(/^HTTP\/1\.1 400 .*text\/html.*percent-encoded/s);
    server.close();
  });
});

// Without a link, browsers ask for them under these names.
test('icons for old browsers and home screens are served', async () => {
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
  ] as const) {
    const { status, headers } = await site.request(path);
    expect([status, headers['content-type']]).toEqual([200, type]);
  }
});
