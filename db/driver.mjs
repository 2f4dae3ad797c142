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

const packageName = Number(process.versions.napi) >= 10 ? 'better-sqlite3' : 'better-sqlite3-node-20';

/**
 * Opens a database: `new BetterSqlite3(path, options)`.
 *
 * @type {typeof import('better-sqlite3')}
 */
const BetterSqlite3 = createRequire(import.meta.url)(packageName);

/** @type {typeof import('better-sqlite3').SqliteError} */
export const SqliteError = BetterSqlite3.SqliteError;
export default BetterSqlite3;
