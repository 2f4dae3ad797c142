import type { Availability, ListingCondition, ListingKind, ListingType } from '~db/enums';
import type { listings } from '~db/schema/listings';
import type { PlainCode } from '../shared/result';
import type { StoredPhoto } from '../photos/photo';
import type { ListSort, OfferFilters, OneOrMore } from '../search/search-query';
import { dayMs, toDay } from '../shared/dates';
import type { Drawing } from '../photos/drawing';

export const questionEnd = ': is that right?';
export const firstYear = 2000;
const minLastYear = 2025;

/** Latest model year of a listing: the current year in Asia/Kolkata, at least 2025. */
export function getLastYear(now: Date): number {
  return Math.max(minLastYear, Number(toDay(now).slice(0, 4)));
}

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
  condition: ListingCondition;
  daysUsed: number;
  /** Kilometres per litre for petrol, kilometres per charge for electric. */
  mileage: number;
  presentPrice: number;
  pastPrice: number;
  kilometresDriven: number | null;
  city: string | null;
  /** Id of the known place of the city; see app/domain/places. */
  place: string | null;
  availability: Availability;
  /** Time at which the seller last confirmed that it is for sale, or changed it; null for a sample. */
  confirmedAt: string | null;
  isSample: boolean;
  /** Whether the actor may change it: as its owner, or by a manage key. */
  isMine: boolean;
  /** Null unless the present price is the lowest ever. */
  lowered: PriceChange | null;
  /** The first photo; null while there is none, and the illustration is shown instead. */
  photo: StoredPhoto | null;
  drawing: Drawing;
};

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

export type ListingStatistics = { total: number; available: number; sold: number; petrol: number; electric: number };

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

export const listedMessages = {
  bike: 'Your bike has been listed successfully!',
  scooter: 'Your scooter has been listed successfully!',
} as const satisfies Record<ListingKind, string>;
export const addFailedCodes = {
  bike: 'bike_not_added',
  scooter: 'scooter_not_added',
} as const satisfies Record<ListingKind, PlainCode>;
export const soldMessage = 'The listing is marked as sold.';
export const offeredAgainMessage = 'The listing is for sale again.';
export const confirmedMessage = 'Thank you. Buyers see that it is still for sale.';

/** Days within which a sale can be undone: by its seller, and by the team. */
const undoDays = { seller: 1, team: 30 } as const;

/** Whether a sale is recent enough to be undone. @param soldAt null while it is for sale */
export const canUndoSale = (soldAt: string | null, now: Date, by: keyof typeof undoDays = 'seller'): boolean =>
  soldAt !== null && now.getTime() - Date.parse(soldAt) <= undoDays[by] * dayMs;
/** What its owner can do about the sale of a second-hand vehicle; null once it is sold for good. */
export type SaleChange = 'sold' | 'unsold';
export const getSaleChange = (
  { availability, soldAt }: Pick<Listing, 'availability' | 'soldAt'>,
  now: Date,
): SaleChange | null => (availability === 'available' ? 'sold' : canUndoSale(soldAt, now) ? 'unsold' : null);
/** Seller name of a listing without an account (docs/product.md, "Listings": the specification's fixed placeholder). */
export const privateSeller = 'Private seller';
export const deletedMessage = 'The listing has been deleted.';

/** Listings hidden by operators are reported as removed. */
export type ListingChangeEvent =
  | {
      change: 'created' | 'changed' | 'sold';
      id: string;
      /** In whole rupees, if its price has changed since the position of the client. */
      previousPrice: number | null;
      listing: Listing;
    }
  | { change: 'removed'; id: string; removedAt: string };
