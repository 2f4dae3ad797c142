import type { Review, StoredReview } from './review';

/** A review as the public API returns it; its author appears by name only. */
export const reviewJson = (review: Review) => ({
  _id: review.id,
  id: review.id,
  vehicleId: review.vehicleId,
  user: { id: review.user.id, name: review.user.name },
  rating: review.rating,
  title: review.title,
  comment: review.comment,
  helpfulCount: review.helpfulCount,
  createdAt: review.createdAt,
  updatedAt: review.updatedAt,
  version: review.version,
});

/** The same for its author: with its subject, and whether an operator hid it. */
export const ownReviewJson = (review: StoredReview) => ({
  ...reviewJson(review),
  vehicleName: review.vehicleName,
  isHidden: review.isHidden,
  hiddenReason: review.hiddenReason,
});
