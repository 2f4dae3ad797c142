import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '~db/connection';
import { migrate } from '~db/migrate';
import { isExhaustive, sized } from '../support/exhaustive';
import { storeManyBikes } from '../support/many-bikes';
import { type RunningSite, startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

/** At the full number its memory can be distinguished from noise. */
const count = sized(15_000, 100_000);
const megabyte = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-whole-'));
let site: RunningSite;
beforeAll(async () => {
  const databasePath = join(folder, 'site.sqlite');
  const db = openDatabase(databasePath);
  db.$client.pragma('synchronous = OFF');
  migrate(db);
  storeManyBikes(db, count);
  closeDatabase(db);
  site = await startSite({ databasePath });
}, 240_000);
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Peak memory of the process, in bytes; null where the system does not report it. */
function peakResident(): number | null {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${site.process.pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/** Requests all bikes, without reading the response yet. */
async function requestAll(accept: string): Promise<IncomingMessage> {
  const requested = get(`${site.origin}/api/bikes`, { headers: { Accept: accept }, agent: false });
  const [response]: IncomingMessage[] = await once(requested, 'response');
  if (!response) throw new Error('There is no answer.');
  return response;
}

async function read(response: IncomingMessage): Promise<{ bytes: number; lines: number }> {
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A chunk must be bytes.');
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { bytes, lines };
}

it('a long list is sent in little memory to a slow client, and delays no other request', async () => {
  // Memory for serving anything at all is allocated by now.
  await read(await requestAll('text/csv;q=0.1, application/json'));
  for (let n = 0; n < 50; n += 1) await requestOver(site.origin, `/api/bikes?limit=100&page=${n + 1}`);
  const before = peakResident();
  const slow = await requestAll('application/x-ndjson');
  const gone = await requestAll('application/x-ndjson');
  const quick = read(await requestAll('application/x-ndjson'));
  gone.destroy();
  let response = 0;
  const isOk = quick.then(() => true);
  while (!(await Promise.race([isOk, requestOver(site.origin, '/api/health').then(() => false)]))) response += 1;
  const { bytes, lines } = await quick;
  expect(lines).toBe(count);
  expect(await read(slow)).toEqual({ bytes, lines });
  const table = await read(await requestAll('text/csv'));
  expect(table.lines).toBe(count + 1);
  // A blocked server responds at most once in this time.
  expect(response).toBeGreaterThan(3);
  const after = peakResident();
  if (isExhaustive) {
    expect(bytes).toBeGreaterThan(80 * megabyte);
    if (before !== null && after !== null) expect((after - before) / megabyte).toBeLessThan(80);
  }
  expect(site.printed()).not.toContain('unexpected');
}, 240_000);

it('a long list lets other clients connect between its batches', async () => {
  const list = await requestAll('application/x-ndjson');
  let lines = 0;
  list.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  });
  await once(list, 'data');
  const responses = await Promise.all(Array.from({ length: 100 }, () => requestOver(site.origin, '/api/health')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  // The system accepts one connection in a turn of the event loop: with a batch of a hundred in each it is 10,000.
  expect(lines).toBeLessThan(5_000);
  list.destroy();
});
