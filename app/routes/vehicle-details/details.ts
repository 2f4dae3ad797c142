import type { FormConstraints } from '~/domain/shared/constraints';
import type { Rated } from '~/domain/catalogue/vehicle';
import type { Colourway } from '~/domain/photos/drawing';
import type { OnRoadChoice } from '~/domain/on-road/on-road.server';
import type { PhotoSources } from '~/domain/photos/photo';
import type { ReviewSummary } from '~/domain/reviews/review';
import type { SaleChange } from '~/domain/listings/listing';
import type { JudgedPrice } from '~/domain/listings/listing-facts';
import type { ListingNotesProps } from './listing-notes';
import type { OfferCard } from '~/ui/vehicles/offer-list';
import type { OfferPreview } from '~/ui/vehicles/offer-preview';
import type { BodyStyle, VehicleType } from '~db/enums';

/** JSON-LD; undefined values are omitted. */
export type LinkedData = { [name: string]: string | number | string[] | LinkedData | undefined };

export type Fact = { name: string; value: string; look?: 'chip' | 'plate'; isEstimate?: boolean };

export type FactGroup = { title: string; facts: Fact[] };

export type Pictures =
  | { kind: 'colourways'; bodyStyle: BodyStyle; colourways: readonly Colourway[] }
  | { kind: 'photos'; photos: LargePhoto[] };

export type LargePhoto = PhotoSources & { smallest: string };

/** Kind of offer, which determines its actions. A sold listing stays visible, labelled as sold. */
type Sale = 'new' | 'used' | 'upcoming' | 'listed' | 'sold';

export type Link = { text: string; href: string };

/** Content of the screen for an offer of any kind. Amounts are in whole rupees. */
export type OfferText = Rated & {
  id: string;
  name: string;
  sale: Sale;
  type: VehicleType;
  isElectric: boolean;
  isSampleListing: boolean;
  /**
   * For its owner: links to edit and manage it, and a second-hand vehicle's form to mark it as sold or to offer it again.
   */
  own: { editHref: string; manage: Link | null; sale: { action: string; change: SaleChange | null } | null } | null;
  pictures: Pictures;
  lengthMm: number | null;
  /** For used vehicles only. */
  condition: string | null;
  facts: string[];
  highlights: { name: string; value: string }[];
  description: string | null;
  priceRupees: number;
  originalPriceRupees: number | null;
  offers: string[];
  /** Of the model, the cheapest first. */
  variants: { name: string; priceRupees: number }[];
  groups: FactGroup[];
  features: string[];
  /** The rider who offers it; null for the site's own. */
  seller: { name: string; facts: string[] } | null;
  /** The list that contains it: target of Back for visitors from other sites, or without a script. */
  backHref: string;
  list: Link;
};

export type PublicReview = {
  id: string;
  author: string;
  /** From 1 to 5. */
  rating: number;
  title: string | null;
  comment: string;
  /** `YYYY-MM-DD` */
  day: string;
};

export type RidersReview = PublicReview & {
  helpfulCount: number;
  /** Whether the actor found it helpful; null when the actor may not vote. */
  isHelpful: boolean | null;
};

export type OwnReview = PublicReview & {
  helpfulCount: number;
  isHidden: boolean;
  /** The operator's reason, when it was hidden. */
  hiddenReason: string | null;
};

export type ChangedReview = { id: string; version: string };

export type OwnText = {
  isSignedIn: boolean;
  mayWrite: boolean;
  written: OwnReview | null;
  isDeleting: boolean;
  /** Null when no form is shown. */
  form: { idempotencyKey: string; values: Record<string, string>; changing: ChangedReview | null } | null;
};

/** Reviews of riders; the built-in samples are separate and not counted. */
export type Reviews = {
  /** Whether reviews are possible: no vehicle is reviewed before its launch. */
  isOpen: boolean;
  /** Excludes the actor's own, which is shown above them. */
  items: RidersReview[];
  isReading: boolean;
  summary: ReviewSummary;
  page: number;
  pages: number;
  samples: PublicReview[];
  constraints: FormConstraints;
  own: OwnText;
};

export type Details = OfferText & {
  /** Otherwise only the team sees it. */
  isPublic: boolean;
  /** The form that would make it so; null for what is stored. */
  unsaved: string | null;
  /** Parameter of a page that only the team sees; its pictures have it too. */
  previewKey: string | null;
  /** Number of the current picture, from 1. */
  image: number;
  /** Number of the photo that is alone in the window; null on the screen of the offer itself. */
  photo: number | null;
  /** To be shared; null for what the shop sells new. */
  publicLink: string | null;
  judged: JudgedPrice | null;
  /** For a standard loan at that price; null for an offer that cannot be bought now. */
  monthlyRupees: number | null;
  /** Null for a vehicle not sold new. The breakdown is shown for a URL with `state`. */
  onRoad: (OnRoadChoice & { isOpen: boolean }) | null;
  hasSeatHeight: boolean;
  reviews: Reviews;
  /** Null for a new vehicle. */
  notes: ListingNotesProps | null;
  related: OfferCard[];
  reportedAs: 'listing' | 'vehicle' | null;
  advice: readonly string[];
  preview: OfferPreview;
  /** Structured data (schema.org); null for a sample, which cannot be bought. */
  structured: LinkedData | null;
};
