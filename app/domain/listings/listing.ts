import type { StoredPhoto } from '../photos/stored-photo';
import type { Drawing } from './body-style';
import type { Availability, ListingCondition, ListingKind, ListingType } from './limits';

/** Whether an id is that of a built-in sample, a placeholder until there are listings (`db/seed/listings.json`). */
export const isSampleId = (id: string): boolean => id.startsWith('sample-');

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
  /** null when the seller left it out. */
  kilometresDriven: number | null;
  availability: Availability;
  /** Built in, sorted before real listings and excluded from all counts. */
  isSample: boolean;
  /** Whether the actor may change it: as its owner, or by a manage key. */
  isMine: boolean;
  /** The first photo; null while there is none, and the illustration is shown instead. */
  photo: StoredPhoto | null;
  drawing: Drawing;
};

/** A listing with all fields. The licence number is masked if the seller chose so and the actor is not the seller. */
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
  /** The selling user; `id` is null for a visitor or the site itself. */
  seller: { id: string | null; name: string };
  createdAt: string;
  updatedAt: string;
  /** Incremented by every change. */
  version: number;
};

/** Statistics of one kind, without samples; petrol and electric count sold ones too. */
export type ListingStatistics = { total: number; available: number; sold: number; petrol: number; electric: number };
