import { statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { passwordQueue } from '~/domain/accounts/passwords.server';
import { type AttemptResult, countWaitingMails } from '~/domain/mail/delivery.server';
import { isMailEnabled } from '~/domain/outbox/outbox.server';
import { imageQueue } from '~/domain/photos/renditions.server';
import { readStoredRevision } from '~/domain/shared/content-revision.server';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import { minuteMs } from '~/domain/shared/dates';
import { getWriteGroups, groupSizes } from '~/domain/shared/group-commit.server';
import type { Database } from '~db/connection';
import type { BodyBudget } from './request-body.server';
import {
  createHistogram,
  durationBounds,
  type Measurements,
  type MetricName,
  type Sample,
  type Span,
} from './measurements.server';

type Source = 'cache' | 'file' | 'code';
const createDurations = (): number[] => [...durationBounds.map(() => 0), 0];

const spanMilliseconds = 10 * minuteMs;
const spansOfDay = 144;

const findBucket = (milliseconds: number): number => {
  const at = durationBounds.findIndex((bound) => milliseconds <= bound);
  return at === -1 ? durationBounds.length : at;
};

/** Responses of one route from one source, by status. Cached pages hold theirs, so that counting takes one step. */
export class RequestCount {
  readonly byStatus = new Map<number, number>();

  constructor(
    readonly route: string,
    readonly source: Source,
  ) {}

  add(status: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
  }
}

type Measurable = {
  db: Database;
  bodies: BodyBudget;
  clock: () => Date;
  startedAt: Date;
  newestBackup: Date | null;
  replicaLag: () => number | null;
};

/** docs/operations.md, "Metrics". */
export class Metrics {
  readonly #counts = new Map<string, RequestCount>();
  readonly #durations = createDurations();
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  #durationSum = 0;
  #writes = 0;
  #slowQueries = 0;
  readonly #mails = new Map<AttemptResult['kind'], number>();
  #delayOfMinute = { p50: 0, p99: 0, max: 0 };
  #day: Span[] = [];
  #before = { requests: 0, writes: 0, durations: createDurations() };
  #timer: NodeJS.Timeout | null = null;
  /** Running workers and their restarts; a process that serves by itself counts as one. */
  workers: () => { running: number; restarts: number } = () => ({ running: 1, restarts: 0 });
  droppedLogLines: () => number = () => 0;

  start(): void {
    if (this.#timer) return;
    this.#delay.enable();
    this.#timer = setInterval(() => this.#endMinute(), minuteMs).unref();
  }

  #endMinute(): void {
    this.#delayOfMinute = this.#delayNow();
    this.#delay.reset();
    this.#updateDay(Date.now());
  }

  #delayNow(): { p50: number; p99: number; max: number } {
    if (this.#delay.count === 0) return this.#delayOfMinute;
    // The monitor's own timer fires every 20 ms, which is not delay.
    const toSeconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - 0.02);
    const { max } = this.#delay;
    return {
      p50: toSeconds(this.#delay.percentile(50)),
      p99: toSeconds(this.#delay.percentile(99)),
      max: toSeconds(max),
    };
  }

  getRequestCount(route: string | null, source: Source): RequestCount {
    const key = `${source} ${route}`;
    const existing = this.#counts.get(key);
    if (existing) return existing;
    const count = new RequestCount(route ?? 'none', source);
    this.#counts.set(key, count);
    return count;
  }

  recordResponse(route: string | null, status: number, milliseconds: number, isWrite: boolean): void {
    this.getRequestCount(route, 'code').add(status);
    const bucket = findBucket(milliseconds);
    this.#durations[bucket] = (this.#durations[bucket] ?? 0) + 1;
    this.#durationSum += milliseconds;
    if (isWrite) this.#writes += 1;
  }

  countSlowQuery(): void {
    this.#slowQueries += 1;
  }

  countMail(result: AttemptResult['kind']): void {
    this.#mails.set(result, (this.#mails.get(result) ?? 0) + 1);
  }

  #updateDay(now: number): void {
    const start = Math.floor(now / spanMilliseconds) * spanMilliseconds;
    let span = this.#day.at(-1);
    if (span?.start !== start) {
      span = { start, requests: 0, writes: 0, durations: createDurations() };
      this.#day = [...this.#day, span].slice(-spansOfDay);
    }
    let requests = 0;
    for (const { byStatus } of this.#counts.values()) for (const count of byStatus.values()) requests += count;
    const { durations } = span;
    span.requests += requests - this.#before.requests;
    span.writes += this.#writes - this.#before.writes;
    for (const [at, count] of this.#durations.entries()) {
      durations[at] = (durations[at] ?? 0) + count - (this.#before.durations[at] ?? 0);
    }
    this.#before = { requests, writes: this.#writes, durations: [...this.#durations] };
  }

  measurements({ db, bodies, clock, startedAt, newestBackup, replicaLag }: Measurable): Measurements {
    this.#updateDay(Date.now());
    const samples: Sample[] = [];
    const put = (name: MetricName, value: number | null, labels = ''): void => {
      if (value !== null) samples.push({ name, labels, value });
    };
    for (const { route, source, byStatus } of this.#counts.values()) {
      for (const [status, count] of byStatus) {
        put('dopahiya_requests_total', count, `{route="${route}",status="${status}",source="${source}"}`);
      }
    }
    const { sizes, writes, waiting } = getWriteGroups(db);
    const toSeconds = durationBounds.map((bound) => bound / 1_000);
    samples.push(
      ...createHistogram('dopahiya_request_duration_seconds', toSeconds, this.#durations, this.#durationSum / 1_000),
      ...createHistogram('dopahiya_write_group_size', groupSizes, sizes, writes),
    );
    put('dopahiya_slow_queries_total', this.#slowQueries);
    put('dopahiya_dropped_log_lines_total', this.droppedLogLines());
    const { running, restarts } = this.workers();
    put('dopahiya_workers', running);
    put('dopahiya_worker_restarts_total', restarts);
    const { p50, p99, max } = this.#timer ? this.#delayNow() : this.#delayOfMinute;
    put('dopahiya_event_loop_delay_seconds', p50, '{quantile="0.5"}');
    put('dopahiya_event_loop_delay_seconds', p99, '{quantile="0.99"}');
    put('dopahiya_event_loop_delay_seconds', max, '{quantile="1"}');
    const { path } = getDatabaseStatus(db);
    put('dopahiya_wal_bytes', path === null ? 0 : (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0));
    put('dopahiya_content_revision', readRevision(db));
    put('dopahiya_backup_age_seconds', newestBackup && (clock().getTime() - newestBackup.getTime()) / 1_000);
    put('dopahiya_replica_lag_seconds', replicaLag());
    put('dopahiya_queue_length', passwordQueue.waiting, '{queue="passwords"}');
    put('dopahiya_queue_length', imageQueue.waiting, '{queue="images"}');
    put('dopahiya_queue_length', waiting, '{queue="writes"}');
    if (isMailEnabled(db)) put('dopahiya_mails_waiting', countWaitingMails(db));
    for (const [result, attempts] of this.#mails) put('dopahiya_mails_total', attempts, `{result="${result}"}`);
    put('dopahiya_request_body_bytes', bodies.bufferedBytes);
    put('dopahiya_resident_bytes', process.memoryUsage.rss());
    put('dopahiya_uptime_seconds', (clock().getTime() - startedAt.getTime()) / 1_000);
    return { samples, day: this.#day };
  }
}

function readRevision(db: Database): number | null {
  try {
    return readStoredRevision(db);
  } catch {
    return null;
  }
}
