/** An invalid file aborts the start, because half a catalogue would be worse than none. */
import { z } from 'zod';
import {
  bodyStyles,
  brakeTypes,
  coolings,
  fuelTypes,
  listingConditions,
  listingKinds,
  listingTypes,
  transmissions,
  vehicleCategories,
  vehicleConditions,
  vehicleTypes,
} from '../enums';
import branchesFile from './branches.json';
import listingsFile from './listings.json';
import onRoadFile from './on-road.json';
import placesFile from './search/places.json';
import usedFile from './used.json';
import vehiclesFile from './vehicles.json';

const text = z.string().trim().min(1);
const rupees = z.int().nonnegative();
const figure = z.number().positive().nullable();
const wholeFigure = z.int().positive().nullable();
const day = z.iso.date();
const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const colourway = z.object({ name: text, body: colour, accent: colour });
const brake = z.object({ type: z.enum(brakeTypes), mm: z.int().positive().nullable() });
const meta = z.object({ pricesAsOf: z.string().regex(/^\d{4}-\d{2}$/) });

const machine = z.object({
  id: z.int().positive(),
  name: text,
  brand: text,
  type: z.enum(vehicleTypes),
  bodyStyle: z.enum(bodyStyles),
  fuel: z.enum(fuelTypes),
  priceRupees: rupees,
  originalPriceRupees: rupees.nullable(),
  rating: z.number().min(1).max(5).nullable(),
  engineCc: figure,
  cylinders: wholeFigure,
  cooling: z.enum(coolings).nullable(),
  motorPeakKw: figure,
  powerPs: figure,
  powerRpm: wholeFigure,
  torqueNm: figure,
  torqueRpm: wholeFigure,
  transmission: z.enum(transmissions),
  gears: wholeFigure,
  topSpeedKmph: figure,
  acceleration0to60s: figure,
  mileageKmpl: figure,
  tankLitres: figure,
  batteryKwh: figure,
  rangeKm: figure,
  chargeHours: figure,
  weightKg: figure,
  lengthMm: wholeFigure,
  widthMm: wholeFigure,
  heightMm: wholeFigure,
  wheelbaseMm: wholeFigure,
  seating: z.int().positive(),
  seatHeightMm: wholeFigure,
  groundClearanceMm: wholeFigure,
  brakes: z.object({ front: brake, rear: brake, assist: text }),
  lights: z.object({ headlamp: text, tail: text, indicators: text }),
  comfort: text,
  compatibility: text,
  description: text,
  tags: z.array(text),
  condition: z.enum(vehicleConditions),
  usedKms: z.int().nonnegative().nullable(),
  yearsUsed: z.number().nonnegative().nullable(),
  toolKit: z.boolean(),
  damages: z.array(text),
  complaints: z.array(text),
  colourways: z.array(colourway).min(1).max(3),
});

const isUpcoming = ({ category }: { category: string }): boolean => category === 'upcoming';

const newVehicle = machine
  .extend({
    variant: text,
    category: z.enum(vehicleCategories),
    core: z.boolean(),
    segment: text,
    flags: z.object({
      featured: z.boolean(),
      popular: z.boolean(),
      showroom: z.boolean(),
      insured: z.boolean(),
    }),
    emiOrder: z.int().positive().nullable(),
    priceIsExpected: z.boolean(),
    bankOffer: z.object({ bankPriceRupees: rupees }).nullable(),
    offers: text.nullable(),
    /** Null for a model that was sold before its current version, with an unknown date. */
    launchDate: day.nullable(),
    launchDateIsExpected: z.boolean(),
    onSaleSince: z.int().nullable(),
    reviewsCount: z.int().nonnegative(),
    salesCount: z.int().nonnegative(),
    showroomTag: text,
    highlights: z.array(text),
    estimated: z.array(text),
    estimatedLifeYears: z.int().positive(),
  })
  .refine((vehicle) => !isUpcoming(vehicle) || vehicle.rating === null, {
    error: 'An unlaunched vehicle has no rating',
  });

