import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import BetterSqlite3 from '~db/driver.mjs';
import { findLitestream } from '../../ops/replica.mjs';
import { startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'dopahiya-replica-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Null when Litestream is not available: no binary for this machine, or no registry. */
function programOrNull(): string | null {
  try {
    return findLitestream();
  } catch (error) {
    console.warn(`Replication is not tested: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}
const program = programOrNull();

const databasePath = join(folder, 'live', 'site.sqlite');
const replica = join(folder, 'replica');
const env = () => ({ ...process.env, DATABASE_PATH: databasePath, REPLICA_URL: replica });
const namesIn = (path: string): string[] => {
  const sqlite = new BetterSqlite3(path, { readonly: true });
  const names = sqlite.prepare('SELECT name FROM listings WHERE is_sample = 0 ORDER BY seq').pluck().all().map(String);
  sqlite.close();
  return names;
};

describe('npm run replicate', () => {
  test.skipIf(program === null)(
    'replicates every write within seconds; drill and restore find it in the replica',
    async () => {
      const site = await startSite({ databasePath });
      const list = async (name: string) => {
        const body = JSON.stringify({
          ...{ name, brand: 'Hero', year: 2021, type: 'Petrol', daysUsed: 300, condition: 'Good', mileage: 60 },
          ...{ topSpeed: 90, presentPrice: 50_000, pastPrice: 70_000, license: 'MH 12 AB 0000' },
        });
        const headers = { 'Content-Type': 'application/json' };
        expect((await requestOver(site.origin, '/api/bikes', { method: 'POST', headers, body })).status).toBe(201);
      };
      const replicating = spawn(process.execPath, ['ops/commands/replicate.mjs'], {
        env: env(),
        stdio: 'ignore',
        // A separate process group, killed together with Litestream.
        detached: true,
      });
      const killReplication = (): void => {
        if (replicating.pid !== undefined && replicating.signalCode === null) process.kill(-replicating.pid, 'SIGKILL');
      };
      try {
        await list('Hero one');
        await pause(2_500);
        const between = new Date().toISOString();
        await pause(1_500);
        await list('Hero two');
        await pause(2_500);
        const drill = await run(process.execPath, ['ops/commands/drill.mjs'], { env: env() });
        expect(drill.stdout).toMatch(/^The replica is restored in [\d.]+ s and sound: \d+ rows, schema /);
        expect(drill.stdout).toContain('Nothing would have been lost.');

        // Simulates a machine failure: neither the site nor the replication shuts down cleanly.
        killReplication();
        site.process.kill('SIGKILL');
        await Promise.all([once(site.process, 'exit'), replicating.exitCode === null && once(replicating, 'exit')]);
        rmSync(join(folder, 'live'), { recursive: true });
        const restored = await run(process.execPath, ['build/server/restore.js', '--from-replica'], { env: env() });
        expect(restored.stdout).toContain('from the replica. There was no database before.');
        expect(namesIn(databasePath)).toEqual(['Hero one', 'Hero two']);

        const at = ['build/server/restore.js', '--from-replica', '--at', between];
        expect((await run(process.execPath, at, { env: env() })).stdout).toContain(`the replica as of ${between}`);
        expect(namesIn(databasePath)).toEqual(['Hero one']);
      } finally {
        killReplication();
        site.process.kill('SIGKILL');
      }
    },
    120_000,
  );

  test('reports a missing setting in one sentence', async () => {
    const getMessage = (script: string, variables: Record<string, string>) =>
      run(process.execPath, [script], { env: { ...env(), ...variables } }).catch(({ stderr }) => stderr);
    expect(await getMessage('ops/commands/replicate.mjs', { REPLICA_URL: '' })).toMatch(
      /^Set REPLICA_URL to the location of the replica: /,
    );
    expect(await getMessage('ops/commands/replicate.mjs', { REPLICA_URL: 'ftp://x' })).toMatch(
      /^REPLICA_URL must be the path of /,
    );
    expect(await getMessage('ops/commands/drill.mjs', { LITESTREAM: '/nowhere' })).toBe(
      'There is no program /nowhere (the setting LITESTREAM).\n',
    );
  });
});
