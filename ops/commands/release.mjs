// Packs what a server needs to run into dopahiya-VERSION.tar.gz, or into a folder:
//   npm run release
//   npm run release -- --folder /srv/dopahiya
// Unpacked, it needs `npm ci --omit=dev --ignore-scripts` and `npm run serve`, and no compiler.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { externalPackages } from '../../scripts/external-packages.mjs';

function readArguments() {
  try {
    return parseArgs({ options: { folder: { type: 'string' }, out: { type: 'string' } } }).values;
  } catch {
    console.error('npm run release takes --folder FOLDER for an unpacked release, and --out FOLDER for the archive.');
    process.exit(1);
  }
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const values = readArguments();
const name = `dopahiya-${readJson('package.json').version}`;

const contents = [
  'build',
  'bin/serve',
  ...['db/driver.mjs', 'db/files.mjs', 'ops/backup.mjs', 'ops/replica.mjs', 'scripts/prepare.mjs'],
  ...['backup', 'verify', 'compact', 'rescue', 'replicate', 'drill'].map((file) => `ops/commands/${file}.mjs`),
  'deploy',
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'docs/operations.md'],
];

/** With the packages that the build does not include, so that only these are installed. */
function writePackageFiles(folder) {
  const { devDependencies: _dev, overrides: _overrides, dependencies: all, ...fields } = readJson('package.json');
  const dependencies = Object.fromEntries(externalPackages.map((name) => [name, all[name]]));
  const lock = readJson('package-lock.json');
  const { devDependencies: _lockedDev, ...root } = lock.packages[''];
  lock.packages[''] = { ...root, dependencies };
  const write = (name, value) => writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  write('package.json', { ...fields, dependencies });
  write('package-lock.json', lock);
}

function copyInto(folder) {
  for (const path of contents) cpSync(path, join(folder, path), { recursive: true });
  writePackageFiles(folder);
}

if (values.folder) {
  if (existsSync(join(values.folder, 'package.json'))) {
    console.error(`${values.folder} already has a release. Choose another folder, or delete it.`);
    process.exit(1);
  }
  mkdirSync(values.folder, { recursive: true });
  copyInto(values.folder);
  console.log(`Put ${name} into ${values.folder}.`);
} else {
  const scratch = mkdtempSync(join(tmpdir(), 'dopahiya-release-'));
  const archive = join(resolve(values.out ?? '.'), `${name}.tar.gz`);
  try {
    copyInto(join(scratch, name));
    const { status } = spawnSync('tar', ['-czf', archive, '-C', scratch, name], { stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`Packed ${archive}.`);
}
