import type { AppLoadContext } from '@remix-run/node';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { fillEmailKeys } from '~/domain/accounts/account-rules.server';
import { fillModels } from '~/domain/listings/models.server';
import { switchOnMail } from '~/domain/outbox/outbox.server';
import { locateListings } from '~/domain/places/locate-listings.server';
import { respellBrands } from '~/domain/search/brands.server';
import { databaseStatus, errorOfRead } from '~/domain/shared/database-status.server';
import { limitReadWaits } from '~/domain/shared/group-commit.server';
import { once } from '~/domain/shared/memoize';
import { logSecurityEvents } from '~/domain/shared/security-events.server';
import { Views } from '~/domain/views/views.server';
import { type Database, openDatabase } from '~db/connection';
import { type MigrationOptions, migrate } from '~db/migrate';
import { seed } from '~db/seed/seed';
import { reportSlowStatements } from '~db/slow-statements';
import packageFile from '../../package.json';
import { type BodyAllowance, BodyBudget } from './body-budget.server';
import { LogOutput } from './log-output.server';
import type { Measurements } from './measurements.server';
import { Metrics } from './metrics.server';
import { AddressLimits, type RateLimitStatus } from './rate-limit.server';
import { type LimitName, readSettings, type Settings } from './settings.server';

/** Shared services of a running site, created once and passed to every request. */
export type Runtime = {
  db: Database;
  settings: Settings;
  log: Logger;
  limits: AddressLimits;
  /** Counts a request against a limit; where several processes serve the site, a write is counted once for all. */
  count: (name: LimitName, address: string) => Promise<RateLimitStatus | null>;
  /** Who opened what users offer, until it is stored. */
  views: Views;
  /** Memory budget of request bodies. */
  bodies: BodyBudget;
  clock: () => Date;
  version: string;
  startedAt: Date;
  metrics: Metrics;
  /** What this process has measured or, where several serve the site, all of them. */
  measurements: () => Promise<Measurements>;
  /** Why nothing can be written here; null where it can. Set by `setReadOnly`. */
  readOnly: ReadOnly | null;
  /** Seconds that the replica or, on a standby, this machine is behind; null where there is none. */
  replicaLag: () => number | null;
  /** Time of the newest backup in the folder of backups; null when there is none, or none was looked for yet. */
  newestBackup: Date | null;
};

/** Why a machine does not write: it is a standby, or it was the primary. */
export type ReadOnly = {
  /** What a person who sends a form reads. */
  message: string;
  /** Where to pass on what is not served here; null to respond with the message. */
  primaryUrl: string | null;
};

/** Lets a machine write, or keeps it from writing by any means: SQLite itself refuses then. */
export function setReadOnly(runtime: Pick<Runtime, 'db' | 'readOnly'>, readOnly: ReadOnly | null): void {
  runtime.readOnly = readOnly;
  databaseStatus(runtime.db).readOnlyReason = readOnly?.message ?? null;
  runtime.db.$client.pragma(`query_only = ${readOnly ? 'ON' : 'OFF'}`);
}

/** Data about a request that our server adds before it reaches Remix. The stock Remix server adds none. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    runtime?: Runtime;
    address?: string;
    requestId?: string;
    /** Memory accounting of the request body; null for a read. */
    bodyAllowance?: BodyAllowance | null;
  }
}

/** One per process, however many sites a test opens in it: each instance listens to standard output. */
const standardOutput = once(() => new LogOutput());

/** Creates the log: JSON lines on standard output. Callers choose what is logged: never bodies, tokens or addresses. */
export function createLog(level: Settings['logLevel']): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  return pino(options, standardOutput());
}

/** Audit events that are normal unless an attacker caused them; all others are logged as warnings. */
const quietEvents: ReadonlySet<string> = new Set([
  'password-changed',
  'token-created',
  'token-revoked',
  'operator-action',
]);

/**
 * Creates the runtime of a site.
 *
 * @param clock current date and time; replaceable in tests
 * @param monotonic monotonic milliseconds for rate limits: if the system time were set back, windows would not end
 */
