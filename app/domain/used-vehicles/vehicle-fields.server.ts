import { z } from 'zod';
import { fuelTypes, vehicleTypes } from '../catalogue/bands';
import { fieldRules } from '../field-rules.server';
import { photosMaximum } from '../photos/limits';
import { photosFull } from '../photos/photo-problems';
import { seenVersion } from '../seen-version.server';
import { severalLines } from '../several-lines';
import { typedNumber } from '../typed-number';
import { largestNumber, longestText, usedConditions, vehicleLabels } from './limits';

const { requiredLine, optionalLine, numberIn, rupees, option } = fieldRules({
  labels: vehicleLabels,
  longest: longestText,
  largest: largestNumber,
});

type Measure = Exclude<keyof typeof largestNumber, 'price' | 'originalPrice'>;

/** A comma that groups digits as the API does; any other comma may be a decimal separator. */
const groupingComma = /(?<=\d),(?=(?:\d\d,)*\d{3}(?:\D|$))/g;

/** A figure, or the formatted text that the API itself returns for it: '26,700 km'. */
const measured = (field: Measure, unit: RegExp) =>
  z
    .union([z.number(), z.string()], { error: `${vehicleLabels[field]} must be a number` })
    .transform((value) =>
      typeof value === 'number'
        ? value
        : (typedNumber(value.trim().replace(unit, '').replace(groupingComma, '')) ?? Number.NaN),
    )
    .pipe(numberIn(field));

const description = z
  .string({ error: `${vehicleLabels.description} must be text` })
  .transform(severalLines)
  .refine((text) => [...text].length <= longestText.description, {
    error: `${vehicleLabels.description} must be at most ${longestText.description} characters`,
  })
  .transform((text) => text || null);

const fields = {
  name: requiredLine('name'),
  brand: requiredLine('brand'),
  type: option('type', vehicleTypes),
  fuelType: option('fuelType', fuelTypes),
  price: rupees('price'),
  originalPrice: rupees('originalPrice').nullish(),
  condition: option('condition', usedConditions).nullish(),
  usedKms: measured('usedKms', /km$/i)
    .refine(Number.isInteger, { error: `${vehicleLabels.usedKms} must be a whole number` })
    .nullish(),
  yearsUsed: measured('yearsUsed', /years?$/i).nullish(),
  registration: optionalLine('registration'),
  numberPlate: optionalLine('numberPlate'),
  mileage: measured('mileage', /km\/l$/i).nullish(),
  engine: measured('engine', /cc$/i).nullish(),
  description: description.nullish(),
};

/**
 * Content hashes of photos that were already accepted and stored; set by the form handler or API endpoint, never taken
 * from the request.
 */
const photos = z.array(z.string()).max(photosMaximum, { error: photosFull });

/** Validation rules of a user's used vehicle (docs/product.md, "Used vehicles"). Unknown fields are dropped. */
export const newVehicle = z.object({ ...fields, photos });
export type NewVehicle = z.infer<typeof newVehicle>;
export type VehicleValues = Omit<NewVehicle, 'photos'>;

/** The same rules for a change: absent fields keep their values; null clears an optional field. */
export const vehicleChange = z.object({
  ...z.object(fields).partial().shape,
  id: z.string(),
  photos: photos.optional(),
  version: seenVersion,
});
export type VehicleChange = z.infer<typeof vehicleChange>;
