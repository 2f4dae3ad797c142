import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSite, startSite } from '../support/running-site';
import { shine } from '../support/sample-content';
import { type TestResponse, requestOver } from '../support/site-in-process';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-surroundings-'));
const made = join(folder, 'made.sqlite');
beforeAll(async () => {
  chmodSync(folder, 0o755);
  await (await startSite({ databasePath: made })).stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** File permissions have no effect where the tests run as root. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

const list = (site: RunningSite): Promise<TestResponse> =>
  requestOver(site.origin, '/api/bikes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(shine),
  });

/** Reads succeed, writes are rejected, health reports it, and the server can be stopped. */
async function expectOnlyReads(site: RunningSite): Promise<void> {
  for (const path of ['/main', '/sell-bikes', '/api/bikes?limit=1']) {
    expect([path, (await requestOver(site.origin, path)).status]).toEqual([path, 200]);
  }
  // Known before the first write.
  const early = await requestOver(site.origin, '/api/health');
  expect([early.status, JSON.parse(early.body).data.writable]).toEqual([200, false]);
  const written = await list(site);
  expect([written.status, written.headers['retry-after']]).toEqual([503, '60']);
  expect(site.printed().match(/"event":"database-failure"/g)).toHaveLength(1);
  expect(await site.stop()).toBe(0);
}

describe('a site that starts with a database that it can', () => {
  test('only read', async () => {
    const place = join(folder, 'read-only-file');
    mkdirSync(place);
    copyFileSync(made, join(place, 'site.sqlite'));
    chmodSync(join(place, 'site.sqlite'), 0o444);
    chmodSync(place, 0o777);
    await expectOnlyReads(
      await startSite({ databasePath: join(place, 'site.sqlite'), ...(unprivileged && { user: unprivileged }) }),
    );
  });

  test('only read, in a folder that allows no other files', async () => {
    const place = join(folder, 'read-only-folder');
    mkdirSync(place);
    copyFileSync(made, join(place, 'site.sqlite'));
    chmodSync(join(place, 'site.sqlite'), 0o444);
    chmodSync(place, 0o555);
    await expectOnlyReads(
      await startSite({ databasePath: join(place, 'site.sqlite'), ...(unprivileged && { user: unprivileged }) }),
    );
  });

  test('not extend, as on a full disk', async () => {
    const path = join(folder, 'full.sqlite');
    copyFileSync(made, path);
    // No file may grow at all; a full disk differs only in the error code.
    const through = ['/bin/sh', '-c', 'ulimit -f 0; exec "$0" "$@"'];
    await expectOnlyReads(await startSite({ databasePath: path, through }));
  });
});

test.each([
  ['a folder', '.', 'it is a folder, not a file'],
  ['a file that is not a database', 'text.sqlite', 'it is not an SQLite database'],
  [
    'the path of a file in a read-only folder',
    'locked/site.sqlite',
    'this user needs permission to read and write it and its folder',
  ],
  ['a path below a file', 'text.sqlite/site.sqlite', 'its folder cannot be created'],
])('a start with a database path that is %s fails with one sentence', (_, name, reason) => {
  writeFileSync(join(folder, 'text.sqlite'), 'This is text, longer than the header of a database.\n'.repeat(20), {
    mode: 0o666,
  });
  mkdirSync(join(folder, 'locked'), { recursive: true, mode: 0o555 });
  const path = join(folder, name);
  const { status, stderr } = spawnSync(process.execPath, ['build/server/main.js'], {
    env: { ...process.env, PORT: '0', DATABASE_PATH: path },
    encoding: 'utf8',
    ...unprivileged,
  });
  expect([status, stderr]).toEqual([1, `The database ${path} (the setting DATABASE_PATH) can't be used: ${reason}.\n`]);
});

test('a start with too few file descriptors fails with one sentence', () => {
  const { status, stderr } = spawnSync('/bin/sh', ['-c', 'ulimit -n 32; exec bin/serve'], {
    env: { ...process.env, PORT: '0', DATABASE_PATH: join(folder, 'few.sqlite') },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^The site needs at least 64 file descriptors, .+\n$/)]);
});

