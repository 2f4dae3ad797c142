import { and, count, desc, eq, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, QueryBuilder, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import type { PublicSubject, ReportedSubject } from '~db/enums';
import { conversations, listings, reports, reviews, users, vehicles } from '~db/schema';
import { deskPageSize, publicStatuses, reportedStatus } from '../moderation/moderation';
import { countedReports } from './reports.server';
import { countRows, type OrderedRows, type Page, readPage } from '../shared/pagination.server';
import { isReportedNow, lastReported, wasReported } from './reported-conversation.server';

/** One row of a list of published content, or of conversations that were reported. */
export type DeskEntry = {
  id: string;
  title: string;
  /** Name of the sender; null when the sender is anonymous, or a visitor gave no name. */
  from: string | null;
  status: string;
  /** Timestamp of arrival, or of the last change to the content. */
  changedAt: string;
};

type View = { where: SQL | undefined; order: (SQL | AnySQLiteColumn)[] };

type List = {
  table: SQLiteTable;
  rows: (db: Database, view: View) => OrderedRows<DeskEntry>;
  /** Condition and order of each status. The first entry is the waiting items, oldest first. */
  views: Readonly<Record<string, View>>;
};

type PublicTable = typeof listings | typeof vehicles | typeof reviews;

const createPublicStatusSql = ({ hiddenAt, checkedAt }: PublicTable) =>
  sql<string>`CASE WHEN ${hiddenAt} IS NOT NULL THEN 'hidden' WHEN ${checkedAt} IS NULL THEN 'unchecked'
                   ELSE 'checked' END`;

const query = new QueryBuilder();

/** Expression that counts the open reports about a row of a table. */
const createReportsSql = (subject: ReportedSubject, table: PublicTable | typeof conversations): SQL =>
  sql`${query
    .select({ count: count() })
    .from(reports)
    .where(and(eq(reports.aboutKind, subject), eq(reports.aboutId, table.id), countedReports))}`;

/**
 * Views of published content. Reported items, the most reported first, also wait for an operator; they have a separate
 * list, shown before the items that no operator has checked yet.
 *
 * @param is condition for users' own rows, exactly as in the partial indexes
 */
const createPublicViews = (
  subject: PublicSubject,
  { is, table, newest }: { is?: SQL; table: PublicTable; newest: SQL },
): Record<string, View> => {
  const reported = query
    .select({ id: reports.aboutId })
    .from(reports)
    .where(and(eq(reports.aboutKind, subject), countedReports));
  return {
    unchecked: {
      where: and(is, isNull(table.checkedAt), notInArray(table.id, reported)),
      order: [table.updatedAt],
    },
    [reportedStatus]: {
      where: and(is, inArray(table.id, reported)),
      order: [desc(createReportsSql(subject, table)), table.updatedAt],
    },
    hidden: { where: and(is, isNotNull(table.hiddenAt)), order: [desc(table.hiddenAt)] },
    all: { where: is, order: [newest] },
  };
};

/** Each view has its index, so that a page costs the same in a large table. */
const lists: Readonly<Record<ReportedSubject, List>> = {
  listing: {
    table: listings,
    rows: (db, { where, order }) =>
      db
        .select({
          id: listings.id,
          title: listings.name,
          from: users.name,
          status: createPublicStatusSql(listings),
          changedAt: listings.updatedAt,
        })
        .from(listings)
        .leftJoin(users, eq(users.id, listings.ownerUserId))
        .where(where)
        .orderBy(...order),
    views: createPublicViews('listing', {
      is: sql`${listings.isSample} = 0`,
      table: listings,
      newest: desc(listings.seq),
    }),
  },
  vehicle: {
    table: vehicles,
    rows: (db, { where, order }) =>
      db
        .select({
          id: vehicles.id,
          title: vehicles.name,
          from: users.name,
          status: createPublicStatusSql(vehicles),
          changedAt: vehicles.updatedAt,
        })
        .from(vehicles)
        .leftJoin(users, eq(users.id, vehicles.ownerUserId))
        .where(where)
        .orderBy(...order),
    views: createPublicViews('vehicle', {
      is: sql`${vehicles.isBuiltIn} = 0`,
      table: vehicles,
      newest: desc(vehicles.seq),
    }),
  },
  review: {
    table: reviews,
    rows: (db, { where, order }) =>
      db
        .select({
          id: reviews.id,
          title: sql<string>`coalesce(${vehicles.name}, ${listings.name})`,
          from: users.name,
          status: createPublicStatusSql(reviews),
          changedAt: reviews.updatedAt,
        })
        .from(reviews)
        .innerJoin(users, eq(users.id, reviews.userId))
        .leftJoin(vehicles, eq(vehicles.id, reviews.vehicleId))
        .leftJoin(listings, eq(listings.id, reviews.listingId))
        .where(where)
        .orderBy(...order),
    views: createPublicViews('review', { table: reviews, newest: desc(reviews.createdAt) }),
  },
  conversation: {
    table: conversations,
    rows: (db, { where, order }) =>
      db
        .select({
          id: conversations.id,
          title: conversations.subject,
          from: sql<null>`NULL`,
          status: sql<string>`CASE WHEN ${isReportedNow} THEN 'reported'
                                   WHEN ${conversations.closedAt} IS NOT NULL THEN 'ended' ELSE 'checked' END`,
          changedAt: lastReported,
        })
        .from(conversations)
        .where(where)
        .orderBy(...order),
    views: {
      [reportedStatus]: {
        where: isReportedNow,
        order: [desc(createReportsSql('conversation', conversations)), conversations.lastWrittenAt],
      },
      ended: {
        where: and(wasReported, isNotNull(conversations.closedAt)),
        order: [desc(conversations.closedAt)],
      },
      all: { where: wasReported, order: [desc(conversations.lastWrittenAt)] },
    },
  },
};

/** Statuses by which a list can be filtered: the waiting status first, `all` last. */
export const getViews = (subject: ReportedSubject): string[] => Object.keys(lists[subject].views);

/** The status in which an item waits for an operator. */
export const waitingStatus: Readonly<Record<ReportedSubject, string>> = {
  listing: publicStatuses[0],
  vehicle: publicStatuses[0],
  review: publicStatuses[0],
  conversation: reportedStatus,
};

/** Condition and order of a list in one status; an unknown status falls back to the waiting one. */
function getView({ views }: List, status: string): View {
  const [waiting] = Object.values(views);
  const view = views[status] ?? waiting;
  if (!view) throw new Error('A list of the desk has no views.');
  return view;
}

/**
 * Reads one page of a desk list. For operators only: it contains personal data.
 *
 * @param status one of `getViews`
 * @param page from 1; a page past the last is empty
 */
export function findDeskPage(
  db: Database,
  subject: ReportedSubject,
  { status }: { status: string },
  page: number,
): Page<DeskEntry> {
  const list = lists[subject];
  const view = getView(list, status);
  const rows = list.rows(db, view);
  return readPage(rows, countRows(db, list.table, view.where), { page, limit: deskPageSize });
}

/** Number of items of a desk list in one status. */
export const countDeskEntries = (db: Database, subject: ReportedSubject, status: string): number =>
  countRows(db, lists[subject].table, getView(lists[subject], status).where);
