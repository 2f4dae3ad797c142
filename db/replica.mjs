import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * The replica: every change of the database, sent on by Litestream a quarter of a second later (docs/operations.md,
 * "Replica"). Its program has 30 MB and most sites don't need it, so that it is installed on first use.
 */

/** Reasons why there is no replica, each a sentence for the operator. */
export class ReplicaError extends Error {}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ownFolder = here('../.cache/litestream');
const version = '1.0.1';
const programPackage = `@flydotio/litestream-${process.platform}-${process.arch}`;

/** @param {string} folder @returns {string | null} */
function programIn(folder) {
  try {
    return createRequire(join(folder, 'package.json')).resolve(`${programPackage}/litestream`);
  } catch {
    return null;
  }
}

/**
 * The program of Litestream: of the setting LITESTREAM, installed, or installed now.
 *
 * @returns {string}
 * @throws ReplicaError when it cannot be had
 */
export function litestream() {
  const { LITESTREAM: named } = process.env;
  if (named) {
    if (existsSync(named)) return named;
    throw new ReplicaError(`There is no program ${named} (the setting LITESTREAM).`);
  }
  const known = programIn(here('..')) ?? programIn(ownFolder);
  if (known) return known;
  process.stderr.write('Installing Litestream, which is needed once.\n');
  const args = ['install', '--prefix', ownFolder, '--no-audit', '--no-fund', `@flydotio/litestream@${version}`];
  spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const installed = programIn(ownFolder);
  if (installed) return installed;
  throw new ReplicaError(
    `Litestream can't be had here: ${programPackage} is not in the registry, or the registry can't be reached. Install Litestream 0.3.13 and name its program in LITESTREAM.`,
  );
}

/** @returns {string} @throws ReplicaError without the setting */
export function replicaUrl() {
  const { REPLICA_URL: url } = process.env;
  if (!url) {
    throw new ReplicaError(
      'Set REPLICA_URL to where the replica goes: the path of a folder on another disk, s3://bucket/path or sftp://user@host/path.',
    );
  }
  if (/^(?:s3|sftp):\/\/./.test(url)) return url;
  if (/^\w+:\/\//.test(url)) throw new ReplicaError('REPLICA_URL must be the path of a folder, s3://… or sftp://….');
  return resolve(url);
}

/**
 * Runs `work` with the path of a configuration of Litestream, which is deleted afterwards.
 *
 * @template Value
 * @param {string} databasePath
 * @param {(config: string) => Value | Promise<Value>} work
 * @returns {Promise<Value>}
 */
export async function withConfig(databasePath, work) {
  const url = replicaUrl();
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-replica-'));
  const config = join(folder, 'litestream.yml');
  // JSON is YAML.
  const to = /^(?:s3|sftp):/.test(url) ? { url } : { type: 'file', path: url };
  const replica = { ...to, 'sync-interval': '250ms', 'snapshot-interval': '24h', retention: '72h' };
  const content = { dbs: [{ path: resolve(databasePath), 'monitor-interval': '250ms', replicas: [replica] }] };
  writeFileSync(config, JSON.stringify(content), { mode: 0o600 });
  try {
    return await work(config);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the database of the replica into a new file.
 *
 * @param {string} databasePath path of the database that was replicated
 * @param {string} target
 * @param {string | null} at timestamp of the state to restore; null for the newest
 * @returns {Promise<void>}
 * @throws ReplicaError
 */
export function restoreReplica(databasePath, target, at) {
  const program = litestream();
  return withConfig(databasePath, (config) => {
    const args = ['restore', '-config', config, '-o', target, ...(at ? ['-timestamp', at] : []), resolve(databasePath)];
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status === 0 && existsSync(target)) return;
    const reason = `${stderr}${stdout}`.trim().split('\n').at(-1) ?? '';
    throw new ReplicaError(`The replica at ${replicaUrl()} can't be restored: ${reason}`);
  });
}
