import {
  type BodyStyle,
  type BrakeType,
  type Cooling,
  type FuelType,
  fuelTypes,
  type Transmission,
  type VehicleCategory,
  type VehicleCondition,
  type VehicleStock,
  type VehicleType,
  vehicleTypes,
} from '~db/enums';
import { type Colourway, coloursOf, type Drawing } from '../drawings/drawing';
import type { Listing } from '../listings/listing';
import type { StoredPhoto } from '../photos/photo';
import { listSorts, type OfferFilters, type OneOrMore } from '../search/offer-filters';

export type Brake = { type: BrakeType; mm: number | null };
type Brakes = { front: Brake; rear: Brake; assist: string };
type Lights = { headlamp: string; tail: string; indicators: string };

/**
 * All data of one catalogue vehicle: new, used or upcoming, built-in or a user's (docs/product.md, "Vehicles"). Facts,
 * never display strings, which `vehicle-labels.ts` creates; null where there is no such figure.
 */
export type VehicleRecord = VehicleSummary & {
  category: VehicleCategory | null;
  variant: string | null;
  /** 'Retro roadster' */
  segment: string | null;
  offers: string | null;
  bankOfferRupees: number | null;
  launchDayIsExpected: boolean;
  /** Year in which a model older than its current version was first sold. */
  onSaleSince: number | null;
  reviewCount: number;
  /** 0 where riders have reviewed it. */
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
  /** Persons. */
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
  /** Names of the figures in this record that are estimates rather than published values. */
  estimated: string[];
  hasToolKit: boolean | null;
  estimatedLifeYears: number | null;
  modelYear: number | null;
  /** Number of owners so far, of a used vehicle. */
  owners: number | null;
  /** Status of a used vehicle: 'Well Maintained'. */
  upkeep: string | null;
  registration: string | null;
  city: string | null;
  state: string | null;
  /** A user's photos in display order; built-in vehicles have none and are shown as drawings. */
  photos: StoredPhoto[];
  isBuiltIn: boolean;
  /** The user who offers the vehicle; null for the built-in catalogue. */
  owner: { id: string; name: string } | null;
  createdAt: string;
  updatedAt: string;
  /** Incremented by every change. */
  version: number;
};

/** An item of either kind: ids of vehicles and of listings share one namespace (docs/product.md, "Vehicles"). */
export type Offer = { kind: 'vehicle'; vehicle: VehicleRecord } | { kind: 'listing'; listing: Listing };

/**
 * Whether the vehicle is not on sale yet: it has Coming Soon in place of Book Now, and no test ride
 * (docs/product.md, "Vehicles").
 */
export const isUpcoming = ({ stock }: Pick<VehicleRecord, 'stock'>): boolean => stock === 'upcoming';

/** Display name of an offer of either kind. */
export const offerName = (offer: Offer): string => (offer.kind === 'vehicle' ? offer.vehicle.name : offer.listing.name);

/** Whether an offer of either kind is a bike or a scooter. */
export function offerType(offer: Offer): VehicleType {
  if (offer.kind === 'vehicle') return offer.vehicle.type;
  return offer.listing.kind === 'bike' ? 'Bike' : 'Scooter';
}

/** The drawing of an offer of either kind. */
export const offerDrawing = (offer: Offer): Drawing =>
  offer.kind === 'vehicle'
    ? { bodyStyle: offer.vehicle.bodyStyle, ...coloursOf(offer.vehicle) }
    : offer.listing.drawing;

/**
 * Rating of a vehicle or listing: riders' own, or where there is no review yet the sample that came with the built-in
 * catalogue. One of the two is null; an unlaunched vehicle has neither.
 */
export type Rated = {
  /** Average of riders' reviews, from 1 to 5 with one decimal. The only rating that ranks, sorts or is compared. */
  rating: number | null;
  sampleRating: number | null;
};

/** Data of a catalogue vehicle's card. Money is whole rupees; null where there is no such figure. */
export type VehicleSummary = Rated & {
  id: string;
  name: string;
  brand: string;
  type: VehicleType;
  stock: VehicleStock;
  fuel: FuelType;
  /** Ex-showroom price of new vehicles, asking price of used ones. */
  priceRupees: number;
  /** Original price, shown struck through beside the current one. */
  originalPriceRupees: number | null;
  priceIsExpected: boolean;
  bodyStyle: BodyStyle;
  /** One to three for built-in vehicles, of which cards use the first; none for users' vehicles. */
  colourways: Colourway[];
  mileageKmpl: number | null;
  rangeKm: number | null;
  engineCc: number | null;
  batteryKwh: number | null;
  /** `YYYY-MM-DD` */
  launchDay: string | null;
  /** Whether it is not on sale although the month in which it was expected has passed. */
  isLaunchOverdue: boolean;
  /** Badge of the card, such as 'Best Seller'. */
  tag: string | null;
  condition: VehicleCondition;
  kilometresDriven: number | null;
  /** Years in use as of today. */
  yearsUsed: number | null;
  numberPlate: string | null;
  /** Where a used one is. */
  city: string | null;
  /** The first of a user's photos; null for vehicles that are shown as drawings. */
  photo: StoredPhoto | null;
};