export function createRuntime(
  settings: Settings,
  db: Database,
  log: Logger,
  clock: () => Date = () => new Date(),
  monotonic: () => number = () => performance.now(),
): Runtime {
  limitReadWaits(db);
  if (settings.mail) switchOnMail(db);
  logDatabaseChanges(db, log);
  logSecurityEvents(db, (event) => log[quietEvents.has(event.event) ? 'info' : 'warn'](event, 'security event'));
  const metrics = new Metrics();
  metrics.droppedLogLines = () => standardOutput().droppedTotal;
  reportSlowStatements(db, {
    atLeast: settings.slowQueryMilliseconds,
    count: () => metrics.countSlowQuery(),
    report: (slow) => log.warn({ event: 'slow-query', ...slow }, 'slow query'),
  });
  const runtime: Runtime = {
    db,
    settings,
    log,
    metrics,
    measurements: () => Promise.resolve(metrics.measurements(runtime)),
    bodies: new BodyBudget(settings.limits ? {} : { largePerAddress: null }),
    limits: new AddressLimits(settings.limits, monotonic),
    count: (name, address) => Promise.resolve(runtime.limits.count(name, address)),
    views: new Views(clock),
    clock,
    version: packageFile.version,
    startedAt: clock(),
    readOnly: null,
    replicaLag: () => null,
    newestBackup: null,
  };
  return runtime;
}

/** Logs a database failure once, with its remedy, and its end once. */
function logDatabaseChanges(db: Database, log: Logger): void {
  databaseStatus(db).onChange((failure) => {
    if (failure) {
      const { kind, code, remedy } = failure;
      log.error({ event: 'database-failure', kind, code, remedy }, 'database failure');
    } else log.info({ event: 'database-recovered' }, 'database writable again');
  });
}

/** Migrates the schema of a database and adds the built-in catalogue; writes nothing if both are up to date. */
export function bringUpToDate(db: Database, options?: MigrationOptions): void {
  migrate(db, options);
  fillEmailKeys(db);
  seed(db, new Date());
  respellBrands(db, new Date());
  locateListings(db, new Date());
  fillModels(db, new Date());
}

/** Opens the database of the settings and migrates it. */
export function openSiteDatabase(settings: Settings, options?: MigrationOptions): Database {
  const db = openDatabase(settings.databasePath);
  bringUpToDate(db, options);
  return db;
}

let shared: Runtime | undefined;

/**
 * Runtime of a request: the one passed by our server or a test or, under the stock Remix server, one created on first
 * use.
 */
export function runtimeOf(context: AppLoadContext): Runtime {
  if (context.runtime) return context.runtime;
  if (!shared) {
    const settings = readSettings(process.env);
    shared = createRuntime(settings, openSiteDatabase(settings), createLog(settings.logLevel));
  }
  return shared;
}

function logUnread({ db, log }: Pick<Runtime, 'db' | 'log'>, what: string, error: unknown): void {
  // Database failures are logged once, with their remedy.
  if (!errorOfRead(db, error)) log.error({ err: error }, what);
}

/** Reads optional data of a screen: an error is logged, and `otherwise` is returned instead. */
export function orElse<Value, Otherwise>(
  runtime: Pick<Runtime, 'db' | 'log'>,
  what: string,
  read: () => Value,
  otherwise: Otherwise,
): Value | Otherwise {
  try {
    return read();
  } catch (error) {
    logUnread(runtime, what, error);
    return otherwise;
  }
}

/** The same of what is read in pieces. */
export async function orElseLater<Value, Otherwise>(
  runtime: Pick<Runtime, 'db' | 'log'>,
  what: string,
  read: () => Promise<Value>,
  otherwise: Otherwise,
): Promise<Value | Otherwise> {
  try {
    return await read();
  } catch (error) {
    logUnread(runtime, what, error);
    return otherwise;
  }
}

/** Public origin of the site for absolute links: the `ORIGIN` setting or, without one, that of the request. */
export function publicOrigin(request: Request, { settings }: Pick<Runtime, 'settings'>): string {
  return settings.origin ?? new URL(request.url).origin;
}

/**
 * Counts the view of an item that is not the actor's own. Pages that come from the cache are counted before any screen
 * runs; a visitor counts once either way. The stock server passes no address, and counts nothing.
 */
export function countView(id: string, request: Request, context: AppLoadContext): void {
  const { headers } = request;
  if (context.address === undefined || request.method !== 'GET' || headers.has('Sec-Purpose')) return;
  runtimeOf(context).views.count(id, { address: context.address, userAgent: headers.get('User-Agent') ?? '' });
}
