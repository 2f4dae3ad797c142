import { createRequire } from 'node:module';

/*
 * SQLite driver: the version of better-sqlite3 that this Node.js can load. Version 13 is compiled for Node-API 10,
 * available since Node.js 22.14, and crashes the process without it; version 12 runs on Node.js 20 and aborts on 24.
 * All code imports the driver from here, including plain scripts, hence JavaScript.
 */

/** @typedef {import('better-sqlite3').Database} Sqlite one open connection */
/** @typedef {import('better-sqlite3').RunResult} RunResult result of a write */
/**
 * @template {unknown[] | {}} [Values=unknown[]]
 * @template [Row=unknown]
 * @typedef {import('better-sqlite3').Statement<Values, Row>} Statement
 */

const isOld = !(Number(process.versions.napi) >= 10);
const packageName = isOld ? 'better-sqlite3-node-20' : 'better-sqlite3';

/** The message has the remedy. */
export class DriverError extends Error {}

/**
 * @param {unknown} error of opening a database
 * @returns {unknown}
 */
function explainMissingPart(error) {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : null;
  const isMissing = code === 'MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED' || /bindings file/.test(error.message);
  if (!isMissing) return error;
  const remedy = isOld
    ? `Compile it: npm rebuild ${packageName} --ignore-scripts=false (with Python 3, make and a C++ compiler), or use Node.js 22.14, 24 or newer.`
    : 'Install the packages again: npm ci --omit=dev';
  const cause = error.message.replace(/(?: Tried:)?\n.*/s, '');
  return new DriverError(
    `The database driver cannot be loaded on Node.js ${process.versions.node}: ${cause} ${remedy}`,
    { cause: error },
  );
}

/** @type {typeof import('better-sqlite3')} */
const Driver = createRequire(import.meta.url)(packageName);

/** @throws DriverError */
const BetterSqlite3 = new Proxy(Driver, {
  construct(driver, values, target) {
    try {
      return Reflect.construct(driver, values, target);
    } catch (error) {
      throw explainMissingPart(error);
    }
  },
});

/** @type {typeof import('better-sqlite3').SqliteError} */
export const SqliteError = BetterSqlite3.SqliteError;
export default BetterSqlite3;
