import { createLog } from '~/http/log.server';
import { readSettings } from '~/http/settings.server';
import { openSiteDatabase } from './boot';
import { createRuntime } from './runtime';

const settings = readSettings(process.env);

/** The runtime of a process without our server. */
export const stockRuntime = createRuntime(settings, openSiteDatabase(settings), createLog(settings.logLevel));
