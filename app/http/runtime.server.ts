import type { AppLoadContext } from '@remix-run/node';
import type { Logger } from 'pino';
import type { Reason } from '~/domain/shared/result';
import type { Views } from '~/domain/listings/views.server';
import { toReadError } from '~/domain/shared/database-status.server';
import type { Database } from '~db/connection';
import type { Measurements } from './measurements.server';
import type { Metrics } from './metrics.server';
import type { OpenCounts } from './open-counts.server';
import type { AddressLimits, RateLimitStatus, LimitName } from './address-limits.server';
import type { BodyAllowance, BodyBudget } from './request-body.server';
import type { Settings } from './settings.server';

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
  /** For the sender of a form. */
  reason: Reason;
  /** URL to pass requests on to; null to respond with the reason. */
  primaryUrl: string | null;
};

/** Request data that our server adds before Remix. The stock Remix server adds only the runtime. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    runtime: Runtime;
    address?: string;
    requestId?: string;
    /** Memory accounting of the request body; null for a read. */
    bodyAllowance?: BodyAllowance | null;
  }
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
  context.runtime.views.count(id, { address: context.address, userAgent: headers.get('User-Agent') ?? '' });
}
