import type { Database } from '~db/connection';
import type { FeedbackPriority, FeedbackStatus } from '~db/enums';
import { filteredPage } from '../shared/filtered-page.server';
import { statementsOf } from '../shared/memoize.server';
import type { PageOf, Pagination } from '../shared/pagination';
import type { Feedback } from './feedback';

/** Row as SQLite returns it: numbers for booleans, the response in two columns. */
type FeedbackRow = Omit<Feedback, 'isAnonymous' | 'response'> & {
  isAnonymous: number;
  responseMessage: string | null;
  respondedAt: string | null;
};

const columns = `
  f.id, f.user_id AS userId, u.name AS userName, f.type, f.subject, f.message, f.rating,
  f.is_anonymous AS isAnonymous, f.status, f.priority, f.response_message AS responseMessage,
  f.responded_at AS respondedAt, f.created_at AS createdAt, f.updated_at AS updatedAt, f.version`;
const source = 'feedback f JOIN users u ON u.id = f.user_id';

const toFeedback = ({ isAnonymous, responseMessage, respondedAt, ...row }: FeedbackRow): Feedback => ({
  ...row,
  isAnonymous: isAnonymous === 1,
  response: responseMessage !== null && respondedAt !== null ? { message: responseMessage, respondedAt } : null,
});

const findOne = statementsOf((sqlite) =>
  sqlite.prepare<[string], FeedbackRow>(`SELECT ${columns} FROM ${source} WHERE f.id = ?`),
);

/** @returns null when the feedback does not exist; the caller checks ownership */
export function findFeedback(db: Database, id: string): Feedback | null {
  const row = findOne(db).get(id);
  return row ? toFeedback(row) : null;
}

/** Filters of a feedback list; an absent filter matches everything. */
export type FeedbackFilters = {
  userId?: string | undefined;
  status?: FeedbackStatus | undefined;
  type?: string | undefined;
  priority?: FeedbackPriority | undefined;
};

const conditions = {
  userId: 'f.user_id = @userId',
  status: 'f.status = @status',
  type: 'f.type = @type',
  priority: 'f.priority = @priority',
} satisfies Record<keyof FeedbackFilters, string>;

/** Feedback, the newest first. @param filters without a `userId`, that of all users: for operators */
export function findFeedbackPage(
  db: Database,
  { page, limit, ...filters }: FeedbackFilters & Pick<Pagination, 'page' | 'limit'>,
): PageOf<Feedback> {
  const list = { columns, source, conditions, order: 'f.created_at DESC, f.id' };
  const { items, pagination } = filteredPage<FeedbackRow>(db, list, { page, limit }, filters);
  return { items: items.map(toFeedback), pagination };
}
