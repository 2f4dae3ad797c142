import type { Availability, ListingCondition, ListingKind, ListingSort, ListingType } from './limits';

/** Filters of a listing query within one kind; an absent filter matches everything. */
export type ListingFilters = {
  availability?: Availability;
  type?: ListingType;
  condition?: ListingCondition;
  /** The full name of a brand, case-insensitive. */
  brand?: string;
  /** Whole rupees; both bounds are inclusive. */
  minPrice?: number;
  maxPrice?: number;
  minYear?: number;
  maxYear?: number;
  /** Excludes listings whose sellers left it out. */
  maxKilometres?: number;
  /** Substring of a name or brand, case-insensitive in every script. */
  q?: string;
};

export type ListingQuery = ListingFilters & {
  kind: ListingKind;
  sort: ListingSort;
  /** From 1. */
  page: number;
  limit: number;
};
