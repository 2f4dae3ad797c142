// Audits every screen with Lighthouse, which is installed on first use in this folder: `npm start` does not need it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
process.chdir(root);
if (!existsSync(`${here}/node_modules/lighthouse`)) {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: here,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
const browser = spawnSync(process.execPath, ['scripts/find-browser.mjs', 'chromium'], { encoding: 'utf8' });
if (browser.status !== 0) process.exit(1);
const { module } = await runnerImport(`${here}/audit.ts`, {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': `${root}/app`, '~db': `${root}/db` } },
});
const { default: lighthouse } = await import('lighthouse');
const { launch } = await import('chrome-launcher');
process.exitCode = await module.audit({ lighthouse, launch }, browser.stdout.trim(), process.argv.slice(2));
