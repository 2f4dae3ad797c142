import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { readShop } from '~/domain/content/shop.server';
import { issueSetupToken } from '~/domain/setup/setup-state.server';
import { commitInGroup } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import { formatError } from '~/domain/shared/text';
import { createLog } from '~/http/log.server';
import type { ReadOnly, Runtime } from '~/http/runtime.server';
import { getSettingWarnings, readSettings, SettingError, type Settings } from '~/http/settings.server';
import { paths, setupPaths } from '~/paths';
import { type OpenedDatabase, openForService } from '~db/connection';
import { DriverError } from '~db/driver.mjs';
import { findForeignFiles } from '~db/foreign-log';
import { Workers } from '../ops/primary';
import {
  becomePrimary,
  createStandbyReadOnly,
  deleteStaleRequest,
  isStandbyAtStart,
  Standby,
  watchFence,
} from '../ops/standby';
import { migrateAndSeed } from './boot';
import { closeOrRescue, watchDatabase } from './database-watch';
import { exitWithMessage, onTermination } from './http-server';
import { createRuntime, setReadOnly } from './runtime';
import {
  keepSendingReplies,
  keepSnapshots,
  keepStoringVisits,
  renewStatistics,
  runCleanup,
  scheduleBackups,
} from './scheduled-tasks';

function readSettingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof SettingError) exitWithMessage(error.message);
    throw error;
  }
}

const noPermission = 'this user needs permission to read and write it and its folder';
const noFolder = 'its folder cannot be created';
const openingFailures: readonly [code: string, reason: string][] = [
  ['EACCES', noPermission],
  ['EPERM', noPermission],
  ['SQLITE_CANTOPEN', noPermission],
  ['SQLITE_READONLY', noPermission],
  ['ENOENT', noFolder],
  ['ENOTDIR', noFolder],
  ['EROFS', noFolder],
  ['SQLITE_NOTADB', 'it is not an SQLite database'],
];

function exitWithDatabaseError({ databasePath }: Settings, error: unknown): never {
  if (error instanceof DriverError) exitWithMessage(error.message);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = openingFailures.find(([prefix]) => code.startsWith(prefix))?.[1] ?? formatError(error);
  exitWithMessage(
    `The database ${databasePath} (the setting DATABASE_PATH) can't be used: ${reason.replace(/\.?$/, '.')}`,
  );
}

function openDatabaseOrExit(settings: Settings, isCopy: boolean): OpenedDatabase {
  try {
    const reason = isCopy ? null : findForeignFiles(settings.databasePath);
    if (reason !== null) throw new Error(reason);
    const opened = openForService(settings.databasePath);
    if (!isCopy) migrateAndSeed(opened.db, { report: console.error });
    return opened;
  } catch (error) {
    exitWithDatabaseError(settings, error);
  }
}

async function startStandbyOrExit(settings: Settings): Promise<Standby | null> {
  const { databasePath } = settings;
  try {
    deleteStaleRequest(databasePath);
  } catch (error) {
    exitWithDatabaseError(settings, error);
  }
  try {
    if (!isStandbyAtStart(settings)) return null;
    const standby = new Standby(databasePath);
    await standby.catchUp().catch((error) => {
      if (!existsSync(databasePath)) throw error;
      console.error(`The copy is outdated: ${formatError(error)}`);
    });
    return standby;
  } catch (error) {
    exitWithMessage(formatError(error));
  }
}

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const files = { clientFolder: resolvePath('../client'), backupWorker: resolvePath('backup-worker.js') };

type Stop = () => Promise<void>;

async function startWriterTasks(runtime: Runtime, onFenced: (readOnly: ReadOnly) => void): Promise<Stop> {
  const { settings, log } = runtime;
  const stopCleanup = runCleanup(runtime);
  const stopRenewing = renewStatistics(runtime);
  const stopStoringVisits = keepStoringVisits(runtime);
  const stopSendingReplies = keepSendingReplies(runtime);
  const stopBackups = scheduleBackups(runtime, files.backupWorker);
  const stopSnapshots = keepSnapshots(runtime);
  const stopMails = settings.mail && (await import('./mail-sender')).sendMails(runtime, settings.mail);
  const stopWebhooks = (await import('./webhook-sender')).sendWebhooks(runtime);
  const stopPushes = (await import('./push-sender')).sendPushes(runtime);
  const stopTasks = async (): Promise<void> => {
    stopCleanup();
    stopRenewing();
    await stopSendingReplies();
    await stopBackups();
    await Promise.all([stopMails?.(), stopWebhooks(), stopPushes(), stopSnapshots()]);
    await stopStoringVisits();
  };
  if (settings.replicaUrl === null) return stopTasks;
  const fence = await watchFence(settings.databasePath, log, (readOnly) => {
    onFenced(readOnly);
    void stopTasks();
  });
  runtime.replicaLag = fence.getLag;
  return async () => {
    fence.stop();
    await stopTasks();
  };
}

