import type { Logger } from 'pino';
import { VisitorCounts } from '~/domain/shared/visitor-counts.server';
import { enableMail } from '~/domain/outbox/outbox.server';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import { limitReadWaits } from '~/domain/shared/group-commit.server';
import { logSecurityEvents } from '~/domain/shared/security-events.server';
import { countDroppedLines } from '~/http/log.server';
import { Metrics } from '~/http/metrics.server';
import { OpenCounts } from '~/http/open-counts.server';
import { AddressLimits } from '~/http/address-limits.server';
import { AddressTurns } from '~/http/address-turns.server';
import { BodyBudget, unlimitedPerAddress } from '~/http/request-body.server';
import type { ReadOnly, Runtime } from '~/http/runtime.server';
import type { Settings } from '~/http/settings.server';
import type { Database } from '~db/connection';
import { reportSlowStatements } from '~db/statements';
import { createDiagnosis } from './diagnosis';
import { createImportRunner } from './import-runner';
import packageFile from '../package.json';

/** Normal unless an attacker caused them; all others are warnings. */
const quietEvents: ReadonlySet<string> = new Set([
  'signed-in',
  'password-changed',
  'token-created',
  'token-revoked',
  'operator-action',
]);

/** `monotonic` in milliseconds, because setting back the system time would extend rate limit windows. */
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
  const stopping = new AbortController();
  const runtime: Runtime = {
    db,
    settings,
    log,
    metrics,
    measurements: () => Promise.resolve(metrics.measurements(runtime)),
    bodies: new BodyBudget(settings.limits ? {} : unlimitedPerAddress),
    turns: new AddressTurns(),
    streams: new OpenCounts(settings.limits && { perAddress: 4, inAll: 16 }),
    liveStreams: new OpenCounts(settings.limits && { perAddress: 4, inAll: 200 }),
    liveTimes: { pollMilliseconds: 1_000, longestSilence: 20_000 },
    stopping,
    limits: new AddressLimits(settings.limits, monotonic),
    count: (name, address) => Promise.resolve(runtime.limits.count(name, address)),
    uncount: (name, address) => runtime.limits.uncount(name, address),
    visitors: new VisitorCounts(clock),
    runImport: createImportRunner({ db, log, clock }),
    diagnose: createDiagnosis({ log, stopping }),
    clock,
    version: packageFile.version,
    startedAt: clock(),
    readOnly: null,
    replicaLag: () => null,
    newestBackup: null,
    backUp: null,
  };
  return runtime;
}

function logDatabaseChanges(db: Database, log: Logger): void {
  getDatabaseStatus(db).onChange((failure) => {
    if (failure) {
      const { kind, code, remedy } = failure;
      log.error({ event: 'database-failure', kind, code, remedy }, 'database failure');
    } else log.info({ event: 'database-recovered' }, 'database writable again');
  });
}

/** SQLite itself refuses forbidden ones. */
export function setReadOnly(runtime: Pick<Runtime, 'db' | 'readOnly'>, readOnly: ReadOnly | null): void {
  runtime.readOnly = readOnly;
  getDatabaseStatus(runtime.db).readOnlyReason = readOnly?.reason ?? null;
  runtime.db.$client.pragma(`query_only = ${readOnly ? 'ON' : 'OFF'}`);
}
