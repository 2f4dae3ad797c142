import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { FeedbackPriority, FeedbackStatus } from '~db/enums';
import { feedback, users } from '~db/schema';
import { countRows, isEqual, pageOfRows } from '../shared/filtered-page.server';
import { preparedOf } from '../shared/memoize.server';
import type { PageOf, Pagination } from '../shared/pagination';
import type { Feedback } from './feedback';

const { id, userId, isAnonymous, responseMessage, respondedAt, ...columns } = getTableColumns(feedback);

const selectFeedback = (db: Database) =>
  db
    .select({ id, userId, userName: users.name, ...columns, isAnonymous, responseMessage, respondedAt })
    .from(feedback)
    .innerJoin(users, eq(users.id, feedback.userId));

type FeedbackRow = ReturnType<ReturnType<typeof selectFeedback>['all']>[number];

const toFeedback = ({ responseMessage: message, respondedAt: at, ...row }: FeedbackRow): Feedback => ({
  ...row,
  response: message !== null && at !== null ? { message, respondedAt: at } : null,
});

const findOne = preparedOf((db) =>
  selectFeedback(db)
    .where(eq(feedback.id, sql.placeholder('id')))
    .prepare(),
);

/** @returns null when the feedback does not exist; the caller checks ownership */
export function findFeedback(db: Database, id: string): Feedback | null {
  const row = findOne(db).get({ id });
  return row ? toFeedback(row) : null;
}

/** Filters of a feedback list; an absent filter matches everything. */
export type FeedbackFilters = {
  userId?: string | undefined;
  status?: FeedbackStatus | undefined;
  type?: string | undefined;
  priority?: FeedbackPriority | undefined;
};

/** Feedback, the newest first. @param filters without a `userId`, that of all users: for operators */
export function findFeedbackPage(
  db: Database,
  { page, limit, ...filters }: FeedbackFilters & Pick<Pagination, 'page' | 'limit'>,
): PageOf<Feedback> {
  const where = and(
    isEqual(feedback.userId, filters.userId),
    isEqual(feedback.status, filters.status),
    isEqual(feedback.type, filters.type),
    isEqual(feedback.priority, filters.priority),
  );
  const rows = selectFeedback(db).where(where).orderBy(desc(feedback.createdAt), feedback.id);
  const { items, pagination } = pageOfRows(rows, countRows(db, feedback, where), { page, limit });
  return { items: items.map(toFeedback), pagination };
}
