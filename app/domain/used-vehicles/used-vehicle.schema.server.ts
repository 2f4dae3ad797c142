import { z } from 'zod';
import { maxPhotos } from '../photos/photo';
import { toCanonicalBrand } from '../search/brand-names.server';
import { createRules, decodeField, optionalText } from '../shared/field-rules.server';
import { failWith, seenVersion } from '../shared/fields.server';
import { toPlateText } from '../shared/plate';
import { usedVehicleFields, vehicleFieldNames } from './used-vehicle';

const rules = createRules(usedVehicleFields);
const { numberPlate } = usedVehicleFields;
const fields = {
  ...rules,
  brand: rules.brand.transform(toCanonicalBrand),
  numberPlate: optionalText(numberPlate.label, numberPlate.most, toPlateText),
};

/** Set by the form handler or API endpoint, never taken from the request. */
const photos = z.array(z.string()).max(maxPhotos, failWith({ code: 'photos_full' }));
/** Idempotency key of the form whose draft holds the photos; set by the form handler only. */
const draft = z.string().optional();

/** Validation rules of a user's used vehicle (docs/product.md, "Used vehicles"). Unknown fields are dropped. */
export const newVehicle = z.object({ ...fields, photos, draft });
export type NewVehicle = z.infer<typeof newVehicle>;
export type VehicleValues = Omit<NewVehicle, 'photos' | 'draft'>;

export const vehicleChange = z.object({
  ...z.object(fields).partial().shape,
  id: z.string(),
  photos: photos.optional(),
  draft,
  version: seenVersion,
});
export type VehicleChange = z.infer<typeof vehicleChange>;

/** An empty field was cleared by the user and becomes null, which the rules reject where it is required. */
export function decodeVehicleForm(formValues: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    vehicleFieldNames.map((name) => {
      const text = formValues[name] ?? '';
      return [name, text.trim() === '' ? null : decodeField(usedVehicleFields[name], text)];
    }),
  );
}
