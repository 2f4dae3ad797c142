import type {
  Availability,
  BodyStyle,
  BrakeType,
  Cooling,
  FuelType,
  Transmission,
  VehicleCategory,
  VehicleCondition,
  VehicleStock,
  VehicleType,
} from '~db/enums';
import { type Colourway, type Drawing, getColours } from '../photos/drawing';
import type { Listing } from '../listings/listing';
import type { StoredPhoto } from '../photos/photo';

export type Brake = { type: BrakeType; mm: number | null };
type Brakes = { front: Brake; rear: Brake; assist: string };
type Lights = { headlamp: string; tail: string; indicators: string };

export type Variant = { name: string; priceRupees: number };

/** `from` and `until` are days, both included; null for an offer without that end. */
export type DatedOffer = { title: string; amountRupees: number | null; from: string | null; until: string | null };

/** docs/product.md, "Vehicles". Values are unformatted (`vehicle-labels.ts` formats them); null if unknown. */
export type VehicleRecord = VehicleSummary & {
  category: VehicleCategory | null;
  variant: string | null;
  segment: string | null;
  offers: string | null;
  bankOfferRupees: number | null;
  /** Beside the one whose price is `priceRupees`, and no cheaper. */
  variants: Variant[];
  offersOfToday: DatedOffer[];
  /** Of all days; null for all but the team, see `revealToSeller`. */
  datedOffers: DatedOffer[] | null;
  launchDayIsExpected: boolean;
  /** Year in which a model older than its current version was first sold. */
  onSaleSince: number | null;
  reviewCount: number;
  /** 0 if there are reviews. */
  sampleReviewCount: number;
  salesCount: number;
  cylinders: number | null;
  cooling: Cooling | null;
  /** Kilowatts. */
  motorPeakKw: number | null;
  powerPs: number | null;
  powerRpm: number | null;
  torqueNm: number | null;
  torqueRpm: number | null;
  transmission: Transmission | null;
  gears: number | null;
  topSpeedKmph: number | null;
  /** Seconds from standstill to 60 km/h. */
  acceleration0to60s: number | null;
  tankLitres: number | null;
  chargeHours: number | null;
  kerbWeightKg: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  wheelbaseMm: number | null;
  seatHeightMm: number | null;
  groundClearanceMm: number | null;
  seating: number | null;
  brakes: Brakes | null;
  lights: Lights | null;
  comfort: string | null;
  compatibility: string | null;
  description: string | null;
  tags: string[];
  highlights: string[];
  damages: string[];
  complaints: string[];
  estimated: string[];
  hasToolKit: boolean | null;
  estimatedLifeYears: number | null;
  modelYear: number | null;
  owners: number | null;
  upkeep: string | null;
  registration: string | null;
  /** Whether the public sees the last digits of the number plate as •. */
  hideNumberDigits: boolean;
  hasRc: boolean;
  hasPuc: boolean;
  /** `YYYY-MM-DD` */
  insuranceUntil: string | null;
  hasNoc: boolean;
  isLoanCleared: boolean;
  /** Null while it is for sale. */
  soldAt: string | null;
  city: string | null;
  state: string | null;
  /** A user's photos in display order; built-in vehicles have none and are shown as drawings. */
  photos: StoredPhoto[];
  /** Number in the books of its seller; null for all others, see `revealToSeller`. */
  externalId: string | null;
  isBuiltIn: boolean;
  /** The user who offers the vehicle; null for the built-in catalogue. */
  owner: { id: string; name: string } | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};

/** What the maker of a model publishes about it; each figure null if unknown. */
export type MakerFigures = Pick<
  VehicleRecord,
  | 'segment'
  | 'fuel'
  | 'engineCc'
  | 'cylinders'
  | 'cooling'
  | 'motorPeakKw'
  | 'powerPs'
  | 'powerRpm'
  | 'torqueNm'
  | 'torqueRpm'
  | 'topSpeedKmph'
  | 'acceleration0to60s'
  | 'mileageKmpl'
  | 'rangeKm'
  | 'chargeHours'
  | 'transmission'
  | 'gears'
  | 'lengthMm'
  | 'widthMm'
  | 'heightMm'
  | 'wheelbaseMm'
  | 'seatHeightMm'
  | 'groundClearanceMm'
  | 'kerbWeightKg'
  | 'tankLitres'
  | 'batteryKwh'
  | 'seating'
  | 'brakes'
  | 'lights'
  | 'comfort'
  | 'compatibility'
  | 'highlights'
  | 'estimated'
>;

/** A vehicle or a listing. Their ids share one namespace (docs/product.md, "Vehicles"). */
export type Offer = { kind: 'vehicle'; vehicle: VehicleRecord } | { kind: 'listing'; listing: Listing };

/** Whether a vehicle is not on sale yet, and so has no bookings and test rides (docs/product.md, "Vehicles"). */
export const isUpcoming = ({ stock }: Pick<VehicleRecord, 'stock'>): boolean => stock === 'upcoming';

/** Whether an offer is sold: its page stays, with a tag. */
export const isSold = (offer: Offer): boolean =>
  (offer.kind === 'vehicle' ? offer.vehicle : offer.listing).availability === 'sold';

export const getOfferName = (offer: Offer): string =>
  offer.kind === 'vehicle' ? offer.vehicle.name : offer.listing.name;

export function getOfferType(offer: Offer): VehicleType {
  if (offer.kind === 'vehicle') return offer.vehicle.type;
  return offer.listing.kind === 'bike' ? 'Bike' : 'Scooter';
}

export const getOfferDrawing = (offer: Offer): Drawing =>
  offer.kind === 'vehicle'
    ? { bodyStyle: offer.vehicle.bodyStyle, ...getColours(offer.vehicle) }
    : offer.listing.drawing;

export type Rated = {
  /** From 1 to 5 with one decimal; null without reviews. Only this rating is sorted and compared. */
  rating: number | null;
  /** Null if there are reviews, or no sample. */
  sampleRating: number | null;
};

/** The card of a catalogue vehicle. Money is in whole rupees; null if unknown. */
export type VehicleSummary = Rated & {
  id: string;
  name: string;
  brand: string;
  type: VehicleType;
  stock: VehicleStock;
  fuel: FuelType;
  /** Ex-showroom price of new vehicles, asking price of used ones. */
  priceRupees: number;
  originalPriceRupees: number | null;
  priceIsExpected: boolean;
  bodyStyle: BodyStyle;
  /** One to three for built-in vehicles; cards use the first. Users' vehicles have none. */
  colourways: Colourway[];
  mileageKmpl: number | null;
  rangeKm: number | null;
  engineCc: number | null;
  batteryKwh: number | null;
  /** `YYYY-MM-DD` */
  launchDay: string | null;
  isLaunchOverdue: boolean;
  tag: string | null;
  /** Title of the first offer of today. */
  offerOfToday: string | null;
  condition: VehicleCondition;
  kilometresDriven: number | null;
  yearsUsed: number | null;
  /** With • for digits that the seller hides; see `revealToSeller`. */
  numberPlate: string | null;
  availability: Availability;
  city: string | null;
  /** The first photo; null if the vehicle is shown as a drawing. */
  photo: StoredPhoto | null;
};

export type Brand = {
  id: string;
  name: string;
  initial: string;
  /** Content hash of the logo that an operator uploaded; null if the monogram is shown. */
  logo: string | null;
};

export const vehiclesPerPage = 50;
