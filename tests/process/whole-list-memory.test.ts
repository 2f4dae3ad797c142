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
import { askOver } from '../support/site-in-process';

/** At the full number what it takes in memory can be told from chance. */
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

/** The most memory that the process has ever held, in bytes; null where the system does not tell. */
function mostResident(): number | null {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${site.process.pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/** Asks for all bikes; nothing of the answer is read yet. */
async function askForAll(accept: string): Promise<IncomingMessage> {
  const asked = get(`${site.origin}/api/bikes`, { headers: { Accept: accept }, agent: false });
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  if (!answer) throw new Error('There is no answer.');
  return answer;
}

async function read(answer: IncomingMessage): Promise<{ bytes: number; lines: number }> {
  let bytes = 0;
  let lines = 0;
  for await (const chunk of answer) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A chunk must be bytes.');
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { bytes, lines };
}

it('a long list goes out in little memory, however slowly it is taken, and holds up nobody', async () => {
  // What serving anything at all takes is taken by now.
  await read(await askForAll('text/csv;q=0.1, application/json'));
  for (let n = 0; n < 50; n += 1) await askOver(site.origin, `/api/bikes?limit=100&page=${n + 1}`);
  const before = mostResident();
  const slow = await askForAll('application/x-ndjson');
  const gone = await askForAll('application/x-ndjson');
  const quick = read(await askForAll('application/x-ndjson'));
  gone.destroy();
  let answered = 0;
  const isDone = quick.then(() => true);
  while (!(await Promise.race([isDone, askOver(site.origin, '/api/health').then(() => false)]))) answered += 1;
  const { bytes, lines } = await quick;
  expect(lines).toBe(count);
  expect(await read(slow)).toEqual({ bytes, lines });
  const table = await read(await askForAll('text/csv'));
  expect(table.lines).toBe(count + 1);
  // A server that is held up answers at most once meanwhile.
  expect(answered).toBeGreaterThan(3);
  const after = mostResident();
  if (isExhaustive) {
    expect(bytes).toBeGreaterThan(80 * megabyte);
    if (before !== null && after !== null) expect((after - before) / megabyte).toBeLessThan(80);
  }
  expect(site.printed()).not.toContain('unexpected');
}, 240_000);
