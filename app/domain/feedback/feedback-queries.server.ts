import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';
import type { Feedback } from './feedback';
import type { FeedbackPriority, FeedbackStatus } from './limits';

/** Feedback as SQLite gives it: no booleans, the response in two columns. */
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

/** @returns null when there is no such feedback; whose it is, the caller looks at */
export function findFeedback(db: Database, id: string): Feedback | null {
  const row = findOne(db).get(id);
  return row ? toFeedback(row) : null;
}

/** What a list of feedback is narrowed by; absent: any. */
export type FeedbackFilters = {
  userId?: string | undefined;
  status?: FeedbackStatus | undefined;
  type?: string | undefined;
  priority?: FeedbackPriority | undefined;
};
export type FeedbackPage = {
  items: Feedback[];
  pagination: { page: number; limit: number; total: number; pages: number };
};

const conditions = {
  userId: 'f.user_id = @userId',
  status: 'f.status = @status',
  type: 'f.type = @type',
  priority: 'f.priority = @priority',
} satisfies Record<keyof FeedbackFilters, string>;
const filterNames = ['userId', 'status', 'type', 'priority'] as const;

/** Feedback, the newest first. @param query without a `userId`, everybody's: for operators */
export function findFeedbackPage(
  db: Database,
  { page, limit, ...filters }: FeedbackFilters & { page: number; limit: number },
): FeedbackPage {
  const named = filterNames.filter((name) => filters[name] !== undefined);
  const where = named.length > 0 ? `WHERE ${named.map((name) => conditions[name]).join(' AND ')}` : '';
  const asked = Object.fromEntries(named.map((name) => [name, filters[name]]));
  const total =
    db.$client.prepare<[object], number>(`SELECT count(*) FROM feedback f ${where}`).pluck().get(asked) ?? 0;
  const items = db.$client
    .prepare<[object], FeedbackRow>(
      `SELECT ${columns} FROM ${source} ${where} ORDER BY f.created_at DESC, f.id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...asked, limit, offset: (page - 1) * limit })
    .map(toFeedback);
  return { items, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
