// Brings a checkout to the point where it can be served or tested: dependencies as the lock file says, a build of the
// sources as they are. Does nothing, in a fraction of a second, when both are there already.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12)) {
  console.error(`Dopahiya needs Node.js 20.19, or 22.12 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs a command with its output on standard error, so that standard output stays the server's. */
function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

/** Whether what is installed is what the lock file says, package by package. */
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

/** Names the sources that a build is made from, by their content. */
function hashOfSources() {
  const hash = createHash('sha256').update(process.versions.modules);
  const sources = [
    ...['app', 'db', 'drizzle', 'public', 'scripts', 'server']
      .flatMap(filesUnder)
      .filter((file) => !file.includes('.sqlite')),
    ...['package.json', 'package-lock.json', 'remix.config.js', 'tsconfig.json', 'vite.config.ts'],
  ];
  for (const file of sources) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

if (!isInstalled()) {
  console.error(
    'Installing what Dopahiya is built with. The database driver may have to be compiled, which takes a minute.',
  );
  // Building needs development dependencies, also where NODE_ENV=production would leave them out.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
}

const stamp = 'build/built-from';
const sources = hashOfSources();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources) {
  console.error('Building.');
  run(process.execPath, ['scripts/build.mjs']);
  writeFileSync(stamp, sources);
}
