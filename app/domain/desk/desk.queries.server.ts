import type { Database } from '~db/connection';
import {
  contactStatuses,
  type DeskSubject,
  feedbackStatuses,
  type PublicSubject,
  type ReportedSubject,
  serviceStatuses,
} from '~db/enums';
import { deskPageSize, publicStatuses, reportedStatus } from '../moderation/moderation';
import { countedReports } from '../reports/reports.server';
import { filteredPage } from '../shared/filtered-page.server';
import type { PageOf } from '../shared/pagination';
import { isReportedNow, lastReported, wasReported } from './reported-conversation.server';

/** One row of a list on the operator desk. */
export type DeskEntry = {
  id: string;
  title: string;
  /** Name of the sender; null when the sender is anonymous, or a visitor gave no name. */
  from: string | null;
  status: string;
  /** Timestamp of arrival, or of the last change to the content. */
  came: string;
};

type DeskFilters = { status: string; category?: string; priority?: string; tag?: string };

type List = {
  source: string;
  columns: string;
  /** Condition and order of each status. The first entry is the waiting items, oldest first. */
  views: Readonly<Record<string, { where: string; order: string }>>;
  /** Further filters of the list. */
  filters?: Readonly<Partial<Record<'category' | 'priority' | 'tag', string>>>;
};

/** Waiting and ongoing items are sorted oldest first; finished ones, and the list of all, newest first. */
const byStatus = (column: string, came: string, statuses: readonly string[], over: readonly string[]) =>
  Object.fromEntries([
    ...statuses.map((status) => [
      status,
      { where: `${column} = '${status}'`, order: `${came}${over.includes(status) ? ' DESC' : ''}` },
    ]),
    ['all', { where: '1', order: `${came} DESC` }],
  ]);

const publicColumns = (table: string): string =>
  `CASE WHEN ${table}.hidden_at IS NOT NULL THEN 'hidden' WHEN ${table}.checked_at IS NULL THEN 'unchecked'
        ELSE 'checked' END AS status, ${table}.updated_at AS came`;

/** SQL expression that counts the open reports about a row of a table. */
const reportsOf = (subject: ReportedSubject, table: string): string =>
  `(SELECT count(*) FROM reports WHERE about_kind = '${subject}' AND about_id = ${table}.id AND ${countedReports})`;

/**
 * Views of published content. Reported items, the most reported first, also wait for an operator; they have a list of
 * their own, shown before the items that no operator has checked yet.
 */
const publicViews = (subject: PublicSubject, { is, table, newest }: { is: string; table: string; newest: string }) => {
  const reported = `SELECT about_id FROM reports WHERE about_kind = '${subject}' AND ${countedReports}`;
  return {
    unchecked: {
      where: `${is} AND ${table}.checked_at IS NULL AND ${table}.id NOT IN (${reported})`,
      order: `${table}.updated_at`,
    },
    [reportedStatus]: {
      where: `${is} AND ${table}.id IN (${reported})`,
      order: `${reportsOf(subject, table)} DESC, ${table}.updated_at`,
    },
    hidden: { where: `${is} AND ${table}.hidden_at IS NOT NULL`, order: `${table}.hidden_at DESC` },
    all: { where: is, order: newest },
  };
};

