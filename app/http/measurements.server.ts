import { z } from 'zod';

/** Prometheus' format: `{route="main"}` or nothing. */
export type Sample = { name: MetricName; labels: string; value: number };

/** `durations` counts the requests that ran code, by `durationBounds`. */
export type Span = { start: number; requests: number; writes: number; durations: number[] };

export type Measurements = { samples: Sample[]; day: Span[] };

const families = {
  dopahiya_requests_total: {
    type: 'counter',
    across: 'sum',
    help: 'Responses by route, status and what they were made from.',
  },
  dopahiya_request_duration_seconds: {
    type: 'histogram',
    across: 'sum',
    help: 'Time of responses that code was run for.',
  },
  dopahiya_write_group_size: { type: 'histogram', across: 'sum', help: 'Writes in one transaction.' },
  dopahiya_slow_queries_total: { type: 'counter', across: 'sum', help: 'Queries slower than SLOW_QUERY_MS.' },
  dopahiya_mails_total: { type: 'counter', across: 'sum', help: 'Attempts to send a mail, by how they ended.' },
  dopahiya_mails_waiting: { type: 'gauge', across: 'max', help: 'Mails that are not sent yet.' },
  dopahiya_dropped_log_lines_total: {
    type: 'counter',
    across: 'sum',
    help: 'Log lines that the output did not take.',
  },
  dopahiya_worker_restarts_total: {
    type: 'counter',
    across: 'sum',
    help: 'Workers that were started in the place of one that ended.',
  },
  dopahiya_workers: { type: 'gauge', across: 'sum', help: 'Processes that serve requests now.' },
  dopahiya_event_loop_delay_seconds: {
    type: 'gauge',
    across: 'max',
    help: 'Delay of the event loop in the last minute; of several processes, the longest.',
  },
  dopahiya_wal_bytes: { type: 'gauge', across: 'max', help: 'Size of the write-ahead log.' },
  dopahiya_content_revision: { type: 'gauge', across: 'max', help: 'Content revision of the database.' },
  dopahiya_backup_age_seconds: {
    type: 'gauge',
    across: 'first',
    help: 'Age of the newest backup; absent without one.',
  },
  dopahiya_replica_lag_seconds: {
    type: 'gauge',
    across: 'first',
    help: 'Seconds that the replica or, on a standby, this machine is behind; absent without a replica.',
  },
  dopahiya_queue_length: { type: 'gauge', across: 'sum', help: 'Tasks that wait for their turn.' },
  dopahiya_request_body_bytes: { type: 'gauge', across: 'sum', help: 'Memory of request bodies.' },
  dopahiya_resident_bytes: { type: 'gauge', across: 'sum', help: 'Memory of the site.' },
  dopahiya_uptime_seconds: { type: 'gauge', across: 'first', help: 'Time since the start of the site.' },
} as const;
export type MetricName = keyof typeof families;

const isMetricName = (name: string): name is MetricName => Object.hasOwn(families, name);

export const measurementsSchema = z.object({
  samples: z.array(
    z.object({
      name: z.custom<MetricName>((name) => typeof name === 'string' && isMetricName(name)),
      labels: z.string(),
      value: z.number(),
    }),
  ),
  day: z.array(
    z.object({ start: z.number(), requests: z.number(), writes: z.number(), durations: z.array(z.number()) }),
  ),
});

/** Upper bounds of the buckets in milliseconds; one more bucket is unbounded. */
export const durationBounds = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000] as const;

/** Prometheus wants cumulative counts. */
export function createHistogram(
  name: MetricName,
  bounds: readonly number[],
  counts: readonly number[],
  sum: number,
): Sample[] {
  let below = 0;
  const buckets = counts.map((count, at): Sample => {
    below += count;
    return { name, labels: `_bucket{le="${bounds[at] ?? '+Inf'}"}`, value: below };
  });
  return [...buckets, { name, labels: '_sum', value: sum }, { name, labels: '_count', value: below }];
}

/**
 * Aggregates the measurements of several processes. Prometheus scrapes one of them, chosen by the operating system, and
 * would take the counters of another one for a restart.
 */
export function aggregate(all: readonly Measurements[]): Measurements {
  const samples = new Map<string, Sample>();
  const day = new Map<number, Span>();
  for (const measurements of all) {
    for (const sample of measurements.samples) {
      const key = sample.name + sample.labels;
      const total = samples.get(key);
      const { across } = families[sample.name];
      if (!total) samples.set(key, { ...sample });
      else if (across === 'sum') total.value += sample.value;
      else if (across === 'max') total.value = Math.max(total.value, sample.value);
    }
    for (const span of measurements.day) {
      const total = day.get(span.start);
      const { start, requests, writes, durations } = span;
      day.set(start, {
        start,
        requests: requests + (total?.requests ?? 0),
        writes: writes + (total?.writes ?? 0),
        durations: durations.map((count, at) => count + (total?.durations[at] ?? 0)),
      });
    }
  }
  return { samples: [...samples.values()], day: [...day.values()].sort((one, other) => one.start - other.start) };
}

export const keepCounters = ({ samples, day }: Measurements): Measurements => ({
  samples: samples.filter(({ name }) => families[name].type !== 'gauge'),
  day,
});

/** Formats measurements in Prometheus' text format, version 0.0.4. */
export function formatMetrics({ samples }: Pick<Measurements, 'samples'>): string {
  const lines: string[] = [];
  for (const [name, { type, help }] of Object.entries(families)) {
    const own = samples.filter((sample) => sample.name === name);
    if (own.length === 0) continue;
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const { labels, value } of own) lines.push(`${name}${labels} ${value}`);
  }
  return `${lines.join('\n')}\n`;
}

/** 99th percentile of the request durations in milliseconds, rounded up to a bucket bound; null without requests. */
export function getP99({ durations }: Span): number | null {
  const total = durations.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  const at = durations.findIndex((count) => {
    below += count;
    return below >= total * 0.99;
  });
  return durationBounds[at] ?? durationBounds.at(-1) ?? null;
}
