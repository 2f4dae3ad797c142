import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import BetterSqlite3 from '../db/driver.mjs';

/*
 * The replica: Litestream sends on every change of the database a quarter of a second later (docs/operations.md,
 * "Replica"). Its binary of 30 MB is installed on first use, because most sites don't need it.
 */

/** A sentence for the operator. */
export class ReplicaError extends Error {}

// Commands run in the folder of the site, also without sources.
const ownFolder = resolve('.cache/litestream');
const version = '1.0.1';
const programPackage = `@flydotio/litestream-${process.platform}-${process.arch}`;

/** @param {string} folder @returns {string | null} */
function findProgram(folder) {
  try {
    return createRequire(join(folder, 'package.json')).resolve(`${programPackage}/litestream`);
  } catch {
    return null;
  }
}

/** From the setting LITESTREAM, already installed, or installed now. @returns {string} @throws ReplicaError */
export function findLitestream() {
  const { LITESTREAM: named } = process.env;
  if (named) {
    if (existsSync(named)) return named;
    throw new ReplicaError(`There is no program ${named} (the setting LITESTREAM).`);
  }
  const program = findProgram(resolve('.')) ?? findProgram(ownFolder);
  if (program) return program;
  process.stderr.write('Installing Litestream once.\n');
  const args = ['install', '--prefix', ownFolder, '--no-audit', '--no-fund', `@flydotio/litestream@${version}`];
  spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const installed = findProgram(ownFolder);
  if (installed) return installed;
  throw new ReplicaError(
    `Litestream can't be installed: ${programPackage} is not in the registry, or the registry can't be reached. Install Litestream 0.3.13, and set LITESTREAM to its path.`,
  );
}

