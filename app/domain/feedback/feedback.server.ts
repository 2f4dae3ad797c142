import { randomUUID } from 'node:crypto';
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { feedbackPriorities, type FeedbackPriority, type FeedbackStatus, feedbackStatuses } from '~db/enums';
import { users } from '~db/schema/accounts';
import { feedback } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { hasFreshPassword, passwordRequired } from '../accounts/fresh-password';
import { addDeskReply } from '../conversations/add-message.server';
import { toReference } from '../messages/message';
import { formatAuditEvent, recordAuditEvent } from '../moderation/audit-log.server';
import { isOpen } from '../content/sections.server';
import { checkSenderNotBlocked } from '../moderation/blocked-contacts.server';
import { requireUser } from '../shared/actor';
import { type CommandContext, defineCommand, isOutdated } from '../shared/command.server';
import { failNumberType, failWith, oneOf, ruledText, seenVersion, yesOrNo } from '../shared/fields.server';
import { countRows, isEqual, type Page, type Pagination, readPage } from '../shared/pagination.server';
import { mayUse, type Permission, requireOwnItem, teamRequired } from '../shared/permissions';
import { type AppError, createVersionConflict, err, ok } from '../shared/result';
import { toLines } from '../shared/text';
import { type Feedback, feedbackLabels, getPriority, maxSubjectLength, validateFeedbackField } from './feedback';
import { readContent } from '../content/content-file.server';

/** Topics of feedback (docs/product.md, "Feedback"). */
export const feedbackTypes = readContent(
  'feedbackTypes',
  z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
);

/** Stars out of 5, as stated by the business (docs/product.md, "Feedback"). */
export const feedbackStatistics = readContent(
  'feedbackStats',
  z.object({ satisfaction: z.number().min(1).max(5), reviews: z.int().nonnegative() }),
);

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

const findOne = memoizePrepared((db) =>
  selectFeedback(db)
    .where(eq(feedback.id, sql.placeholder('id')))
    .prepare(),
);

/** @returns null when the feedback does not exist; the caller checks ownership */
export function findFeedback(db: Database, id: string): Feedback | null {
  const row = findOne(db).get({ id });
  return row ? toFeedback(row) : null;
}

type FeedbackFilters = {
  userId?: string | undefined;
  status?: FeedbackStatus | undefined;
  type?: string | undefined;
  priority?: FeedbackPriority | undefined;
};

/** Feedback, the newest first. @param filters without a `userId`, that of all users: for operators */
export function findFeedbackPage(
  db: Database,
  { page, limit, ...filters }: FeedbackFilters & Pick<Pagination, 'page' | 'limit'>,
): Page<Feedback> {
  const where = and(
    isEqual(feedback.userId, filters.userId),
    isEqual(feedback.status, filters.status),
    isEqual(feedback.type, filters.type),
    isEqual(feedback.priority, filters.priority),
  );
  const rows = selectFeedback(db).where(where).orderBy(desc(feedback.createdAt), feedback.id);
  const { items, pagination } = readPage(rows, countRows(db, feedback, where), { page, limit });
  return { items: items.map(toFeedback), pagination };
}

const createTextRule = (field: 'type' | 'subject' | 'message', clean?: (text: string) => string) =>
  ruledText((text) => validateFeedbackField(field, text), { label: feedbackLabels[field], ...(clean && { clean }) });

const ratingRequired = { code: 'rating_required' } as const;
const anonymity = yesOrNo(feedbackLabels.isAnonymous);

/** In the order of the form, which is the order of its errors. */
const fields = {
  type: createTextRule('type')
    .refine(
      (id) => id === '' || feedbackTypes.some((type) => type.id === id),
      failWith({ code: 'feedback_type_required' }),
    )
    .meta({ enum: feedbackTypes.map(({ id }) => id) }),
  rating: z
    .int(failNumberType(feedbackLabels.rating, ratingRequired))
    .min(1, failWith(ratingRequired))
    .max(5, failWith(ratingRequired)),
  subject: createTextRule('subject').meta({ minLength: 1, maxLength: maxSubjectLength }),
  message: createTextRule('message', toLines).meta({ minLength: 1 }),
};

/** Validation rules of new feedback (docs/product.md, "Feedback entries"). */
export const newFeedback = z.object({
  ...fields,
  isAnonymous: anonymity.nullish().transform((given) => given ?? false),
});
type NewFeedback = z.infer<typeof newFeedback>;

