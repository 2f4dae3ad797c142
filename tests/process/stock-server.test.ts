import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiRequestCases, permittedRequest } from '../support/endpoint-cases';
import { sized } from '../support/exhaustive';
import { freePort } from '../support/free-port';
import { feedbackFields, type PopulatedSite, populateSite } from '../support/populated-site';
import { shine } from '../support/sample-content';
import { firstOfEachPath, screenStates } from '../support/screens';
import { type RequestOptions, requestOver } from '../support/site-in-process';

// The same build under `remix-serve`, the stock server of Remix.

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-stock-'));
let populated: PopulatedSite;
let server: ChildProcess;
let origin: string;

/** The populated site is of a day in the past: its sessions would have ended. */
const keepSessions = 'UPDATE sessions SET last_seen_at = :now, password_confirmed_at = :now';

beforeAll(async () => {
  populated = await populateSite();
  const site = await populated.open();
  site.runtime.db.$client.prepare(keepSessions).run({ now: new Date().toISOString() });
  const file = join(folder, 'stock.sqlite');
  writeFileSync(file, site.runtime.db.$client.serialize());
  await site.close();
  const port = String(await freePort());
  server = spawn(process.execPath, ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/stock-build.js'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: port, DATABASE_PATH: file, RATE_LIMIT: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!server.stdout) throw new Error('The server has no output.');
  const lines = createInterface({ input: server.stdout });
  await once(lines, 'line');
  origin = `http://127.0.0.1:${port}`;
}, 60_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

const request = (path: string, options?: RequestOptions) => requestOver(origin, path, options);

/** Every screen; every state only under `npm run test:all`. */
const states = sized(firstOfEachPath(screenStates), screenStates);

test('every screen is shown', async () => {
  expect(states.length).toBeGreaterThan(20);
  const shown = [];
  for (const { path } of states) {
    const first = await request(path);
    // Its static files have a folder `api`, to which it redirects.
    const slashed = path.replace(/(?=\?|$)/, '/');
    const { status, headers, body } = first.headers.location === slashed ? await request(slashed) : first;
    shown.push({ path, status, type: headers['content-type'], isWhole: body.endsWith('</html>') });
  }
  const page = { type: 'text/html; charset=utf-8', isWhole: true };
  expect(shown).toEqual(states.map(({ path, status }) => ({ path, status, ...page })));
});

test('every endpoint that reads responds', async () => {
  const reads = apiRequestCases
    .filter(({ method }) => method === 'GET')
    .map((read) => permittedRequest(read, populated));
  expect(reads.length).toBeGreaterThan(40);
  const responses = [];
  for (const { path, headers } of reads) {
    const { status, body } = await request(path, { headers });
    responses.push({ path, status, success: JSON.parse(body).success });
  }
  expect(responses).toEqual(reads.map(({ path, status }) => ({ path, status, success: status < 400 })));
  expect(JSON.parse((await request('/api/nowhere')).body)).toMatchObject({ success: false });
});

test('a form and an endpoint write', async () => {
  const { rating, ...fields } = feedbackFields;
  const sent = await request('/feedback', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...populated.asBrowser('owner') },
    body: new URLSearchParams({ ...fields, rating: String(rating), subject: 'From the stock server' }).toString(),
  });
  expect(sent.status).toBe(303);
  const page = await request('/feedback', { headers: populated.asBrowser('owner') });
  expect(page.body).toContain('From the stock server');
  const created = await request('/api/bikes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(shine),
  });
  expect(created.status).toBe(201);
  const { id } = z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(created.body)).data;
  expect((await request('/api/bikes')).body).toContain(id);
});

test('a form of another site is rejected by Remix itself, without a stack trace', async () => {
  const { status, body } = await request('/feedback', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://other.example' },
    body: 'rating=5',
  });
  expect([status, body]).toEqual([500, '']);
});
