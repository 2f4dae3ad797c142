import type { BodyStyle, VehicleCondition } from '~db/enums';

/** One value, or several of which any may hold. */
export type OneOrMore<Value> = Value | readonly Value[];

/** Sort orders of every list; vehicles without the figure in question come last. */
export const offerSorts = [
  'newest',
  'price',
  '-price',
  'kilometres',
  '-kilometres',
  'year',
  '-year',
  'mileage',
  '-mileage',
  // Nearest first, the newest of one place before the others; by time where no place is asked for.
  'distance',
] as const;
export type OfferSort = (typeof offerSorts)[number];

/** `relevance` is the usual order of a search by words, and the order by time without words. */
export const listSorts = ['relevance', ...offerSorts] as const;
export type ListSort = (typeof listSorts)[number];

/** Kilometres around a city that filters offer. */
export const distancesAround = [25, 50, 100] as const;

/**
 * Filters that vehicles and listings share; absent ones do not filter. Ranges include both ends, and leave out vehicles
 * without such a figure.
 */
export type OfferFilters = {
  condition?: OneOrMore<VehicleCondition>;
  /** Full name of a brand, in any case. */
  brand?: OneOrMore<string>;
  bodyStyle?: OneOrMore<BodyStyle>;
  /** Whole rupees. */
  minPrice?: number;
  maxPrice?: number;
  /** Model year; new vehicles have none. */
  minYear?: number;
  maxYear?: number;
  /** Whether new vehicles, which have no year, are of these years. */
  orNew?: boolean;
  maxKilometres?: number;
  minCc?: number;
  maxCc?: number;
  /** Kilometres per litre. */
  minMileage?: number;
  /** Kilometres a charge. */
  minRange?: number;
  /** Millimetres. */
  maxSeatHeight?: number;
  /** Kilograms, with all that it needs to be ridden. */
  maxWeight?: number;
  /** Number of owners so far; new vehicles have none. */
  maxOwners?: number;
  transmission?: 'automatic' | 'manual';
  /** Timestamp. */
  postedSince?: string;
  /** Whether only those with a photo of their own. */
  withPhoto?: boolean;
  /** Whole kilometres by the id of each place that the offer may be in; without a place of its own it is left out. */
  near?: ReadonlyMap<string, number>;
  /** As typed, to be understood; the other filters go before the same in it. */
  q?: string;
  /** Expression over the documents. */
  match?: string;
  /** The same for what is not wanted. */
  without?: string;
};
