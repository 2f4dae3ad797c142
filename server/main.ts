import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { site } from '~/domain/shared/site';
import {
  bringUpToDate,
  createLog,
  createRuntime,
  type ReadOnly,
  type Runtime,
  setReadOnly,
} from '~/http/runtime.server';
import { readSettings, SettingError, type Settings, settingWarnings } from '~/http/settings.server';
import { paths } from '~/paths';
import { type OpenedDatabase, openForService } from '~db/connection';
import { runCleanup } from './cleanup';
import { closeOrRescue, watchDatabase } from './database-watch';
import { giveUp, onTermination } from './http-server';
import { Workers } from './primary';
import { scheduleBackups } from './scheduled-backups';
import { beginToWrite, forgetOldRequest, readOnlyStandby, Standby, startsAsStandby, watchFence } from './standby';
import { keepStoringViews } from './views';

function settingsOrGiveUp(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof SettingError) giveUp(error.message);
    throw error;
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @param isCopy whether it is the copy of a standby, which is as new as its primary */
function databaseOrGiveUp({ databasePath }: Settings, isCopy: boolean): OpenedDatabase {
  try {
    const opened = openForService(databasePath);
    if (!isCopy) bringUpToDate(opened.db, { report: console.error });
    return opened;
  } catch (error) {
    giveUp(`The database ${databasePath} (the setting DATABASE_PATH) can't be used: ${textOf(error)}`);
  }
}

/** The copy of a standby, with what the replica has now; null where this machine is the primary. */
async function standbyOrGiveUp(settings: Settings): Promise<Standby | null> {
  const { databasePath } = settings;
  try {
    forgetOldRequest(databasePath);
    if (!startsAsStandby(settings)) return null;
    const standby = new Standby(databasePath);
    await standby.catchUp().catch((error) => {
      // An older copy is better than none.
      if (!existsSync(databasePath)) throw error;
      console.error(`The copy is an older one: ${textOf(error)}`);
    });
    return standby;
  } catch (error) {
    giveUp(textOf(error));
  }
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const files = { clientFolder: here('../client'), backupWorker: here('backup-worker.js') };

/** Stops what was begun, and waits for it. */
type Stop = () => Promise<void>;

/**
 * Begins what only the machine that writes does: cleanup, counts of views, backups, mails and, where there is a replica,
 * the look at its fence.
 *
 * @param onFenced called when another machine was promoted; the tasks stop by themselves then
 */
async function startWriterTasks(runtime: Runtime, onFenced: (readOnly: ReadOnly) => void): Promise<Stop> {
  const { settings, log } = runtime;
  const stopCleanup = runCleanup(runtime);
  const stopStoringViews = keepStoringViews(runtime);
  const stopBackups = scheduleBackups(runtime, files.backupWorker);
  // Loaded only where it is needed.
  const stopMails = settings.mail && (await import('./mail-worker')).sendMails(runtime, settings.mail);
  const stopTasks = async (): Promise<void> => {
    stopCleanup();
    await stopMails?.();
    await stopStoringViews();
    await stopBackups();
  };
  if (settings.replicaUrl === null) return stopTasks;
  const fence = await watchFence(settings.databasePath, log, (readOnly) => {
    onFenced(readOnly);
    void stopTasks();
  });
  runtime.replicaLag = fence.lag;
  return async () => {
    fence.stop();
    await stopTasks();
  };
}

/** Follows the primary with a copy that only it writes. @param onPromoted called once this machine may write */
function followPrimary(standby: Standby, runtime: Runtime, onPromoted: () => Promise<void>): Stop {
  const { settings, db, log } = runtime;
  setReadOnly(runtime, readOnlyStandby(settings));
  runtime.replicaLag = () => standby.lag();
  return standby.follow(log, async () => {
    setReadOnly(runtime, null);
    try {
      beginToWrite(db);
    } catch (error) {
      setReadOnly(runtime, readOnlyStandby(settings));
      throw error;
    }
    await onPromoted();
  });
}

/** Has workers serve the site until a termination signal, or until they end again and again. */
async function superviseWorkers(
  workers: Workers,
  runtime: Runtime,
  { onOpen, tidyUp }: { onOpen: (port: number) => void; tidyUp: Stop },
): Promise<void> {
  let hasFailed = false;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    // A signal during the start ends the first worker, which the start takes for a failure of its own.
    if (isStopping) return;
    isStopping = true;
    await workers.stop();
    await tidyUp();
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
  } else onOpen(port);
}

/** Runs the site: in this process or, with the setting WORKERS, in others that this one starts. */
async function run(settings: Settings): Promise<void> {
  for (const warning of settingWarnings(settings)) console.error(warning);
  const standby = await standbyOrGiveUp(settings);
  const { db, caveat } = databaseOrGiveUp(settings, standby !== null);
  const runtime = createRuntime(settings, db, createLog(settings.logLevel));
  if (caveat) runtime.log.warn({ event: 'database-restricted' }, caveat);
  // Other processes can't read the database then.
  const workers = settings.workers === 1 || caveat ? null : new Workers(runtime);

  let writing: Promise<Stop> | null = null;
  const allowWrites = async (readOnly: ReadOnly | null): Promise<void> => {
    setReadOnly(runtime, readOnly);
    await workers?.tellReadOnly(readOnly);
  };
  const beWriter = async (): Promise<void> => {
    writing = startWriterTasks(runtime, (readOnly) => void allowWrites(readOnly));
    await writing;
  };
  let stopFollowing: Stop = async () => undefined;
  if (standby) {
    stopFollowing = followPrimary(standby, runtime, async () => {
      await allowWrites(null);
      await beWriter();
    });
  } else await beWriter();

  const stopWatching = watchDatabase(runtime);
  const tidyUp = async (): Promise<void> => {
    await stopFollowing();
    await (await writing)?.();
    stopWatching();
    await closeOrRescue(runtime);
  };
  const onOpen = (port: number): void => {
    const host = settings.host?.includes(':') ? `[${settings.host}]` : (settings.host ?? 'localhost');
    console.log(`${site.name} is open at ${settings.origin ?? `http://${host}:${port}`}${paths.home()}`);
  };
  if (workers) await superviseWorkers(workers, runtime, { onOpen, tidyUp });
  else {
    const { serve } = await import('./serve');
    serve(runtime, { clientFolder: files.clientFolder, onOpen, tidyUp });
  }
}

// Files written by the server, including temporary copies and uploads, are accessible to their owner only.
process.umask(0o077);

// The live heap is a sixth of what V8 would let accumulate before a collection; collect when it has grown by a third.
setFlagsFromString('--heap-growing-percent=30');

const settings = settingsOrGiveUp();
if (cluster.isWorker) {
  const { serveAsWorker } = await import('./worker');
  await serveAsWorker(settings, files);
} else await run(settings);
