import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { site } from '~/domain/shared/site';
import { bringUpToDate, createLog, createRuntime } from '~/http/runtime.server';
import { readSettings, SettingError, type Settings, settingWarnings } from '~/http/settings.server';
import { paths } from '~/paths';
import { type OpenedDatabase, openForService } from '~db/connection';
import { runCleanup } from './cleanup';
import { closeOrRescue, watchDatabase } from './database-watch';
import { giveUp, onTermination } from './http-server';
import { Workers } from './primary';
import { scheduleBackups } from './scheduled-backups';
import { keepStoringViews } from './views';

function settingsOrGiveUp(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof SettingError) giveUp(error.message);
    throw error;
  }
}

function databaseOrGiveUp(settings: Settings): OpenedDatabase {
  try {
    const opened = openForService(settings.databasePath);
    bringUpToDate(opened.db, { report: console.error });
    return opened;
  } catch (error) {
    giveUp(
      `The database ${settings.databasePath} (the setting DATABASE_PATH) can't be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const files = { clientFolder: here('../client'), backupWorker: here('backup-worker.js') };

/** Runs the site: in this process or, with the setting WORKERS, in others that this one starts. */
async function run(settings: Settings): Promise<void> {
  for (const warning of settingWarnings(settings)) console.error(warning);
  const { db, caveat } = databaseOrGiveUp(settings);
  const runtime = createRuntime(settings, db, createLog(settings.logLevel));
  if (caveat) runtime.log.warn({ event: 'database-restricted' }, caveat);
  const stopCleanup = runCleanup(runtime);
  const stopStoringViews = keepStoringViews(runtime);
  const stopWatching = watchDatabase(runtime);
  const stopBackups = scheduleBackups(runtime, files.backupWorker);
  // Loaded only where it is needed.
  const stopMails = settings.mail && (await import('./mail-worker')).sendMails(runtime, settings.mail);
  const tidyUp = async (): Promise<void> => {
    stopCleanup();
    await stopMails?.();
    await stopStoringViews();
    stopWatching();
    await stopBackups();
    await closeOrRescue(runtime);
  };
  const onOpen = (port: number): void => {
    const host = settings.host?.includes(':') ? `[${settings.host}]` : (settings.host ?? 'localhost');
    console.log(`${site.name} is open at ${settings.origin ?? `http://${host}:${port}`}${paths.home()}`);
  };

  // Other processes can't read the database then.
  if (settings.workers === 1 || caveat) {
    const { serve } = await import('./serve');
    serve(runtime, { clientFolder: files.clientFolder, onOpen, tidyUp });
    return;
  }
  let failure: string | null = null;
  const stop = async (): Promise<void> => {
    await workers.stop();
    await tidyUp();
    process.exit(failure === null ? 0 : 1);
  };
  const workers = new Workers(runtime, (reason) => {
    failure ??= reason;
    console.error(reason);
    void stop();
  });
  runtime.metrics.start();
  onTermination(runtime.log, () => void stop());
  const port = await workers.start();
  if (port === null) {
    failure = 'The first worker did not start.';
    await stop();
  } else onOpen(port);
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
