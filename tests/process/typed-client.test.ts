import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { apiEndpoints } from '~/api/endpoints.server';
import { openDatabase } from '~db/connection';
import { authenticators, users } from '~db/schema/accounts';
import { freePort } from '../support/free-port';
import { type RunningSite, startSite } from '../support/running-site';
import { storeUser } from '../support/stored-listing';

const run = promisify(execFile);
/** Milliseconds that the compiler and the client may take on a busy machine. */
const timeout = 180_000;

let site: RunningSite;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typed-client-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const port = await freePort();
  // Sends mail, for the call that has a link mailed.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'mail@bikes.example' };
  site = await startSite({ env: { ...mail, PORT: String(port), ORIGIN: `http://127.0.0.1:${port}` } });
  await compileClient();
}, timeout);
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates an account and makes it an operator. @returns its token */
async function operatorToken(): Promise<string> {
  const email = 'opal@example.com';
  const response = await fetch(`${site.origin}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Opal', email, password: 'open!sesame' }),
  });
  const { data }: { data: { token: string } } = await response.json();
  const db = openDatabase(site.databasePath);
  db.update(users).set({ role: 'owner' }).where(eq(users.email, email)).run();
  db.$client.close();
  return data.token;
}

/** A member of the team with two-step sign-in. @returns its id */
function storeMember(): string {
  const db = openDatabase(site.databasePath);
  const { id } = storeUser(db, 'Meera', 'clerk').user;
  const createdAt = new Date().toISOString();
  db.insert(authenticators)
    .values({ userId: id, secret: 'A'.repeat(32), lastStep: 0, createdAt })
    .run();
  db.$client.close();
  return id;
}

const programs = ['every-call', 'broken-answers'];

/** Compiles the client that the site serves, and the programs that call it. */
async function compileClient(): Promise<void> {
  const served = await fetch(`${site.origin}/api/client.ts`);
  expect([served.status, served.headers.get('content-type'), served.headers.get('etag')]).toEqual([
    ...[200, 'text/plain; charset=utf-8', expect.stringMatching(/^W\//)],
  ]);
  writeFileSync(join(folder, 'client.ts'), await served.text());
  for (const name of programs) copyFileSync(`tests/typed-client/${name}.ts`, join(folder, `${name}.ts`));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const config = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      outDir: folder,
      rootDir: folder,
      // As strict as any project that copies it.
      ...{ exactOptionalPropertyTypes: true, noPropertyAccessFromIndexSignature: true, noUnusedLocals: true },
      // Node.js runs it as it is.
      erasableSyntaxOnly: true,
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
    },
    include: [],
    exclude: [],
    files: programs.map((name) => join(folder, `${name}.ts`)),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, ['node_modules/typescript-7/bin/tsc', '--project', join(folder, 'tsconfig.json')]).catch(
    ({ stdout }: { stdout: string }) => Promise.reject(new Error(stdout)),
  );
}

const runProgram = async (name: string, args: readonly string[] = []): Promise<unknown> =>
  JSON.parse((await run(process.execPath, [join(folder, `${name}.js`), ...args])).stdout);

it(
  'a client with generated types compiles and calls every endpoint',
  async () => {
    const made = await runProgram('every-call', [`${site.origin}/api`, await operatorToken(), storeMember()]);
    const all = apiEndpoints.map(({ method, path, response }) => `${method} ${path} ${response.status}`);
    expect([...new Set(z.array(z.string()).parse(made))].sort()).toEqual(all.sort());
  },
  timeout,
);

it('repeats a call whose answer is cut off, a write under the same key', async () => {
  const key = expect.stringMatching(/^[\da-f-]{36}$/);
  const { keys, joined } = Object(await runProgram('broken-answers'));
  expect({ keys, joined }).toEqual({ keys: [null, null, key, key], joined: [{ joined: 2 }, { joined: 4 }] });
  expect(keys[2]).toBe(keys[3]);
});
