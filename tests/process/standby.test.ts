import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import BetterSqlite3 from '~db/driver.mjs';
import { findLitestream } from '../../ops/replica.mjs';
import { isExhaustive } from '../support/exhaustive';
import { type RunningSite, seedDatabase, startSite } from '../support/running-site';
import { shine } from '../support/sample-content';
import { requestOver } from '../support/site-in-process';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'dopahiya-standby-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Null when Litestream is not available: no binary for this machine, or no registry. */
function programOrNull(): string | null {
  try {
    return findLitestream();
  } catch (error) {
    console.warn(`Standbys are not tested: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}
const program = programOrNull();

const refused = z.object({ message: z.string(), errors: z.object({ form: z.string() }).partial().optional() });
const created = z.object({ data: z.object({ id: z.string(), name: z.string() }) });

/** Lists a bike. @returns its name, or the status and message of a rejection */
async function list({ origin }: RunningSite, name: string): Promise<string> {
  const body = JSON.stringify({ ...shine, name });
  const headers = { 'Content-Type': 'application/json' };
  const response = await requestOver(origin, '/api/bikes', { method: 'POST', headers, body });
  const json: unknown = JSON.parse(response.body);
  if (response.status === 201) return created.parse(json).data.name;
  const { message, errors } = refused.parse(json);
  // A write in progress gets an error with the reason.
  return `${response.status} ${errors?.form ?? message}`;
}

const shows = async ({ origin }: RunningSite, name: string): Promise<boolean> =>
  (await requestOver(origin, '/api/bikes?limit=3')).body.includes(name);

function namesIn(databasePath: string): Set<string> {
  const sqlite = new BetterSqlite3(databasePath, { readonly: true });
  const names = sqlite.prepare('SELECT name FROM listings WHERE is_sample = 0').pluck().all().map(String);
  sqlite.close();
  return new Set(names);
}

async function figure({ origin }: RunningSite, name: string): Promise<number> {
  const { body } = await requestOver(origin, '/metrics');
  return Number(new RegExp(`^${name} ([\\d.]+)$`, 'm').exec(body)?.[1] ?? Number.NaN);
}

/** A site, its replication and its standby, in separate folders. */
type Pair = {
  primary: RunningSite;
  standby: RunningSite;
  replicaUrl: string;
  startStandby: (env: Record<string, string>) => Promise<RunningSite>;
  promote: (...args: string[]) => Promise<{ stdout: string }>;
  /** Kills the replication at once. */
  killReplication: () => void;
  kill: () => void;
};

async function startPair(name: string): Promise<Pair> {
  const replicaUrl = join(folder, name, 'replica');
  const path = (machine: string) => join(folder, name, machine, 'site.sqlite');
  const sites: RunningSite[] = [];
  const start = async (machine: string, env: Record<string, string>): Promise<RunningSite> => {
    const site = await startSite({
      databasePath: path(machine),
      // A standby has its database from the replica.
      isFirstStart: machine === 'standby',
      env: { REPLICA_URL: replicaUrl, ...env },
    });
    sites.push(site);
    return site;
  };
  const primary = await start('primary', {});
  const replication = spawn(process.execPath, ['ops/commands/replicate.mjs'], {
    env: { ...process.env, REPLICA_URL: replicaUrl, DATABASE_PATH: path('primary') },
    stdio: 'ignore',
    // A separate process group, killed together with Litestream.
    detached: true,
  });
  const killReplication = (): void => {
    if (replication.pid !== undefined && replication.exitCode === null && replication.signalCode === null) {
      process.kill(-replication.pid, 'SIGKILL');
    }
  };
  const pair = {
    primary,
    replicaUrl,
    startStandby: (env: Record<string, string>) => start('standby', { STANDBY: 'on', ...env }),
    promote: (...args: string[]) =>
      run(process.execPath, ['build/server/promote.js', ...args], {
        env: { ...process.env, REPLICA_URL: replicaUrl, DATABASE_PATH: path('standby') },
      }),
    killReplication,
    kill: () => {
      killReplication();
      for (const site of sites) site.process.kill('SIGKILL');
    },
  };
  try {
    while (!existsSync(join(replicaUrl, 'generations'))) await pause(50);
    await pause(1_000);
    return { ...pair, standby: await pair.startStandby({ PRIMARY_URL: primary.origin, PASS_ON: 'off' }) };
  } catch (error) {
    pair.kill();
    throw error;
  }
}

/**
 * Lists one bike after the other until one is rejected, with as much time between them as a write takes.
 *
 * @returns the acknowledged names, with their times
 */
async function listOn(site: RunningSite, name: string) {
  const written: { name: string; at: number }[] = [];
  for (let turn = 0; ; turn += 1) {
    await pause(5);
    const listed = await list(site, `${name} ${turn}`).catch(() => null);
    if (listed !== `${name} ${turn}`) return { written, rejection: listed };
    written.push({ name: listed, at: Date.now() });
  }
}

/** The doctor's findings about the replica. */
async function doctor(databasePath: string, replicaUrl: string): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'test' as const, DATABASE_PATH: databasePath, REPLICA_URL: replicaUrl };
  const { stdout } = await run(process.execPath, ['build/server/doctor.js'], { env }).catch((error) => error);
  return /^(\w+) +replica +(.+)$/m.exec(stdout)?.slice(1).join(': ') ?? '';
}

const rejection = '503 Another machine is the primary of this site now. Nothing can be saved here any more.';

describe.skipIf(program === null)('a standby', { timeout: 180_000 }, () => {
  test('follows within seconds, is promoted under load without a loss, and the old primary refuses to write', async () => {
    const pair = await startPair('promoted');
    const { primary } = pair;
    let { standby } = pair;
    try {
      const lags: number[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        const listedAt = performance.now();
        expect(await list(primary, `Shine followed ${turn}`)).toBe(`Shine followed ${turn}`);
        while (!(await shows(standby, `Shine followed ${turn}`))) await pause(20);
        lags.push(Math.round(performance.now() - listedAt));
      }
      console.log(`A standby is behind by ${lags.join(', ')} ms.`);
      // Generous for a busy machine.
      expect(Math.max(...lags)).toBeLessThan(15_000);
      expect(await figure(standby, 'dopahiya_replica_lag_seconds')).toBeLessThan(15);
      expect(await figure(primary, 'dopahiya_replica_lag_seconds')).toBeLessThan(15);

      const named = `This is a copy of the site that can only be read, and nothing was saved. Please use the primary at ${primary.origin}.`;
      expect(await list(standby, 'Shine refused')).toBe(`503 ${named}`);
      const form = await requestOver(standby.origin, '/feedback', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: standby.origin },
        body: 'rating=5',
      });
      expect([form.status, form.body.includes(named)]).toEqual([503, true]);
      for (const path of ['/main', '/browse', '/sell-bikes', '/vehicle-details?vehicle=1', '/login', '/contact']) {
        expect((await requestOver(standby.origin, path)).status, path).toBe(200);
      }
      const health = JSON.parse((await requestOver(standby.origin, '/api/health')).body);
      expect(health).toMatchObject({ data: { status: 'ok', writable: false } });
      // The rejected write is nowhere, and reads have written nothing.
      expect(namesIn(standby.databasePath)).toEqual(namesIn(primary.databasePath));

      expect(await doctor(primary.databasePath, pair.replicaUrl)).toMatch(
        /^ok: The newest change in the replica is from /,
      );
      expect(await doctor(standby.databasePath, pair.replicaUrl)).toMatch(
        /^ok: The copy of this standby was up to date /,
      );

      // A standby that forwards writes, started on its existing copy.
      expect(await standby.stop()).toBe(0);
      standby = await pair.startStandby({ PRIMARY_URL: primary.origin, WORKERS: '2' });
      expect(await list(standby, 'Shine passed on')).toBe('Shine passed on');
      expect(namesIn(primary.databasePath)).toContain('Shine passed on');
      const account = { name: 'Asha', email: 'asha@example.com', password: 'open!sesame' };
      const signedUp = await requestOver(standby.origin, '/api/auth/signup', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(account),
      });
      const { token } = z.object({ data: z.object({ token: z.string() }) }).parse(JSON.parse(signedUp.body)).data;
      const own = await requestOver(standby.origin, '/api/auth/profile', {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect([own.status, own.body.includes('asha@example.com')]).toEqual([200, true]);

      const load = listOn(primary, 'Shine under load');
      await pause(500);
      const { stdout } = await pair.promote();
      expect(stdout).toMatch(
        /^This machine is the primary\. The newest change in the replica is from \d{4}-.+Z\. Replicate it/,
      );
      const { written, rejection: reported } = await load;
      const kept = namesIn(standby.databasePath);
      const lost = written.filter(({ name }) => !kept.has(name));
      console.log(`Of ${written.length} acknowledged writes, the promotion lost ${lost.length}.`);
      expect(reported).toBe(rejection);
      expect(written.length).toBeGreaterThan(20);
      expect(lost).toEqual([]);
      expect(await list(primary, 'Shine too late')).toBe(rejection);
      expect(await list(standby, 'Shine of the new primary')).toBe('Shine of the new primary');

      // Also after restarts.
      expect(await primary.stop()).toBe(0);
      const { databasePath } = primary;
      const again = await startSite({ databasePath, env: { REPLICA_URL: pair.replicaUrl } });
      expect(await list(again, 'Shine after a restart')).toBe(rejection);
      await again.stop();
      expect(await doctor(databasePath, pair.replicaUrl)).toMatch(/^failure: Another machine was promoted from /);
      const env = { ...process.env, REPLICA_URL: pair.replicaUrl, DATABASE_PATH: databasePath };
      pair.killReplication();
      const { stderr } = await run(process.execPath, ['ops/commands/replicate.mjs'], { env }).catch((error) => error);
      expect(stderr).toContain('this one is not the primary any more');
      await standby.stop();
      standby = await pair.startStandby({});
      expect(await list(standby, 'Shine still here')).toBe('Shine still here');
      expect(namesIn(standby.databasePath)).toContain('Shine of the new primary');
    } finally {
      pair.kill();
    }
  });

  test('that is promoted after its primary was killed lacks at most two seconds of writes', async () => {
    const pair = await startPair('killed');
    const { primary, standby } = pair;
    try {
      const load = listOn(primary, 'Shine before the end');
      await pause(3_000);
      const killedAt = Date.now();
      pair.killReplication();
      primary.process.kill('SIGKILL');
      const { written } = await load;
      await pair.promote('--now');
      const kept = namesIn(standby.databasePath);
      const lost = written.filter(({ name }) => !kept.has(name));
      const oldest = lost[0] ? killedAt - lost[0].at : 0;
      console.log(`Of ${written.length} acknowledged writes, ${lost.length} are lost, the oldest ${oldest} ms old.`);
      expect(written.length - lost.length).toBeGreaterThan(0);
      expect(oldest).toBeLessThan(2_000);
      expect(await list(standby, 'Shine of the new primary')).toBe('Shine of the new primary');
    } finally {
      pair.kill();
    }
  });

  test('overwrites no other database', async () => {
    const databasePath = join(folder, 'own.sqlite');
    await seedDatabase(databasePath);
    const env = { STANDBY: 'on', REPLICA_URL: join(folder, 'none') };
    await expect(startSite({ databasePath, env })).rejects.toThrow('is not the copy of a standby, and');
    const fresh = join(folder, 'fresh.sqlite');
    await expect(startSite({ databasePath: fresh, isFirstStart: true, env })).rejects.toThrow(
      /The replica at .* is empty\./,
    );
    await expect(startSite({ databasePath, env: { STANDBY: 'on' } })).rejects.toThrow('The setting STANDBY needs');
    const args = { env: { ...process.env, ...env, DATABASE_PATH: databasePath } };
    const { stderr } = await run(process.execPath, ['build/server/promote.js'], args).catch((error) => error);
    expect(stderr).toContain('is not the copy of a standby');
  });

  // Spends its eight seconds waiting, which blocks a test process.
  test.skipIf(!isExhaustive)('replaces a worker that does not confirm that writes are off', async () => {
    const replicaUrl = join(folder, 'halted', 'replica');
    const databasePath = join(folder, 'halted', 'site.sqlite');
    const site = await startSite({ databasePath, env: { REPLICA_URL: replicaUrl, WORKERS: '2' } });
    try {
      while ((await figure(site, 'dopahiya_workers')) !== 2) await pause(50);
      const { pid } = site.process;
      const [halted = 0] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number);
      process.kill(halted, 'SIGSTOP');
      const write = "(await import('./db/replica.mjs')).writeFence('another machine')";
      await run(process.execPath, ['--input-type=module', '--eval', write], {
        env: { ...process.env, REPLICA_URL: replicaUrl },
      });
      while (existsSync(`/proc/${halted}`)) await pause(50);
      while ((await figure(site, 'dopahiya_workers')) !== 2) await pause(50);
      const responses = await Promise.all(Array.from({ length: 8 }, () => list(site, 'Shine')));
      expect(new Set(responses)).toEqual(new Set([rejection]));
    } finally {
      site.process.kill('SIGKILL');
    }
  });
});
