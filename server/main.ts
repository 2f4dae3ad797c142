import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import * as build from 'virtual:remix/server-build';
import { site } from '~/domain/shared/site';
import { bringUpToDate, createLog, createRuntime } from '~/http/runtime.server';
import { readSettings, SettingError, type Settings, settingWarnings } from '~/http/settings.server';
import { paths } from '~/paths';
import { type OpenedDatabase, openForService } from '~db/connection';
import { createAssets } from './assets';
import { runCleanup } from './cleanup';
import { closeOrRescue, watchDatabase } from './database-watch';
import { createHttpServer, stopGracefully } from './http-server';
import { Site } from './request-listener';
import { scheduleBackups } from './scheduled-backups';
import { keepStoringViews } from './views';

/** Prints in one sentence, without a stack trace, why the site cannot start. */
function giveUp(message: string): never {
  console.error(message);
  process.exit(1);
}

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

// Files written by the server, including temporary copies and uploads, are accessible to their owner only.
process.umask(0o077);

// The live heap is a sixth of what V8 would let accumulate before a collection; collect when it has grown by a third.
setFlagsFromString('--heap-growing-percent=30');

const settings = settingsOrGiveUp();
for (const warning of settingWarnings(settings)) console.error(warning);
const { db, caveat } = databaseOrGiveUp(settings);
const runtime = createRuntime(settings, db, createLog(settings.logLevel));
if (caveat) runtime.log.warn({ event: 'database-restricted' }, caveat);
const siteServer = new Site(runtime, build, createAssets(fileURLToPath(new URL('../client', import.meta.url))));

const server = createHttpServer(siteServer.listener);
server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') giveUp(`The port ${settings.port} (the setting PORT) is taken by another program.`);
  giveUp(`The server can't listen at the settings HOST and PORT: ${error.message}`);
});

runtime.metrics.start();
const stopCleanup = runCleanup(runtime);
const stopStoringViews = keepStoringViews(runtime);
const stopWatching = watchDatabase(runtime);
const stopBackups = scheduleBackups(runtime, fileURLToPath(new URL('backup-worker.js', import.meta.url)));
stopGracefully(server, runtime.log, async () => {
  stopCleanup();
  await stopStoringViews();
  stopWatching();
  siteServer.logCachedPages();
  await stopBackups();
  await closeOrRescue(runtime);
});

server.listen({ port: settings.port, ...(settings.host && { host: settings.host }) }, () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  const host = settings.host?.includes(':') ? `[${settings.host}]` : (settings.host ?? 'localhost');
  console.log(`${site.name} is open at ${settings.origin ?? `http://${host}:${port}`}${paths.home()}`);
});
