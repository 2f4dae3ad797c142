import type { PageOf } from '../pagination';

/**
 * What a signed-in rider says of a vehicle or a listing. Built-in testimonials and sample ratings are never among them.
 */
export type Review = {
  id: string;
  /** The vehicle's id or the listing's. */
  vehicleId: string;
  user: { id: string; name: string };
  /** From 1 to 5. */
  rating: number;
  title: string | null;
  comment: string;
  helpfulCount: number;
  createdAt: string;
  updatedAt: string;
  /** Raised by one with every change. */
  version: number;
};

/** A review as its author, operators and the commands see it. */
export type StoredReview = Review & {
  vehicleName: string;
  /** An operator took it out of sight. */
  isHidden: boolean;
  hiddenReason: string | null;
  /** Everybody sees it: neither it nor what it is about was taken out of sight. */
  isPublic: boolean;
};

/** All reviews of one vehicle in three figures. */
export type ReviewSummary = {
  /** With one decimal; null while there is none. */
  average: number | null;
  count: number;
  /** How many gave one star, two stars ... */
  stars: Record<'1' | '2' | '3' | '4' | '5', number>;
};

export type ReviewPage = PageOf<Review> & { summary: ReviewSummary };
