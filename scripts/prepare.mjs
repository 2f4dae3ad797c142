// Prepares a checkout for serving or testing: dependencies as in the lock file, and a build of the current sources.
// Does nothing, in a fraction of a second, if both are up to date. `--only-install` skips the build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isSupported = major >= 24 || (major === 22 && minor >= 14) || (major === 20 && minor >= 19);
if (!isSupported) {
  console.error(`Dopahiya needs Node.js 20.19, 22.14, 24 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// A release archive has a build and no sources (`npm run release`).
if (!existsSync('app')) process.exit();

/** Standard output is for the server. */
function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

function isInstalled() {
  const installedFile = 'node_modules/.package-lock.json';
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  );
}

function filesUnder(path) {
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]));
}

/** The build does not depend on the version of Node.js that makes it. */
function hashOfSources() {
  const hash = createHash('sha256');
  const sources = [
    ...['app', 'db', 'drizzle', 'ops', 'public', 'scripts', 'server']
      .flatMap(filesUnder)
      .filter((file) => !file.includes('.sqlite')),
    ...['package.json', 'package-lock.json', 'remix.config.js', 'tsconfig.json', 'vite.config.ts'],
  ];
  for (const file of sources) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/**
 * Provides the database driver of Node.js 20, compiled once per version. `npm ci` removes every package first, so the
 * binary is cached outside `node_modules`.
 *
 * @returns false if it could not be compiled
 */
function prepareDriver() {
  const name = 'better-sqlite3-node-20';
  const { version } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[`node_modules/${name}`];
  const addon = `node_modules/${name}/build/Release/better_sqlite3.node`;
  const compiled = `.cache/better-sqlite3-${version}-${process.platform}-${process.arch}.node`;
  if (!existsSync(addon) && existsSync(compiled)) {
    mkdirSync(dirname(addon), { recursive: true });
    copyFileSync(compiled, addon);
  }
  if (!existsSync(addon)) {
    console.error('Compiling the database driver for Node.js 20. This takes a minute.');
    spawnSync('npm', ['rebuild', name, '--ignore-scripts=false', '--loglevel=error'], { stdio: ['ignore', 2, 2] });
  }
  if (!existsSync(addon)) return false;
  if (!existsSync(compiled)) {
    mkdirSync('.cache', { recursive: true });
    copyFileSync(addon, compiled);
  }
  return true;
}

if (!isInstalled()) {
  console.error('Installing dependencies.');
  // The build needs development dependencies, even where NODE_ENV=production would omit them. Install scripts are
  // disabled: the older driver's would compile it on every Node.js, and the newer driver includes its binaries.
  run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}

if (major === 20 && !prepareDriver()) {
  console.error(
    'The database driver could not be compiled. Install Python 3, make and a C++ compiler, or use Node.js 22.14 or newer, where nothing is compiled.',
  );
  process.exit(1);
}

if (process.argv.includes('--only-install')) process.exit();

const stamp = 'build/built-from';
const sources = hashOfSources();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources) {
  console.error('Building.');
  run(process.execPath, ['scripts/build.mjs']);
  writeFileSync(stamp, sources);
}
