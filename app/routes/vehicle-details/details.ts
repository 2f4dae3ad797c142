import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import type { Colourway } from '~/domain/drawings/drawing';
import type { PhotoSources } from '~/domain/photos/photo';
import type { ReviewSummary } from '~/domain/reviews/review';
import type { BodyStyle, VehicleType } from '~db/enums';
import type { LinkedData } from './structured-data';

/** One row of a list of facts; some values are signs. */
export type Fact = { name: string; value: string; look?: 'chip' | 'plate'; isEstimate?: boolean };

export type FactGroup = { title: string; facts: Fact[] };

/** A vehicle's pictures are its colourways, drawn; a user's or a seller's own are photos. */
export type Pictures =
  | { kind: 'colourways'; bodyStyle: BodyStyle; colourways: readonly Colourway[] }
  | { kind: 'photos'; photos: PhotoSources[] };

/** How it is offered: what can be done with it hangs on this. A sold listing stays to be seen, and says so. */
type Sale = 'new' | 'used' | 'upcoming' | 'listed' | 'sold';

export type Link = { text: string; href: string };

/** What the screen says of an offer, whatever kind it is. Money is whole rupees. */
export type OfferText = {
  id: string;
  name: string;
  sale: Sale;
  type: VehicleType;
  isElectric: boolean;
  /** A built-in listing, which stands for those to come. */
  isSampleListing: boolean;
  /** The asker's own: where they change it. */
  ownHref: string | null;
  pictures: Pictures;
  /** Painted on the road under a drawing. */
  lengthMm: number | null;
  /** The number that matters most, on a stone beside the vehicle. */
  milestone: { name: string; value: string; unit?: string } | null;
  plate: string | null;
  /** Of used ones. */
  condition: string | null;
  /** Short facts over the name. */
  facts: string[];
  /** Out of 5, of the built-in catalogue: a sample. */
  sampleRating: number | null;
  description: string | null;
  priceRupees: number;
  originalPriceRupees: number | null;
  /** Beside the price: what price it is, where, how old. */
  priceFacts: string[];
  offers: string[];
  groups: FactGroup[];
  features: string[];
  /** The list it stands on: where Back leads whoever comes from elsewhere, or has no script. */
  backHref: string;
  /** Where more like those related to it are. */
  others: Link;
  /** Its title and one sentence, for search engines and previews of links. */
  title: string;
  summary: string;
};

export type ShownReview = {
  id: string;
  author: string;
  /** From 1 to 5. */
  rating: number;
  title: string | null;
  comment: string;
  /** `YYYY-MM-DD` */
  day: string;
};

export type RidersReview = ShownReview & {
  helpfulCount: number;
  /** Whether it helped the asker; null when that is not theirs to say. */
  isHelpful: boolean | null;
};

/** The asker's own, as they see it. */
export type OwnReview = ShownReview & {
  helpfulCount: number;
  isHidden: boolean;
  /** Why an operator took it out of sight, where one said so. */
  hiddenReason: string | null;
};

/** The review that a form changes. */
export type ChangedReview = { id: string; version: string };

/** What the asker can say themselves. */
export type OwnText = {
  isSignedIn: boolean;
  written: OwnReview | null;
  /** They were asked whether it is to be deleted. */
  isDeleting: boolean;
  /** Null: there is nothing to fill in now. */
  form: { idempotencyKey: string; values: Record<string, string>; changing: ChangedReview | null } | null;
};

/** What riders say; the built-in samples stand apart and are counted nowhere. */
export type Reviews = {
  /** Without the asker's own, which stands above them. */
  shown: RidersReview[];
  /** Just one of them is shown, in full. */
  isReading: boolean;
  summary: ReviewSummary;
  page: number;
  pages: number;
  samples: ShownReview[];
  own: OwnText;
};

/** Everything the details screen shows. */
export type Details = OfferText & {
  /** Which picture is shown, from 1. */
  image: number;
  /** Of the usual loan for that price; null for what can't be bought now. */
  monthlyRupees: number | null;
  reviews: Reviews;
  related: VehicleSummary[];
  /** What to report it as, where somebody else published it. */
  reportedAs: 'listing' | 'vehicle' | null;
  /** Against the usual frauds, where somebody else sells it. */
  advice: readonly string[];
  /** A whole address, for previews of links. */
  previewPicture: string;
  /** What search engines read (schema.org); null for a sample, which nobody can buy. */
  structured: LinkedData | null;
};
