import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningSite, startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

let site: RunningSite;
beforeAll(async () => {
  site = await startSite({
    env: { RATE_LIMIT: 'on', LOG_LEVEL: 'info', LIMIT_SIGN_INS: '3/1m' },
  });
});
afterAll(() => site.stop());

type Line = Record<string, unknown>;
const lines = (): Line[] =>
  site
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
const events = () => lines().filter(({ msg }) => msg === 'security event');
const post = (path: string, body: object, headers = {}) =>
  requestOver(site.origin, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
async function until<Value>(find: () => Value | undefined): Promise<Value> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = find();
    if (found !== undefined) return found;
    await setTimeout(50);
  }
  throw new Error(`Not in the log:\n${site.printed()}`);
}

it('failed and throttled sign-ins of one account have one pseudonym in the log, which is neither its id nor its address', async () => {
  const person = { name: 'Asha Rao', email: 'asha.rao@example.com', password: 'open!Sesame9' };
  expect((await post('/api/auth/signup', person)).status).toBe(201);
  const wrong = { email: person.email, password: 'quite!Wrong9' };
  for (const status of [401, 401, 401, 429]) expect((await post('/api/auth/login', wrong)).status).toBe(status);
  expect((await post('/api/auth/login', { ...wrong, email: 'somebody@example.com' })).status).toBe(401);
  const found = await until(() => (events().length >= 7 ? events() : undefined));
  expect(found.map(({ event, about }) => [event, about])).toEqual([
    ['signed-in', 'api'],
    ['token-created', 'sign-in'],
    ['sign-in-failed', undefined],
    ['sign-in-failed', undefined],
    ['sign-in-failed', undefined],
    ['throttled', 'sign-in'],
    ['sign-in-failed', undefined],
  ]);
  const [, , first, , , throttled, other] = found;
  expect(first?.account).toMatch(/^[\w-]{16}$/);
  expect(throttled?.account).toBe(first?.account);
  expect(other?.account).not.toBe(first?.account);
  expect(new Set(found.map(({ address }) => address)).size).toBe(1);
  expect(site.printed()).not.toMatch(/asha|somebody|Sesame|Wrong9|127\.0\.0\.1"/i);
});

it('a write from a page of another site is in the log', async () => {
  const response = await post(
    '/api/contacts',
    {},
    {
      ...{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example', Cookie: 'a=b' },
    },
  );
  expect(response.status).toBe(403);
  const err = await until(() => events().find(({ event }) => event === 'cross-site-write-rejected'));
  expect(err).toMatchObject({ level: 'warn', address: expect.stringMatching(/^[\w-]{16}$/) });
  expect(site.printed()).not.toContain('evil.example');
});

it('sign-ins in a browser, and requests without the right to them, are in the log', async () => {
  const person = { name: 'Kiran', email: 'kiran@example.com', password: 'open!Sesame9' };
  const signedUp = await post('/api/auth/signup', person);
  const { token } = JSON.parse(signedUp.body).data;
  const [, { account } = {}] = await until(() => {
    const found = events().filter(({ event }) => event === 'signed-in');
    return found.length >= 2 ? found : undefined;
  });
  const form = await requestOver(site.origin, '/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ email: person.email, password: person.password }).toString(),
  });
  expect(form.status).toBe(303);
  const denied = await requestOver(site.origin, '/api/contacts', { headers: { Authorization: `Bearer ${token}` } });
  expect(denied.status).toBe(403);
  const event = await until(() => events().find((one) => one.event === 'access-denied'));
  expect(event).toMatchObject({ level: 'warn', account, about: 'GET api/contacts' });
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'signed-in', account, about: 'browser', level: 'info' }),
  );
});

it('a client that disconnects in the middle of a form is not logged as an error', async () => {
  const { hostname, port } = new URL(site.origin);
  for (const path of ['/sell-bikes', '/api/bikes']) {
    const socket = connect(Number(port), hostname);
    const type = path.startsWith('/api') ? 'application/json' : 'multipart/form-data; boundary=x';
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: ${type}\r\nContent-Length: 9999\r\n\r\n{"name":`,
    );
    await setTimeout(100);
    socket.destroy();
    const line = await until(() =>
      lines().findLast(({ msg, method, status }) => msg === 'request' && method === 'POST' && status === 499),
    );
    expect(line.route).toMatch(/sell-bikes|api-bikes/);
  }
  expect(lines().filter(({ status, msg }) => status === 500 || msg === 'unexpected')).toEqual([]);
});

it('cached pages are counted, and reported in one line', async () => {
  for (let n = 0; n < 6; n += 1) expect((await requestOver(site.origin, '/terms')).status).toBe(200);
  await site.stop();
  const rendered = lines().filter(({ msg, route }) => msg === 'request' && route === 'terms');
  const cached = lines().flatMap(({ msg, responses }) => (msg === 'cached pages' ? [responses] : []));
  expect([rendered.length, cached]).toEqual([1, [5]]);
});
