import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

/** Memory of a process without the files that it maps, such as the program of Node.js, in KB. */
const getOwnKilobytes = (pid: number | undefined): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

test('a release archive, unpacked into an empty folder, serves without a build or development packages', {
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-release-'));
  execFileSync(process.execPath, ['ops/commands/release.mjs', '--out', folder]);
  const [archive = ''] = readdirSync(folder);
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder]);
  const root = join(folder, archive.replace('.tar.gz', ''));
  const npm = (args: string[], env = {}) =>
    execFileSync('npm', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 2],
    });
  npm(['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']);
  for (const name of ['typescript', '@zxing', '@remix-run', 'react', 'vite']) {
    expect([name, existsSync(join(root, 'node_modules', name))]).toEqual([name, false]);
  }
  // The driver of Node.js 20 is compiled where it is installed; that takes a minute, so it is taken from here.
  const driver = 'node_modules/better-sqlite3-node-20/build';
  if (Number(process.versions.napi) < 10) {
    mkdirSync(join(root, driver), { recursive: true });
    cpSync(driver, join(root, driver), { recursive: true });
  }

  const databasePath = join(folder, 'data', 'site.sqlite');
  const site = await startSite({
    databasePath,
    isFirstStart: true,
    command: [join(root, 'bin/serve')],
    env: { NODE_ENV: 'production' },
  });
  for (const path of ['/main', '/bikes', '/browse?q=hero', '/api/bikes', '/sell-bikes']) {
    expect([path, (await requestOver(site.origin, path)).status]).toEqual([path, 200]);
  }
  // docs/operations.md, "Release" says 80 MB.
  expect(getOwnKilobytes(site.process.pid)).toBeLessThan(128_000);
  const env = { DATABASE_PATH: databasePath };
  const copy = join(folder, 'copy.sqlite');
  expect(npm(['run', '--silent', 'backup', '--', copy], env)).toContain('it is sound');
  expect(npm(['run', '--silent', 'verify', '--', copy], env)).toContain('is sound and unchanged since it was made');
  expect(npm(['run', '--silent', 'restore', '--', copy], env)).toContain('A running site has the file open');
  expect(await site.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});