export type Brand = {
  id: string;
  name: string;
  initial: string;
  /** Content hash of the logo that an operator gave; null: its monogram is shown. */
  logo: string | null;
};

/** Path of a logo. It is content-addressed, so the response never changes. */
export const logoPath = (hash: string): string => `/logos/${hash}.webp`;

/** Sort orders of vehicle lists; vehicles without the figure in question come last. A rating is that of riders. */
export const vehicleSorts = [...listSorts, 'rating', '-rating'] as const;
export type VehicleSort = (typeof vehicleSorts)[number];

/** Filters of the catalogue; absent fields do not filter. */
export type VehicleFilters = OfferFilters & {
  type?: OneOrMore<VehicleType>;
  stock?: OneOrMore<VehicleStock>;
  category?: VehicleCategory;
  fuel?: OneOrMore<FuelType>;
  mileage?: MileageBand;
  /** PS. */
  minPower?: number;
  maxPower?: number;
};

export type VehicleQuery = VehicleFilters & {
  sort: VehicleSort;
  /** From 1. */
  page: number;
  limit: number;
};

/** Default page size of the API. */
export const vehiclesPerPage = 50;

/**
 * Options of the finder (docs/product.md, "Bands"). Bands are half-open: a value on an edge belongs to the band above
 * it.
 */

/** From `from` up to, but not including, `below`; null where a band has no upper end. `id` is its value in URLs. */
type Band<Id extends string> = { id: Id; label: string; from: number; below: number | null };

/** Kilometres per litre. Values below 20 are in no band. */
export const mileageBands = [
  { id: '20-30', label: '20-30 km/l', from: 20, below: 30 },
  { id: '30-40', label: '30-40 km/l', from: 30, below: 40 },
  { id: '40-50', label: '40-50 km/l', from: 40, below: 50 },
  { id: '50+', label: '50+ km/l', from: 50, below: null },
] as const satisfies readonly Band<string>[];
export type MileageBand = (typeof mileageBands)[number];

/** Whole rupees. */
export const budgetBands = [
  { id: 'under-1-lakh', label: 'Under ₹1 Lakh', from: 0, below: 100_000 },
  { id: '1-1.5-lakh', label: '₹1-1.5 Lakh', from: 100_000, below: 150_000 },
  { id: '1.5-2-lakh', label: '₹1.5-2 Lakh', from: 150_000, below: 200_000 },
  { id: 'above-2-lakh', label: 'Above ₹2 Lakh', from: 200_000, below: null },
] as const satisfies readonly Band<string>[];
export type BudgetBand = (typeof budgetBands)[number];

const isIn = ({ from, below }: Band<string>, figure: number): boolean =>
  figure >= from && (below === null || figure < below);

/** @param kmpl null for an electric vehicle, which is in no band */
export function mileageBandOf(kmpl: number | null): MileageBand | null {
  return kmpl === null ? null : (mileageBands.find((band) => isIn(band, kmpl)) ?? null);
}

/** @param rupees 0 or more; negative values are in no band */
export function budgetBandOf(rupees: number): BudgetBand | null {
  return budgetBands.find((band) => isIn(band, rupees)) ?? null;
}

/**
 * Normalizes an id or a label, so that spellings compare equal: '₹1 – 1.5 Lakh' and '1-1.5-lakh', '50+ km/l' and '50+'.
 */
const spelling = (text: string): string =>
  text
    .toLowerCase()
    .replace(/₹|km\/l|\+/g, '')
    .replace(/[\s–-]+/g, ' ')
    .trim();

/**
 * Finds the option of a URL parameter: a fuel or a type in any case, a band by its id or its label. Plus signs are
 * ignored, because one that was not encoded arrives as a space.
 *
 * @returns null when no option matches
 */
function named<Option>(options: readonly Option[], textsOf: (option: Option) => string[], text: string | null) {
  if (!text) return null;
  const requested = spelling(text);
  return options.find((option) => textsOf(option).some((one) => spelling(one) === requested)) ?? null;
}

const bandTexts = ({ id, label }: Band<string>): string[] => [id, label];

/** Parse a URL parameter, by id or label in any case; null when it matches no option. */
export const parseFuelType = (text: string | null): FuelType | null => named(fuelTypes, (fuel) => [fuel], text);
export const parseVehicleType = (text: string | null): VehicleType | null =>
  named(vehicleTypes, (type) => [type], text);
export const parseMileageBand = (text: string | null): MileageBand | null => named(mileageBands, bandTexts, text);
export const parseBudgetBand = (text: string | null): BudgetBand | null => named(budgetBands, bandTexts, text);
