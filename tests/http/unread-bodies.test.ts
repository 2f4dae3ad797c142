import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Post = { path: string; body: Buffer; headers?: Record<string, string> };

/** Posts one after the other over a single connection, each sent whole before its answer is looked at. */
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

test('a large body that nobody wants is read past: its sender gets the answer, and so does the next request', async () => {
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
  'who sends to %s and stops in the middle is answered 408, and no mistake is logged',
  async (path) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const logged = vi.spyOn(site.runtime.log, 'error');
    const { hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname);
    const type = path.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded';
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{`);
    let answer = '';
    let isOver = false;
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => {
      isOver = true;
    });
    while (!isOver) {
      vi.advanceTimersByTime(30_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(logged).not.toHaveBeenCalled();
  },
);

test('a database that does not answer is told, and the server goes on', async () => {
  const broken = await openSite();
  expect((await broken.ask('/sell')).status).toBe(200);
  broken.runtime.db.$client.close();
  const health = await broken.ask('/api/health');
  expect([health.status, JSON.parse(health.body).success]).toEqual([503, false]);
  expect((await broken.ask('/main')).status).toBe(500);
  expect((await broken.ask('/api/bikes')).status).toBe(500);
  expect((await broken.ask('/assets/nothing.js')).status).toBe(404);
  await broken.close();
});
