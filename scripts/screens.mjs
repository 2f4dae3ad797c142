// Draws every screen and compares it with the accepted pictures: `npm run screens`. With `--accept`, those last drawn are
// accepted; other arguments choose some of the screens, as of `playwright test`, which are drawn only.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

if (process.argv.includes('--accept')) {
  cpSync('test-results/screens/small', 'tests/e2e/contact-sheet/accepted', { recursive: true });
  process.exit();
}

rmSync('test-results/screens', { recursive: true, force: true });
const folder = mkdtempSync(join(tmpdir(), 'screens-'));
const { status } = spawnSync(
  process.execPath,
  [
    ...['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/contact-sheet.config.ts', '--reporter', 'dot'],
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      // Stores of other runs begin at other times.
      TMPDIR: folder,
      SCREENS_BEGAN: String(Date.now()),
      NODE_OPTIONS: `--import ${pathToFileURL(resolve('tests/e2e/fixed-clock.mjs'))}`,
    },
  },
);
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
