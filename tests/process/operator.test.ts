import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateChosenPassword } from '~/domain/accounts/password-rules.server';
import BetterSqlite3 from '~db/driver.mjs';
import { deskPaths } from '~/paths';
import { boundary, multipart } from '../support/multipart-forms';
import { getPageText } from '../support/page-text';
import { findTree, readProcess } from '../support/process-tree';
import { type RunningSite, startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-operator-'));
const databasePath = join(folder, 'site.sqlite');
let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ databasePath });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

function operator(args: readonly string[], password?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/server/operator.js', ...args], {
    env: { ...process.env, DATABASE_PATH: databasePath, ...(password && { OPERATOR_PASSWORD: password }) },
    input: '',
    encoding: 'utf8',
  });
  return { status, output: (stdout + stderr).trim() };
}

async function request(path: string, body: object) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await requestOver(site.origin, path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data } = JSON.parse(response.body);
  return { status: response.status, role: data?.user?.role, token: String(data?.token) };
}

const profileStatus = async (token: string): Promise<number> =>
  (await requestOver(site.origin, '/api/auth/profile', { headers: { Authorization: `Bearer ${token}` } })).status;

/** The audit log of operators, oldest line first. */
function loggedEvents(): unknown[] {
  const sqlite = new BetterSqlite3(databasePath, { readonly: true });
  const rows = sqlite.prepare('SELECT operator_name, subject, title, action FROM audit_events ORDER BY id').raw().all();
  sqlite.close();
  return rows;
}

const desk = { email: 'desk@example.com', password: 'a kite over 2 hills!' };
const stranger = { name: 'Kiran', email: 'owner@example.com', password: 'blue!umbrella' };

