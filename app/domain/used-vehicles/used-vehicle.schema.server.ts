import { z } from 'zod';
import { fuelTypes, usedConditions, vehicleTypes } from '~db/enums';
import { maxPhotos } from '../photos/photo';
import { toCanonicalBrand } from '../search/brand-names.server';
import { createFieldRules, emptyableText, failWith, seenVersion } from '../shared/fields.server';
import { toPlateText } from '../shared/plate';
import { toLines } from '../shared/text';
import { parseTypedNumber } from '../shared/typed-numbers';
import { maxValues, maxLengths, type VehicleField, vehicleLabels, vehicleMeasures } from './used-vehicle';

const { requiredLine, optionalLine, numberIn, wholeNumber, rupees, option } = createFieldRules({
  labels: vehicleLabels,
  longest: maxLengths,
  largest: maxValues,
  measures: vehicleMeasures,
});

const fields = {
  name: requiredLine('name'),
  brand: requiredLine('brand').transform(toCanonicalBrand),
  type: option('type', vehicleTypes),
  fuelType: option('fuelType', fuelTypes),
  price: rupees('price'),
  originalPrice: rupees('originalPrice').nullish(),
  condition: option('condition', usedConditions).nullish(),
  usedKms: wholeNumber('usedKms').nullish(),
  yearsUsed: numberIn('yearsUsed').nullish(),
  registration: optionalLine('registration'),
  numberPlate: optionalLine('numberPlate', toPlateText),
  mileage: numberIn('mileage').nullish(),
  engine: numberIn('engine').nullish(),
  description: emptyableText(vehicleLabels.description, maxLengths.description, toLines).nullish(),
};

/**
 * Content hashes of photos that were already accepted and stored; set by the form handler or API endpoint, never taken
 * from the request.
 */
const photos = z.array(z.string()).max(maxPhotos, failWith({ code: 'photos_full' }));
/** Idempotency key of the form whose draft holds the photos; set by the form handler only. */
const draft = z.string().optional();

/** Validation rules of a user's used vehicle (docs/product.md, "Used vehicles"). Unknown fields are dropped. */
export const newVehicle = z.object({ ...fields, photos, draft });
export type NewVehicle = z.infer<typeof newVehicle>;
export type VehicleValues = Omit<NewVehicle, 'photos' | 'draft'>;

/** Rules of a change: absent fields keep their values; null clears an optional field. */
export const vehicleChange = z.object({
  ...z.object(fields).partial().shape,
  id: z.string(),
  photos: photos.optional(),
  draft,
  version: seenVersion,
});
export type VehicleChange = z.infer<typeof vehicleChange>;

const isFigure = (name: string): name is keyof typeof vehicleMeasures => Object.hasOwn(vehicleMeasures, name);
/** Money is rounded to whole rupees (docs/product.md, "Used vehicles"); decimals of kilometres are truncated. */
const roundings: Readonly<Record<string, (value: number) => number>> = {
  price: Math.round,
  originalPrice: Math.round,
  usedKms: Math.trunc,
} satisfies Partial<Record<VehicleField, (value: number) => number>>;
/**
 * Decodes the form values of a vehicle to their JSON equivalent. The form shows every field, so an empty one was
 * cleared by the user and becomes null, which the validation rules reject where the field is required.
 *
 * @param formValues the form's text fields; unknown ones are dropped
 */
export function decodeVehicleForm(formValues: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(vehicleLabels).map((name) => {
      const text = formValues[name] ?? '';
      if (text.trim() === '') return [name, null];
      if (!isFigure(name)) return [name, text];
      const number = parseTypedNumber(text, vehicleMeasures[name]);
      return [name, number === null ? text : (roundings[name]?.(number) ?? number)];
    }),
  );
}
