// Sends every change of the database to REPLICA_URL until it is stopped, beside a running site:
//   REPLICA_URL=/mnt/disk/replica npm run replicate
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { defaultDatabasePath } from '../../db/files.mjs';
import { isOwnFence, findLitestream, ReplicaError, readFence, readReplicaUrl, runWithConfig } from '../replica.mjs';

process.umask(0o077);
const source = process.env.DATABASE_PATH || defaultDatabasePath;
try {
  const url = readReplicaUrl();
  const program = findLitestream();
  if (!existsSync(source)) throw new ReplicaError(`There is no database at ${source} (the setting DATABASE_PATH).`);
  if (!isOwnFence(source, await readFence())) {
    throw new ReplicaError(
      `Another machine was promoted from the replica at ${url}, and this one is not the primary any more.`,
    );
  }
  await runWithConfig(source, async (config) => {
    const child = spawn(program, ['replicate', '-config', config], { stdio: ['ignore', 2, 2] });
    // Litestream sends remaining changes before it exits.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill('SIGTERM'));
    child.once('spawn', () => console.log(`Replicating ${source} to ${url}.`));
    const [code] = await once(child, 'exit');
    process.exitCode = code ?? 0;
  });
} catch (error) {
  console.error(error instanceof ReplicaError ? error.message : `Nothing is replicated: ${error}`);
  process.exitCode = 1;
}
