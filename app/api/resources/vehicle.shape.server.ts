import { z } from 'zod';
import { budgetBands, mileageBands } from '~/domain/catalogue/bands';
import type { toVehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import {
  getSpecNames,
  getVehicleField,
  type VehicleFieldName,
  vehicleFieldNames,
  vehicleFigureNames,
} from '~/domain/catalogue/vehicle-fields';
import {
  availabilities,
  bodyStyles,
  coolings,
  fuelTypes,
  vehicleCategories,
  vehicleConditions,
  vehicleStocks,
  vehicleTypes,
} from '~db/enums';
import { anyone, noInput } from '../define-endpoint.server';
import { fieldsParameter, withChosenFields } from '../lists.server';
import {
  count,
  cursorField,
  day,
  distanceField,
  isoDateTime,
  listExample,
  listShape,
  nullableText,
  priceText,
  ratings,
  rupees,
  version,
} from '../schemas.server';
import { offerShapes } from './offer.shape.server';
import vehicleExample from './vehicle-example.json';

const figure = z.number().min(0).nullable();
const bandLabels = <Label extends string>(bands: readonly { label: Label }[]) =>
  z.enum(bands.map(({ label }) => label)).nullable();

const described = <Shape extends z.ZodType>(name: VehicleFieldName, shape: Shape): Shape =>
  shape.meta({ description: getVehicleField(name).description });

/** The same shape for each name. @param names all keys of the record */
const repeatShape = <Name extends string, Shape extends z.ZodType>(names: readonly Name[], shape: Shape) => {
  const shapes: Partial<Record<Name, Shape>> = {};
  for (const name of names) shapes[name] = shape;
  const areComplete = (record: typeof shapes): record is Record<Name, Shape> => names.every((name) => name in record);
  if (!areComplete(shapes)) throw new Error('A name has no shape.');
  return shapes;
};

const { hasRc, hasPuc, insuranceUntil, hasNoc, isLoanCleared, hideLicenseDigits: hideNumberDigits } = offerShapes;

const specNames = vehicleFieldNames.flatMap(getSpecNames);
const specTexts = repeatShape(specNames, nullableText);
const { mileage: _mileage, range: _range, seating: _seating, speed: _speed, ...specsBesideOthers } = specTexts;

const specs = z
  .object({ ...specTexts, fuelType: z.enum(fuelTypes) })
  .meta({ id: 'VehicleSpecs', description: 'Specifications as text, with units.' });

const figures = z
  .object({
    ...repeatShape(vehicleFigureNames, figure),
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
    price: described('priceRupees', rupees),
    priceText,
    originalPrice: rupees.nullable(),
    originalPriceText: priceText.nullable(),
    priceIsExpected: described('priceIsExpected', z.boolean()),
    bankOffer: described('bankOfferRupees', rupees.nullable()),
    offers: z.string(),
    datedOffers: z
      .array(
        z.object({
          title: z.string(),
          from: day.nullable().meta({ description: 'First day.' }),
          until: day.nullable().meta({ description: 'Last day.' }),
          amount: rupees.nullable(),
        }),
      )
      .meta({ description: 'Offers of today; for the team, of all days.' }),
    variants: z
      .array(z.object({ name: z.string(), price: rupees, priceText }))
      .meta({ description: 'Dearer variants.' }),
    image: z.url(),
    images: z.array(z.url()),
    colours: z.array(z.object({ name: z.string(), body: z.string(), accent: z.string() })),
    ...ratings,
    reviews: count,
    salesCount: count,
    mileage: bandLabels(mileageBands),
    budget: bandLabels(budgetBands),
    launchDate: day.nullable(),
    launchDateIsExpected: described('launchDayIsExpected', z.boolean()),
    onSaleSince: described('onSaleSince', z.int().nullable()),
    tags: z.array(z.string()),
    tag: nullableText,
    highlights: z.array(z.string()),
    description: z.string(),
    seatingCapacity: figure,
    ...specsBesideOthers,
    cooling: z.enum(coolings).nullable(),
    frontBrake: nullableText.meta({ description: 'disc or drum, with its diameter in mm: disc 300.' }),
    rearBrake: nullableText.meta({ description: 'disc or drum, with its diameter in mm: disc 300.' }),
    brakeAssist: nullableText,
    condition: z.enum(vehicleConditions),
    status: nullableText,
    usedKms: nullableText,
    yearsUsed: nullableText,
    year: z.int().nullable(),
    owners: described('owners', count.nullable()),
    registration: nullableText,
    numberPlate: nullableText.meta({ description: 'With • for digits that the seller hides.' }),
    hideNumberDigits,
    hasRc,
    hasPuc,
    insuranceUntil,
    hasNoc,
    isLoanCleared,
    availability: z.enum(availabilities),
    toolKit: nullableText,
    damages: z.array(z.string()),
    complaints: z.array(z.string()),
    estimatedLife: nullableText,
    city: nullableText,
    state: nullableText,
    location: z.object({ city: nullableText, state: nullableText, country: z.string() }),
    specs,
    figures,
    seller: z.object({ id: z.string(), name: z.string() }).nullable(),
    externalId: nullableText.meta({ description: 'Stock number of the seller, by whom alone it is read.' }),
    isBuiltIn: z.boolean().meta({ description: 'Whether it is part of the built-in catalogue.' }),
    version,
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'Vehicle' }) satisfies z.ZodType<ReturnType<typeof toVehicleJson>>;

const listedVehicle = vehicle.extend({ ...distanceField, ...cursorField });
export const chosenVehicle = withChosenFields(listedVehicle, 'PartialVehicle');
export const chosenFields = fieldsParameter(listedVehicle).optional();

export const readVehicles = { ...noInput, subject: 'vehicles', access: anyone, isCached: true } as const;
export const vehicleList = {
  status: 200,
  data: listShape('vehicles', chosenVehicle),
  example: listExample('vehicles', vehicleExample),
} as const;
