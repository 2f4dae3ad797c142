import type { Listing } from '../listings/listing';
import type { StoredPhoto } from '../photos/stored-photo';
import type { VehicleSummary } from './vehicle-summary';

export type Brake = { type: 'disc' | 'drum'; mm: number | null };
type Brakes = { front: Brake; rear: Brake; assist: string };
type Lights = { headlamp: string; tail: string; indicators: string };

/**
 * Everything known of one catalogue vehicle: new, used or upcoming, built in or a user's (docs/product.md, "Vehicles"). Facts,
 * never display strings; null where there is no such figure. `vehicle-texts.ts` words them.
 */
export type VehicleRecord = VehicleSummary & {
  category: 'popular' | 'upcoming' | null;
  variant: string | null;
  /** 'Retro roadster' */
  segment: string | null;
  offers: string | null;
  bankOfferRupees: number | null;
  launchDayIsExpected: boolean;
  reviewCount: number;
  salesCount: number;
  cylinders: number | null;
  cooling: 'air' | 'oil' | 'air-oil' | 'liquid' | null;
  /** Kilowatts. */
  motorPeakKw: number | null;
  powerPs: number | null;
  powerRpm: number | null;
  torqueNm: number | null;
  torqueRpm: number | null;
  transmission: 'manual' | 'automatic' | null;
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
  /** Names of the figures here that are estimates rather than published ones. */
  estimated: string[];
  hasToolKit: boolean | null;
  estimatedLifeYears: number | null;
  modelYear: number | null;
  /** Owners so far, of a used one. */
  owners: number | null;
  /** The status of a used one: 'Well Maintained'. */
  upkeep: string | null;
  registration: string | null;
  city: string | null;
  state: string | null;
  /** A user's own, in the order they are shown; built-in vehicles have none and are drawn. */
  photos: StoredPhoto[];
  isBuiltIn: boolean;
  /** The user who offers it; null for the built-in catalogue. */
  owner: { id: string; name: string } | null;
  createdAt: string;
  updatedAt: string;
  /** Raised by one with every change. */
  version: number;
};

/** Anything that one id can mean: ids of vehicles and of listings are one namespace (docs/product.md, "Vehicles"). */
export type Offer = { kind: 'vehicle'; vehicle: VehicleRecord } | { kind: 'listing'; listing: Listing };

/** Not on sale yet: Coming Soon in place of Book Now, and no test ride (docs/product.md, "Vehicles"). */
export const isUpcoming = ({ stock }: Pick<VehicleRecord, 'stock'>): boolean => stock === 'upcoming';

/** What an offer is called, whatever it is. */
export const offerName = (offer: Offer): string => (offer.kind === 'vehicle' ? offer.vehicle.name : offer.listing.name);