test('a site without a temporary folder shows previews, and suspended, serves all who came in that time', async () => {
  const site = await startSite({ databasePath: made, env: { RATE_LIMIT: 'on', TMPDIR: '/nonexistent/tmp' } });
  const { status, headers } = await requestOver(site.origin, '/previews/sample-bike-1-1.jpg');
  expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
  const port = Number(new URL(site.origin).port);
  site.process.kill('SIGSTOP');
  // More than the 511 that Node.js lets the system keep by default: further ones would connect after a second or later.
  const sockets = Array.from({ length: 700 }, (_, index) =>
    connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (index % 7)}` }),
  );
  const requestedAt = performance.now();
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect(performance.now() - requestedAt).toBeLessThan(900);
  const response = requestOver(site.origin, '/api/health');
  site.process.kill('SIGCONT');
  expect((await response).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  expect(await site.stop()).toBe(0);
});

test('a log without a reader delays neither a response nor a stop', async () => {
  const pipe = join(folder, 'log');
  execFileSync('mkfifo', [pipe]);
  // Open at both ends, so that neither waits for the other; the site opens its own.
  const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const child = spawn('/bin/sh', ['-c', `exec "$0" build/server/main.js > ${pipe}`, process.execPath], {
    env: { ...process.env, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'info', DATABASE_PATH: made },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const line = Buffer.alloc(4_096);
  let origin: string | undefined;
  while (origin === undefined) {
    await setTimeout(50);
    try {
      origin = /open at (\S+)\/main/.exec(line.toString('utf8', 0, readSync(reader, line)))?.[1];
    } catch {
      // Nothing to read yet.
    }
  }
  // A pipe holds 64 KB, some four hundred lines.
  for (let round = 0; round < 12; round += 1) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => requestOver(`${origin}`, '/api/health')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  }
  const requested = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - requested).toBeLessThan(12_000);
  closeSync(reader);
});

test('a clock that is set back by forty days locks no user out', async () => {
  // The first SIGUSR2 sets back the clock of the process, because the machine's own cannot be.
  const clock = `
    const Time = Date; let back = 0;
    globalThis.Date = class extends Time {
      constructor(...parts) { if (parts.length === 0) super(Time.now() - back); else super(...parts); }
      static now() { return Time.now() - back; }
    };
    process.on('SIGUSR2', () => { back = 40 * 86_400_000; });`;
  const site = await startSite({
    env: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
      RATE_LIMIT: 'on',
      LIMIT_WRITES: '4/1s',
      LIMIT_SIGN_INS: '2/1s',
    },
  });
  const signIn = () =>
    requestOver(site.origin, '/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'asha@example.com', password: 'wrong!wrong' }),
    });
  const statuses = async () => [(await signIn()).status, (await signIn()).status, (await signIn()).status];
  expect(await statuses()).toEqual([401, 401, 429]);
  site.process.kill('SIGUSR2');
  await setTimeout(1_100);
  expect(await statuses()).toEqual([401, 401, 429]);
  await setTimeout(1_100);
  expect((await list(site)).status).toBe(201);
  expect(await site.stop()).toBe(0);
});

test.each([['build/server/main.js'], ['build/server/operator.js', '--list'], ['ops/commands/backup.mjs']])(
  'without the compiled part of the database driver %s names the remedy',
  (...command) => {
    const hook = join(folder, 'no-driver.cjs');
    writeFileSync(
      hook,
      `const { dlopen } = process;
    process.dlopen = (...values) => {
      if (!/sqlite/.test(values[1])) return dlopen.apply(process, values);
      throw Object.assign(new Error('Could not locate it.'), { code: 'MODULE_NOT_FOUND' });
    };`,
    );
    const { status, stderr } = spawnSync(process.execPath, command, {
      env: { ...process.env, NODE_ENV: 'test', DATABASE_PATH: made, NODE_OPTIONS: `--require=${hook}` },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/The database driver cannot be loaded .* npm (rebuild|ci)/),
    ]);
    expect(stderr).not.toMatch(/^ +at /m);
  },
);
