/** Types and filters of catalogue vehicles, and the bands of the finder. */

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
import { budgetSteps } from '../search/search-query';
import { type Colourway, type Drawing, getColours } from '../photos/drawing';
import type { Listing } from '../listings/listing';
import type { StoredPhoto } from '../photos/photo';
import { listSorts, type OfferFilters, type OneOrMore } from '../search/search-query';

export type Brake = { type: BrakeType; mm: number | null };
type Brakes = { front: Brake; rear: Brake; assist: string };
type Lights = { headlamp: string; tail: string; indicators: string };

/**
 * A vehicle of the catalogue: new, used or upcoming, built-in or a user's (docs/product.md, "Vehicles"). Values are
 * unformatted (`vehicle-labels.ts` formats them); null if unknown.
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
  /** Fields of this record that are estimates rather than published values. */
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

/** A vehicle or a listing. Their ids share one namespace (docs/product.md, "Vehicles"). */
export type Offer = { kind: 'vehicle'; vehicle: VehicleRecord } | { kind: 'listing'; listing: Listing };

/** Whether a vehicle is not on sale yet, and so has no bookings and test rides (docs/product.md, "Vehicles"). */
export const isUpcoming = ({ stock }: Pick<VehicleRecord, 'stock'>): boolean => stock === 'upcoming';

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

/** Rating of a vehicle or listing: of its reviews, or the sample of a built-in vehicle without reviews. */
export type Rated = {
  /**
   * Average of the reviews, from 1 to 5 with one decimal; null without reviews. Only this rating is sorted and
   * compared.
   */
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
  /** Former price, shown struck through. */
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
  /** Whether it is not on sale although the expected month has passed. */
  isLaunchOverdue: boolean;
  /** Badge of the card, such as 'Best Seller'. */
  tag: string | null;
  condition: VehicleCondition;
  kilometresDriven: number | null;
  /** Years in use as of today. */
  yearsUsed: number | null;
  numberPlate: string | null;
  /** Place of a used vehicle. */
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

/** Path of a logo, which contains its hash, so the response is immutable. */
export const getLogoPath = (hash: string): string => `/logos/${hash}.webp`;

/** Sort orders of vehicle lists. Vehicles without the figure, such as a rating by reviews, come last. */
export const vehicleSorts = [...listSorts, 'rating', '-rating'] as const;
export type VehicleSort = (typeof vehicleSorts)[number];

/** Filters of the catalogue; all are optional. */
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
 * A band of the finder (docs/product.md, "Bands"): values from `from` up to, but not including, `below`; null if it has
 * no upper end. `id` is its value in URLs.
 */
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
  { id: 'under-1-lakh', label: 'Under ₹1 Lakh', from: 0, below: budgetSteps[0] },
  { id: '1-1.5-lakh', label: '₹1-1.5 Lakh', from: budgetSteps[0], below: budgetSteps[1] },
  { id: '1.5-2-lakh', label: '₹1.5-2 Lakh', from: budgetSteps[1], below: budgetSteps[2] },
  { id: 'above-2-lakh', label: 'Above ₹2 Lakh', from: budgetSteps[2], below: null },
] as const satisfies readonly Band<string>[];
export type BudgetBand = (typeof budgetBands)[number];

const isIn = ({ from, below }: Band<string>, figure: number): boolean =>
  figure >= from && (below === null || figure < below);

/** @param kmpl null for an electric vehicle, which is in no band */
export function findMileageBand(kmpl: number | null): MileageBand | null {
  return kmpl === null ? null : (mileageBands.find((band) => isIn(band, kmpl)) ?? null);
}

/** @param rupees 0 or more; negative values are in no band */
export function findBudgetBand(rupees: number): BudgetBand | null {
  return budgetBands.find((band) => isIn(band, rupees)) ?? null;
}

/** Normalizes an id or a label: '₹1 – 1.5 Lakh' and '1-1.5-lakh' are equal, '50+ km/l' and '50+' too. */
const normalize = (text: string): string =>
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
function findOption<Option>(options: readonly Option[], getTexts: (option: Option) => string[], text: string | null) {
  if (!text) return null;
  const requested = normalize(text);
  return options.find((option) => getTexts(option).some((optionText) => normalize(optionText) === requested)) ?? null;
}

const getBandTexts = ({ id, label }: Band<string>): string[] => [id, label];

/** Parse a URL parameter, by id or label in any case; null if it matches no option. */
export const parseFuelType = (text: string | null): FuelType | null => findOption(fuelTypes, (fuel) => [fuel], text);
export const parseVehicleType = (text: string | null): VehicleType | null =>
  findOption(vehicleTypes, (type) => [type], text);
export const parseMileageBand = (text: string | null): MileageBand | null =>
  findOption(mileageBands, getBandTexts, text);
export const parseBudgetBand = (text: string | null): BudgetBand | null => findOption(budgetBands, getBandTexts, text);
