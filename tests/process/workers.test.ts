import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import BetterSqlite3 from '~db/driver.mjs';
import { sized } from '../support/exhaustive';
import { type RunningSite, startSite } from '../support/running-site';
import { shine } from '../support/sample-content';
import { type RequestOptions, requestOver, type TestResponse } from '../support/site-in-process';

/** Longer than any response takes, and much shorter than a connection that no client closes. */
const timeout = 8_000;

/** Each sends the address that it should be counted as. */
const from = (address: string) => ({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'http' });
const json = { 'Content-Type': 'application/json' };
const bike = (name: string): string => JSON.stringify({ ...shine, name });
const created = z.object({ data: z.object({ id: z.string() }) });
const getId = ({ body }: TestResponse): string => created.parse(JSON.parse(body)).data.id;

const start = (env: Record<string, string> = {}): Promise<RunningSite> =>
  startSite({ env: { WORKERS: '2', RATE_LIMIT: 'on', TRUST_PROXY: 'on', ...env } });

/** Process ids of the workers. */
function getWorkers({ process: { pid } }: RunningSite): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

async function figures({ origin }: RunningSite): Promise<Map<string, number>> {
  const { body } = await requestOver(origin, '/metrics');
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

async function untilWorkers(site: RunningSite, count: number): Promise<void> {
  while ((await figures(site)).get('dopahiya_workers') !== count) await pause(50);
}

/** A client with one connection, and so with one worker. */
type Client = {
  /** Number of the worker. */
  worker: string;
  request: (path: string, options?: RequestOptions) => Promise<TestResponse>;
  close: () => void;
};

async function connect(origin: string): Promise<Client> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(origin);
  const request: Client['request'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = httpRequest({ hostname, port, path, method, headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes.toString('utf8'), bytes });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const { headers } = await request('/api/health');
  return { worker: String(headers['x-request-id']).split('-')[1] ?? '', request, close: () => agent.destroy() };
}

/** A client for each worker: the system assigns a connection to either, so the other one is paused while connecting. */
async function connectToBoth(site: RunningSite): Promise<[Client, Client]> {
  await untilWorkers(site, 2);
  const [one = 0, other = 0] = getWorkers(site);
  const connectTo = async (halted: number): Promise<Client> => {
    process.kill(halted, 'SIGSTOP');
    try {
      return await connect(site.origin);
    } finally {
      process.kill(halted, 'SIGCONT');
    }
  };
  const clients: [Client, Client] = [await connectTo(other), await connectTo(one)];
  expect(clients[0].worker).not.toBe(clients[1].worker);
  return clients;
}

describe('two workers', () => {
  let site: RunningSite;
  let one: Client;
  let other: Client;
  beforeAll(async () => {
    site = await start({ LIMIT_WRITES: '6/1h', LIMIT_API_READS: '1000/1h' });
    [one, other] = await connectToBoth(site);
  });
  afterAll(async () => {
    await site.stop();
  });
  const createAt = (client: Client, name: string, headers: Record<string, string>) =>
    client.request('/api/bikes', { method: 'POST', headers: { ...json, ...headers }, body: bike(name) });

  test('send no stale page: each shows the other’s latest writes, under one entity tag', async () => {
    for (let turn = 0; turn < sized(20, 60); turn += 1) {
      const [writer, reader] = turn % 2 === 0 ? [one, other] : [other, one];
      const headers = from(`10.0.${turn}.1`);
      const stored = await createAt(writer, `Shine number ${turn}`, headers);
      expect(stored.status).toBe(201);
      for (const path of ['/api/bikes?limit=3', '/sell-bikes']) {
        // Rendered by each, then from the cache of each.
        const pages = [];
        for (const client of [reader, writer, reader, writer]) pages.push(await client.request(path, { headers }));
        expect(pages.filter(({ status, body }) => status !== 200 || !body.includes(`Shine number ${turn}`))).toEqual(
          [],
        );
        expect(new Set(pages.map((page) => page.headers.etag)).size).toBe(1);
        expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
      }
    }
  });

  test('run a repeated request once, and share sessions', async () => {
    const headers = { ...from('10.1.0.1'), 'Idempotency-Key': 'the-same' };
    const both = await Promise.all([one, other].map((client) => createAt(client, 'Shine sent twice', headers)));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(both.map(getId)).size).toBe(1);

    const account = { name: 'Asha', email: 'asha@example.com', password: 'open!sesame' };
    const signedUp = await one.request('/api/auth/signup', {
      method: 'POST',
      headers: { ...json, ...from('10.1.0.2') },
      body: JSON.stringify(account),
    });
    expect(signedUp.status).toBe(201);
    const { token } = z.object({ data: z.object({ token: z.string() }) }).parse(JSON.parse(signedUp.body)).data;
    const own = { ...from('10.1.0.2'), Authorization: `Bearer ${token}` };
    expect((await other.request('/api/auth/profile', { headers: own })).status).toBe(200);
    expect((await other.request('/api/auth/logout', { method: 'POST', headers: own })).status).toBe(200);
    expect((await one.request('/api/auth/profile', { headers: own })).status).toBe(401);
  });

  test('count writes together, and each counts its half of the reads', async () => {
    const headers = from('10.2.0.1');
    const left = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const response = await createAt(turn % 2 === 0 ? one : other, `Shine limited ${turn}`, headers);
      left.push([response.status, /"write";r=(\d+)/.exec(String(response.headers.ratelimit))?.[1]]);
    }
    expect(left).toEqual([
      ...['5', '4', '3', '2', '1', '0'].map((remaining) => [201, remaining]),
      ...[429, 429].map((status) => [status, '0']),
    ]);
    for (const client of [one, other]) {
      const { headers: limits } = await client.request('/api/bikes?limit=3', { headers: from('10.2.0.2') });
      expect([limits['ratelimit-policy'], limits.ratelimit]).toEqual([
        '"api-read";q=500;w=3600',
        '"api-read";r=499;t=3600',
      ]);
    }
  });

  test('are measured as one site', async () => {
    const line = 'dopahiya_requests_total{route="routes/follow-us/route",status="200",source="cache"}';
    const before = (await figures(site)).get(line) ?? 0;
    for (const client of [one, other, one, other, other]) await client.request('/follow-us');
    // The first of each is rendered.
    expect((await figures(site)).get(line)).toBe(before + 3);
  });

  test('count a visitor of an item once', async () => {
    const id = getId(await createAt(one, 'Shine to look at', from('10.3.0.1')));
    const headers = { ...from('10.3.0.2'), 'User-Agent': 'Mozilla/5.0 (Linux; Android 14)' };
    for (const client of [one, other, one, other]) await client.request(`/sell-bikes?listing=${id}`, { headers });
    const { databasePath } = site;
    one.close();
    other.close();
    site.process.kill('SIGTERM');
    expect(await once(site.process, 'exit')).toEqual([0, null]);
    const sqlite = new BetterSqlite3(databasePath, { readonly: true });
    expect(sqlite.prepare('SELECT visitors FROM item_views WHERE item_id = ?').pluck().all(id)).toEqual([1]);
    sqlite.close();
  });
});

