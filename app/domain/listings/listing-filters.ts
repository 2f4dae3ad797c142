import type { Availability, ListingCondition, ListingKind, ListingSort, ListingType } from './limits';

/** Which listings of one kind are asked for; what is absent does not narrow. */
export type ListingFilters = {
  availability?: Availability;
  type?: ListingType;
  condition?: ListingCondition;
  /** The whole name of a brand, in any case. */
  brand?: string;
  /** Whole rupees; both ends belong to the range. */
  minPrice?: number;
  maxPrice?: number;
  minYear?: number;
  maxYear?: number;
  /** Leaves out those whose sellers don't say. */
  maxKilometres?: number;
  /** Part of a name or brand, in any case and script. */
  q?: string;
};

export type ListingQuery = ListingFilters & {
  kind: ListingKind;
  sort: ListingSort;
  /** From 1. */
  page: number;
  limit: number;
};
