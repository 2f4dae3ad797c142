// Prints the path of a browser for the tests: `chromium`, or `text` for a text browser. If none is found and Debian's
// packages are available, it is installed: the test runner's own download needs internet access.
import { spawnSync } from 'node:child_process';

const browsers = {
  chromium: {
    name: 'Chromium',
    setting: 'CHROMIUM_PATH',
    // The headless shell, without windows, halves the time of the tests.
    preferred: 'chromium-headless-shell',
    commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackages: ['chromium-headless-shell', 'chromium'],
    // Metric-compatible substitutes for the fonts of most systems.
    fonts: ['fonts-liberation'],
  },
  text: { name: 'w3m', setting: 'W3M_PATH', commands: ['w3m'], debianPackages: ['w3m'], fonts: [] },
};

const browser = browsers[process.argv[2] ?? 'chromium'];
if (!browser) {
  console.error(`Specify ${Object.keys(browsers).join(' or ')}.`);
  process.exit(1);
}

const findPath = (command) => spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).stdout.trim();

function find() {
  if (process.env[browser.setting]) return process.env[browser.setting];
  return browser.commands.map(findPath).find((path) => path !== '') ?? null;
}

/**
 * Only root, as in a container, gets the faster browser in addition to an installed one: a developer's computer is left
 * unchanged.
 */
function isWorthInstalling() {
  if (process.env[browser.setting]) return false;
  if (!find()) return true;
  return browser.preferred !== undefined && process.getuid?.() === 0 && findPath(browser.preferred) === '';
}

function apt(...args) {
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [command, ...rest] = [...root, 'apt-get', ...args];
  spawnSync(command, rest, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

/** Older releases of Debian lack the first. */
function install() {
  apt('update', '-q');
  for (const name of browser.debianPackages) {
    if (isWorthInstalling()) apt('install', '-yq', '--no-install-recommends', name, ...browser.fonts);
  }
}

if (isWorthInstalling()) install();
const path = find();
if (!path) {
  console.error(`The tests need ${browser.name}. Install it, or set ${browser.setting} to its path.`);
  process.exit(1);
}
console.log(path);
