import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { guides, type GuideName } from '~/api/guides';
import { renewSnapshots } from '~/api/snapshots.server';
import { paths } from '~/paths';
import { sendWebhooks } from '../../server/webhook-sender';
import { callApi, getData, signIn } from '../support/api-client';
import { storeManyBikes } from '../support/many-bikes';
import { readCommands, readPreformatted } from '../support/page-code';
import { samplePhoto } from '../support/photo-samples';
import { shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

/*
 * Runs each example of the guides as the page shows it, as its reader would: copied into a file of an empty folder.
 */

const run = promisify(execFile);
const folders: string[] = [];
const processes: ChildProcess[] = [];
const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-guide-'));
  folders.push(folder);
  return folder;
};

let site: SiteInProcess;
let stopSending: () => Promise<void>;
shareSite(async () => {
  site = await openSite({ PRIVATE_WEBHOOKS: 'on', DATABASE_PATH: join(createFolder(), 'site.sqlite') });
  storeManyBikes(site.runtime.db, 250);
  stopSending = sendWebhooks(site.runtime, { pollMilliseconds: 20 });
  return { ...site, close: () => stopSending().then(site.close) };
});
afterEach(() => {
  for (const child of processes.splice(0)) child.kill();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const languages = await readCommands();
type Language = (typeof languages)[number];

/** @returns the code block of a language on the page of a guide */
async function readCode(guide: GuideName, ending: string): Promise<string> {
  const { status, body } = await site.request(paths.apiGuide(guide));
  expect(status).toBe(200);
  const code = readPreformatted(body)[languages.findIndex((language) => language.ending === ending)];
  if (code === undefined) throw new Error(`The guide ${guide} has no example in ${ending}.`);
  return code;
}

type Setting = { folder?: string; env?: Record<string, string> };

async function prepare(guide: GuideName, { ending, command }: Language, { folder = createFolder(), env }: Setting) {
  const file = join(folder, `example.${ending}`);
  writeFileSync(file, await readCode(guide, ending));
  return { folder, start: [command, [file], { cwd: folder, env: { ...process.env, ...env } }] as const };
}

/** @returns what it prints, and its folder */
async function runExample(guide: GuideName, language: Language, setting: Setting = {}) {
  const { folder, start } = await prepare(guide, language, setting);
  const { stdout, stderr } = await run(...start);
  expect(stderr).toBe('');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { lines: stdout.split('\n').filter(Boolean), read };
}

/** Starts one that runs until it is stopped. */
async function startExample(guide: GuideName, language: Language, setting: Setting = {}) {
  const { start } = await prepare(guide, language, setting);
  const [command, words, options] = start;
  const child = spawn(command, words, { ...options, detached: true });
  processes.push(child);
  let printed = '';
  child.stdout.on('data', (text: Buffer) => {
    printed += text;
  });
  return {
    read: () => printed,
    stop: () => {
      if (child.pid !== undefined) process.kill(-child.pid);
    },
  };
}

const readLines = <Row>(text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

let users = 0;
/** @returns headers and the token of a new user */
function createUser() {
  users += 1;
  const headers = signIn(site, `Dealer-${users}`);
  return { headers, env: { TOKEN: (headers.Authorization ?? '').slice('Bearer '.length) } };
}

it('have an example in each language', async () => {
  for (const guide of Object.keys(guides)) {
    const { body } = await site.request(paths.apiGuide(guide));
    expect([guide, readPreformatted(body).length]).toEqual([guide, languages.length]);
  }
});

describe.each(languages)('in $ending', (language) => {
  const guide = it.skipIf(!language.isHere);

  guide('first-call prints three bikes and the new account', async () => {
    const account = { EMAIL: `first-${language.ending}@example.com`, PASSWORD: 'open!sesame' };
    const { lines } = await runExample('first-call', language, { env: account });
    const bikes = readLines<{ price: number }>(lines.slice(0, 3).join('\n'));
    expect(bikes.every(({ price }, at) => price >= (bikes[at - 1]?.price ?? 0))).toBe(true);
    expect(lines.slice(3)).toEqual([account.EMAIL]);
  });

  guide('sign-in prints a token of a program', async () => {
    const account = { email: `asha-${language.ending}@example.com`, password: 'open!sesame' };
    await callApi(site, 'POST', '/api/auth/signup', { body: { name: 'Asha', ...account } });
    const env = { EMAIL: account.email, PASSWORD: account.password };
    const { lines } = await runExample('sign-in', language, { env });
    expect(lines).toEqual([expect.stringMatching(/^dph_/)]);
    const headers = { Authorization: `Bearer ${lines[0]}` };
    const { tokens } = getData<{ tokens: { scopes: string[] }[] }>(
      await callApi(site, 'GET', '/api/auth/tokens', { headers }),
    );
    expect(tokens).toEqual([expect.objectContaining({ name: 'Stock of the shop', scopes: ['read', 'write'] })]);
  });

  guide('whole-list prints every bike once', async () => {
    const { lines } = await runExample('whole-list', language);
    const { pagination } = getData<{ pagination: { total: number } }>(await callApi(site, 'GET', '/api/bikes'));
    expect(pagination.total).toBeGreaterThanOrEqual(250);
    const ids = readLines<{ id: string }>(lines.join('\n')).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([pagination.total, pagination.total]);
  });

  guide('listing lists a bike with its photo', async () => {
    const { env } = createUser();
    const folder = createFolder();
    writeFileSync(join(folder, 'photo.jpg'), await samplePhoto('jpeg'));
    const { lines } = await runExample('listing', language, { env, folder });
    const stored = getData(await callApi(site, 'GET', `/api/bikes/${lines[0]}`));
    expect(stored).toMatchObject({
      name: 'Hero Splendor Plus',
      presentPrice: 52_000,
      images: [expect.stringContaining('/photos/')],
    });
  });

  guide('stock stores each vehicle once, however often it runs', async () => {
    const { env, headers } = createUser();
    const first = await runExample('stock', language, { env });
    const second = await runExample('stock', language, { env });
    const read = ({ lines }: { lines: string[] }) => readLines<{ id: string; status: number }>(lines.join('\n'));
    expect(read(first).map(({ status }) => status)).toEqual([201, 201]);
    expect(read(second)).toEqual(read(first).map((result) => ({ ...result, status: 200 })));
    const { listings } = getData<{ listings: { externalId: string }[] }>(
      await callApi(site, 'GET', '/api/vehicles/user/my-listings', { headers }),
    );
    expect(listings.map(({ externalId }) => externalId).sort()).toEqual(['A-17', 'A-18']);
  });

  guide('changes prints what happened while it was not running, too', async () => {
    const list = async (name: string) =>
      getData<{ id: string }>(await callApi(site, 'POST', '/api/bikes', { body: { ...shine, name } })).id;
    const folder = createFolder();
    const first = await startExample('changes', language, { folder });
    // It is not known when it is connected: until then, nothing is sent to it.
    await expect
      .poll(async () => [await list('Early'), first.read()], { timeout: 10_000, interval: 200 })
      .toContainEqual(expect.stringContaining('"Early"'));
    const position = () => readFileSync(join(folder, 'last-event-id'), 'utf8');
    await expect.poll(position, { timeout: 10_000 }).not.toBe('');
    first.stop();
    const missed = await list('Missed');
    const second = await startExample('changes', language, { folder });
    await expect.poll(second.read, { timeout: 10_000 }).toContain(missed);
    const events = readLines<{ change: string; bike: { name: string } }>(second.read());
    expect(events.at(-1)).toMatchObject({ change: 'created', bike: { name: 'Missed' } });
    second.stop();
  });

  guide('mirror ends with all bikes as they are', async () => {
    const { headers } = createUser();
    const create = async () =>
      getData<{ id: string }>(await callApi(site, 'POST', '/api/bikes', { body: shine, headers }));
    const [cheaper, withdrawn] = [await create(), await create()];
    await renewSnapshots(site.runtime, new AbortController().signal);
    await callApi(site, 'PUT', `/api/bikes/${cheaper.id}`, { headers, body: { presentPrice: 45_000 } });
    await callApi(site, 'DELETE', `/api/bikes/${withdrawn.id}`, { headers });
    await create();
    const { read } = await runExample('mirror', language);
    const { body } = await site.request('/api/bikes?fields=id,price', { headers: { Accept: 'application/x-ndjson' } });
    type Row = { id: string; price: number };
    const sorted = (text: string) =>
      readLines<Row>(text)
        .map(({ id, price }) => `${id} ${price}`)
        .sort();
    expect(sorted(read('bikes.ndjson'))).toEqual(sorted(body));
    const since = read('changes-token').trim();
    const later = getData(await callApi(site, 'GET', `/api/bikes/changes?since=${since}`));
    expect(later).toMatchObject({ changes: [], hasMore: false });
  });
});

describe.each(languages.filter(({ ending }) => ending !== 'sh'))('webhooks in $ending', (receiverLanguage) => {
  const [shell] = languages;
  const isHere = receiverLanguage.isHere && shell?.isHere;
  it.skipIf(!isHere)('registers a program, which prints what is signed, once', async () => {
    if (!shell) throw new Error('There is no shell.');
    const { env, headers } = createUser();
    // The test event goes to another program: what was not accepted once may wait for a minute.
    const accepting = createServer((_request, response) => response.writeHead(204).end());
    await new Promise<void>((resolve) => accepting.listen(0, '127.0.0.1', resolve));
    const address = accepting.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const hook = `http://127.0.0.1:${port}/`;
    const { lines } = await runExample('webhooks', shell, { env: { ...env, HOOK: hook } });
    const [secret = '', test = '{}'] = lines;
    expect([secret, JSON.parse(test).event]).toEqual([expect.stringMatching(/^whsec_/), 'webhook.test']);
    accepting.closeAllConnections();
    await new Promise((resolve) => accepting.close(resolve));
    const program = await startExample('webhooks', receiverLanguage, { env: { SECRET: secret, PORT: port } });
    const isThere = () =>
      fetch(hook, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(isThere, { timeout: 20_000, interval: 200 }).toBe(401);
    const { id } = getData<{ id: string }>(await callApi(site, 'POST', '/api/bikes', { body: shine, headers }));
    await expect.poll(program.read, { timeout: 10_000 }).toContain(`"id":"${id}"`);

    const send = (webhookId: string, seconds: number, key: string, body: string) => {
      const signed = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'));
      const signature = signed.update(`${webhookId}.${seconds}.${body}`).digest('base64');
      return fetch(hook, {
        method: 'POST',
        body,
        headers: {
          ...{ 'webhook-id': webhookId, 'webhook-timestamp': String(seconds) },
          'webhook-signature': `v1,${Buffer.from('another').toString('base64')} v1,${signature}`,
        },
      }).then(({ status }) => status);
    };
    const now = Math.floor(Date.now() / 1000);
    const body = '{"type":"forged"}';
    expect([
      await send('msg_1', now, 'whsec_AAAA', body),
      await send('msg_1', now - 3_600, secret, body),
      await send('msg_2', now, secret, '{"type":"again"}'),
      await send('msg_2', now, secret, '{"type":"again"}'),
    ]).toEqual([401, 401, 204, 204]);
    await expect.poll(program.read, { timeout: 10_000 }).toContain('again');
    expect([program.read().match(/again/g)?.length, program.read().includes('forged')]).toEqual([1, false]);
    program.stop();
  });
});