/** Absent fields keep their values. `status`, `priority` and `response` are for operators. */
export const feedbackChanges = z.object({
  ...z.object({ ...fields, isAnonymous: anonymity }).partial().shape,
  id: z.string(),
  version: seenVersion,
  status: oneOf('Status', feedbackStatuses).optional(),
  priority: oneOf('Priority', feedbackPriorities).optional(),
  response: z
    .union(
      [z.string(), z.object({ message: z.string() }).transform(({ message }) => message)],
      failWith({ code: 'not_text', values: { label: 'Response' } }),
    )
    .transform(toLines)
    .refine((text) => text !== '', failWith({ code: 'required', values: { label: 'Response' } }))
    .optional(),
});
type FeedbackChange = z.infer<typeof feedbackChanges>;

/** Sends feedback (docs/product.md, "Feedback entries"); any signed-in user may. */
export const giveFeedback = defineCommand<NewFeedback, Feedback>({
  name: 'give-feedback',
  schema: () => newFeedback,
  limit: 'write',
  run(input, context) {
    const { db, actor, now } = context;
    const user = requireUser(actor);
    if (!user.ok) return user;
    if (!isOpen(db, 'feedback')) return err({ kind: 'not-found', code: 'section_closed' });
    const accepted = checkSenderNotBlocked(context, { userId: user.value.id });
    if (!accepted.ok) return accepted;
    const id = randomUUID();
    const timestamp = now.toISOString();
    db.insert(feedback)
      .values({
        ...input,
        id,
        userId: user.value.id,
        priority: getPriority(input.rating),
        createdAt: timestamp,
        updatedAt: timestamp,
      })
      .run();
    const stored = findFeedback(db, id);
    if (!stored) throw new Error('Feedback that was just stored could not be read.');
    return ok(stored);
  },
});

const feedbackNotFound: AppError = { kind: 'not-found', code: 'feedback_not_found' };

export const findOwnedFeedback = (
  id: string,
  { db, actor }: Pick<CommandContext, 'db' | 'actor'>,
  permission: Permission = 'answer',
) => requireOwnItem(findFeedback(db, id), actor, permission, feedbackNotFound);

/** Logs an operator's action on a user's feedback, without its text: that is confidential. */
const logAction = (id: string, action: string, isOwn: boolean, context: CommandContext): void =>
  recordAuditEvent(
    context,
    { subject: 'feedback', subjectId: id, title: `Feedback ${toReference(id)}`, action },
    { isOwn },
  );

/** The author may while it is open; operators set status and priority, which follows the rating until then. */
export const changeFeedback = defineCommand<FeedbackChange, Feedback>({
  name: 'change-feedback',
  changes: ({ id }) => ({ table: 'feedback', id }),
  schema: () => feedbackChanges,
  limit: 'write',
  run({ id, version, status, priority, response, ...content }, context) {
    const owned = findOwnedFeedback(id, context);
    if (!owned.ok) return owned;
    const { item: before, user, isOwn } = owned.value;
    const isOperators = status !== undefined || priority !== undefined || response !== undefined;
    if (isOperators && !mayUse(user, 'answer')) return err(teamRequired);
    const changesContent = Object.values(content).some((value) => value !== undefined);
    if (changesContent && !isOwn) return err({ kind: 'forbidden', code: 'not_feedback_author' });
    if (changesContent && before.status !== 'open') return err({ kind: 'conflict', code: 'feedback_not_open' });
    if (isOutdated(version, before)) return createVersionConflict('feedback');
    if (!changesContent && !isOperators) return ok(before);
    const isOperatorsPriority = before.priority !== getPriority(before.rating);
    const byRating = content.rating === undefined || isOperatorsPriority ? undefined : getPriority(content.rating);
    const timestamp = context.now.toISOString();
    context.db
      .update(feedback)
      .set({
        ...content,
        status,
        priority: priority ?? byRating,
        ...(response !== undefined && { responseMessage: response, respondedAt: timestamp }),
        updatedAt: timestamp,
        version: sql`version + 1`,
      })
      .where(eq(feedback.id, id))
      .run();
    if (response !== undefined) {
      const written = addDeskReply(context, { requestId: id, text: response, operatorId: user.id });
      if (!written.ok) return written;
    }
    const action = formatAuditEvent({ status, priority, response }, ['status', 'priority']);
    logAction(id, action || 'changed', isOwn && !isOperators, context);
    const changed = findFeedback(context.db, id);
    return changed ? ok(changed) : err(feedbackNotFound);
  },
});

export const deleteFeedback = defineCommand<{ id: string }, { id: string }>({
  name: 'delete-feedback',
  changes: ({ id }) => ({ table: 'feedback', id }),
  schema: () => z.object({ id: z.string() }),
  limit: 'write',
  run({ id }, context) {
    const owned = findOwnedFeedback(id, context, 'erase');
    if (!owned.ok) return owned;
    const { user, isOwn } = owned.value;
    if (!isOwn && !hasFreshPassword(user, context.now)) return err(passwordRequired);
    context.db.delete(feedback).where(eq(feedback.id, id)).run();
    logAction(id, 'deleted', isOwn, context);
    return ok({ id });
  },
});
