import type { ListingKind } from '../listings/limits';

/** Notice to an owner about an operator's action on content they published. */
export type News = {
  id: string;
  /** Sell screen that shows the item; null for items on neither: used vehicles, reviews and everything deleted. */
  kind: ListingKind | null;
  /** Name of the item; for a review, the name of what it reviews. */
  name: string;
  /** The operator's last action. */
  done: 'hidden' | 'shown' | 'deleted';
  /** The operator's reason for hiding or deleting it. */
  reason: string | null;
  /** Timestamp of the action. */
  at: string;
};
