// Packs what a server needs to run into dopahiya-VERSION.tar.gz, or into a folder:
//   npm run release
//   npm run release -- --folder /srv/dopahiya
// Unpacked, it needs `npm ci --omit=dev --ignore-scripts` and `npm run serve`, and no compiler.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

function readArguments() {
  try {
    return parseArgs({ options: { folder: { type: 'string' }, out: { type: 'string' } } }).values;
  } catch {
    console.error('npm run release takes --folder FOLDER for an unpacked release, and --out FOLDER for the archive.');
    process.exit(1);
  }
}

const values = readArguments();
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const name = `dopahiya-${version}`;

/** Everything that a running site reads, and the documents for operators. */
const contents = [
  'build',
  'bin/serve',
  ...['driver', 'files', 'backup', 'replica'].map((file) => `db/${file}.mjs`),
  ...['prepare', 'backup', 'verify', 'compact', 'rescue', 'replicate', 'drill'].map((file) => `scripts/${file}.mjs`),
  'deploy',
  'package.json',
  'package-lock.json',
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'docs/operations.md'],
];

function copyInto(folder) {
  for (const path of contents) cpSync(path, join(folder, path), { recursive: true });
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
