import type { AppLoadContext } from '@remix-run/node';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { fillEmailKeys } from '~/domain/accounts/email-key.server';
import { databaseStatus } from '~/domain/database-status.server';
import { limitReadWaits } from '~/domain/group-commit.server';
import { once } from '~/domain/once';
import { logSecurityEvents } from '~/domain/security-events.server';
import { type Database, openDatabase } from '~db/connection';
import { migrate } from '~db/migrate';
import { seed } from '~db/seed/seed';
import packageFile from '../../package.json';
import { AddressLimits } from './address-limits.server';
import { type BodyAllowance, BodyBudget } from './body-budget.server';
import { LogOutput } from './log-output.server';
import { readSettings, type Settings } from './settings.server';

/** What one running site has, made once and handed to every request. */
export type Runtime = {
  db: Database;
  settings: Settings;
  log: Logger;
  limits: AddressLimits;
  /** The memory that bodies of requests may take. */
  bodies: BodyBudget;
  clock: () => Date;
  version: string;
  startedAt: Date;
};

/** What our server knows of a request before Remix sees it. The stock server knows none of it. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    runtime?: Runtime;
    address?: string;
    requestId?: string;
    /** What the memory of the request's body is counted by; null for a read. */
    bodyAllowance?: BodyAllowance | null;
  }
}

/** One for the process, however many sites a test opens in it: each listens to standard output. */
const standardOutput = once(() => new LogOutput());

/**
 * JSON lines on standard output. What may be logged is chosen where it is logged: never bodies, tokens or addresses.
 */
export function createLog(level: Settings['logLevel']): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  return pino(options, standardOutput());
}

/** Events that are right and proper unless they were somebody else's; the others are a sign of trouble. */
const quietEvents: ReadonlySet<string> = new Set([
  'password-changed',
  'token-made',
  'token-revoked',
  'operator-action',
]);

/**
 * Everything that a request is answered with.
 *
 * @param clock the time of day; tests bring their own
 * @param monotonic milliseconds that never go back, which limits count by: a time of day that is set back would end none
 */
export function createRuntime(
  settings: Settings,
  db: Database,
  log: Logger,
  clock: () => Date = () => new Date(),
  monotonic: () => number = () => performance.now(),
): Runtime {
  limitReadWaits(db);
  logDatabaseChanges(db, log);
  logSecurityEvents(db, (event) => log[quietEvents.has(event.event) ? 'info' : 'warn'](event, 'security event'));
  return {
    db,
    settings,
    log,
    bodies: new BodyBudget(settings.limits ? {} : { largePerAddress: null }),
    limits: new AddressLimits(settings.limits, monotonic),
    clock,
    version: packageFile.version,
    startedAt: clock(),
  };
}

/** Says once what is wrong with the database and what helps, and once that it is over. */
function logDatabaseChanges(db: Database, log: Logger): void {
  databaseStatus(db).onChange((failure) => {
    if (failure) {
      const { kind, code, remedy } = failure;
      log.error({ event: 'database-failure', kind, code, remedy }, 'the database has a problem');
    } else log.info({ event: 'database-recovered' }, 'the database takes writes again');
  });
}

/** Brings the schema of a database up to date and fills in the built-in catalogue; writes nothing when both are. */
export function bringUpToDate(db: Database): void {
  migrate(db);
  fillEmailKeys(db);
  seed(db, new Date());
}

/** Opens the database that the settings name, and brings it up to date. */
export function openSiteDatabase(settings: Settings): Database {
  const db = openDatabase(settings.databasePath);
  bringUpToDate(db);
  return db;
}

let shared: Runtime | undefined;

/** The runtime of a request: the one our server or a test passed, or, under the stock server, one made on first use. */
export function runtimeOf(context: AppLoadContext): Runtime {
  if (context.runtime) return context.runtime;
  if (!shared) {
    const settings = readSettings(process.env);
    shared = createRuntime(settings, openSiteDatabase(settings), createLog(settings.logLevel));
  }
  return shared;
}
