import type { PageOf } from '../pagination';

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

export type ReviewPage = PageOf<Review> & { summary: ReviewSummary };
