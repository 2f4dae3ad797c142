// Prints the path of a browser for the tests: `chromium`, or `text` for one that draws nothing. Where none is found and
// Debian's packages are at hand, it is installed: the test runner's own download needs the open internet.
import { spawnSync } from 'node:child_process';

const browsers = {
  chromium: {
    name: 'Chromium',
    setting: 'CHROMIUM_PATH',
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackage: 'chromium',
  },
  text: { name: 'w3m', setting: 'W3M_PATH', commands: ['w3m'], debianPackage: 'w3m' },
};

const browser = browsers[process.argv[2] ?? 'chromium'];
if (!browser) {
  console.error(`There are ${Object.keys(browsers).join(' and ')}.`);
  process.exit(1);
}

function find() {
  if (process.env[browser.setting]) return process.env[browser.setting];
  for (const command of browser.commands) {
    const found = spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).stdout.trim();
    if (found) return found;
  }
  return null;
}

function install() {
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update', '-q'],
    ['apt-get', 'install', '-yq', '--no-install-recommends', browser.debianPackage],
  ]) {
    const [command, ...rest] = [...root, ...args];
    spawnSync(command, rest, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
}

if (!find()) install();
const path = find();
if (!path) {
  console.error(`The tests need ${browser.name}. Install it, or name it in ${browser.setting}.`);
  process.exit(1);
}
console.log(path);
