import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/*
 * Names of the files of a database, and writing files that survive a power cut. Plain JavaScript, because scripts
 * without a build use it too.
 */

export const defaultDatabasePath = 'db/dopahiya.sqlite';

/** Folder of backups if BACKUP_FOLDER is not set. @param {string} databasePath */
export const getDefaultBackupFolder = (databasePath) => join(dirname(databasePath), 'backups');

/** Next to the database so that the command needs no process id. @param {string} databasePath */
export const getRescueRequestPath = (databasePath) => `${databasePath}-rescue-request`;

/** With its write-ahead log. @param {string} databasePath @returns {void} */
export function deleteDatabase(databasePath) {
  for (const end of ['', '-wal', '-shm']) rmSync(databasePath + end, { force: true });
}

/**
 * Creates a folder and its missing parents, accessible to their owner only, one by one: Node.js's recursive creation
 * never returns below a folder like /proc, which cannot have any.
 *
 * @param {string} folder
 * @returns {void}
 */
export function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(resolve(folder)));
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** Waits until a file, or the entries of a folder, are on disk. @param {string} path @returns {void} */
function flush(path) {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * Renames a complete file to its final name, replacing any file there, and waits until both are on disk.
 *
 * @param {string} unfinished
 * @param {string} path in the same folder
 * @returns {void}
 */
export function putInPlace(unfinished, path) {
  flush(unfinished);
  renameSync(unfinished, path);
  flush(dirname(resolve(path)));
}