const usedVehicle = machine.extend({
  modelYear: z.int(),
  status: text,
  owners: z.int().positive(),
  city: text,
  state: text,
  registration: text,
  numberPlate: text,
});

const sampleListing = z.object({
  id: z.string().regex(/^sample-/),
  kind: z.enum(listingKinds),
  name: text,
  brand: text,
  model: text,
  bodyStyle: z.enum(bodyStyles),
  colours: colourway,
  year: z.int(),
  type: z.enum(listingTypes),
  condition: z.enum(listingConditions),
  daysUsed: z.int().nonnegative(),
  mileage: z.number().nonnegative(),
  topSpeed: z.number().nonnegative(),
  presentPrice: rupees,
  pastPrice: rupees,
  license: text,
  engineCapacity: text.nullable(),
  batteryCapacity: text.nullable(),
  description: text,
  features: z.array(text),
  location: z.object({ city: text, state: text }),
  availability: z.enum(['available']),
  isPromoted: z.boolean(),
  rating: z.number().min(1).max(5).nullable(),
  reviewCount: z.int().nonnegative(),
  viewCount: z.int().nonnegative(),
  createdAt: z.iso.datetime({ precision: 3 }),
  updatedAt: z.iso.datetime({ precision: 3 }),
});

export type NewVehicle = z.infer<typeof newVehicle>;
export type UsedVehicle = z.infer<typeof usedVehicle>;
export type SampleListing = z.infer<typeof sampleListing>;
export type SeedBranch = z.infer<typeof branchesOfFile>['branches'][number];
export type RoadTax = z.infer<typeof roadTaxOfFile>['roadTax'][number];

const placesOfFile = z.object({
  states: z.array(z.object({ code: text, name: text })),
  cities: z.array(z.object({ id: z.string().regex(/^[a-z]{2}-[a-z0-9-]+$/), city: text, state: text })),
});

const percent = z.number().min(0).max(100);
const roadTaxOfFile = z.object({
  roadTax: z.array(
    z.object({
      stateCode: z.string().regex(/^[A-Z]{2}$/),
      asOf: z.string().regex(/^20\d{2}(-(0[1-9]|1[0-2]))?$/),
      isRough: z.boolean().default(false),
      petrol: z
        .array(
          z.strictObject({
            maxPriceRupees: z.int().positive().optional(),
            maxEngineCc: z.number().positive().optional(),
            percent,
          }),
        )
        .default([]),
      electricPercent: percent.nullable().default(null),
      surchargePercentOfTax: percent.default(0),
      minTaxRupees: rupees.default(0),
      note: text.nullable().default(null),
    }),
  ),
});

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const places = z.int().min(0).max(99);
const branchesOfFile = z.object({
  branches: z.array(
    z.strictObject({
      id: text,
      name: text,
      address: text,
      hours: z.array(z.strictObject({ weekday: z.int().min(1).max(7), opens: time, closes: time })),
      slots: z.array(
        z.strictObject({
          starts: time,
          ends: time,
          testRidePlaces: places,
          servicePlaces: places,
          purchasePlaces: places,
        }),
      ),
    }),
  ),
});

const brand = z.object({ id: text, name: text, initial: z.string().length(1) });

/** @throws ZodError when a data file is invalid, with the path of the error */
export const readVehiclesFile = () =>
  z.object({ meta, brands: z.array(brand), vehicles: z.array(newVehicle) }).parse(vehiclesFile);
export const readUsedFile = () =>
  z.object({ meta, bikes: z.array(usedVehicle), scooters: z.array(usedVehicle) }).parse(usedFile);
export const readListingsFile = () =>
  z.object({ bikes: z.array(sampleListing), scooters: z.array(sampleListing) }).parse(listingsFile);
export const readPlacesFile = () => placesOfFile.parse(placesFile);
export const readRoadTaxFile = () => roadTaxOfFile.parse(onRoadFile);
export const readBranchesFile = () => branchesOfFile.parse(branchesFile);
