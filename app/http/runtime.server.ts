import type { AppLoadContext } from '@remix-run/node';
import type { Logger } from 'pino';
import type { Reason } from '~/domain/shared/result';
import type { VisitorCounts } from '~/domain/shared/visitor-counts.server';
import { toReadError } from '~/domain/shared/database-status.server';
import type { Database } from '~db/connection';
import type { Measurements } from './measurements.server';
import type { Metrics } from './metrics.server';
import type { OpenCounts } from './open-counts.server';
import type { AddressLimits, RateLimitStatus, LimitName } from './address-limits.server';
import type { AddressTurns } from './address-turns.server';
import type { BodyAllowance, BodyBudget } from './request-body.server';
import type { Settings } from './settings.server';

export type Runtime = {
  db: Database;
  settings: Settings;
  log: Logger;
  limits: AddressLimits;
  /** With workers, the primary counts writes for all of them. */
  count: (name: LimitName, address: string) => Promise<RateLimitStatus | null>;
  uncount: (name: LimitName, address: string) => void;
  visitors: VisitorCounts;
  /** Does what the state of an import says; never rejects. */
  runImport: (id: string) => Promise<void>;
  /** What the doctor finds, some seconds later; null where it can't run. */
  diagnose: () => Promise<readonly Finding[] | null>;
  bodies: BodyBudget;
  turns: AddressTurns;
  streams: OpenCounts;
  /** Live streams, which have no end of their own. */
  liveStreams: OpenCounts;
  /** Proxies close connections on which nothing is sent for long. */
  liveTimes: { pollMilliseconds: number; longestSilence: number };
  /** Aborted when the server stops. */
  stopping: AbortController;
  clock: () => Date;
  version: string;
  startedAt: Date;
  metrics: Metrics;
  measurements: () => Promise<Measurements>;
  readOnly: ReadOnly | null;
  /** Lag of the replica or, on a standby, of its copy, in seconds; null without a replica. */
  replicaLag: () => number | null;
  /** Null if there is none, or before the first check. */
  newestBackup: Date | null;
  /** Makes a backup in a process of its own; resolves to whether there is a new one. Null where none can be made. */
  backUp: (() => Promise<boolean>) | null;
};

type Finding = {
  check: string;
  status: 'ok' | 'warning' | 'failure';
  message: string;
  remedy?: string | undefined;
};

export type ReadOnly = {
  reason: Reason;
  primaryUrl: string | null;
};

declare module '@remix-run/node' {
  interface AppLoadContext {
    runtime: Runtime;
    address?: string;
    requestId?: string;
    bodyAllowance?: BodyAllowance | null;
    /** Text of a search that a loader found nothing for, to be counted; its page is not cached. */
    missedSearch?: string;
    /** Named by the link by which the visitor came, cleaned. */
    source?: string | null;
  }
}

function logUnread({ db, log }: Pick<Runtime, 'db' | 'log'>, what: string, error: unknown): void {
  // Database failures are already logged, with their remedy.
  if (!toReadError(db, error)) log.error({ err: error }, what);
}

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

/** Pages from the cache are counted before any screen runs; a visitor counts once either way. */
export function countView(id: string, request: Request, context: AppLoadContext): void {
  const { headers } = request;
  if (context.address === undefined || request.method !== 'GET' || headers.has('Sec-Purpose')) return;
  const visitor = { address: context.address, userAgent: headers.get('User-Agent') ?? '' };
  context.runtime.visitors.count({ kind: 'offer', name: id }, visitor);
}
