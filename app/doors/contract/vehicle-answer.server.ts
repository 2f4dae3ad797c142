import { z } from 'zod';
import { budgetBands, fuelTypes, mileageBands, vehicleTypes } from '~/domain/catalogue/bands';
import { vehicleCategories, vehicleConditions, vehicleStocks } from '~/domain/catalogue/vehicle-filters';
import type { vehicleJson } from '~/domain/catalogue/vehicle-json.server';
import { bodyStyles } from '~/domain/catalogue/vehicle-summary';
import { day, moment, rupees, version } from './shapes.server';

const words = z.string().nullable();
const figure = z.number().min(0).nullable();
const count = z.int().min(0);
const bandLabels = <Label extends string>(bands: readonly { label: Label }[]) =>
  z.enum(bands.map(({ label }) => label)).nullable();

const specs = z
  .object({
    mileage: words,
    range: words,
    fuelType: z.enum(fuelTypes),
    tankCapacity: words,
    seating: words,
    brakes: words,
    lights: words,
    speed: words,
    topSpeed: words,
    acceleration: words,
    power: words,
    torque: words,
    engine: words,
    transmission: words,
    weight: words,
    length: words,
    width: words,
    height: words,
    comfort: words,
    compatibility: words,
  })
  .meta({ id: 'VehicleSpecs', description: 'The figures in words.' });

const figures = z
  .object({
    mileageKmpl: figure,
    rangeKm: figure,
    engineCc: figure,
    batteryKwh: figure,
    motorPeakKw: figure,
    powerPs: figure,
    torqueNm: figure,
    gears: figure,
    topSpeedKmph: figure,
    acceleration0to60s: figure,
    tankLitres: figure,
    chargeHours: figure,
    kerbWeightKg: figure,
    lengthMm: figure,
    widthMm: figure,
    heightMm: figure,
    wheelbaseMm: figure,
    seatHeightMm: figure,
    groundClearanceMm: figure,
    kilometresDriven: figure,
    yearsUsed: figure,
    estimatedLifeYears: figure,
    estimated: z.array(z.string()).meta({ description: 'Figures that are estimates rather than published ones.' }),
  })
  .meta({ id: 'VehicleFigures', description: 'Each with its unit in its name; null where there is no such figure.' });

/** A vehicle of the catalogue as the API shows it: in words, and as figures beside them. */
export const vehicle = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    brand: z.string(),
    variant: words,
    type: z.enum(vehicleTypes),
    stock: z.enum(vehicleStocks),
    category: z.enum(vehicleCategories).nullable(),
    segment: words,
    bodyStyle: z.enum(bodyStyles),
    fuel: z.enum(fuelTypes),
    fuelType: z.enum(fuelTypes),
    price: rupees.meta({ description: 'Ex-showroom for a new vehicle, the asking price of a used one.' }),
    originalPrice: rupees.nullable(),
    priceIsExpected: z.boolean(),
    bankOffer: rupees.nullable(),
    offers: z.string(),
    image: z.url(),
    images: z.array(z.url()),
    colours: z.array(z.object({ name: z.string(), body: z.string(), accent: z.string() })),
    rating: z.number().min(1).max(5).nullable(),
    reviews: count,
    reviewCount: count,
    salesCount: count,
    mileage: bandLabels(mileageBands),
    budget: bandLabels(budgetBands),
    launchDate: day.nullable(),
    launchDateIsExpected: z.boolean(),
    tags: z.array(z.string()),
    tag: words,
    highlights: z.array(z.string()),
    description: z.string(),
    tankCapacity: words,
    engine: words,
    brakes: words,
    transmission: words,
    topSpeed: words,
    acceleration: words,
    power: words,
    torque: words,
    seatingCapacity: figure,
    weight: words,
    length: words,
    width: words,
    height: words,
    lights: words,
    comfort: words,
    compatibility: words,
    condition: z.enum(vehicleConditions),
    status: words,
    usedKms: words,
    yearsUsed: words,
    year: z.int().nullable(),
    owners: count.nullable(),
    registration: words,
    numberPlate: words,
    toolKit: words,
    damages: z.array(z.string()),
    complaints: z.array(z.string()),
    estimatedLife: words,
    location: z.object({ city: words, state: words, country: z.string() }),
    specs,
    figures,
    seller: z.object({ id: z.string(), name: z.string() }).nullable(),
    isBuiltIn: z.boolean(),
    version,
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Vehicle' }) satisfies z.ZodType<ReturnType<typeof vehicleJson>>;
