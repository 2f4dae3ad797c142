import { timestampText } from '~/domain/shared/dates';
import { countText } from '~/domain/shared/money';
import { type Span, slowestOf } from '~/http/measurements.server';
import type { Runtime } from '~/http/runtime.server';
import type { DayChart } from './desk-figures';

const spanMilliseconds = 600_000;
const spansOfDay = 144;

type Figure = {
  title: string;
  note: string;
  read: (span: Span) => number | null;
  print: (value: number) => string;
};

const figures: readonly Figure[] = [
  { title: 'Requests', note: 'in ten minutes', read: ({ requests }) => requests, print: countText },
  { title: 'Writes', note: 'in ten minutes', read: ({ writes }) => writes, print: countText },
  {
    title: 'Time of the slowest',
    note: '99 of 100 requests for uncached pages took at most this long',
    read: slowestOf,
    print: (value) => `${countText(value)} ms`,
  },
];

/** The requests, writes and times of the last 24 hours, in spans of ten minutes. */
export async function loadDayCharts({ measured, clock }: Runtime): Promise<DayChart[]> {
  const { day } = await measured();
  const spans = new Map(day.map((span) => [span.start, span]));
  const last = Math.floor(Date.now() / spanMilliseconds);
  const starts = Array.from({ length: spansOfDay }, (_, at) => (last - spansOfDay + 1 + at) * spanMilliseconds);
  return figures.map(({ title, note, read, print }) => {
    const values = starts.map((start) => {
      const span = spans.get(start);
      return span ? read(span) : null;
    });
    const most = Math.max(0, ...values.map((value) => value ?? 0));
    const at = values.indexOf(most);
    const when = timestampText(new Date(starts[at] ?? clock()));
    return {
      title,
      note,
      values,
      summary: most === 0 ? 'None yet' : `At most ${print(most)}, at ${when}`,
    };
  });
}
