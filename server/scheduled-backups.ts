import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { databaseStatus } from '~/domain/shared/database-status.server';
import { aMinute } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import { newestBackup } from '~db/backup.mjs';

const checkMilliseconds = 1_000;
/** Maximum delay before a failed backup is retried. */
const retryMilliseconds = 10 * aMinute;
/** Sufficient, because the copy passes through buffers of SQLite and of the hash, not through the heap. */
const workerMemory = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 };

/**
 * Makes a backup whenever the newest one in the folder is older than the setting BACKUP_EVERY, also if another process
 * made that one, and keeps `runtime.newestBackup` current.
 *
 * @param workerFile path of the built `backup-worker.ts`
 * @returns stops a backup in progress, and all further ones
 */
export function scheduleBackups(runtime: Runtime, workerFile: string): () => Promise<void> {
  const { settings, log, clock, version } = runtime;
  const { folder, every, keep } = settings.backups;
  const databasePath = databaseStatus(runtime.db).path;
  let worker: Worker | null = null;
  let isChecking = false;
  let isStopped = false;
  /** Monotonic time of the last attempt. */
  let lastAttempt = Number.NEGATIVE_INFINITY;

  async function backUpNow(path: string): Promise<void> {
    const startedAt = performance.now();
    lastAttempt = startedAt;
    const ended = new AbortController();
    worker = new Worker(workerFile, { argv: [path, folder, keep, version], resourceLimits: workerMemory });
    worker.once('exit', () => ended.abort());
    try {
      const [bytes] = await once(worker, 'message', { signal: ended.signal });
      const milliseconds = Math.round(performance.now() - startedAt);
      log.info({ event: 'backup', bytes, milliseconds }, 'backup');
    } catch (error) {
      if (!isStopped) log.error({ event: 'backup-failed', err: error }, 'backup failed');
    } finally {
      worker = null;
    }
  }

  function isDue(interval: number): boolean {
    if (performance.now() - lastAttempt < Math.min(interval, retryMilliseconds)) return false;
    const age = runtime.newestBackup && clock().getTime() - runtime.newestBackup.getTime();
    // A negative age means that the clock was set back.
    return age === null || age >= interval || age < 0;
  }

  async function check(): Promise<void> {
    if (isChecking || isStopped) return;
    isChecking = true;
    runtime.newestBackup = await newestBackup(folder);
    if (every !== null && databasePath !== null && isDue(every)) {
      await backUpNow(databasePath);
      runtime.newestBackup = await newestBackup(folder);
    }
    isChecking = false;
  }

  void check();
  const timer = setInterval(check, checkMilliseconds).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await worker?.terminate();
  };
}