/** Each view walks an index of its own, so a page costs the same however large the table is. */
const lists: Readonly<Record<DeskSubject, List>> = {
  message: {
    source: 'contact_messages m',
    columns: 'm.id, m.subject AS title, m.name AS "from", m.status, m.created_at AS came',
    views: byStatus('m.status', 'm.created_at', contactStatuses, ['resolved']),
    filters: {
      category: 'm.category = @category',
      priority: 'm.priority = @priority',
      tag: 'm.id IN (SELECT message_id FROM contact_tags WHERE tag = @tag)',
    },
  },
  service: {
    source: 'service_requests s',
    columns: 's.id, s.service_type AS title, s.contact_name AS "from", s.status, s.created_at AS came',
    views: byStatus('s.status', 's.created_at', serviceStatuses, ['completed', 'cancelled']),
  },
  feedback: {
    source: 'feedback f JOIN users u ON u.id = f.user_id',
    columns: `f.id, f.subject AS title, CASE f.is_anonymous WHEN 0 THEN u.name END AS "from", f.status,
              f.created_at AS came`,
    views: byStatus('f.status', 'f.created_at', feedbackStatuses, ['resolved', 'closed']),
    filters: { priority: 'f.priority = @priority' },
  },
  listing: {
    source: 'listings l LEFT JOIN users u ON u.id = l.owner_user_id',
    columns: `l.id, l.name AS title, u.name AS "from", ${publicColumns('l')}`,
    views: publicViews('listing', { is: 'l.is_sample = 0', table: 'l', newest: 'l.seq DESC' }),
  },
  vehicle: {
    source: 'vehicles v LEFT JOIN users u ON u.id = v.owner_user_id',
    columns: `v.id, v.name AS title, u.name AS "from", ${publicColumns('v')}`,
    views: publicViews('vehicle', { is: 'v.is_built_in = 0', table: 'v', newest: 'v.seq DESC' }),
  },
  review: {
    source: `reviews r JOIN users u ON u.id = r.user_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
             LEFT JOIN listings l ON l.id = r.listing_id`,
    columns: `r.id, coalesce(v.name, l.name) AS title, u.name AS "from", ${publicColumns('r')}`,
    views: publicViews('review', { is: '1', table: 'r', newest: 'r.created_at DESC' }),
  },
  conversation: {
    source: 'conversations c',
    columns: `c.id, c.subject AS title, NULL AS "from", ${lastReported} AS came,
              CASE WHEN ${isReportedNow} THEN 'reported' WHEN c.closed_at IS NOT NULL THEN 'ended'
                   ELSE 'checked' END AS status`,
    views: {
      [reportedStatus]: { where: isReportedNow, order: `${reportsOf('conversation', 'c')} DESC, c.last_written_at` },
      ended: { where: `${wasReported} AND c.closed_at IS NOT NULL`, order: 'c.closed_at DESC' },
      all: { where: wasReported, order: 'c.last_written_at DESC' },
    },
  },
};

/** Statuses by which a list can be filtered: the waiting status first, `all` last. */
export const viewsOf = (subject: DeskSubject): string[] => Object.keys(lists[subject].views);

/** The status in which an item waits for an operator. */
export const waitingStatus: Readonly<Record<DeskSubject, string>> = {
  message: contactStatuses[0],
  service: serviceStatuses[0],
  feedback: feedbackStatuses[0],
  listing: publicStatuses[0],
  vehicle: publicStatuses[0],
  review: publicStatuses[0],
  conversation: reportedStatus,
};

/** Condition and order of a list in one status; an unknown status falls back to the waiting one. */
function viewIn({ views }: List, status: string): { where: string; order: string } {
  const [waiting] = Object.values(views);
  const view = views[status] ?? waiting;
  if (!view) throw new Error('A list of the desk has no views.');
  return view;
}

/**
 * Reads one page of a desk list. For operators only: it contains personal data.
 *
 * @param filters `status` is one of `viewsOf`; filters that the subject does not support are ignored
 * @param page from 1; a page past the last is empty
 */
export function findDeskPage(
  db: Database,
  subject: DeskSubject,
  { status, ...filters }: DeskFilters,
  page: number,
): PageOf<DeskEntry> {
  const { source, columns, filters: conditions = {} } = lists[subject];
  const { where, order } = viewIn(lists[subject], status);
  const list = { columns, source, conditions, always: where, order };
  return filteredPage<DeskEntry>(db, list, { page, limit: deskPageSize }, filters);
}

/** Number of items of a desk list in one status. */
export function countDeskEntries(db: Database, subject: DeskSubject, status: string): number {
  const { where } = viewIn(lists[subject], status);
  const sql = `SELECT count(*) FROM ${lists[subject].source} WHERE ${where}`;
  return db.$client.prepare<[], number>(sql).pluck().get() ?? 0;
}
