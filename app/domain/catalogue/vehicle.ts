import type {
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
import type { Colourway } from '../drawings/drawing';
import type { Listing } from '../listings/listing';
import type { StoredPhoto } from '../photos/photo';
import type { MileageBand } from './bands';

export type Brake = { type: BrakeType; mm: number | null };
type Brakes = { front: Brake; rear: Brake; assist: string };
type Lights = { headlamp: string; tail: string; indicators: string };

/**
 * All data of one catalogue vehicle: new, used or upcoming, built-in or a user's (docs/product.md, "Vehicles"). Facts,
 * never display strings, which `vehicle-texts.ts` creates; null where there is no such figure.
 */
export type VehicleRecord = VehicleSummary & {
  category: VehicleCategory | null;
  variant: string | null;
  /** 'Retro roadster' */
  segment: string | null;
  offers: string | null;
  bankOfferRupees: number | null;
  launchDayIsExpected: boolean;
  reviewCount: number;
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

/** Data of a catalogue vehicle's card. Money is whole rupees; null where there is no such figure. */
export type VehicleSummary = {
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
  /** From 1 to 5. */
  rating: number | null;
  bodyStyle: BodyStyle;
  /** One to three for built-in vehicles, of which cards use the first; none for users' vehicles. */
  colourways: Colourway[];
  mileageKmpl: number | null;
  rangeKm: number | null;
  engineCc: number | null;
  batteryKwh: number | null;
  /** `YYYY-MM-DD` */
  launchDay: string | null;
  /** Badge of the card, such as 'Best Seller'. */
  tag: string | null;
  condition: VehicleCondition;
  kilometresDriven: number | null;
  yearsUsed: number | null;
  numberPlate: string | null;
  /** The first of a user's photos; null for vehicles that are shown as drawings. */
  photo: StoredPhoto | null;
};

export type Brand = { id: string; name: string; initial: string };

/** Sort orders of vehicle lists; vehicles without a rating sort as the lowest rated. */
export const vehicleSorts = ['newest', 'price', '-price', 'rating', '-rating'] as const;
export type VehicleSort = (typeof vehicleSorts)[number];

/** Filters of the catalogue; absent fields do not filter. */
export type VehicleFilters = {
  type?: VehicleType;
  stock?: VehicleStock;
  category?: VehicleCategory;
  condition?: VehicleCondition;
  /** Full name of a brand, in any case. */
  brand?: string;
  fuel?: FuelType;
  mileage?: MileageBand;
  /** Whole rupees; ranges include both ends. */
  minPrice?: number;
  maxPrice?: number;
  /** Model year; new vehicles have none. */
  minYear?: number;
  maxYear?: number;
  maxKilometres?: number;
  /** Part of a name or brand, in any case and script. */
  q?: string;
};

export type VehicleQuery = VehicleFilters & {
  sort: VehicleSort;
  /** From 1. */
  page: number;
  limit: number;
};

/** Default page size of the API. */
export const vehiclesPerPage = 50;
