import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findFigures, formatBar, isPeriod, type Period, periods, type Totals } from '~/domain/figures/figures.server';
import { findAnswerTimes } from '~/domain/figures/answer-times.server';
import { findSources, otherSources } from '~/domain/figures/lead-sources.server';
import { findMissedSearches } from '~/domain/figures/missed-searches.server';
import { formatDay, formatDuration } from '~/domain/shared/dates';
import { formatCount, formatRupees } from '~/domain/shared/money';
import { mayUse } from '~/domain/shared/permissions';
import { requireDesk } from '../access.server';

const rowsShown = 20;
const searchesShown = 10;
const sourcesShown = 10;

export const readPeriod = (search: URLSearchParams): Period => {
  const by = search.get('by');
  return isPeriod(by) ? by : 'weeks';
};

/** 'as many', '8 more' or '8 fewer' than before. */
function compare(value: number, before: number): string {
  const difference = Math.abs(value - before);
  if (difference === 0) return 'as before';
  return `${formatCount(difference)} ${value > before ? 'more' : 'fewer'}`;
}

type Total = { name: string; value: string; note: string };

function formatTotals(totals: Totals, before: Totals): Total[] {
  const count = (name: string, of: 'views' | 'enquiries' | 'visits' | 'riders'): Total => ({
    name,
    value: formatCount(totals[of]),
    note: compare(totals[of], before[of]),
  });
  return [
    count('Views', 'views'),
    count('Enquiries', 'enquiries'),
    count('Visits', 'visits'),
    { name: 'Sold', value: formatCount(totals.sold), note: formatRupees(totals.rupees) },
    {
      name: 'Days to sell',
      value: totals.days === null ? '–' : formatCount(totals.days),
      note: describeDays(totals.days, before.days),
    },
    count('Riders’ listings', 'riders'),
  ];
}

function describeDays(days: number | null, before: number | null): string {
  if (days === null) return 'none sold';
  return before === null ? 'half sold sooner' : compare(days, before);
}

export async function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const { db, clock } = runtime;
  const period = readPeriod(new URL(route.request.url).searchParams);
  const { bars, totals, before, vehicles, since, viewsSince } = await findFigures(db, period, clock());
  const { asked, answered, median, slowest } = await findAnswerTimes(db, clock());
  const sources = findSources(db, since);
  const rest = sources.find(({ source }) => source === otherSources);
  const named = sources.filter((row) => row !== rest);
  return json({
    period,
    title: periods[period].text,
    bars: bars.map((bar) => ({ ...bar, label: formatBar(bar) })),
    totals: formatTotals(totals, before),
    vehicles: vehicles.slice(0, rowsShown),
    vehicleCount: vehicles.length,
    searches: findMissedSearches(db, since, searchesShown),
    answers: {
      asked,
      answered,
      median: median === null ? null : formatDuration(median),
      slowest: slowest === null ? null : formatDuration(slowest),
    },
    sources: named.slice(0, sourcesShown),
    sourceCount: named.length,
    otherSources: rest ?? null,
    viewsSince: viewsSince && formatDay(viewsSince),
    mayAdd: mayUse(operator, 'stock'),
  });
}
