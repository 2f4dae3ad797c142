import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { reviewHelpfulVotes, reviews } from '~db/schema/engagement';
import { hasFreshPassword, passwordRequired } from '../accounts/fresh-password';
import { isUpcoming, type Offer } from '../catalogue/vehicle';
import { findOffer, vehicleNotFound } from '../catalogue/vehicle.queries.server';
import { type AppError, createVersionConflict, err, ok, type Reason, type Result } from '../shared/result';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { storeRemovalNotice } from '../moderation/public-item.server';
import { requireUser, type SignedInUser } from '../shared/actor';
import { type CommandContext, defineCommand, isEmptyChange, isOutdated } from '../shared/command.server';
import { emptyableText, failNumberType, failWith, requiredText, seenVersion } from '../shared/fields.server';
import { toLines } from '../shared/text';
import { isOwnOffer } from '../used-vehicles/own-vehicle.server';
import { maxCommentLength, maxTitleLength, ratings, reviewLabels, type StoredReview } from './review';
import { findReview, findReviewBy } from './review.queries.server';
import { isTeamRole, mayUse, type Permission, rejectRole } from '../shared/permissions';

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const first = ratings[0];
const last = ratings[ratings.length - 1] ?? first;
const ratingRequired = failWith({ code: 'rating_required' });
const outOfRange: Reason = {
  code: 'rating_out_of_range',
  values: { label: reviewLabels.rating, least: first, most: last },
};

const rating = z
  .int({
    error: ({ input }) =>
      isAbsent(input) ? ratingRequired.error : failNumberType(reviewLabels.rating, outOfRange).error({ input }),
  })
  .min(first, failWith(outOfRange))
  .max(last, failWith(outOfRange));
const comment = requiredText(reviewLabels.comment, maxCommentLength, toLines);
/** An empty title is stored as null. */
const title = emptyableText(reviewLabels.title, maxTitleLength).nullable();

const vehicleRequired = failWith({ code: 'required', values: { label: 'Vehicle' } });

/** docs/product.md, "Reviews". Ids of the built-in catalogue look like numbers, so numbers are accepted. */
export const newReview = z.object({
  vehicleId: z
    .union([z.string(), z.int().transform(String)], vehicleRequired)
    .refine((id) => id !== '', vehicleRequired)
    .meta({ description: 'Id of the vehicle or listing.' }),
  rating,
  title: title.optional().transform((given) => given ?? null),
  comment,
});
type NewReview = z.infer<typeof newReview>;

export const reviewChange = z.object({
  id: z.string(),
  version: seenVersion,
  rating: rating.optional(),
  title: title.optional(),
  comment: comment.optional(),
});
type ReviewChange = z.infer<typeof reviewChange>;

/** Whether an offer can be reviewed: a vehicle that is not launched yet cannot. */
export const isReviewable = (offer: Offer): boolean => offer.kind === 'listing' || !isUpcoming(offer.vehicle);

/** Whether a user may review an offer: owners may not review their own. @param offer as read for this user */
export const canReview = (user: SignedInUser, offer: Offer): boolean =>
  isReviewable(offer) && !isOwnOffer(offer, { user });

/** One per user and subject, never of the user's own offer (docs/product.md, "Reviews"). */
export const writeReview = defineCommand<NewReview, StoredReview>({
  name: 'write-review',
  schema: () => newReview,
  limit: 'write',
  run({ vehicleId, ...content }, { db, actor, now }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    const offer = findOffer(db, vehicleId, actor);
    if (!offer) return err(vehicleNotFound);
    if (!isReviewable(offer)) return err({ kind: 'conflict', code: 'reviews_not_open' });
    if (!canReview(user.value, offer)) return err({ kind: 'forbidden', code: 'review_of_own_offer' });
    if (findReviewBy(db, user.value.id, { kind: offer.kind, id: vehicleId })) {
      return err({ kind: 'conflict', code: 'review_exists' });
    }
    const id = randomUUID();
    const timestamp = now.toISOString();
    db.insert(reviews)
      .values({
        ...content,
        ...(offer.kind === 'vehicle' ? { vehicleId } : { listingId: vehicleId }),
        id,
        userId: user.value.id,
        createdAt: timestamp,
        updatedAt: timestamp,
      })
      .run();
    const stored = findReview(db, id);
    if (!stored) throw new Error('A review that was just stored could not be read.');
    return ok(stored);
  },
});

