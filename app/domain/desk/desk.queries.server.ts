import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, QueryBuilder } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import type { PublicSubject, ReportedSubject } from '~db/enums';
import { users } from '~db/schema/accounts';
import { conversations } from '~db/schema/conversations';
import { reports } from '~db/schema/desk';
import { reviews } from '~db/schema/engagement';
import { listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';
import { deskPageSize, publicStatuses, reportedStatus } from '../moderation/moderation';
import { countedReports } from './reports.server';
import { createPagination, type Page } from '../shared/pagination.server';
import { isReportedNow, lastReported } from './reported-conversation.server';

export type DeskEntry = {
  id: string;
  title: string;
  /** Name of the sender; null when the sender is anonymous, or a visitor gave no name. */
  from: string | null;
  status: string;
  changedAt: string;
  /** Null for a conversation, which has none. */
  version: number | null;
};

type View = {
  /** The table with the index that it is read by, or with what it is looked up by: the planner may prefer to read all rows. */
  from: SQL;
  where: SQL | undefined;
  order: (SQL | AnySQLiteColumn)[];
  /** Number of all rows of the view; absent if counting them by the index is cheap. */
  total?: SQL<number>;
};

type DeskTable = PublicTable | typeof conversations;

type List = {
  table: DeskTable;
  rows: (db: Database, listed: Listed) => { all: () => DeskEntry[] };
  /** Condition and order of each status. The first entry is the waiting items, oldest first. */
  views: Readonly<Record<string, View>>;
};

type Listed = { from: SQL; where: SQL; order: SQL };

type PublicTable = typeof listings | typeof vehicles | typeof reviews;

const createPublicStatusSql = ({ hiddenAt, checkedAt }: PublicTable) =>
  sql<string>`CASE WHEN ${hiddenAt} IS NOT NULL THEN 'hidden' WHEN ${checkedAt} IS NULL THEN 'unchecked'
                   ELSE 'checked' END`;

const query = new QueryBuilder();

const createReportsSql = (subject: ReportedSubject, table: DeskTable): SQL =>
  sql`${query
    .select({ count: count() })
    .from(reports)
    .where(and(eq(reports.aboutKind, subject), eq(reports.aboutId, table.id), countedReports))}`;

/** The reported rows of a table, looked up by the ids of the reports. @param condition of the reports; absent: any */
const createReportedSql = (subject: ReportedSubject, table: DeskTable, condition: SQL | undefined): SQL => {
  const reported = query
    .selectDistinct({ id: reports.aboutId })
    .from(reports)
    .where(and(eq(reports.aboutKind, subject), condition))
    .as('reported');
  return sql`${reported} CROSS JOIN ${table} ON ${table.id} = reported.about_id`;
};

const byIndex = (table: DeskTable, index: string): SQL => sql`${table} INDEXED BY ${sql.identifier(index)}`;

/** Reported items also wait. @param is exactly as in the partial indexes @param all with the index of all rows */
const createPublicViews = (
  subject: PublicSubject,
  { is, table, all }: { is?: SQL; table: PublicTable; all: Required<Omit<View, 'where'>> },
): Record<string, View> => {
  const reported = createReportedSql(subject, table, countedReports);
  const unchecked = byIndex(table, `${subject}s_unchecked`);
  const hidden = byIndex(table, `${subject}s_hidden`);
  return {
    unchecked: {
      from: unchecked,
      // By row number, which the index has: an id would have to be read from each row.
      where: and(is, isNull(table.checkedAt), sql`${table}.rowid NOT IN (SELECT ${table}.rowid FROM ${reported})`),
      order: [table.updatedAt],
    },
    [reportedStatus]: {
      from: reported,
      where: is,
      order: [desc(createReportsSql(subject, table)), table.updatedAt],
    },
    hidden: {
      from: hidden,
      where: and(is, isNotNull(table.hiddenAt)),
      order: [desc(table.hiddenAt)],
    },
    checked: {
      ...all,
      where: and(is, isNotNull(table.checkedAt), isNull(table.hiddenAt)),
      // No index has these alone: all but those that two indexes have.
      total: sql<number>`${all.total} - (SELECT count(*) FROM ${unchecked} WHERE ${and(is, isNull(table.checkedAt))})
        - (SELECT count(*) FROM ${hidden} WHERE ${and(is, isNotNull(table.hiddenAt), isNotNull(table.checkedAt))})`,
    },
  };
};

/** Each view has its index, so that a page costs the same in a large table. */
const lists: Readonly<Record<ReportedSubject, List>> = {
  listing: {
    table: listings,
    rows: (db, { from, where, order }) =>
      db
        .select({
          id: listings.id,
          title: listings.name,
          from: users.name,
          status: createPublicStatusSql(listings),
          changedAt: listings.updatedAt,
          version: listings.version,
        })
        .from(from)
        .crossJoin(listings)
        .leftJoin(users, eq(users.id, listings.ownerUserId))
        .where(where)
        .orderBy(order),
    views: createPublicViews('listing', {
      is: sql`${listings.isSample} = 0`,
      table: listings,
      all: {
        from: sql`${listings} NOT INDEXED`,
        order: [desc(listings.seq)],
        // No index has the users' own rows alone; it has the samples, which are few.
        total: sql<number>`(SELECT count(*) FROM listings) - (SELECT count(*) FROM listings INDEXED BY listings_samples WHERE is_sample = 1)`,
      },
    }),
  },
  vehicle: {
    table: vehicles,
    rows: (db, { from, where, order }) =>
      db
        .select({
          id: vehicles.id,
          title: vehicles.name,
          from: users.name,
          status: createPublicStatusSql(vehicles),
          changedAt: vehicles.updatedAt,
          version: vehicles.version,
        })
        .from(from)
        .crossJoin(vehicles)
        .leftJoin(users, eq(users.id, vehicles.ownerUserId))
        .where(where)
        .orderBy(order),
    views: createPublicViews('vehicle', {
      is: sql`${vehicles.isBuiltIn} = 0`,
      table: vehicles,
      all: {
        from: byIndex(vehicles, 'vehicles_offered'),
        order: [desc(vehicles.seq)],
        total: sql<number>`(SELECT count(*) FROM vehicles INDEXED BY vehicles_offered WHERE is_built_in = 0)`,
      },
    }),
  },
  review: {
    table: reviews,
    rows: (db, { from, where, order }) =>
      db
        .select({
          id: reviews.id,
          title: sql<string>`coalesce(${vehicles.name}, ${listings.name})`,
          from: users.name,
          status: createPublicStatusSql(reviews),
          changedAt: reviews.updatedAt,
          version: reviews.version,
        })
        .from(from)
        .crossJoin(reviews)
        .leftJoin(users, eq(users.id, reviews.userId))
        .leftJoin(vehicles, eq(vehicles.id, reviews.vehicleId))
        .leftJoin(listings, eq(listings.id, reviews.listingId))
        .where(where)
        .orderBy(order),
    views: createPublicViews('review', {
      table: reviews,
      all: {
        from: byIndex(reviews, 'reviews_newest'),
        order: [desc(reviews.createdAt)],
        total: sql<number>`(SELECT count(*) FROM reviews)`,
      },
    }),
  },
  conversation: {
    table: conversations,
    rows: (db, { from, where, order }) =>
      db
        .select({
          id: conversations.id,
          title: conversations.subject,
          from: sql<null>`NULL`,
          status: sql<string>`CASE WHEN ${isReportedNow} THEN 'reported'
                                   WHEN ${conversations.closedAt} IS NOT NULL THEN 'ended' ELSE 'checked' END`,
          changedAt: lastReported,
          version: sql<null>`NULL`,
        })
        .from(from)
        .crossJoin(conversations)
        .where(where)
        .orderBy(order),
    views: {
      [reportedStatus]: {
        from: createReportedSql('conversation', conversations, countedReports),
        where: undefined,
        order: [desc(createReportsSql('conversation', conversations)), conversations.lastWrittenAt],
      },
      ended: {
        from: createReportedSql('conversation', conversations, undefined),
        where: isNotNull(conversations.closedAt),
        order: [desc(conversations.closedAt)],
      },
      all: {
        from: createReportedSql('conversation', conversations, undefined),
        where: undefined,
        order: [desc(conversations.lastWrittenAt)],
      },
    },
  },
};

/** Statuses by which a list can be filtered: the waiting status first. */
export const getViews = (subject: ReportedSubject): string[] => Object.keys(lists[subject].views);

export const waitingStatus: Readonly<Record<ReportedSubject, string>> = {
  listing: publicStatuses[0],
  vehicle: publicStatuses[0],
  review: publicStatuses[0],
  conversation: reportedStatus,
};

function getView({ views }: List, status: string): View {
  const [waiting] = Object.values(views);
  const view = views[status] ?? waiting;
  if (!view) throw new Error('A list of the desk has no views.');
  return view;
}

const countView = (db: Database, { from, where, total }: View): number =>
  (total
    ? db.get<{ rows: number }>(sql`SELECT ${total} AS rows`)
    : db.select({ rows: count() }).from(from).where(where).get()
  )?.rows ?? 0;

/** For operators only: it contains personal data. @param page from 1; a page past the last is empty */
export function findDeskPage(
  db: Database,
  subject: ReportedSubject,
  { status, limit = deskPageSize }: { status: string; limit?: number },
  page: number,
): Page<DeskEntry> {
  const list = lists[subject];
  const view = getView(list, status);
  const keys = db
    .select({ key: sql<number>`${list.table}.rowid` })
    .from(view.from)
    .where(view.where)
    .orderBy(...view.order)
    .limit(limit)
    .offset((page - 1) * limit)
    .all()
    .map(({ key }) => key);
  const items = list
    .rows(db, {
      from: sql`json_each(${JSON.stringify(keys)}) listed`,
      where: sql`${list.table}.rowid = listed.value`,
      order: sql`listed.key`,
    })
    .all();
  return { items, pagination: createPagination({ page, limit }, countView(db, view)) };
}

export const countDeskEntries = (db: Database, subject: ReportedSubject, status: string): number =>
  countView(db, getView(lists[subject], status));
