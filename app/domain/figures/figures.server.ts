import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import { addDays, dayMs, formatDay, toDay, toInstant, toWeek } from '../shared/dates';

/** Weeks from Monday; a longer period is drawn in fewer bars. */
export const periods = {
  week: { weeks: 1, bars: 7, text: 'This week' },
  weeks: { weeks: 12, bars: 12, text: '12 weeks' },
  year: { weeks: 52, bars: 13, text: '52 weeks' },
} as const;
export type Period = keyof typeof periods;
export const isPeriod = (text: string | null): text is Period => text !== null && Object.hasOwn(periods, text);

type Range = { from: string; until: string };
type Requests = { enquiries: number; visits: number; riders: number };

const reads = memoizePrepared((db) => ({
  // Raw: counts of several tables.
  requests: db.$client.prepare<[Range], Requests>(
    `SELECT (SELECT count(*) FROM desk_requests d WHERE d.created_at >= @from AND d.created_at < @until)
            - (SELECT count(*) FROM desk_follow_ups f JOIN desk_requests d ON d.id = f.request_id
                WHERE f.is_spam = 1 AND d.created_at >= @from AND d.created_at < @until) AS enquiries,
            (SELECT count(*) FROM desk_requests d
              WHERE d.kind = 'appointment' AND d.created_at >= @from AND d.created_at < @until) AS visits,
            (SELECT count(*) FROM listings l
              WHERE l.kind IN ('bike', 'scooter') AND l.is_sample = 0 AND l.hidden_at IS NULL
                AND l.created_at >= @from AND l.created_at < @until) AS riders`,
  ),
  sold: db.$client.prepare<[Range], { name: string; rupees: number; soldAt: string; createdAt: string }>(
    `SELECT name, price_rupees AS rupees, sold_at AS soldAt, created_at AS createdAt
       FROM vehicles INDEXED BY vehicles_sold
      WHERE sold_at >= @from AND sold_at < @until AND owner_user_id IS NULL ORDER BY sold_at`,
  ),
  views: db.$client
    .prepare<[Range], number>('SELECT total(visitors) FROM stock_views WHERE week >= @from AND week < @until')
    .pluck(),
  firstWeek: db.$client.prepare<[], string | null>('SELECT min(week) FROM stock_views').pluck(),
  // A plus, so that the weeks are read by their key, regardless of the statistics.
  ofVehicles: db.$client.prepare<
    [Range & { fromWeek: string; untilWeek: string }],
    { name: string; views: number; asked: number; visits: number }
  >(
    `SELECT v.name AS name, sum(views) AS views, sum(asked) AS asked, sum(visits) AS visits
       FROM (SELECT vehicle_id AS id, sum(visitors) AS views, 0 AS asked, 0 AS visits
               FROM stock_views WHERE week >= @fromWeek AND week < @untilWeek GROUP BY +vehicle_id
             UNION ALL
             SELECT about_vehicle_id, 0, count(*), 0 FROM contact_messages INDEXED BY contact_messages_about
              WHERE about_vehicle_id IS NOT NULL AND created_at >= @from AND created_at < @until
              GROUP BY about_vehicle_id
             UNION ALL
             SELECT vehicle_id, 0, 0, count(*) FROM appointments INDEXED BY appointments_about
              WHERE vehicle_id IS NOT NULL AND created_at >= @from AND created_at < @until
              GROUP BY vehicle_id) counted
       JOIN vehicles v ON v.id = counted.id AND v.owner_user_id IS NULL
      GROUP BY v.name`,
  ),
}));

const toRange = (from: string, until: string): Range => ({
  from: toInstant(from, '00:00').toISOString(),
  until: toInstant(until, '00:00').toISOString(),
});

type Sale = { name: string; rupees: number; soldAt: string; days: number };

/** Null without any. */
function findMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** Whole rupees; days from when a vehicle was added until it was sold, half of them sooner; null if none was sold. */
export type Totals = {
  views: number;
  enquiries: number;
  visits: number;
  riders: number;
  sold: number;
  rupees: number;
  days: number | null;
};

const summarizeSales = (sales: readonly Sale[]) => ({
  sold: sales.length,
  rupees: sales.reduce((sum, { rupees }) => sum + rupees, 0),
  days: findMedian(sales.map(({ days }) => days)),
});

export type VehicleFigures = {
  name: string;
  views: number;
  asked: number;
  visits: number;
  sold: number;
  days: number | null;
};

/** From its first day to its last. */
export type Bar = { from: string; to: string; enquiries: number; sold: number };

export type Figures = {
  bars: Bar[];
  totals: Totals;
  before: Totals;
  /** Most views first. */
  vehicles: VehicleFigures[];
  /** Monday of the first week. */
  since: string;
  /** Monday of the first week whose views were counted, if that is within the period. */
  viewsSince: string | null;
};

