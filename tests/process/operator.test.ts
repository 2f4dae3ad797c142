import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOver } from '../support/site-in-process';
import { type RunningSite, startSite } from '../support/running-site';

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

function operator(email: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/server/operator.js', email], {
    env: { ...process.env, DATABASE_PATH: databasePath, ...env },
    input: '',
    encoding: 'utf8',
  });
  return { status, said: (stdout + stderr).trim() };
}

async function call(path: string, body: object): Promise<{ status: number; role: unknown }> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await askOver(site.origin, path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, role: JSON.parse(answer.body).data?.user?.role };
}

describe('npm run operator, beside a running site', () => {
  it('says what is missing', () => {
    expect(operator('')).toEqual({ status: 1, said: 'Say whose account: npm run operator -- desk@example.com' });
    expect(operator('desk@example.com')).toEqual({
      status: 1,
      said: 'There is no such account, and no terminal to ask for its password: set OPERATOR_PASSWORD.',
    });
    expect(operator('desk@example.com', { OPERATOR_PASSWORD: 'short' })).toEqual({
      status: 1,
      said: 'Password must be 6+ characters with at least one special character.',
    });
  });

  it('creates an operator', async () => {
    const made = operator('Desk@Example.com', { OPERATOR_PASSWORD: 'desk!desk!desk' });
    expect(made).toEqual({ status: 0, said: 'desk@example.com has an account now, and is an operator.' });
    const entered = await call('/api/auth/login', { email: 'desk@example.com', password: 'desk!desk!desk' });
    expect(entered).toEqual({ status: 200, role: 'operator' });
  });

  it('makes a user an operator, without touching the password', async () => {
    const user = { name: 'Kiran', email: 'kiran@example.com', password: 'open!sesame' };
    expect(await call('/api/auth/signup', user)).toEqual({ status: 201, role: 'user' });
    expect(operator(user.email)).toEqual({ status: 0, said: 'kiran@example.com is an operator now.' });
    expect(await call('/api/auth/login', user)).toEqual({ status: 200, role: 'operator' });
  });
});
