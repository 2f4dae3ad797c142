import type { Availability, ListingCondition, ListingKind, ListingType } from '~db/enums';
import type { listings } from '~db/schema/listings';
import type { PlainCode } from '../shared/result';
import type { StoredPhoto } from '../photos/photo';
import type { ListSort, OfferFilters, OneOrMore } from '../search/search-query';
import { dayMs, formatDay, toDay } from '../shared/dates';
import type { Drawing } from '../photos/drawing';
import type { Measure } from '../shared/typed-numbers';

/** Fields of the sell form in display order, with their labels, which validation errors use as well. */
export const listingLabels = {
  name: 'Name',
  brand: 'Brand',
  model: 'Model',
  year: 'Year',
  type: 'Type',
  daysUsed: 'Days used',
  condition: 'Condition',
  mileage: 'Mileage',
  topSpeed: 'Top speed',
  presentPrice: 'Present price',
  pastPrice: 'Past price',
  license: 'License number',
  insuranceUntil: 'Insurance until',
  engineCapacity: 'Engine capacity',
  batteryCapacity: 'Battery capacity',
  kilometresDriven: 'Kilometres driven',
  ownerNumber: 'Owner number',
  city: 'City',
  state: 'State',
  description: 'Description',
} as const;

export type ListingField = keyof typeof listingLabels;

export const listingFieldNames = Object.keys(listingLabels).filter((name): name is ListingField =>
  Object.hasOwn(listingLabels, name),
);

/** Checkboxes of the sell form, with their labels. Papers are stated by the seller; an unticked one was not stated. */
export const listingFlags = {
  hideLicenseDigits: 'Hide the last digits from the public',
  hasRc: 'Registration certificate (RC) in my name',
  hasPuc: 'Valid pollution certificate (PUC)',
  hasNoc: 'NOC from the transport office',
  isLoanCleared: 'No loan on it, or the loan is cleared',
} as const;

/** Labels of the papers as buyers see them. */
const paperLabels = {
  hasRc: 'Registration certificate (RC) in the seller’s name',
  hasPuc: listingFlags.hasPuc,
  hasNoc: listingFlags.hasNoc,
  isLoanCleared: listingFlags.isLoanCleared,
} as const;

export type ListingFlag = keyof typeof listingFlags;

export const listingFlagNames = Object.keys(listingFlags).filter((name): name is ListingFlag =>
  Object.hasOwn(listingFlags, name),
);

export const paperFlagNames = listingFlagNames.filter((name) => name !== 'hideLicenseDigits');

/** Papers that the seller stated, as texts. */
export function formatStatedPapers(
  listing: Readonly<Record<ListingFlag, boolean>> & { insuranceUntil: string | null },
  today: string,
): string[] {
  const { insuranceUntil } = listing;
  const insurance =
    insuranceUntil === null
      ? []
      : [`${insuranceUntil < today ? 'Insurance ended on' : 'Insured until'} ${formatDay(insuranceUntil)}`];
  return [...paperFlagNames.filter((name) => listing[name]).map((name) => paperLabels[name]), ...insurance];
}

/** End of a question about a value that is possible but unusual. */
export const questionEnd = ': is that right?';
/** Maximum number of characters of each text field. */
export const maxLengths = {
  name: 80,
  brand: 40,
  model: 60,
  license: 20,
  engineCapacity: 30,
  batteryCapacity: 30,
  city: 60,
  state: 60,
  description: 2_000,
} as const satisfies Partial<Record<ListingField, number>>;

/**
 * Maximum values, in days, km/l or km per charge, km/h, rupees and kilometres; higher input is certainly a typing error.
 */
export const maxValues = {
  daysUsed: 36_500,
  mileage: 10_000,
  topSpeed: 1_000,
  presentPrice: 1_000_000_000,
  pastPrice: 1_000_000_000,
  kilometresDriven: 10_000_000,
  ownerNumber: 9,
} as const satisfies Partial<Record<ListingField, number>>;

/** What the numeric fields hold, in the units of `maxValues`. */
export const listingMeasures = {
  year: 'year',
  daysUsed: 'days',
  mileage: 'km/l',
  topSpeed: 'km/h',
  presentPrice: 'rupees',
  pastPrice: 'rupees',
  kilometresDriven: 'km',
  ownerNumber: 'owner',
} as const satisfies Partial<Record<ListingField, Measure>>;

export const firstYear = 2000;
const minLastYear = 2025;

/** Latest model year of a listing: the current year in Asia/Kolkata, at least 2025. */
export function getLastYear(now: Date): number {
  return Math.max(minLastYear, Number(toDay(now).slice(0, 4)));
}

