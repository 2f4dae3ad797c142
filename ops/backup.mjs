import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import BetterSqlite3 from '../db/driver.mjs';
import { makeFolder, putInPlace } from '../db/files.mjs';

/*
 * Backups: a copy of the database with a record of its expected content (docs/operations.md, "Backup"). Plain
 * JavaScript, because `npm run backup` must work without a build, for example before an upgrade.
 */

/** @typedef {import('../db/driver.mjs').Sqlite} Sqlite */

/**
 * @typedef {object} BackupRecord content of `FILE.json` for the backup `FILE`
 * @property {string} sha256 hash of the file
 * @property {number} bytes size of the file
 * @property {string | null} schema name of the last migration; null without any
 * @property {Record<string, number>} rows number of rows of each table
 * @property {string} version version of the program that made the backup
 * @property {string} createdAt timestamp of the data
 */

/** A sentence for the operator. */
export class BackupError extends Error {}

/** @param {string} file */
export const getRecordPath = (file) => `${file}.json`;

/** @param {string} file @returns {Promise<string>} */
async function hashFile(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** @param {Sqlite} sqlite @returns {Pick<BackupRecord, 'schema' | 'rows'>} */
export function readSchemaAndCounts(sqlite) {
  const names = sqlite
    .prepare(
      `SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all()
    .map(String);
  const rows = names.map((name) => [name, Number(sqlite.prepare(`SELECT count(*) FROM "${name}"`).pluck().get())]);
  const schema = names.includes('migrations')
    ? sqlite.prepare('SELECT name FROM migrations ORDER BY name DESC LIMIT 1').pluck().get()
    : null;
  return { schema: schema === null || schema === undefined ? null : String(schema), rows: Object.fromEntries(rows) };
}

/** @param {Sqlite} sqlite @returns {string} 'ok', or the first defect */
function findDefect(sqlite) {
  const verdict = String(sqlite.pragma('integrity_check(1)', { simple: true }));
  if (verdict !== 'ok') return verdict;
  const broken = sqlite.pragma('foreign_key_check');
  return Array.isArray(broken) && broken.length > 0 ? `a row of ${broken[0].table} refers to nothing` : 'ok';
}

/**
 * Copies a database with SQLite's backup API, because a plain file copy would be inconsistent while others write. The
 * copy gets its name once it is verified and on disk, and its record last.
 *
 * @param {Sqlite} sqlite a connection for this purpose only; in a transaction, its snapshot is copied
 * @param {string} target path of the copy, whose folder is created if missing
 * @param {string} version
 * @returns {Promise<BackupRecord>}
 * @throws if the database cannot be read, or the copy cannot be written or is not sound
 */
export async function backUp(sqlite, target, version) {
  const unfinished = `${target}.unfinished`;
  makeFolder(dirname(target));
  for (const file of [unfinished, getRecordPath(unfinished)]) rmSync(file, { force: true });
  try {
    // A snapshot: without a transaction, each write of another process would restart the copy.
    const isPinned = sqlite.inTransaction;
    if (!isPinned) sqlite.exec('BEGIN');
    sqlite.pragma('schema_version');
    const createdAt = new Date().toISOString();
    // Created before SQLite writes to it, to be accessible to its owner only.
    writeFileSync(unfinished, '', { flag: 'wx', mode: 0o600 });
    await sqlite.backup(unfinished).finally(() => {
      if (!isPinned) sqlite.exec('COMMIT');
    });
    const copy = new BetterSqlite3(unfinished);
    let content;
    try {
      // Makes the copy a single file without a write-ahead log.
      copy.pragma('journal_mode = DELETE');
      const defect = findDefect(copy);
      if (defect !== 'ok') throw new BackupError(`the copy is not sound: ${defect}`);
      content = readSchemaAndCounts(copy);
    } finally {
      copy.close();
    }
    const record = {
      sha256: await hashFile(unfinished),
      bytes: statSync(unfinished).size,
      ...content,
      version,
      createdAt,
    };
    writeFileSync(getRecordPath(unfinished), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    putInPlace(unfinished, target);
    putInPlace(getRecordPath(unfinished), getRecordPath(target));
    return record;
  } catch (error) {
    for (const file of [unfinished, getRecordPath(unfinished)]) rmSync(file, { force: true });
    throw error;
  }
}

/** @param {string} databasePath @param {string} target @param {string} version @returns {Promise<BackupRecord>} */
export async function backUpFile(databasePath, target, version) {
  const sqlite = new BetterSqlite3(databasePath, { readonly: true, fileMustExist: true });
  try {
    return await backUp(sqlite, target, version);
  } finally {
    sqlite.close();
  }
}

/** @param {string} file @returns {BackupRecord} @throws BackupError */
function readRecord(file) {
  const path = getRecordPath(file);
  if (!existsSync(path)) throw new BackupError(`The record ${path} of the backup is missing.`);
  try {
    const { sha256, bytes, schema, rows, version, createdAt } = JSON.parse(readFileSync(path, 'utf8'));
    const isRecord =
      typeof sha256 === 'string' &&
      typeof bytes === 'number' &&
      (schema === null || typeof schema === 'string') &&
      typeof rows === 'object' &&
      rows !== null &&
      typeof version === 'string' &&
      typeof createdAt === 'string' &&
      !Number.isNaN(Date.parse(createdAt));
    if (isRecord) return { sha256, bytes, schema, rows, version, createdAt };
  } catch {
    // Reported like any other invalid record.
  }
  throw new BackupError(`${path} is not a backup record.`);
}

/** For copies without a record. @param {string} file @returns {void} @throws BackupError */
export function checkSoundness(file) {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const sqlite = new BetterSqlite3(file, { readonly: true });
  try {
    const defect = findDefect(sqlite);
    if (defect !== 'ok') throw new BackupError(`${file} is not sound: ${defect}.`);
  } catch (error) {
    throw error instanceof BackupError
      ? error
      : new BackupError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  } finally {
    sqlite.close();
  }
}

/** @param {string} file @returns {Promise<BackupRecord>} its record @throws BackupError with the first difference */
export async function verifyBackup(file) {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const record = readRecord(file);
  const { size } = statSync(file);
  if (size !== record.bytes) throw new BackupError(`${file} has ${size} bytes instead of ${record.bytes}.`);
  if ((await hashFile(file)) !== record.sha256) throw new BackupError(`${file} was changed: its SHA-256 is different.`);
  checkSoundness(file);
  const sqlite = new BetterSqlite3(file, { readonly: true });
  try {
    const { schema, rows } = readSchemaAndCounts(sqlite);
    if (schema !== record.schema)
      throw new BackupError(`${file} has the schema ${schema} instead of ${record.schema}.`);
    const difference = Object.keys({ ...rows, ...record.rows }).find((table) => rows[table] !== record.rows[table]);
    if (difference !== undefined) {
      throw new BackupError(
        `${file} has ${rows[difference] ?? 0} rows in ${difference} instead of ${record.rows[difference] ?? 0}.`,
      );
    }
  } finally {
    sqlite.close();
  }
  return record;
}

/** Names sort by age: `dopahiya-2026-11-22T21-40-57-123Z.sqlite`. */
const namePattern = /^dopahiya-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.sqlite$/;

/** @param {string} folder @param {Date} now */
export const createBackupPath = (folder, now) =>
  join(folder, `dopahiya-${now.toISOString().replaceAll(/[:.]/g, '-')}.sqlite`);

/** Newest first. @param {readonly string[]} files */
const findBackups = (files) =>
  files
    .filter((name) => namePattern.test(name) && files.includes(getRecordPath(name)))
    .sort()
    .reverse();

/** @param {string} folder @returns {Promise<Date | null>} null if there is none */
export async function findNewestBackup(folder) {
  const [name = ''] = findBackups(await readdir(folder).catch(() => []));
  const [, day, hours, minutes, seconds, rest] = namePattern.exec(name) ?? [];
  return day ? new Date(`${day}${hours}:${minutes}:${seconds}.${rest}`) : null;
}

/** And the files of interrupted backups. @param {string} folder @param {number} keep at least one @returns {void} */
export function deleteOldBackups(folder, keep) {
  const files = readdirSync(folder);
  const [newest = ''] = findBackups(files);
  const outdated = findBackups(files).slice(Math.max(1, keep));
  // A newer unfinished backup may be in progress.
  const left = files.filter((name) => {
    const [of = '', end] = name.split('.sqlite');
    return Boolean(end?.startsWith('.unfinished')) && namePattern.test(`${of}.sqlite`) && name < newest;
  });
  for (const name of outdated) rmSync(join(folder, getRecordPath(name)), { force: true });
  for (const name of [...outdated, ...left]) rmSync(join(folder, name), { force: true });
}
