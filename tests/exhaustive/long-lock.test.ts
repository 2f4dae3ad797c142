import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startSite } from '../support/running-site';
import { shine } from '../support/sample-content';
import { type TestResponse, requestOver } from '../support/site-in-process';

const lockSeconds = 10;
const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };
const account = { name: 'Asha Rao', email: 'asha@example.com', password: 'open!sesame' };

/** A process that requests pages every 20 ms and prints the time of each: this one is busy with writes. */
const reader = `
  const [origin] = process.argv.slice(1);
  const times = [];
  process.on('SIGTERM', () => { console.log(JSON.stringify(times)); process.exit(0); });
  for (let n = 0; ; n += 1) {
    const requested = performance.now();
    const response = await fetch(origin + ['/main', '/api/health', '/browse?q=' + n][n % 3]);
    await response.arrayBuffer();
    const took = performance.now() - requested;
    times.push({ status: response.status, requested: performance.timeOrigin + requested, took });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }`;

/** A process that holds the write lock of a database. */
const locker = `
  import BetterSqlite3 from './db/driver.mjs';
  const db = new BetterSqlite3(process.argv[1]);
  db.exec('BEGIN IMMEDIATE');
  console.log('locked');
  setTimeout(() => db.exec('ROLLBACK'), ${lockSeconds * 1_000});`;

const run = (script: string, argument: string) =>
  spawn(process.execPath, ['--input-type=module', '--eval', script, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

test('a lock of ten seconds delays no page, and every write is rejected after five with its form values', {
  timeout: 120_000,
}, async () => {
  const site = await startSite();
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    requestOver(site.origin, path, {
      method: 'POST',
      headers: { ...form, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    requestOver(site.origin, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signedUp = await send('/api/auth/signup', account);
  const { token }: { token: string } = JSON.parse(signedUp.body).data;
  const cookie = { Cookie: `authToken=${token}` };
  const bearer = { Authorization: `Bearer ${token}` };

  const pages = run(reader, site.origin);
  let printed = '';
  pages.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  await setTimeout(5_000);
  const lock = run(locker, site.databasePath);
  await once(lock.stdout, 'data');
  const lockedAt = performance.now();
  const lockedSince = performance.timeOrigin + lockedAt;
  const writes: Record<string, Promise<TestResponse>> = {
    listing: send('/api/bikes', shine),
    'mark as sold': post('/sell-bikes', { listing: 'unknown', intent: 'sold' }),
    message: post('/contact', { ...account, subject: 'Typed', message: 'When may I come for a ride?' }),
    feedback: post(
      '/feedback',
      { type: 'website', subject: 'Typed', message: 'All of it works.', rating: '4' },
      cookie,
    ),
    'feedback of a visitor': post('/feedback', {
      type: 'website',
      subject: 'Typed',
      message: 'All of it',
      rating: '4',
    }),
    service: send(
      '/api/services/request',
      {
        serviceType: 'quick-service',
        contactInfo: { name: 'Asha Rao', phone: '+91 98200 12345', email: account.email },
      },
      bearer,
    ),
    review: send('/api/reviews', { vehicleId: '1', rating: 4, comment: 'It never hurries.' }, bearer),
    favourite: post('/favourites', { save: '1' }, cookie),
    booking: post('/bookings', { vehicle: '1' }, cookie),
    profile: post('/profile/edit', { intent: 'save', name: 'Asha R', version: '1' }, cookie),
    'sign in': post('/login', { email: account.email, password: account.password }),
    'sign in by a call': send('/api/auth/login', account),
    'sign up': send('/api/auth/signup', { ...account, email: 'other@example.com' }),
    'sign out elsewhere': post('/profile/security', { intent: 'end-session' }, cookie),
    'sign out by a call': send('/api/auth/logout', {}, bearer),
  };
  const signedOut = post('/logout', {}, cookie);
  const responses = await Promise.all(
    Object.entries(writes).map(async ([name, response]) => ({ name, response: await response, at: performance.now() })),
  );
  expect(responses.filter(({ response }) => response.status !== 503).map(({ name }) => name)).toEqual([]);
  for (const { name, response, at } of responses) {
    expect(at - lockedAt, name).toBeLessThan(7_000);
    expect(response.headers['retry-after'], name).toBe('5');
  }
  // The browser is signed out even if the session cannot be deleted.
  expect([(await signedOut).status, String((await signedOut).headers['set-cookie'])]).toEqual([
    303,
    expect.stringContaining('signed-out-here'),
  ]);
  expect(responses.find(({ name }) => name === 'feedback')?.response.body).toContain('value="Typed"');
  expect((await send('/api/bikes', shine)).status).toBe(201);
  await setTimeout(500);
  pages.kill('SIGTERM');
  await once(pages, 'exit');
  const times: { status: number; requested: number; took: number }[] = JSON.parse(printed);
  expect(new Set(times.map(({ status }) => status))).toEqual(new Set([200]));
  const worstHundredth = (of: typeof times): number => {
    expect(of.length).toBeGreaterThan(50);
    return of.map(({ took }) => took).sort((one, other) => one - other)[Math.floor(of.length * 0.99)] ?? Number.NaN;
  };
  const before = worstHundredth(times.filter(({ requested }) => requested < lockedSince));
  const locked = worstHundredth(times.filter(({ requested }) => requested >= lockedSince));
  // On a busy machine pages are slow without any lock.
  expect(locked).toBeLessThan(Math.max(100, 2 * before));
  expect(await site.stop()).toBe(0);
});
