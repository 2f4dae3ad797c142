import { hasFreshPassword, passwordNeeded } from '../accounts/fresh-password.server';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { feedback } from '~db/schema';
import { operatorRequired, signedIn } from '../accounts/signed-in';
import type { SignedInUser } from '../asker';
import { type CommandContext, defineCommand } from '../command.server';
import { deedOf, logDeed } from '../desk/operator-log.server';
import { fixErrors } from '../fix-errors';
import { referenceOf } from '../messages/message-rules';
import { changedMeanwhile, done, type Outcome, type Problem, refused } from '../outcome';
import { isOutdated } from '../seen-version.server';
import type { Feedback } from './feedback';
import { type FeedbackChange, feedbackChanges } from './feedback-fields.server';
import { findFeedback } from './feedback-queries.server';
import { priorityOf } from './limits';

const feedbackNotFound: Problem = { kind: 'not-found', message: 'There is no such feedback.' };

/** Feedback for its author or an operator to view or change; not-found for every other actor. */
export function heldFeedback(
  id: string,
  { db, asker }: Pick<CommandContext, 'db' | 'asker'>,
): Outcome<{ feedback: Feedback; user: SignedInUser; isOwn: boolean }> {
  const user = signedIn(asker);
  if (!user.done) return user;
  const found = findFeedback(db, id);
  const isOwn = found?.userId === user.value.id;
  if (!found || (!isOwn && user.value.role !== 'operator')) return refused(feedbackNotFound);
  return done({ feedback: found, user: user.value, isOwn });
}

/** Logs an operator's action on a user's feedback, without its text: that is confidential. */
const logged = (id: string, deed: string, isOwn: boolean, context: CommandContext): void =>
  logDeed(context, { subject: 'feedback', subjectId: id, title: `Feedback ${referenceOf(id)}`, deed }, { isOwn });

/**
 * Changes feedback. The author may change its text while it is open; operators set its status and priority, and respond
 * to it. The priority follows the rating until an operator sets one.
 */
export const changeFeedback = defineCommand<FeedbackChange, Feedback>({
  name: 'change-feedback',
  changes: ({ id }) => ({ table: 'feedback', id }),
  schema: () => feedbackChanges,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, version, status, priority, response, ...words }, context) {
    const held = heldFeedback(id, context);
    if (!held.done) return held;
    const { feedback: before, user, isOwn } = held.value;
    const isOperators = status !== undefined || priority !== undefined || response !== undefined;
    if (isOperators && user.role !== 'operator') return refused(operatorRequired);
    const changesWords = Object.values(words).some((value) => value !== undefined);
    if (changesWords && !isOwn) {
      return refused({ kind: 'forbidden', message: 'Only its author may change what feedback says.' });
    }
    if (changesWords && before.status !== 'open') {
      return refused({ kind: 'conflict', message: 'This feedback is being looked at and can no longer be changed.' });
    }
    if (isOutdated(version, before)) return changedMeanwhile('feedback');
    if (!changesWords && !isOperators) return done(before);
    const isOperatorsPriority = before.priority !== priorityOf(before.rating);
    const byRating = words.rating === undefined || isOperatorsPriority ? undefined : priorityOf(words.rating);
    const moment = context.now.toISOString();
    context.db
      .update(feedback)
      .set({
        ...words,
        status,
        priority: priority ?? byRating,
        ...(response !== undefined && { responseMessage: response, respondedAt: moment }),
        updatedAt: moment,
        version: sql`version + 1`,
      })
      .where(eq(feedback.id, id))
      .run();
    const deed = deedOf({ status, priority, response }, ['status', 'priority']);
    logged(id, deed || 'changed', isOwn && !isOperators, context);
    const changed = findFeedback(context.db, id);
    return changed ? done(changed) : refused(feedbackNotFound);
  },
});

/** Deletes feedback; its author and operators may. */
export const deleteFeedback = defineCommand<{ id: string }, { id: string }>({
  name: 'delete-feedback',
  changes: ({ id }) => ({ table: 'feedback', id }),
  schema: () => z.object({ id: z.string() }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id }, context) {
    const held = heldFeedback(id, context);
    if (!held.done) return held;
    const { user, isOwn } = held.value;
    if (!isOwn && !hasFreshPassword(user, context.now)) return refused(passwordNeeded);
    context.db.delete(feedback).where(eq(feedback.id, id)).run();
    logged(id, 'deleted', isOwn, context);
    return done({ id });
  },
});