test('a worker that is stopped or killed fails no request but those it had; none hangs, no acknowledged write is lost', {
  timeout: 60_000,
}, async () => {
  const site = await start({ RATE_LIMIT: 'off' });
  await untilWorkers(site, 2);
  const stored: string[] = [];
  const failed: string[] = [];
  let responses = 0;
  let isOver = false;
  const attempt = async (name: string, isWrite: boolean, request: Client['request']): Promise<void> => {
    const response = isWrite
      ? request('/api/bikes', { method: 'POST', headers: json, body: bike(name) })
      : request('/sell-bikes?sort=newest');
    const timedOut = pause(timeout, null, { ref: false });
    try {
      const result = await Promise.race([response, timedOut]);
      if (result === null) failed.push('hung');
      else if (result.status !== (isWrite ? 201 : 200)) failed.push(String(result.status));
      else {
        responses += 1;
        if (isWrite) stored.push(getId(result));
      }
    } catch (error) {
      failed.push(error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
  };
  // Half of the clients open a connection for each request.
  const clients = Array.from({ length: 12 }, async (_, client) => {
    const kept = client % 2 === 0 ? await connect(site.origin) : null;
    const request: Client['request'] = kept?.request ?? ((path, options) => requestOver(site.origin, path, options));
    for (let turn = 0; !isOver; turn += 1) {
      await attempt(`Shine ${client}.${turn}`, turn % 3 === 0, request);
      await pause(sized(25, 0));
    }
    kept?.close();
  });

  await pause(700);
  const [stopped = 0] = getWorkers(site);
  process.kill(stopped, 'SIGTERM');
  while (getWorkers(site).includes(stopped)) await pause(20);
  await untilWorkers(site, 2);
  // A kept connection may send its request in the instant in which it is closed.
  const failedByStop = failed.splice(0);
  expect(failedByStop.filter((reason) => reason !== 'ECONNRESET')).toEqual([]);
  expect(failedByStop.length).toBeLessThanOrEqual(6);

  const responsesBefore = responses;
  for (const victim of getWorkers(site)) {
    process.kill(victim, 'SIGKILL');
    await untilWorkers(site, 2);
    await pause(400);
  }
  isOver = true;
  await Promise.all(clients);
  expect(failed.filter((reason) => reason !== 'ECONNRESET')).toEqual([]);
  // Every client waits for one response at a time.
  expect(failed.length).toBeLessThanOrEqual(2 * 12);
  expect(responses).toBeGreaterThan(responsesBefore);
  expect((await figures(site)).get('dopahiya_worker_restarts_total')).toBe(3);
  const sqlite = new BetterSqlite3(site.databasePath, { readonly: true });
  const found = new Set(sqlite.prepare('SELECT id FROM listings WHERE is_sample = 0').pluck().all());
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  sqlite.close();
  expect(stored.filter((id) => !found.has(id))).toEqual([]);
  const workers = getWorkers(site);
  expect(await site.stop()).toBe(0);
  expect(workers.filter(isRunning)).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('workers that exit repeatedly stop the site with a message; without their primary they exit', {
  timeout: 60_000,
}, async () => {
  const site = await start();
  const ended = once(site.process, 'exit');
  while (site.process.exitCode === null) {
    for (const worker of getWorkers(site)) process.kill(worker, 'SIGKILL');
    await Promise.race([pause(20), ended]);
  }
  expect(await ended).toEqual([1, null]);
  expect(site.printed()).toContain('A worker exited 6 times in a row within 10 seconds of its start.');

  const orphaned = await start();
  await untilWorkers(orphaned, 2);
  const workers = getWorkers(orphaned);
  orphaned.process.kill('SIGKILL');
  while (workers.some(isRunning)) await pause(20);
  await expect(requestOver(orphaned.origin, '/api/health')).rejects.toThrow('ECONNREFUSED');
});

test('a port in use is reported once', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address: AddressInfo | string | null = taken.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  await expect(start({ PORT: port })).rejects.toThrow(
    new RegExp(
      `ended with 1:\\n(?:\\{.*\\n)*The port ${port} \\(the setting PORT\\) is taken by another program\\.\\n`,
    ),
  );
  taken.close();
});
