import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/*
 * Files that have to survive a power cut. Plain JavaScript, because scripts that run without a build use it too.
 */

/**
 * Creates a folder for its owner only, and those above it, one by one: Node's own recursive creation never returns below
 * a folder that can have none, such as /proc.
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
    // Another process may have created it in the meantime.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Waits until a file, or the names in a folder, are on disk.
 *
 * @param {string} path
 * @returns {void}
 */
function flush(path) {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * Gives a complete file its final name, in the place of any file of that name, and waits until both are on disk.
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
