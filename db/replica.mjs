import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import BetterSqlite3 from './driver.mjs';

/*
 * The replica: every change of the database, sent on by Litestream a quarter of a second later (docs/operations.md,
 * "Replica"). Its program has 30 MB and most sites don't need it, so that it is installed on first use.
 */

/** Reasons why there is no replica, each a sentence for the operator. */
export class ReplicaError extends Error {}

// Every command runs in the folder of the site, a built one too.
const ownFolder = resolve('.cache/litestream');
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
  const known = programIn(resolve('.')) ?? programIn(ownFolder);
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

/** Time between two copies of the whole database; a restoration begins at one. @returns {string} */
function snapshotInterval() {
  const { REPLICA_SNAPSHOTS: interval } = process.env;
  if (!interval) return '24h';
  if (/^[1-9]\d{0,3}[mh]$/.test(interval)) return interval;
  throw new ReplicaError('REPLICA_SNAPSHOTS must be a time such as 24h or 30m.');
}

/**
 * The key for SFTP, which Litestream takes from its configuration alone: it asks no agent.
 *
 * @param {string} url
 * @returns {{ 'key-path'?: string }}
 */
function sftpKey(url) {
  const { REPLICA_KEY: key } = process.env;
  if (!key || !url.startsWith('sftp:')) return {};
  if (!existsSync(key)) throw new ReplicaError(`There is no key at ${key} (the setting REPLICA_KEY).`);
  return { 'key-path': resolve(key) };
}

/**
 * Runs `work` with the path of a configuration of Litestream, which is deleted afterwards.
 *
 * @template Value
 * @param {string} databasePath
 * @param {(config: string) => Value | Promise<Value>} work
 * @param {string} url
 * @returns {Promise<Value>}
 */
export async function withConfig(databasePath, work, url = replicaUrl()) {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-replica-'));
  const config = join(folder, 'litestream.yml');
  // JSON is YAML.
  const to = /^(?:s3|sftp):/.test(url) ? { url, ...sftpKey(url) } : { type: 'file', path: url };
  const replica = { ...to, 'sync-interval': '250ms', 'snapshot-interval': snapshotInterval(), retention: '72h' };
  const content = { dbs: [{ path: resolve(databasePath), 'monitor-interval': '250ms', replicas: [replica] }] };
  writeFileSync(config, JSON.stringify(content), { mode: 0o600 });
  try {
    return await work(config);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs Litestream until it ends.
 *
 * @param {readonly string[]} args
 * @returns {Promise<{ isDone: boolean, stdout: string, reason: string }>}
 */
async function run(args) {
  const child = spawn(litestream(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Promise<number | null>} */
  const ended = new Promise((done, fail) => child.once('close', done).once('error', fail));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { isDone: status === 0, stdout, reason: `${stderr}${stdout}`.trim().split('\n').at(-1) ?? '' };
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
  return withConfig(databasePath, async (config) => {
    const when = at ? ['-timestamp', at] : [];
    const { isDone, reason } = await run(['restore', '-config', config, '-o', target, ...when, resolve(databasePath)]);
    if (!isDone || !existsSync(target))
      throw new ReplicaError(`The replica at ${replicaUrl()} can't be restored: ${reason}`);
  });
}

/**
 * What the replica has.
 *
 * @param {string} databasePath
 * @returns {Promise<{ version: string, newest: Date }>} `version` is another one after each change; `newest` is when the
 *   last one arrived, in whole seconds
 * @throws ReplicaError when it has nothing, or can't be read
 */
export function stateOfReplica(databasePath) {
  return withConfig(databasePath, async (config) => {
    const { isDone, stdout, reason } = await run(['wal', '-config', config, resolve(databasePath)]);
    if (!isDone) throw new ReplicaError(`The replica at ${replicaUrl()} can't be read: ${reason}`);
    const times = stdout.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/gm) ?? [];
    const newest = times.sort().at(-1);
    if (newest === undefined) throw new ReplicaError(`There is nothing in the replica at ${replicaUrl()}.`);
    return { version: createHash('sha256').update(stdout).digest('hex'), newest: new Date(newest) };
  });
}

/*
 * The fence: a token beside the replica that says which machine is the primary, replicated like the database itself so
 * that it works wherever a replica does. Only a promotion writes it. A machine without this token in the file beside
 * its own database is no primary any more.
 */

/** @template Value @param {(file: string, config: string) => Promise<Value>} work @returns {Promise<Value>} */
async function withFence(work) {
  const url = `${replicaUrl().replace(/\/$/, '')}/fence`;
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-fence-'));
  const file = join(folder, 'fence.sqlite');
  try {
    return await withConfig(file, (config) => work(file, config), url);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The token of the machine that was promoted last.
 *
 * @returns {Promise<string | null>} null when none ever was
 * @throws ReplicaError when the replica can't be read
 */
export function readFence() {
  return withFence(async (file, config) => {
    const { isDone, reason } = await run(['restore', '-config', config, '-if-replica-exists', file]);
    if (!isDone) throw new ReplicaError(`The replica at ${replicaUrl()} can't be read: ${reason}`);
    if (!existsSync(file)) return null;
    const sqlite = new BetterSqlite3(file, { readonly: true });
    try {
      return String(sqlite.prepare('SELECT token FROM fence').pluck().get());
    } finally {
      sqlite.close();
    }
  });
}

/** @param {string} token @returns {Promise<void>} @throws ReplicaError when the replica can't be written */
export async function writeFence(token) {
  await withFence(async (file, config) => {
    const sqlite = new BetterSqlite3(file);
    sqlite.pragma('journal_mode = WAL');
    sqlite.exec('CREATE TABLE fence (token TEXT NOT NULL) STRICT');
    sqlite.prepare('INSERT INTO fence (token) VALUES (?)').run(token);
    sqlite.close();
    // What Litestream is to do meanwhile; it sends what is left before it ends.
    await run(['replicate', '-config', config, '-exec', 'sleep 2']);
  });
  if ((await readFence()) !== token) throw new ReplicaError(`The replica at ${replicaUrl()} can't be written.`);
}

/** The file whose presence says that a database is the copy of a standby; its time is when it last was up to date. */
export const standbyMark = (/** @type {string} */ databasePath) => `${databasePath}-standby`;

/** The file with the token by which a standby is stderr that it is to be the primary; it is gone once it is. */
export const promotionRequest = (/** @type {string} */ databasePath) => `${databasePath}-promote`;

/** The file with the token of a machine that was promoted. */
export const promotionMark = (/** @type {string} */ databasePath) => `${databasePath}-promoted`;

/**
 * Whether this machine may write, by a token read from the fence.
 *
 * @param {string} databasePath
 * @param {string | null} token
 * @returns {boolean}
 */
export function isOwnFence(databasePath, token) {
  const path = promotionMark(databasePath);
  return token === null || (existsSync(path) && readFileSync(path, 'utf8') === token);
}
