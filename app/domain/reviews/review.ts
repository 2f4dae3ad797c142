import type { Page } from '../shared/pagination.server';

/** The scale of every rating, in stars (docs/product.md, "Ratings"). */
export const ratings = [1, 2, 3, 4, 5] as const;

/** Limits and labels of a review (docs/product.md, "Reviews"). */

export const reviewLabels = { rating: 'Rating', title: 'Title', comment: 'Comment' } as const;
export type ReviewField = keyof typeof reviewLabels;

/** Maximum number of characters of each text. */
export const maxTitleLength = 100;
export const maxCommentLength = 2000;

/** Default page size (docs/product.md, "Reviews"). */
export const reviewsPerPage = 10;
/** Number of riders' reviews on the Reviews tab of the home page. */
export const latestReviewsShown = 6;

/** A signed-in rider's review of a vehicle or a listing. Built-in testimonials and sample ratings are not reviews. */
export type Review = {
  id: string;
  /** Id of the vehicle or the listing. */
  vehicleId: string;
  user: { id: string; name: string };
  /** From 1 to 5. */
  rating: number;
  title: string | null;
  comment: string;
  helpfulCount: number;
  createdAt: string;
  updatedAt: string;
  /** Incremented by every change. */
  version: number;
};

/** A review as its author, operators and the commands see it. */
export type StoredReview = Review & {
  vehicleName: string;
  /** Hidden by an operator. */
  isHidden: boolean;
  hiddenReason: string | null;
  /** Visible to all visitors: neither it nor its subject is hidden. */
  isPublic: boolean;
};

/** Summary of all reviews of one vehicle. */
export type ReviewSummary = {
  /** With one decimal; null without reviews. */
  average: number | null;
  count: number;
  /** Number of reviews by rating. */
  stars: Record<'1' | '2' | '3' | '4' | '5', number>;
};

export type ReviewPage = Page<Review> & { summary: ReviewSummary };

/** Messages about reviews, shared by forms and the API. */
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

/** A review as the API returns it to its author: with its subject, and whether an operator hid it. */
export const toOwnReviewJson = (review: StoredReview) => ({
  ...toReviewJson(review),
  vehicleName: review.vehicleName,
  isHidden: review.isHidden,
  hiddenReason: review.hiddenReason,
});
