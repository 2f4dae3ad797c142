import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { OpenCounts } from '~/http/open-counts.server';
import { BodyBudget } from '~/http/request-body.server';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Post = { path: string; body: Buffer; headers?: Record<string, string> };

/** Sends posts one after the other over a single connection, each complete before its response is read. */
async function postInTurn(posts: readonly Post[]): Promise<(number | undefined)[]> {
  const { hostname, port } = new URL(site.origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: (number | undefined)[] = [];
  for (const { path, body, headers } of posts) {
    statuses.push(
      await new Promise((resolve, reject) => {
        const length = { 'Content-Length': String(body.length) };
        const options = { hostname, port, path, method: 'POST', agent, headers: { ...length, ...headers } };
        const request = httpRequest(options, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        request.on('error', reject);
        request.end(body);
      }),
    );
  }
  agent.destroy();
  return statuses;
}

const photos = Buffer.alloc(20 * 1024 * 1024);
const asForm = { 'Content-Type': 'multipart/form-data; boundary=x' };

test('an unwanted large body is skipped: its sender gets the response, and so does the next request', async () => {
  const small = Buffer.from('{}');
  expect(
    await postInTurn([
      { path: '/nothing-here', body: photos, headers: asForm },
      { path: '/sell-bikes?view=form&listing=gone', body: photos, headers: asForm },
      { path: '/sell-bikes?view=form', body: photos, headers: { ...asForm, Origin: 'http://elsewhere.example' } },
      { path: '/api/bikes', body: photos, headers: { 'Content-Type': 'application/json', Authorization: 'Bearer no' } },
      { path: '/api/bikes', body: photos, headers: { 'Content-Type': 'text/plain' } },
      { path: '/api/bikes', body: small, headers: { 'Content-Type': 'application/json' } },
    ]),
  ).toEqual([405, 404, 403, 401, 415, 422]);
});

test.each(['/sell-bikes?view=form', '/api/bikes'])(
  'a client that stalls in a body to %s gets 408, and no error is logged',
  async (path) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const logged = vi.spyOn(site.runtime.log, 'error');
    const { hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname);
    const type = path.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded';
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{`);
    let response = '';
    let isOver = false;
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.on('close', () => {
      isOver = true;
    });
    while (!isOver) {
      vi.advanceTimersByTime(30_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(logged).not.toHaveBeenCalled();
  },
);

/** Begins a request and leaves it unfinished. @returns its response, and a function to disconnect */
function begin(
  path: string,
  type: string,
  length: number,
  start: Buffer,
): { response: () => string; hangUp: () => void } {
  const { hostname, port } = new URL(site.origin);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write(start);
  return { response: () => response, hangUp: () => socket.destroy() };
}

const asJson = 'application/json';
const megabyte = 1024 * 1024;
const halfAnImage = Buffer.from(`{"images":["data:image/jpeg;base64,${'A'.repeat(4 * megabyte)}`);

test('stalled bodies hold no more memory than the budget; the smallest and the next go through', async () => {
  const { bodies } = site.runtime;
  site.runtime.bodies = new BodyBudget({ bytes: 8 * megabyte, largePerAddress: null });
  const stalled = Array.from({ length: 5 }, () => begin('/api/bikes', asJson, 8 * megabyte, halfAnImage));
  const photo = `Content-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(`--x\r\n${photo}`), Buffer.alloc(3 * megabyte)]);
  for (let i = 0; i < 3; i += 1)
    stalled.push(begin('/sell-bikes?view=form', asForm['Content-Type'], 8 * megabyte, form));
  await expect
    .poll(() => stalled.filter(({ response }) => response().startsWith('HTTP/1.1 503 ')).length, { timeout: 20_000 })
    .toBe(6);
  expect(site.runtime.bodies.bufferedBytes).toBeLessThanOrEqual(8 * megabyte);
  const responses = stalled.map(({ response }) => response());
  const err = responses.filter((response) => response !== '');
  for (const response of err) expect(response).toMatch(/\r\nRetry-After: 30\r\n/);
  expect(err.find((response) => response.includes('application/json'))).toContain(
    '"code":"too_much_at_once","message":"Too much is being sent to this site at once. Please try again in a minute."',
  );
  expect(err.find((response) => response.includes('text/html'))).toContain('Too much is being sent to this site');
  const sent = { method: 'POST', headers: { 'Content-Type': asJson }, body: '{}' };
  expect((await site.request('/api/bikes', sent)).status).toBe(422);
  for (const { hangUp } of stalled) hangUp();
  await expect.poll(() => site.runtime.bodies.bufferedBytes).toBe(0);
  site.runtime.bodies = bodies;
});

test('at most three large bodies of one address are read at once, with Content-Length or chunked', async () => {
  const { bodies } = site.runtime;
  site.runtime.bodies = new BodyBudget();
  const large = [1, 2, 3].map(() => begin('/api/bikes', asJson, megabyte, Buffer.alloc(0)));
  const fourth = { method: 'POST', body: halfAnImage, headers: { 'Content-Type': asJson } };
  const chunked = { ...fourth, headers: { ...fourth.headers, 'Transfer-Encoding': 'chunked' } };
  for (const request of [fourth, chunked]) {
    const { status, headers } = await site.request('/api/bikes', request);
    expect([status, headers['retry-after']]).toEqual([429, '30']);
  }
  for (const { hangUp } of large) hangUp();
  await expect.poll(async () => (await site.request('/api/bikes', fourth)).status).toBe(400);
  site.runtime.bodies = bodies;
});

test('of one address twenty bodies are open at once: one more is refused before it is read', async () => {
  const { bodies } = site.runtime;
  site.runtime.bodies = new BodyBudget({ wait: 100 });
  const type = 'application/x-www-form-urlencoded';
  const open = Array.from({ length: 20 }, () => begin('/contact', type, 1_000, Buffer.from('name=a')));
  await expect
    .poll(() => {
      open.push(begin('/contact', type, 1_000, Buffer.from('name=a')));
      return open.filter(({ response }) => response() !== '').length;
    })
    .toBeGreaterThan(0);
  const refused = open.find(({ response }) => response() !== '')?.response() ?? '';
  expect(refused).toMatch(/^HTTP\/1\.1 429 .*\r\nRetry-After: 30\r\n/s);
  expect(refused).toMatch(/\r\nConnection: close\r\n/);
  for (const { hangUp } of open) hangUp();
  const sent = { method: 'POST', headers: { 'Content-Type': asJson }, body: '{}' };
  await expect.poll(async () => (await site.request('/api/bikes', sent)).status).toBe(422);
  site.runtime.bodies = bodies;
});

test('of one address so many whole lists are sent at once, and pages meanwhile', async () => {
  const { streams } = site.runtime;
  site.runtime.streams = new OpenCounts({ perAddress: 1, inAll: 2 });
  const list = (headers = {}) => site.request('/api/bikes', { headers: { Accept: 'text/csv', ...headers } });
  const giveBack = site.runtime.streams.take('127.0.0.1');
  const { status, headers, body } = await list();
  expect([status, headers['retry-after']]).toEqual([429, '30']);
  expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.stringContaining('Too many whole lists') });
  expect((await site.request('/api/bikes')).status).toBe(200);
  if (typeof giveBack !== 'string') giveBack();
  for (let at = 0; at < 3; at += 1) expect((await list()).status).toBe(200);
  site.runtime.streams = streams;
});

test('a slow large body gets 408, and a small one has more time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { response, hangUp } = begin('/api/bikes', asJson, megabyte, Buffer.alloc(40 * 1024));
  const small = begin('/api/bikes', asJson, 60 * 1024, Buffer.alloc(40 * 1024, ' '));
  await expect.poll(() => site.runtime.bodies.bufferedBytes).toBe(2 * 32 * 1024);
  for (let seconds = 0; seconds < 30; seconds += 10) {
    vi.advanceTimersByTime(10_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(small.response()).toBe('');
  small.hangUp();
  hangUp();
});

test('a database error is reported, and the server keeps running', async () => {
  const broken = await openSite();
  expect((await broken.request('/sell')).status).toBe(200);
  broken.runtime.db.$client.close();
  const health = await broken.request('/api/health');
  expect([health.status, JSON.parse(health.body).success]).toEqual([503, false]);
  expect((await broken.request('/main')).status).toBe(500);
  expect((await broken.request('/api/bikes')).status).toBe(500);
  expect((await broken.request('/favicon.ico')).status).toBe(200);
  await broken.close();
});