function followPrimary(standby: Standby, runtime: Runtime, onPromoted: () => Promise<void>): Stop {
  const { settings, db, log } = runtime;
  setReadOnly(runtime, createStandbyReadOnly(settings));
  runtime.replicaLag = () => standby.getLag();
  return standby.follow(log, async () => {
    setReadOnly(runtime, null);
    try {
      becomePrimary(db);
    } catch (error) {
      setReadOnly(runtime, createStandbyReadOnly(settings));
      throw error;
    }
    await onPromoted();
  });
}

async function superviseWorkers(
  workers: Workers,
  runtime: Runtime,
  { onListening, cleanUp }: { onListening: (port: number) => void; cleanUp: Stop },
): Promise<void> {
  let hasFailed = false;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    // A signal during startup ends the first worker too, which `start` reports as a failure.
    if (isStopping) return;
    isStopping = true;
    await workers.stop();
    await cleanUp();
    process.exit(hasFailed ? 1 : 0);
  };
  workers.onFailure = (reason) => {
    hasFailed = true;
    console.error(reason);
    void stop();
  };
  runtime.metrics.start();
  onTermination(runtime.log, () => void stop());
  const port = await workers.start();
  if (port === null) {
    hasFailed ||= !isStopping;
    await stop();
  } else onListening(port);
}

/** On standard output, which is not the log. */
async function printSetupLink({ db, clock, log }: Runtime, origin: string): Promise<void> {
  try {
    const issued = await commitInGroup(db, () => ok(issueSetupToken(db, clock())));
    if (!issued.ok || !issued.value) return;
    // Pages that another process changed cannot be rescued by a worker from an emptied log: this one leaves none there.
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
    console.log(`Set it up, once, at ${origin}${setupPaths.begin(issued.value)}`);
  } catch (error) {
    log.error({ err: error }, 'no link to set the site up');
  }
}

async function run(settings: Settings): Promise<void> {
  for (const warning of getSettingWarnings(settings)) console.error(warning);
  const standby = await startStandbyOrExit(settings);
  const { db, warning } = openDatabaseOrExit(settings, standby !== null);
  const runtime = createRuntime(settings, db, createLog(settings.logLevel));
  if (warning) runtime.log.warn({ event: 'database-restricted' }, warning);
  // A restricted database cannot be read by other processes.
  const workers = settings.workers === 1 || warning ? null : new Workers(runtime);

  let writing: Promise<Stop> | null = null;
  const allowWrites = async (readOnly: ReadOnly | null): Promise<void> => {
    setReadOnly(runtime, readOnly);
    await workers?.broadcastReadOnly(readOnly);
  };
  const startWriting = async (): Promise<void> => {
    writing = startWriterTasks(runtime, (readOnly) => void allowWrites(readOnly));
    await writing;
  };
  let stopFollowing: Stop = async () => undefined;
  if (standby) {
    stopFollowing = followPrimary(standby, runtime, async () => {
      await allowWrites(null);
      await startWriting();
    });
  } else await startWriting();

  const stopWatching = watchDatabase(runtime);
  const cleanUp = async (): Promise<void> => {
    await stopFollowing();
    await (await writing)?.();
    stopWatching();
    await closeOrRescue(runtime);
  };
  const onListening = (port: number): void => {
    const host = settings.host?.includes(':') ? `[${settings.host}]` : (settings.host ?? 'localhost');
    const origin = settings.origin ?? `http://${host}:${port}`;
    console.log(`${readShop(runtime.db).name} is open at ${origin}${paths.home()}`);
    if (!runtime.readOnly) void printSetupLink(runtime, origin);
  };
  if (workers) await superviseWorkers(workers, runtime, { onListening, cleanUp });
  else {
    const { serve } = await import('./serve');
    serve(runtime, { clientFolder: files.clientFolder, onListening, cleanUp });
  }
}

// All files written by the server, including temporary copies and uploads, are accessible to their owner only.
process.umask(0o077);

// The live heap is a sixth of what V8 would let accumulate: collect once it has grown by a third.
setFlagsFromString('--heap-growing-percent=30');

const settings = readSettingsOrExit();
if (cluster.isWorker) {
  const { serveAsWorker } = await import('../ops/worker');
  await serveAsWorker(settings, files);
} else await run(settings);
