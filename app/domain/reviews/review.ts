import type { Page } from '../shared/pagination.server';

/** The scale of every rating, in stars (docs/product.md, "Ratings"). */
export const ratings = [1, 2, 3, 4, 5] as const;

export const reviewLabels = { rating: 'Rating', title: 'Title', comment: 'Comment' } as const;
export type ReviewField = keyof typeof reviewLabels;

export const maxTitleLength = 100;
export const maxCommentLength = 2000;

export const reviewsPerPage = 10;
export const latestReviewsShown = 6;

export type Review = {
  id: string;
  vehicleId: string;
  user: { id: string; name: string };
  /** From 1 to 5. */
  rating: number;
  title: string | null;
  comment: string;
  helpfulCount: number;
  createdAt: string;
  updatedAt: string;
  version: number;
};

/** A review as its author, operators and the commands see it. */
export type StoredReview = Review & {
  vehicleName: string;
  isHidden: boolean;
  hiddenReason: string | null;
  /** Visible to all visitors: neither it nor its subject is hidden. */
  isPublic: boolean;
};

export type ReviewSummary = {
  /** With one decimal; null without reviews. */
  average: number | null;
  count: number;
  stars: Record<'1' | '2' | '3' | '4' | '5', number>;
};

export type ReviewPage = Page<Review> & { summary: ReviewSummary };

export const reviewWritten = 'Thank you. Your review is on the page.';
export const reviewDeleted = 'Your review has been deleted.';
export const reviewHelpful = 'You marked this review as helpful.';

/** A review as the public API returns it; its author appears by name only. */
export const toReviewJson = (review: Review) => ({
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

export const toOwnReviewJson = (review: StoredReview) => ({
  ...toReviewJson(review),
  vehicleName: review.vehicleName,
  isHidden: review.isHidden,
  hiddenReason: review.hiddenReason,
});