/**
 * What became of the vehicles of the business in a period, and in the one before (docs/product.md, "Figures"). Other
 * requests run between its queries.
 */
export async function findFigures(db: Database, period: Period, now: Date): Promise<Figures> {
  const { weeks, bars: barCount } = periods[period];
  const until = addDays(toWeek(toDay(now)), 7);
  const since = addDays(until, -7 * weeks);
  const before = addDays(since, -7 * weeks);
  const daysOfBar = (7 * weeks) / barCount;
  const starts = Array.from({ length: barCount }, (_, at) => addDays(since, at * daysOfBar));
  const earlier = await countRequests(db, before, since);
  const ofBars: Requests[] = [];
  for (const from of starts) ofBars.push(await countRequests(db, from, addDays(from, daysOfBar)));
  const sales = reads(db)
    .sold.all(toRange(before, until))
    .map(({ createdAt, ...sale }) => ({
      ...sale,
      days: Math.max(0, Math.round((Date.parse(sale.soldAt) - Date.parse(createdAt)) / dayMs)),
    }));
  const findSales = (from: string, to: string): Sale[] => {
    const range = toRange(from, to);
    return sales.filter(({ soldAt }) => soldAt >= range.from && soldAt < range.until);
  };
  const total = (from: string, to: string, requests: readonly Requests[]): Totals => ({
    views: reads(db).views.get({ from, until: to }) ?? 0,
    enquiries: requests.reduce((sum, { enquiries }) => sum + enquiries, 0),
    visits: requests.reduce((sum, { visits }) => sum + visits, 0),
    riders: requests.reduce((sum, { riders }) => sum + riders, 0),
    ...summarizeSales(findSales(from, to)),
  });
  const firstWeek = reads(db).firstWeek.get() ?? null;
  return {
    bars: starts.map((from, at) => ({
      from,
      to: addDays(from, daysOfBar - 1),
      enquiries: ofBars[at]?.enquiries ?? 0,
      sold: findSales(from, addDays(from, daysOfBar)).length,
    })),
    totals: total(since, until, ofBars),
    before: total(before, since, [earlier]),
    vehicles: await countByVehicle(db, since, until, findSales(since, until)),
    since,
    viewsSince: firstWeek === null || firstWeek > since ? (firstWeek ?? toWeek(toDay(now))) : null,
  };
}

/** Of one week at a time, so that no other request waits for a million rows. */
function* splitWeeks(from: string, until: string): Generator<{ from: string; until: string }> {
  for (let start = from; start < until; start = addDays(start, 7)) {
    const end = addDays(start, 7);
    yield { from: start, until: end < until ? end : until };
  }
}

async function countRequests(db: Database, from: string, until: string): Promise<Requests> {
  const sum: Requests = { enquiries: 0, visits: 0, riders: 0 };
  for (const week of splitWeeks(from, until)) {
    const { enquiries = 0, visits = 0, riders = 0 } = reads(db).requests.get(toRange(week.from, week.until)) ?? {};
    sum.enquiries += enquiries;
    sum.visits += visits;
    sum.riders += riders;
    await setImmediate();
  }
  return sum;
}

async function countByVehicle(
  db: Database,
  since: string,
  until: string,
  sales: readonly Sale[],
): Promise<VehicleFigures[]> {
  const salesByName = new Map<string, Sale[]>();
  for (const sale of sales) salesByName.set(sale.name, [...(salesByName.get(sale.name) ?? []), sale]);
  const byName = new Map<string, { name: string; views: number; asked: number; visits: number }>();
  for (const week of splitWeeks(since, until)) {
    const range = { ...toRange(week.from, week.until), fromWeek: week.from, untilWeek: week.until };
    for (const { name, views, asked, visits } of reads(db).ofVehicles.all(range)) {
      const row = byName.get(name) ?? { name, views: 0, asked: 0, visits: 0 };
      byName.set(name, { name, views: row.views + views, asked: row.asked + asked, visits: row.visits + visits });
    }
    await setImmediate();
  }
  const counted = [...byName.values()];
  const soldOnly = [...salesByName.keys()]
    .filter((name) => !byName.has(name))
    .map((name) => ({ name, views: 0, asked: 0, visits: 0 }));
  return [...counted, ...soldOnly]
    .map((row) => {
      const { sold, days } = summarizeSales(salesByName.get(row.name) ?? []);
      return { ...row, sold, days };
    })
    .sort(
      (first, second) =>
        second.views - first.views ||
        second.asked - first.asked ||
        second.sold - first.sold ||
        first.name.localeCompare(second.name),
    );
}

/** '23 Nov', or '27 Oct – 23 Nov' for a bar of several weeks. */
export function formatBar({ from, to }: Pick<Bar, 'from' | 'to'>): string {
  const short = (day: string): string => formatDay(day).slice(0, -5);
  return from === to ? short(from) : `${short(from)} – ${short(to)}`;
}
