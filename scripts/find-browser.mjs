// Prints the path of a Chromium for the browser tests. Where none is found and Debian's packages are at hand, it is
// installed: the test runner's own download needs the open internet.
import { spawnSync } from 'node:child_process';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function find() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
    if (found) return found;
  }
  return null;
}

function install() {
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update', '-q'],
    ['apt-get', 'install', '-yq', '--no-install-recommends', 'chromium'],
  ]) {
    const [command, ...rest] = [...root, ...args];
    spawnSync(command, rest, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
}

if (!find()) install();
const browser = find();
if (!browser) {
  console.error('The browser tests need Chromium. Install it, or name it in CHROMIUM_PATH.');
  process.exit(1);
}
console.log(browser);
