// Restores the replica to a scratch file and reports what a failure of this machine would lose now:
//   REPLICA_URL=/mnt/disk/replica node ops/commands/drill.mjs
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupError, checkSoundness, readSchemaAndCounts } from '../backup.mjs';
import BetterSqlite3 from '../../db/driver.mjs';
import { defaultDatabasePath } from '../../db/files.mjs';
import { ReplicaError, restoreReplica } from '../replica.mjs';

process.umask(0o077);
const source = process.env.DATABASE_PATH || defaultDatabasePath;
const folder = mkdtempSync(join(tmpdir(), 'dopahiya-drill-'));
const scratch = join(folder, 'restored.sqlite');

function read(path) {
  const sqlite = new BetterSqlite3(path, { readonly: true });
  try {
    return sqlite.transaction(() => ({
      ...readSchemaAndCounts(sqlite),
      revision: Number(sqlite.prepare('SELECT revision FROM content_revision').pluck().get() ?? 0),
    }))();
  } finally {
    sqlite.close();
  }
}

try {
  const live = existsSync(source) ? read(source) : null;
  const startedAt = performance.now();
  await restoreReplica(source, scratch, null);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  checkSoundness(scratch);
  const restored = read(scratch);
  const rows = Object.values(restored.rows).reduce((sum, count) => sum + count, 0);
  console.log(`The replica is restored in ${seconds} s and sound: ${rows} rows, schema ${restored.schema}.`);
  if (live === null) console.log(`There is no database at ${source} to compare it with.`);
  else {
    const missing = Object.entries(live.rows)
      .map(([table, count]) => [table, count - (restored.rows[table] ?? 0)])
      .filter(([, count]) => count > 0);
    const changes = Math.max(0, live.revision - restored.revision);
    if (missing.length === 0 && changes === 0) console.log('Nothing would have been lost.');
    else {
      const tables = missing.map(([table, count]) => `${count} rows of ${table}`).join(', ') || 'no row';
      console.log(`Would have been lost: ${tables}; ${changes} changes of public pages.`);
    }
  }
} catch (error) {
  const isExpected = error instanceof ReplicaError || error instanceof BackupError;
  console.error(isExpected ? error.message : `The drill failed: ${error}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