/** Listings on one page of a sell screen (docs/product.md, "Selling"), and by default of the API. */
export const listingsPerPage = 50;

/** Whether an id is that of a built-in sample, a placeholder until there are listings (`db/seed/listings.json`). */
export const isSampleId = (id: string): boolean => id.startsWith('sample-');

/** The lowest former price of a listing, in whole rupees, and when the price was last changed. */
export type PriceChange = { from: number; at: string };

/** A listing card of the sell screens. Money is whole rupees. */
export type ListingSummary = {
  id: string;
  kind: ListingKind;
  name: string;
  brand: string;
  year: number;
  type: ListingType;
  /** As stated by the seller. */
  condition: ListingCondition;
  daysUsed: number;
  /** Kilometres per litre for petrol, kilometres per charge for electric. */
  mileage: number;
  presentPrice: number;
  pastPrice: number;
  /** Null when the seller left it out. */
  kilometresDriven: number | null;
  city: string | null;
  /** Id of the known place of the city; see app/domain/places. */
  place: string | null;
  availability: Availability;
  /** Time at which the seller last confirmed that it is for sale, or changed it; null for a sample. */
  confirmedAt: string | null;
  /** Built in, sorted before real listings and excluded from all counts. */
  isSample: boolean;
  /** Whether the actor may change it: as its owner, or by a manage key. */
  isMine: boolean;
  /** Null unless the present price is the lowest ever. */
  lowered: PriceChange | null;
  /** The first photo; null while there is none, and the illustration is shown instead. */
  photo: StoredPhoto | null;
  drawing: Drawing;
};

/** Columns that are never shown. */
type InternalColumn =
  | 'seq'
  | 'ownerUserId'
  | 'manageKeyId'
  | 'hiddenAt'
  | 'hiddenReason'
  | 'checkedAt'
  | 'isBehind'
  | 'position'
  | 'hasPhoto'
  | 'daysUsedAsOf'
  | 'searchBrand'
  | 'bodyStyle'
  | 'bodyColour'
  | 'accentColour';

/** A listing with all fields. The licence number is masked if the seller chose so and the actor is not the seller. */
export type Listing = Omit<typeof listings.$inferSelect, InternalColumn> & {
  isMine: boolean;
  /** Null unless the present price is the lowest ever. */
  lowered: PriceChange | null;
  photos: StoredPhoto[];
  drawing: Drawing;
  /** The selling user; `id` is null for a visitor or the site itself. */
  seller: { id: string | null; name: string };
};

/** Statistics of one kind, without samples; petrol and electric count sold ones too. */
export type ListingStatistics = { total: number; available: number; sold: number; petrol: number; electric: number };

/** Filters of a listing query within one kind; an absent filter matches everything. */
export type ListingFilters = OfferFilters & {
  availability?: Availability;
  type?: OneOrMore<ListingType>;
};

export type ListingQuery = ListingFilters & {
  kind: ListingKind;
  sort: ListSort;
  /** From 1. */
  page: number;
  limit: number;
};

/** Messages after an action on a listing, shared by the screens and the API (docs/product.md, "Listings"). */
export const listedMessages = {
  bike: 'Your bike has been listed successfully!',
  scooter: 'Your scooter has been listed successfully!',
} as const satisfies Record<ListingKind, string>;
/** Codes of the error for a new listing that could not be stored. */
export const addFailedCodes = {
  bike: 'bike_not_added',
  scooter: 'scooter_not_added',
} as const satisfies Record<ListingKind, PlainCode>;
export const soldMessage = 'The listing is marked as sold.';
export const offeredAgainMessage = 'The listing is for sale again.';
export const confirmedMessage = 'Thank you. Buyers see that it is still for sale.';

/** Whether a sale is recent enough to be undone. @param soldAt null while it is for sale */
export const canUndoSale = (soldAt: string | null, now: Date): boolean =>
  soldAt !== null && now.getTime() - Date.parse(soldAt) <= dayMs;
/** Seller name of a listing without an account (docs/product.md, "Listings": the specification's fixed placeholder). */
export const privateSeller = 'Private seller';
export const deletedMessage = 'The listing has been deleted.';

/**
 * A change of a listing, as reported to a synchronizing client. Listings hidden by operators are reported as removed.
 */
export type ListingChangeEvent =
  /** The client inserts or replaces its copy. */
  | { change: 'created' | 'changed' | 'sold'; id: string; listing: Listing }
  | { change: 'removed'; id: string; removedAt: string };
