import type { ListingKind } from '../listings/limits';

/** What operators did to something that somebody published, told to whoever did. */
export type News = {
  id: string;
  /** Which sell screen has it; null for what stands on none: used vehicles, reviews, and all that was deleted. */
  kind: ListingKind | null;
  /** What it is called; of a review, what it is about. */
  name: string;
  /** What was done with it last. */
  done: 'hidden' | 'shown' | 'deleted';
  /** Why it was hidden or deleted, as the operator wrote it. */
  reason: string | null;
  /** When that was. */
  at: string;
};
