import { hasFreshPassword, passwordNeeded } from '../accounts/fresh-password.server';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { reviews } from '~db/schema';
import { signedIn } from '../accounts/signed-in';
import { type CommandContext, defineCommand } from '../command.server';
import { logDeed } from '../desk/operator-log.server';
import { leaveRemovalNotice } from '../desk/removal-notices.server';
import { fixErrors } from '../fix-errors';
import { changedMeanwhile, done, type Outcome, type Problem, refused } from '../outcome';
import { isEmptyChange, isOutdated } from '../seen-version.server';
import type { StoredReview } from './review';
import { type ReviewChange, reviewChange } from './review-fields.server';
import { findReview } from './review-queries.server';

export const reviewNotFound: Problem = { kind: 'not-found', message: 'There is no such review.' };

/** The review that its author or an operator may change; a hidden one is not-found for every other actor. */
function reviewToChange(id: string, { db, asker }: Pick<CommandContext, 'db' | 'asker'>): Outcome<StoredReview> {
  const user = signedIn(asker);
  if (!user.done) return user;
  const review = findReview(db, id);
  if (!review) return refused(reviewNotFound);
  if (review.user.id === user.value.id || user.value.role === 'operator') return done(review);
  return refused(review.isPublic ? { kind: 'forbidden', message: 'This review is not yours.' } : reviewNotFound);
}

/** Logs an operator's action on another user's review. */
function logged({ id, vehicleName, user }: StoredReview, deed: string, context: CommandContext): void {
  const isOwn = user.id === context.asker.user?.id;
  logDeed(context, { subject: 'review', subjectId: id, title: `Review of ${vehicleName}`, deed }, { isOwn });
}

/** Changes the given fields of a review; its position in lists stays the same. */
export const changeReview = defineCommand<ReviewChange, StoredReview>({
  name: 'change-review',
  changes: ({ id }) => ({ table: 'reviews', id }),
  schema: () => reviewChange,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, version, ...words }, context) {
    const found = reviewToChange(id, context);
    if (!found.done) return found;
    if (isOutdated(version, found.value)) return changedMeanwhile('review');
    if (isEmptyChange(words)) return found;
    context.db
      .update(reviews)
      .set({ ...words, updatedAt: context.now.toISOString(), version: sql`version + 1` })
      .where(eq(reviews.id, id))
      .run();
    logged(found.value, 'changed', context);
    const changed = findReview(context.db, id);
    return changed ? done(changed) : refused(reviewNotFound);
  },
});

/** Deletes a review permanently, with its helpful marks. */
export const deleteReview = defineCommand<{ id: string }, { id: string }>({
  name: 'delete-review',
  changes: ({ id }) => ({ table: 'reviews', id }),
  schema: () => z.object({ id: z.string() }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id }, context) {
    const found = reviewToChange(id, context);
    if (!found.done) return found;
    const { vehicleName, user } = found.value;
    const { user: sender } = context.asker;
    if (sender && sender.id !== user.id && !hasFreshPassword(sender, context.now)) return refused(passwordNeeded);
    const notice = { kind: 'review', name: vehicleName, reason: null, userId: user.id, manageKeyId: null } as const;
    leaveRemovalNotice(context, notice);
    context.db.delete(reviews).where(eq(reviews.id, id)).run();
    logged(found.value, 'deleted', context);
    return done({ id });
  },
});
