import { z } from 'zod';
import { reviewHelpfulVotes } from '~db/schema';
import { signedIn } from '../accounts/signed-in';
import { defineCommand } from '../command.server';
import { fixErrors } from '../fix-errors';
import { done, refused } from '../outcome';
import { reviewNotFound } from './change-review.server';
import type { StoredReview } from './review';
import { findReview } from './review-queries.server';

/** Marks another user's review as helpful, once per user (docs/product.md, "Reviews"). */
export const markHelpful = defineCommand<{ id: string }, StoredReview>({
  name: 'mark-review-helpful',
  schema: () => z.object({ id: z.string() }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id }, { db, asker }) {
    const user = signedIn(asker);
    if (!user.done) return user;
    const review = findReview(db, id);
    const isOwn = review?.user.id === user.value.id;
    if (!review || !(review.isPublic || isOwn)) return refused(reviewNotFound);
    if (isOwn) return refused({ kind: 'forbidden', message: 'You cannot mark your own review as helpful.' });
    const { changes } = db
      .insert(reviewHelpfulVotes)
      .values({ reviewId: id, userId: user.value.id })
      .onConflictDoNothing()
      .run();
    if (changes === 0) {
      return refused({ kind: 'conflict', message: 'You have already marked this review as helpful.' });
    }
    const marked = findReview(db, id);
    return marked ? done(marked) : refused(reviewNotFound);
  },
});
