import { z } from 'zod';
import { budgetBands, mileageBands } from '~/domain/catalogue/bands';
import type { toVehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { bodyStyles, fuelTypes, vehicleCategories, vehicleConditions, vehicleStocks, vehicleTypes } from '~db/enums';
import { anyone, noInput } from '../define-endpoint.server';
import { fieldsParameter, withChosenFields } from '../lists.server';
import {
  count,
  day,
  distanceField,
  isoDateTime,
  listExample,
  listShape,
  nullableText,
  ratings,
  rupees,
  version,
} from '../schemas.server';
import vehicleExample from './vehicle-example.json';

const figure = z.number().min(0).nullable();
const bandLabels = <Label extends string>(bands: readonly { label: Label }[]) =>
  z.enum(bands.map(({ label }) => label)).nullable();

const specs = z
  .object({
    mileage: nullableText,
    range: nullableText,
    fuelType: z.enum(fuelTypes),
    tankCapacity: nullableText,
    seating: nullableText,
    brakes: nullableText,
    lights: nullableText,
    speed: nullableText,
    topSpeed: nullableText,
    acceleration: nullableText,
    power: nullableText,
    torque: nullableText,
    engine: nullableText,
    transmission: nullableText,
    weight: nullableText,
    length: nullableText,
    width: nullableText,
    height: nullableText,
    comfort: nullableText,
    compatibility: nullableText,
  })
  .meta({ id: 'VehicleSpecs', description: 'Specifications as text, with units.' });

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
    estimated: z.array(z.string()).meta({ description: 'Names of the figures that are estimates.' }),
  })
  .meta({
    id: 'VehicleFigures',
    description: 'Specifications as numbers, with the unit in the name of each; null if unknown.',
  });

export const vehicle = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    brand: z.string(),
    variant: nullableText,
    type: z.enum(vehicleTypes),
    stock: z.enum(vehicleStocks),
    category: z.enum(vehicleCategories).nullable(),
    segment: nullableText,
    bodyStyle: z.enum(bodyStyles),
    fuel: z.enum(fuelTypes),
    fuelType: z.enum(fuelTypes),
    price: rupees.meta({
      description: 'Ex-showroom price of a new vehicle or asking price of a used one, in whole rupees.',
    }),
    originalPrice: rupees.nullable(),
    priceIsExpected: z.boolean().meta({ description: 'Whether the price is expected, before the launch.' }),
    bankOffer: rupees.nullable().meta({ description: 'Discount with a bank offer, in whole rupees.' }),
    offers: z.string(),
    image: z.url(),
    images: z.array(z.url()),
    colours: z.array(z.object({ name: z.string(), body: z.string(), accent: z.string() })),
    ...ratings,
    reviews: count,
    salesCount: count,
    mileage: bandLabels(mileageBands),
    budget: bandLabels(budgetBands),
    launchDate: day.nullable(),
    launchDateIsExpected: z.boolean().meta({ description: 'Whether the date is expected, before the launch.' }),
    onSaleSince: z
      .int()
      .nullable()
      .meta({ description: 'Year in which the model was first sold, if before its current version.' }),
    tags: z.array(z.string()),
    tag: nullableText,
    highlights: z.array(z.string()),
    description: z.string(),
    tankCapacity: nullableText,
    engine: nullableText,
    brakes: nullableText,
    transmission: nullableText,
    topSpeed: nullableText,
    acceleration: nullableText,
    power: nullableText,
    torque: nullableText,
    seatingCapacity: figure,
    weight: nullableText,
    length: nullableText,
    width: nullableText,
    height: nullableText,
    lights: nullableText,
    comfort: nullableText,
    compatibility: nullableText,
    condition: z.enum(vehicleConditions),
    status: nullableText,
    usedKms: nullableText,
    yearsUsed: nullableText,
    year: z.int().nullable(),
    owners: count.nullable().meta({ description: 'Number of owners so far.' }),
    registration: nullableText,
    numberPlate: nullableText,
    toolKit: nullableText,
    damages: z.array(z.string()),
    complaints: z.array(z.string()),
    estimatedLife: nullableText,
    location: z.object({ city: nullableText, state: nullableText, country: z.string() }),
    specs,
    figures,
    seller: z.object({ id: z.string(), name: z.string() }).nullable(),
    isBuiltIn: z.boolean().meta({ description: 'Whether it is part of the built-in catalogue.' }),
    version,
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'Vehicle' }) satisfies z.ZodType<ReturnType<typeof toVehicleJson>>;

const listedVehicle = vehicle.extend(distanceField);
export const chosenVehicle = withChosenFields(listedVehicle, 'PartialVehicle');
export const chosenFields = fieldsParameter(listedVehicle).optional();

export const readVehicles = { ...noInput, subject: 'vehicles', access: anyone, isCached: true } as const;
export const vehicleList = {
  status: 200,
  data: listShape('vehicles', chosenVehicle),
  example: listExample('vehicles', vehicleExample),
} as const;