describe('npm run operator, beside a running site', () => {
  it('explains its usage, and reports missing arguments', () => {
    expect(operator([])).toEqual({ status: 1, output: expect.stringMatching(/^Specify an account:\n/) });
    expect(operator([desk.email])).toEqual({
      status: 1,
      output: 'There is no terminal to prompt for a password. Set OPERATOR_PASSWORD.',
    });
    expect(operator([desk.email, '--existing'])).toEqual({
      status: 1,
      output: 'There is no account with the email desk@example.com. Omit --existing to create it.',
    });
  });

  it('prints a link to set the site up, as the start does, while there is no operator', async () => {
    const open = async (link: string) => {
      const { pathname, search } = new URL(link);
      return (await requestOver(site.origin, pathname + search)).status;
    };
    const findLink = (): string => /http:\S+\/setup\?token=\S+/.exec(site.printed())?.[0] ?? '';
    await expect.poll(findLink).not.toBe('');
    const printed = findLink();
    expect(await open(printed)).toBe(200);
    const { status, output } = operator(['setup']);
    expect([status, output]).toEqual([0, expect.stringContaining('/setup?token=')]);
    expect(await open(output.split('\n', 1)[0] ?? '')).toBe(200);
    expect(await open(printed)).toBe(403);
  });

  it('creates an operator, with a password of at least 12 characters', async () => {
    for (const [password, reason] of [
      ['kite+hill!', 'The password of an operator must have at least 12 characters.'],
      ['pune-bikes-2026-shop', 'Password must be 6+ characters with at least one special character.'],
    ] as const) {
      const { status, output } = operator([desk.email], password);
      expect([status, output.startsWith(reason), output.includes('at least 12 characters')]).toEqual([1, true, true]);
      const [, example = ''] = /This one would pass: (\S+)$/.exec(output) ?? [];
      expect(validateChosenPassword(example, { role: 'owner', name: 'desk', email: desk.email })).toBeNull();
    }
    expect(operator(['Desk@Example.com'], desk.password)).toEqual({
      status: 0,
      output: 'desk@example.com is an operator now, with a new account.',
    });
    expect(await request('/api/auth/login', desk)).toMatchObject({ status: 200, role: 'owner' });
    expect(loggedEvents()).toEqual([['Command line', 'account', 'desk', 'created as an operator']]);
    expect(operator(['setup'])).toEqual({
      status: 1,
      output: expect.stringContaining('There is an operator already.'),
    });
  });

  it('reads a stock file in a process of its own, and shows what the doctor finds', async () => {
    const { token } = await request('/api/auth/login', desk);
    const headers = { Cookie: `authToken=${token}`, 'Sec-Fetch-Site': 'same-origin' };
    const lines = Array.from({ length: 4_000 }, (_, at) => `Shine ${at},Honda,62000,2021,23000`);
    const bytes = Buffer.from(['name,brand,price,year,kilometres', ...lines].join('\n'));
    const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    const body = multipart([{ name: 'file', fileName: 'stock.csv', bytes }]);
    const programs = new Set<string>();
    const watch = setInterval(() => {
      for (const pid of findTree(site.process.pid ?? 0)) programs.add(readProcess(pid, 'cmdline').split('\0')[2] ?? '');
    }, 10);
    const sent = await requestOver(site.origin, deskPaths.import(), {
      method: 'POST',
      headers: { ...headers, ...type },
      body,
    });
    expect(sent.status).toBe(303);
    await expect
      .poll(() => [...programs].some((file) => file.endsWith('import-worker.js')), { timeout: 20_000 })
      .toBe(true);
    clearInterval(watch);

    const checks = await requestOver(site.origin, deskPaths.teamHealthChecks(), { headers });
    const text = getPageText(checks.body);
    expect(text).toMatch(/\d of \d+ checks ask for something to be done/);
    expect(text).toContain('Good: images');
  });

  it('gives no account to another person who signed up with its address', async () => {
    const { token } = await request('/api/auth/signup', stranger);
    expect(operator([stranger.email], desk.password)).toEqual({
      status: 1,
      output: expect.stringMatching(
        /^owner@example\.com already has an account: Kiran, joined on \d+ \w+ \d{4}\. Nothing was changed\./,
      ),
    });
    expect(await request('/api/auth/login', stranger)).toMatchObject({ status: 200, role: 'user' });

    const password = 'the true owner, at last';
    expect(operator([stranger.email, '--existing'], password)).toEqual({
      status: 0,
      output:
        'owner@example.com is an operator now, with the new password. Every session and access token of the account has ended.',
    });
    expect(await profileStatus(token)).toBe(401);
    expect((await request('/api/auth/login', stranger)).status).toBe(401);
    expect(await request('/api/auth/login', { ...stranger, password })).toMatchObject({
      status: 200,
      role: 'owner',
    });
    expect(loggedEvents().at(-1)).toEqual([
      'Command line',
      'account',
      'Kiran',
      'made an operator with a new password, signed out everywhere',
    ]);
  });

  it('issues a recovery code for any account, which sets a new password', async () => {
    expect(operator(['recover', 'nobody@example.com'])).toEqual({
      status: 1,
      output: 'There is no account with the email nobody@example.com.',
    });
    const { status, output } = operator(['recover', desk.email]);
    expect([status, output]).toEqual([
      0,
      expect.stringMatching(/^[\dA-Z-]{39}\nThe recovery code of desk@example.com works/),
    ]);
    expect(loggedEvents().at(-1)).toEqual(['Command line', 'account', 'desk', 'recovery code issued']);
    const recovery = { email: desk.email, code: output.slice(0, 39) };
    expect((await request('/api/account/recover', { ...recovery, password: 'too!short' })).status).toBe(422);
    expect((await request('/api/account/recover', { ...recovery, password: desk.password })).status).toBe(200);
  });

  it('resets two-step sign-in', async () => {
    const sqlite = new BetterSqlite3(databasePath);
    sqlite.exec(`INSERT INTO authenticators (user_id, secret, last_step, created_at)
      SELECT id, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 0, created_at FROM users WHERE email = '${desk.email}'`);
    sqlite.close();
    expect((await request('/api/auth/login', desk)).status).toBe(401);
    expect(operator(['--reset-two-step', desk.email])).toEqual({
      status: 0,
      output: expect.stringMatching(/^desk@example\.com signs in with the password alone now\./),
    });
    expect(loggedEvents().at(-1)).toEqual(['Command line', 'account', 'desk', 'two-step sign-in reset']);
    expect((await request('/api/auth/login', desk)).status).toBe(200);
    expect(operator(['--reset-two-step', desk.email])).toEqual({
      status: 1,
      output: 'This account has no two-step sign-in.',
    });
  });

  it('lists operators, and makes one a user again', async () => {
    const { token } = await request('/api/auth/login', desk);
    expect(operator(['--list']).output).toMatch(
      /^desk@example\.com, desk, joined on .+\nowner@example\.com, Kiran, joined on .+$/,
    );
    expect(operator(['--remove', desk.email])).toEqual({
      status: 0,
      output: 'desk@example.com is no longer an operator. Every session and access token of the account has ended.',
    });
    expect(await profileStatus(token)).toBe(401);
    expect(await request('/api/auth/login', desk)).toMatchObject({ status: 200, role: 'user' });
    expect(loggedEvents().at(-1)).toEqual([
      'Command line',
      'account',
      'desk',
      'no longer an operator, signed out everywhere',
    ]);
  });
});
