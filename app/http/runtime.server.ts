import type { AppLoadContext } from '@remix-run/node';
import type { Logger } from 'pino';
import { fillEmailKeys } from '~/domain/accounts/email-keys.server';
import { updateOfferNames } from '~/domain/listings/offer-names.server';
import { enableMail } from '~/domain/outbox/outbox.server';
import { getDatabaseStatus, toReadError } from '~/domain/shared/database-status.server';
import { limitReadWaits } from '~/domain/shared/group-commit.server';
import { logSecurityEvents } from '~/domain/shared/security-events.server';
import { Views } from '~/domain/listings/views.server';
import { type Database, openDatabase } from '~db/connection';
import { type MigrationOptions, migrate } from '~db/migrate';
import { seed } from '~db/seed/seed';
import { reportSlowStatements } from '~db/statements';
import packageFile from '../../package.json';
import { OpenCounts } from './open-counts.server';
import { type BodyAllowance, BodyBudget, unlimitedPerAddress } from './request-body.server';
import { countDroppedLines, createLog } from './log.server';
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
  /** Counts a request against a limit. With workers, the primary counts writes for all of them. */
  count: (name: LimitName, address: string) => Promise<RateLimitStatus | null>;
  /** Takes back what `count` has counted. */
  uncount: (name: LimitName, address: string) => void;
  /** Views of offers that are not stored yet. */
  views: Views;
  /** Memory budget of request bodies. */
  bodies: BodyBudget;
  /** Whole lists that are being sent. */
  streams: OpenCounts;
  clock: () => Date;
  version: string;
  startedAt: Date;
  metrics: Metrics;
  /** Measurements of this process or, with workers, of the site. */
  measurements: () => Promise<Measurements>;
  /** Why this machine does not write; null if it does. Set by `setReadOnly`. */
  readOnly: ReadOnly | null;
  /** Lag of the replica or, on a standby, of its copy, in seconds; null without a replica. */
  replicaLag: () => number | null;
  /** Time of the newest backup in the backup folder; null if there is none, or before the first check. */
  newestBackup: Date | null;
};

/** Reason why a machine does not write: it is a standby, or a former primary. */
export type ReadOnly = {
  /** Message for the sender of a form. */
  message: string;
  /** URL to pass requests on to; null to respond with the message. */
  primaryUrl: string | null;
};

/** Allows or forbids writes. SQLite itself refuses forbidden ones. */
export function setReadOnly(runtime: Pick<Runtime, 'db' | 'readOnly'>, readOnly: ReadOnly | null): void {
  runtime.readOnly = readOnly;
  getDatabaseStatus(runtime.db).readOnlyReason = readOnly?.message ?? null;
  runtime.db.$client.pragma(`query_only = ${readOnly ? 'ON' : 'OFF'}`);
}

/** Request data that our server adds before Remix; the stock Remix server adds none. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    runtime?: Runtime;
    address?: string;
    requestId?: string;
    /** Memory accounting of the request body; null for a read. */
    bodyAllowance?: BodyAllowance | null;
  }
}

/**
 * Audit events logged as information, because they are normal unless an attacker caused them; all others are warnings.
 */
const quietEvents: ReadonlySet<string> = new Set([
  'signed-in',
  'password-changed',
  'token-created',
  'token-revoked',
  'operator-action',
]);

/**
 * Creates the runtime of a site.
 *
 * @param clock current date and time; replaceable in tests
 * @param monotonic monotonic milliseconds, because setting back the system time would extend rate limit windows
 */
export function createRuntime(
  settings: Settings,
  db: Database,
  log: Logger,
  clock: () => Date = () => new Date(),
  monotonic: () => number = () => performance.now(),
): Runtime {
  limitReadWaits(db);
  if (settings.mail) enableMail(db);
  logDatabaseChanges(db, log);
  logSecurityEvents(db, (event) => log[quietEvents.has(event.event) ? 'info' : 'warn'](event, 'security event'));
  const metrics = new Metrics();
  metrics.droppedLogLines = countDroppedLines;
  reportSlowStatements(db, {
    thresholdMilliseconds: settings.slowQueryMilliseconds,
    count: () => metrics.countSlowQuery(),
    report: (slow) => log.warn({ event: 'slow-query', ...slow }, 'slow query'),
  });
  const runtime: Runtime = {
    db,
    settings,
    log,
    metrics,
    measurements: () => Promise.resolve(metrics.measurements(runtime)),
    bodies: new BodyBudget(settings.limits ? {} : unlimitedPerAddress),
    streams: new OpenCounts(settings.limits && { perAddress: 4, inAll: 16 }),
    limits: new AddressLimits(settings.limits, monotonic),
    count: (name, address) => Promise.resolve(runtime.limits.count(name, address)),
    uncount: (name, address) => runtime.limits.uncount(name, address),
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

/** Logs a database failure once, with its remedy, and once when it is over. */
function logDatabaseChanges(db: Database, log: Logger): void {
  getDatabaseStatus(db).onChange((failure) => {
    if (failure) {
      const { kind, code, remedy } = failure;
      log.error({ event: 'database-failure', kind, code, remedy }, 'database failure');
    } else log.info({ event: 'database-recovered' }, 'database writable again');
  });
}

/** Migrates the schema of a database and seeds the built-in catalogue. Writes nothing if both are up to date. */
export function migrateAndSeed(db: Database, options?: MigrationOptions): void {
  migrate(db, options);
  fillEmailKeys(db);
  seed(db, new Date());
  updateOfferNames(db, new Date());
}

/** Opens the database of the settings and migrates it. */
export function openSiteDatabase(settings: Settings, options?: MigrationOptions): Database {
  const db = openDatabase(settings.databasePath);
  migrateAndSeed(db, options);
  return db;
}

let shared: Runtime | undefined;

/** Runtime of a request: passed by our server or a test; under the stock Remix server, created on first use. */
export function getRuntime(context: AppLoadContext): Runtime {
  if (context.runtime) return context.runtime;
  if (!shared) {
    const settings = readSettings(process.env);
    shared = createRuntime(settings, openSiteDatabase(settings), createLog(settings.logLevel));
  }
  return shared;
}

function logUnread({ db, log }: Pick<Runtime, 'db' | 'log'>, what: string, error: unknown): void {
  // Database failures are already logged, with their remedy.
  if (!toReadError(db, error)) log.error({ err: error }, what);
}

/** Reads optional data of a screen. Logs an error, and returns `otherwise` instead. */
export function readOrFallback<Value, Otherwise>(
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

/** Asynchronous variant of `readOrFallback`. */
export async function readOrFallbackAsync<Value, Otherwise>(
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

/** Public origin of the site, for absolute links: the `ORIGIN` setting, else the origin of the request. */
export function getPublicOrigin(request: Request, { settings }: Pick<Runtime, 'settings'>): string {
  return settings.origin ?? new URL(request.url).origin;
}

/**
 * Counts the view of an item that is not the actor's own. Pages from the cache are counted before any screen runs; a
 * visitor counts once either way. The stock server passes no address, and counts nothing.
 */
export function countView(id: string, request: Request, context: AppLoadContext): void {
  const { headers } = request;
  if (context.address === undefined || request.method !== 'GET' || headers.has('Sec-Purpose')) return;
  getRuntime(context).views.count(id, { address: context.address, userAgent: headers.get('User-Agent') ?? '' });
}
