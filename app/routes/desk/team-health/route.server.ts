import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { countWaitingMails } from '~/domain/mail/delivery.server';
import { kindTexts } from '~/domain/mail/mail-content.server';
import { findUnsentMails, isMailEnabled } from '~/domain/outbox/outbox.server';
import { countPushDevices } from '~/domain/push/push-delivery.server';
import { formatTimestamp } from '~/domain/shared/dates';
import { formatCount } from '~/domain/shared/money';
import { getP99, type Span } from '~/http/measurements.server';
import type { Runtime } from '~/http/runtime.server';
import { readPageNumber } from '~/http/url-params';
import { requireDesk } from '../access.server';

/** A figure of the last day at intervals of ten minutes; null where there is no measurement. */
export type DayChart = { title: string; note: string; summary: string; values: readonly (number | null)[] };

export async function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'health');
  const { searchParams } = new URL(route.request.url);
  return json({
    push: describePush(runtime),
    mails: loadUnsentMails(runtime, readPageNumber(searchParams)),
    charts: await loadDayCharts(runtime),
    version: runtime.version,
    checks: searchParams.has('check') ? await loadChecks(runtime) : null,
  });
}

function describePush({ db, clock }: Runtime): string {
  const { all, failing } = countPushDevices(db, clock());
  if (all === 0) return 'No device of the team gets notifications.';
  const works = failing === 0 ? 'none has failed for an hour' : `${formatCount(failing)} got none for an hour or more`;
  return `Devices of the team that get notifications: ${formatCount(all)}, of which ${works}.`;
}

const severities = ['failure', 'warning', 'ok'] as const;

/** The worst first. */
async function loadChecks({ diagnose }: Runtime) {
  const findings = await diagnose();
  if (findings === null) return { summary: 'The checks could not be made. The log says why.', findings: [] };
  const wrong = findings.filter(({ status }) => status !== 'ok').length;
  return {
    summary: `${wrong} of ${findings.length} checks ask for something to be done.`,
    findings: severities.flatMap((severity) => findings.filter(({ status }) => status === severity)),
  };
}

function loadUnsentMails({ db }: Runtime, page: number) {
  const { items, pagination } = findUnsentMails(db, page);
  return {
    summary: isMailEnabled(db)
      ? `Mails waiting to be sent: ${formatCount(countWaitingMails(db))}.`
      : 'This site sends no mail: the setting SMTP_URL is not there.',
    page: pagination.page,
    pages: pagination.pages,
    mails: items.map(({ id, kind, name, address, state, attempts, reason, settledAt }) => ({
      id,
      about: `About ${kindTexts[kind]}`,
      to: name === null ? address : `${name}, ${address}`,
      status:
        state === 'unknown'
          ? 'Possibly sent: the connection ended before the mail server confirmed it'
          : `Not sent, tried ${attempts === 1 ? 'once' : `${attempts} times`}`,
      reason,
      when: formatTimestamp(settledAt),
    })),
  };
}

const spanMilliseconds = 600_000;
const spansOfDay = 144;

type Chart = {
  title: string;
  note: string;
  read: (span: Span) => number | null;
  print: (value: number) => string;
};

const charts: readonly Chart[] = [
  { title: 'Requests', note: 'in ten minutes', read: ({ requests }) => requests, print: formatCount },
  { title: 'Writes', note: 'in ten minutes', read: ({ writes }) => writes, print: formatCount },
  {
    title: 'Time of the slowest',
    note: '99 of 100 requests for uncached pages took at most this long',
    read: getP99,
    print: (value) => `${formatCount(value)} ms`,
  },
];

/** Requests, writes and response times of the last 24 hours, in intervals of ten minutes. */
async function loadDayCharts({ measurements, clock }: Runtime): Promise<DayChart[]> {
  const { day } = await measurements();
  const spans = new Map(day.map((span) => [span.start, span]));
  const last = Math.floor(Date.now() / spanMilliseconds);
  const starts = Array.from({ length: spansOfDay }, (_, at) => (last - spansOfDay + 1 + at) * spanMilliseconds);
  return charts.map(({ title, note, read, print }) => {
    const values = starts.map((start) => {
      const span = spans.get(start);
      return span ? read(span) : null;
    });
    const most = Math.max(0, ...values.map((value) => value ?? 0));
    const at = values.indexOf(most);
    const when = formatTimestamp(new Date(starts[at] ?? clock()));
    return {
      title,
      note,
      values,
      summary: most === 0 ? 'None yet' : `At most ${print(most)}, at ${when}`,
    };
  });
}
