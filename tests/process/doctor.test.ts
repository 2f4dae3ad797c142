import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, cpSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import BetterSqlite3 from '~db/driver.mjs';
import { type RunningSite, startSite } from '../support/running-site';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-doctor-'));
const databasePath = join(folder, 'site.sqlite');
let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ databasePath });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

function run(script: string, args: readonly string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_PATH: databasePath, ...env },
    encoding: 'utf8',
  });
}

/** Problems that the command finds, and its exit code. */
function doctor(env: Record<string, string> = {}, args: readonly string[] = [], script = 'build/server/doctor.js') {
  const { status, stdout } = run(script, ['--json', ...args], env);
  const findings: { check: string; status: string; message: string; remedy?: string }[] = JSON.parse(stdout);
  return { code: status, findings, problems: findings.filter((one) => one.status !== 'ok') };
}

describe('npm run doctor', () => {
  it('names each problem with a remedy, and lists successful checks', () => {
    const resolve = `export async function resolve(name, context, next) {
      if (name === 'sharp') throw new Error('There is no image library.');
      return next(name, context);
    }`;
    const toUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
    const hook = `import { register } from 'node:module'; register(${JSON.stringify(toUrl(resolve))});`;
    const { code, problems } = doctor({
      NODE_OPTIONS: `--import=${toUrl(hook)}`,
      TMPDIR: '/nonexistent/tmp',
      WORKERS: '99',
      ORIGIN: 'http://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'mail@bikes.example',
    });
    expect(code).toBe(2);
    expect(problems.map(({ check, status, message }) => `${status} ${check}: ${message}`)).toEqual([
      expect.stringMatching(/^failure images: .*There is no image library/),
      expect.stringMatching(/^warning temporary: .*\/nonexistent\/tmp/),
      expect.stringMatching(/^warning workers: The site runs in 99 processes, on \d+ cores\.$/),
      `warning backup: There is no backup in ${join(folder, 'backups')}.`,
      expect.stringContaining('failure origin: http://127.0.0.1:1 does not respond'),
      expect.stringContaining('failure mail: The mail server 127.0.0.1:1 rejects mail: '),
    ]);
    const remedies = problems.map(({ remedy = '' }) => remedy);
    expect([remedies[1], remedies[3]]).toEqual([
      expect.stringContaining('TMPDIR'),
      expect.stringContaining('BACKUP_EVERY=24h'),
    ]);
    expect(remedies).not.toContain('');
    const { stdout, status } = run('build/server/doctor.js', []);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^ok {7}settings {2}All settings are valid\.$/m);
    expect(stdout).toMatch(/^warning {2}backup {4}There is no backup in .+\n {19}Set BACKUP_EVERY=24h/m);
  });

  it('fails without the process for photos, and requires ORIGIN in production', () => {
    const release = mkdtempSync('.cache/release-');
    const server = join(release, 'build/server');
    cpSync('build/server', server, { recursive: true });
    rmSync(join(server, 'image-process.js'));
    const { problems } = doctor({ NODE_ENV: 'production' }, [], join(server, 'doctor.js'));
    rmSync(release, { recursive: true });
    expect(problems[0]).toMatchObject({ check: 'images', status: 'failure', remedy: expect.stringContaining('again') });
    expect(problems[0]?.message).toContain('image-process.js is missing');
    expect(problems.map(({ check }) => check)).toContain('origin');
  });

  it('finds no problems with a site behind its public address that is backed up', () => {
    run('ops/commands/backup.mjs', []);
    const { code, problems, findings } = doctor({ ORIGIN: site.origin }, ['--full']);
    expect(problems).toEqual([]);
    expect(code).toBe(0);
    expect(findings.map(({ check }) => check)).toEqual([
      ...[
        'settings',
        'node',
        'images',
        'temporary',
        'workers',
        'disk',
        'files',
        'database',
        'schema',
        'log',
        'clock',
        'backup',
        'origin',
      ],
      'mail',
    ]);
    expect(findings.find(({ check }) => check === 'origin')?.message).toBe(`${site.origin} responds.`);
  });

  it.each([
    [{ PORT: 'eighty' }, 'settings', 'The setting PORT must be a port number from 0 to 65535.'],
    [{ DATABASE_PATH: '/tmp/none/site.sqlite' }, 'database', 'There is no database at /tmp/none/site.sqlite.'],
    [{ DATABASE_PATH: 'docs' }, 'database', 'docs is a folder, not a file.'],
  ])('fails with %o', (env, check, message) => {
    const { code, problems } = doctor(env);
    expect(code).toBe(2);
    expect(problems[0]).toMatchObject({ check, status: 'failure', message: expect.stringContaining(message) });
    expect(problems[0]?.remedy).not.toBe('');
  });

  it('warns of a clock far from the time that the site saw last, until an operator confirms it', () => {
    const sqlite = new BetterSqlite3(databasePath);
    sqlite.exec("UPDATE site_clock SET seen_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-40 days')");
    sqlite.close();
    const env = { ORIGIN: site.origin };
    expect(doctor(env)).toMatchObject({
      code: 1,
      problems: [
        {
          check: 'clock',
          status: 'warning',
          message: expect.stringMatching(
            /^The clock is 40 days ahead of .+ Nothing is deleted by age until the site has run for 24 hours more\.$/,
          ),
          remedy: expect.stringContaining('npm run operator -- --confirm-clock'),
        },
      ],
    });
    const confirmed = run('build/server/operator.js', ['--confirm-clock']);
    expect([confirmed.status, confirmed.stdout]).toEqual([0, expect.stringMatching(/^The time .+ is right: /)]);
    expect(doctor(env).problems).toEqual([]);
  });

  it('warns of devices that have got no notification for an hour', () => {
    const sqlite = new BetterSqlite3(databasePath);
    const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
    sqlite.exec(`
      INSERT INTO users (id, name, email, password_hash, gender, created_at, updated_at)
        VALUES ('u', 'Opal', 'opal@example.com', 'x', 'female', '${ago(9)}', '${ago(9)}');
      INSERT INTO sessions (id, token_hash, user_id, kind, created_at, last_seen_at, expires_at)
        VALUES ('s', '${'0'.repeat(64)}', 'u', 'browser', '${ago(9)}', '${ago(9)}', '${ago(-9)}');
      INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, time, told_seq, due_at, created_at,
          failing_since, attempts)
        VALUES ('a', 'u', 's', 'https://push.example/a', '', '', 'hourly', 0, '${ago(-9)}', '${ago(9)}', '${ago(2)}', 7),
          ('b', 'u', 's', 'https://push.example/b', '', '', 'hourly', 0, '${ago(-9)}', '${ago(9)}', '${ago(0.5)}', 2)`);
    const message = '1 of 2 devices have got no notification for an hour or more.';
    expect(doctor({ ORIGIN: site.origin }).problems).toMatchObject([{ check: 'push', status: 'warning', message }]);
    sqlite.exec("DELETE FROM users WHERE id = 'u'");
    sqlite.close();
  });

  it('warns of a file that others can read, and fails with a damaged one', async () => {
    await site.stop();
    chmodSync(databasePath, 0o644);
    expect(doctor()).toMatchObject({
      code: 1,
      problems: [
        { check: 'files', message: expect.stringContaining('mode is 644'), remedy: `chmod 600 ${databasePath}` },
      ],
    });
    const file = openSync(databasePath, 'r+');
    writeSync(file, Buffer.alloc(40_000, 7), 0, 40_000, 40_000);
    closeSync(file);
    const { code, problems } = doctor();
    expect(code).toBe(2);
    expect(problems.map(({ check }) => check)).toContain('database');
  });

  it('explains its usage', () => {
    const { status, stderr } = run('build/server/doctor.js', ['--all']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--full')]);
  });
});
