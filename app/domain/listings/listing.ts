import type { StoredPhoto } from '../photos/stored-photo';
import type { Drawing } from './body-style';
import type { Availability, ListingCondition, ListingKind, ListingType } from './limits';

/** Whether an id is that of a built-in sample, which stands for listings to come (`db/seed/listings.json`). */
export const isSampleId = (id: string): boolean => id.startsWith('sample-');

/** What a card of the sell screens shows. Money is whole rupees. */
export type ListingSummary = {
  id: string;
  kind: ListingKind;
  name: string;
  brand: string;
  year: number;
  type: ListingType;
  /** The seller's own answer. */
  condition: ListingCondition;
  daysUsed: number;
  /** Kilometres per litre for petrol, kilometres per charge for electric. */
  mileage: number;
  presentPrice: number;
  pastPrice: number;
  /** null where its seller doesn't say. */
  kilometresDriven: number | null;
  availability: Availability;
  /** Built in, shown ahead of real listings and counted nowhere. */
  isSample: boolean;
  /** Whether the asker may change it: their own, or one that a manage key of theirs opens. */
  isMine: boolean;
  /** The first photo; null while there is none: then the drawing stands in. */
  photo: StoredPhoto | null;
  drawing: Drawing;
};

/**
 * Everything that may be told of a listing. The licence number is masked when its seller asked and the asker is
 * another.
 */
export type Listing = Omit<ListingSummary, 'photo'> & {
  model: string | null;
  /** Kilometres per hour. */
  topSpeed: number;
  license: string;
  hideLicenseDigits: boolean;
  engineCapacity: string | null;
  batteryCapacity: string | null;
  ownerNumber: number | null;
  city: string | null;
  state: string | null;
  description: string | null;
  features: string[];
  photos: StoredPhoto[];
  isPromoted: boolean;
  rating: number | null;
  reviewCount: number;
  viewCount: number;
  /** The user who sells it; without an id, a visitor or the site itself. */
  seller: { id: string | null; name: string };
  createdAt: string;
  updatedAt: string;
  /** Raised by one with every change. */
  version: number;
};

/** Statistics of one kind, without samples; petrol and electric count sold ones too. */
export type ListingStatistics = { total: number; available: number; sold: number; petrol: number; electric: number };
