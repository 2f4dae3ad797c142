// Returns the free space of a database to the file system, and enables the server to return space freed later. A
// database created by an older version needs this once: SQLite fixes the mode when a file is created. Stop the server:
//   npm run compact
import { existsSync, statSync } from 'node:fs';
import BetterSqlite3 from '../../db/driver.mjs';
import { defaultDatabasePath } from '../../db/files.mjs';

// Temporary files of SQLite are readable by their owner only.
process.umask(0o077);
const path = process.env.DATABASE_PATH || defaultDatabasePath;
if (!existsSync(path)) {
  console.error(`There is no database at ${path} (the setting DATABASE_PATH).`);
  process.exit(1);
}
const megabytes = () => `${(statSync(path).size / 1_000_000).toFixed(1)} MB`;
const before = megabytes();
try {
  const db = new BetterSqlite3(path, { fileMustExist: true, timeout: 1000 });
  // Requires exclusive access, because the whole file is rewritten. The pragma takes effect with the next VACUUM.
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = DELETE');
  db.pragma('auto_vacuum = INCREMENTAL');
  db.exec('VACUUM');
  db.pragma('journal_mode = WAL');
  db.close();
} catch (error) {
  const isInUse = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
  console.error(
    isInUse
      ? `${path} is in use. Stop the server first.`
      : `${path} could not be compacted: ${error instanceof Error ? error.message : error}`,
  );
  process.exit(1);
}
console.log(`Compacted ${path} from ${before} to ${megabytes()}.`);
