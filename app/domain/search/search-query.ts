import type {
  Availability,
  BodyStyle,
  FuelType,
  VehicleCategory,
  VehicleCondition,
  VehicleStock,
  VehicleType,
} from '~db/enums';
import { formatCount } from '../shared/money';

export type OneOrMore<Value> = Value | readonly Value[];

/** Sort orders of all lists. Offers without the figure come last in either direction. */
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
  // Nearest first, newest first within a place; newest first without a filter on a place.
  'distance',
] as const;
export type OfferSort = (typeof offerSorts)[number];

/** `relevance`: best match first, which is the default of a search; newest first without a query. */
export const listSorts = ['relevance', ...offerSorts] as const;
export type ListSort = (typeof listSorts)[number];

/** Distances from a city in kilometres, as options of a filter. */
export const distanceOptions = [25, 50, 100] as const;

/** Ranges include both ends and exclude offers without the figure. */
export type OfferFilters = {
  condition?: OneOrMore<VehicleCondition>;
  /** Name of a brand, in any case. */
  brand?: OneOrMore<string>;
  bodyStyle?: OneOrMore<BodyStyle>;
  /** Whole rupees. */
  minPrice?: number;
  maxPrice?: number;
  minYear?: number;
  maxYear?: number;
  /** Whether new vehicles, which have no year, match `minYear`. */
  orNew?: boolean;
  maxKilometres?: number;
  minCc?: number;
  maxCc?: number;
  /** Kilometres per litre. */
  minMileage?: number;
  /** Kilometres per charge. */
  minRange?: number;
  /** Millimetres. */
  maxSeatHeight?: number;
  /** Kerb weight in kilograms. */
  maxWeight?: number;
  /** Number of owners so far; new vehicles have none. */
  maxOwners?: number;
  transmission?: 'automatic' | 'manual';
  postedSince?: string;
  withPhoto?: boolean;
  /** Places of the offer by id, each with its distance in whole kilometres. */
  near?: ReadonlyMap<string, number>;
  /** Search query as typed. The other filters take precedence over the same filter in it. */
  q?: string;
};

export const offerKinds = ['new', 'upcoming', 'used', 'listing'] as const;
export type OfferKind = (typeof offerKinds)[number];

/** Whether a search for a stock includes offers of a kind; null is any stock. */
export const isKindInStock = (kind: OfferKind, stock: VehicleStock | null): boolean =>
  stock === null || stock === kind || (stock === 'used' && kind === 'listing');

export type RowFilters = Omit<OfferFilters, 'q'> & {
  type?: OneOrMore<VehicleType>;
  kinds?: readonly OfferKind[];
  category?: VehicleCategory;
  fuel?: OneOrMore<FuelType>;
  /** Kilometres per litre from `from` up to, but not including, `below`. */
  mileageBand?: { from: number; below: number | null };
  /** PS. */
  minPower?: number;
  maxPower?: number;
  availability?: Availability;
  after?: { vehicle: number; listing: number };
};

/** Key in `near` that includes offers without a known place, of which the search examines the address. */
export const unknownPlaceKey = '';

/** The full-text indexes of what sellers write, which contain the visible rows of their table only. */
export const ftsTables = ['vehicle_documents', 'bike_documents', 'scooter_documents'] as const;

/** Whole rupees at which a budget band begins, ascending; the first band begins at 0. */
export const budgetSteps = [100_000, 150_000, 200_000] as const;

/** Kilometres up to which lists are narrowed, ascending. */
export const kilometreSteps = [5_000, 10_000, 25_000, 50_000] as const;

/** Formats a range with at least one end: 'Up to ₹80,000', 'From 2020', '2018 to 2020'. */
export function formatRange(min: number | null, max: number | null, format: (figure: number) => string): string {
  if (min === null || (min === 0 && max !== null)) return `Up to ${format(max ?? 0)}`;
  if (max === null) return `From ${format(min)}`;
  return min === max ? format(min) : `${format(min)} to ${format(max)}`;
}

export const formatOwners = (max: number): string =>
  ['', 'First owner', 'Up to second owner', 'Up to third owner'][max] ?? `Up to ${formatCount(max)} owners`;

export const bodyStyleTexts: Readonly<Record<BodyStyle, string>> = {
  commuter: 'Commuter',
  naked: 'Naked',
  sport: 'Sport',
  cruiser: 'Cruiser',
  retro: 'Retro',
  adventure: 'Adventure',
  scrambler: 'Scrambler',
  'scooter-classic': 'Classic scooter',
  'scooter-maxi': 'Maxi scooter',
  'scooter-electric': 'Electric scooter',
  moped: 'Moped',
};