/** @returns {string} @throws ReplicaError without the setting */
export function readReplicaUrl() {
  const { REPLICA_URL: url } = process.env;
  if (!url) {
    throw new ReplicaError(
      'Set REPLICA_URL to the location of the replica: the path of a folder on another disk, s3://bucket/path or sftp://user@host/path.',
    );
  }
  if (/^(?:s3|sftp):\/\/./.test(url)) return url;
  if (/^\w+:\/\//.test(url))
    throw new ReplicaError('REPLICA_URL must be the path of a folder, s3://bucket/path or sftp://user@host/path.');
  return resolve(url);
}

/** At a snapshot each restoration begins. @returns {string} */
function readSnapshotInterval() {
  const { REPLICA_SNAPSHOTS: interval } = process.env;
  if (!interval) return '24h';
  if (/^[1-9]\d{0,3}[mh]$/.test(interval)) return interval;
  throw new ReplicaError('REPLICA_SNAPSHOTS must be a time such as 24h or 30m.');
}

/**
 * Private key for SFTP. Litestream reads it only from its configuration and uses no agent.
 *
 * @param {string} url
 * @returns {{ 'key-path'?: string }}
 */
function findSftpKey(url) {
  const { REPLICA_KEY: key } = process.env;
  if (!key || !url.startsWith('sftp:')) return {};
  if (!existsSync(key)) throw new ReplicaError(`There is no key at ${key} (the setting REPLICA_KEY).`);
  return { 'key-path': resolve(key) };
}

/**
 * Runs `work` with the path of a Litestream configuration, which is deleted afterwards.
 *
 * @template Value
 * @param {string} databasePath
 * @param {(config: string) => Value | Promise<Value>} work
 * @param {string} url
 * @returns {Promise<Value>}
 */
export async function runWithConfig(databasePath, work, url = readReplicaUrl()) {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-replica-'));
  const config = join(folder, 'litestream.yml');
  // JSON is YAML.
  const to = /^(?:s3|sftp):/.test(url) ? { url, ...findSftpKey(url) } : { type: 'file', path: url };
  const replica = { ...to, 'sync-interval': '250ms', 'snapshot-interval': readSnapshotInterval(), retention: '72h' };
  const content = { dbs: [{ path: resolve(databasePath), 'monitor-interval': '250ms', replicas: [replica] }] };
  writeFileSync(config, JSON.stringify(content), { mode: 0o600 });
  try {
    return await work(config);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} args @returns {Promise<{ isDone: boolean, stdout: string, reason: string }>} */
async function run(args) {
  const child = spawn(findLitestream(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Promise<number | null>} */
  const ended = new Promise((done, fail) => child.once('close', done).once('error', fail));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { isDone: status === 0, stdout, reason: `${stderr}${stdout}`.trim().split('\n').at(-1) ?? '' };
}

/**
 * Restores the replica into a new file.
 *
 * @param {string} databasePath path of the database that was replicated
 * @param {string} target
 * @param {string | null} at timestamp of the state to restore; null for the newest
 * @returns {Promise<void>}
 * @throws ReplicaError
 */
export function restoreReplica(databasePath, target, at) {
  return runWithConfig(databasePath, async (config) => {
    const when = at ? ['-timestamp', at] : [];
    const { isDone, reason } = await run(['restore', '-config', config, '-o', target, ...when, resolve(databasePath)]);
    if (!isDone || !existsSync(target))
      throw new ReplicaError(`The replica at ${readReplicaUrl()} can't be restored: ${reason}`);
  });
}

/**
 * @param {string} databasePath
 * @returns {Promise<{ version: string, newest: Date }>} `version` differs after each change; `newest` is the time of
 *   the last change, in whole seconds
 * @throws ReplicaError if it is empty or can't be read
 */
export function readReplicaState(databasePath) {
  return runWithConfig(databasePath, async (config) => {
    const { isDone, stdout, reason } = await run(['wal', '-config', config, resolve(databasePath)]);
    if (!isDone) throw new ReplicaError(`The replica at ${readReplicaUrl()} can't be read: ${reason}`);
    const times = stdout.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/gm) ?? [];
    const newest = times.sort().at(-1);
    if (newest === undefined) throw new ReplicaError(`The replica at ${readReplicaUrl()} is empty.`);
    return { version: createHash('sha256').update(stdout).digest('hex'), newest: new Date(newest) };
  });
}

/*
 * The fence: a token beside the replica that identifies the primary, replicated like the database so that it works with
 * any storage. Only a promotion writes it. A machine whose database has another token beside it is not the primary.
 */

/** @template Value @param {(file: string, config: string) => Promise<Value>} work @returns {Promise<Value>} */
async function runWithFence(work) {
  const url = `${readReplicaUrl().replace(/\/$/, '')}/fence`;
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-fence-'));
  const file = join(folder, 'fence.sqlite');
  try {
    return await runWithConfig(file, (config) => work(file, config), url);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @returns {Promise<string | null>} null before the first promotion @throws ReplicaError if the replica can't be read
 */
export function readFence() {
  return runWithFence(async (file, config) => {
    const { isDone, reason } = await run(['restore', '-config', config, '-if-replica-exists', file]);
    if (!isDone) throw new ReplicaError(`The replica at ${readReplicaUrl()} can't be read: ${reason}`);
    if (!existsSync(file)) return null;
    const sqlite = new BetterSqlite3(file, { readonly: true });
    try {
      return String(sqlite.prepare('SELECT token FROM fence').pluck().get());
    } finally {
      sqlite.close();
    }
  });
}

/** @param {string} token @returns {Promise<void>} @throws ReplicaError if the replica can't be written */
export async function writeFence(token) {
  await runWithFence(async (file, config) => {
    const sqlite = new BetterSqlite3(file);
    sqlite.pragma('journal_mode = WAL');
    sqlite.exec('CREATE TABLE fence (token TEXT NOT NULL) STRICT');
    sqlite.prepare('INSERT INTO fence (token) VALUES (?)').run(token);
    sqlite.close();
    // Litestream sends what is left before it exits with this command.
    await run(['replicate', '-config', config, '-exec', 'sleep 2']);
  });
  if ((await readFence()) !== token) throw new ReplicaError(`The replica at ${readReplicaUrl()} can't be written.`);
}

/** Its modification time is when the copy was last up to date. */
export const getStandbyMarkPath = (/** @type {string} */ databasePath) => `${databasePath}-standby`;

/** Contains the new token, and is deleted once the standby is the primary. */
export const getPromotionRequestPath = (/** @type {string} */ databasePath) => `${databasePath}-promote`;

export const getPromotionMarkPath = (/** @type {string} */ databasePath) => `${databasePath}-promoted`;

/** @param {string} databasePath @param {string | null} token @returns {boolean} */
export function isOwnFence(databasePath, token) {
  const path = getPromotionMarkPath(databasePath);
  return token === null || (existsSync(path) && readFileSync(path, 'utf8') === token);
}