export const reviewNotFound: AppError = { kind: 'not-found', code: 'review_not_found' };

function findReviewToChange(
  id: string,
  { db, actor }: Pick<CommandContext, 'db' | 'actor'>,
  permission: Permission,
): Result<StoredReview> {
  const user = requireUser(actor);
  if (!user.ok) return user;
  const review = findReview(db, id);
  if (!review) return err(reviewNotFound);
  if (review.user.id === user.value.id || mayUse(user.value, permission)) return ok(review);
  if (isTeamRole(user.value.role) && review.isPublic) return rejectRole(permission);
  return err(review.isPublic ? { kind: 'forbidden', code: 'review_not_yours' } : reviewNotFound);
}

function logAction({ id, vehicleName, user }: StoredReview, action: string, context: CommandContext): void {
  const isOwn = user.id === context.actor.user?.id;
  recordAuditEvent(context, { subject: 'review', subjectId: id, title: `Review of ${vehicleName}`, action }, { isOwn });
}

export const changeReview = defineCommand<ReviewChange, StoredReview>({
  name: 'change-review',
  changes: ({ id }) => ({ table: 'reviews', id }),
  schema: () => reviewChange,
  limit: 'write',
  run({ id, version, ...content }, context) {
    const lookup = findReviewToChange(id, context, 'reports');
    if (!lookup.ok) return lookup;
    if (isOutdated(version, lookup.value)) return createVersionConflict('review');
    if (isEmptyChange(content)) return lookup;
    context.db
      .update(reviews)
      .set({ ...content, updatedAt: context.now.toISOString(), version: sql`version + 1` })
      .where(eq(reviews.id, id))
      .run();
    logAction(lookup.value, 'changed', context);
    const changed = findReview(context.db, id);
    return changed ? ok(changed) : err(reviewNotFound);
  },
});

export const deleteReview = defineCommand<{ id: string }, { id: string }>({
  name: 'delete-review',
  changes: ({ id }) => ({ table: 'reviews', id }),
  schema: () => z.object({ id: z.string() }),
  limit: 'write',
  run({ id }, context) {
    const lookup = findReviewToChange(id, context, 'erase');
    if (!lookup.ok) return lookup;
    const { vehicleName, user } = lookup.value;
    const { user: sender } = context.actor;
    if (sender && sender.id !== user.id && !hasFreshPassword(sender, context.now)) return err(passwordRequired);
    const removed = { kind: 'review', name: vehicleName, reason: null, userId: user.id, manageKeyId: null } as const;
    storeRemovalNotice(context, removed);
    context.db.delete(reviews).where(eq(reviews.id, id)).run();
    logAction(lookup.value, 'deleted', context);
    return ok({ id });
  },
});

/** Marks another user's review as helpful, once per user (docs/product.md, "Reviews"). */
export const markHelpful = defineCommand<{ id: string }, StoredReview>({
  name: 'mark-review-helpful',
  schema: () => z.object({ id: z.string() }),
  limit: 'write',
  run({ id }, { db, actor }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    const review = findReview(db, id);
    const isOwn = review?.user.id === user.value.id;
    if (!review || !(review.isPublic || isOwn)) return err(reviewNotFound);
    if (isOwn) return err({ kind: 'forbidden', code: 'vote_for_own_review' });
    const { changes } = db
      .insert(reviewHelpfulVotes)
      .values({ reviewId: id, userId: user.value.id })
      .onConflictDoNothing()
      .run();
    if (changes === 0) return err({ kind: 'conflict', code: 'already_voted' });
    const marked = findReview(db, id);
    return marked ? ok(marked) : err(reviewNotFound);
  },
});
