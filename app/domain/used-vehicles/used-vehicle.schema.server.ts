import { z } from 'zod';
import { brandRule, createYearRule, isTicked, stateRule } from '../listings/listing.schema.server';
import { getLastYear } from '../listings/listing';
import {
  getUsedVehicleField,
  stockNumberField,
  usedVehicleFieldNames,
  usedVehicleFields,
} from '../listings/offer-fields';
import { maxPhotos } from '../photos/photo';
import { createRules, decodeField, optionalText } from '../shared/field-rules.server';
import { failWith, seenVersion } from '../shared/fields.server';
import { memoizeBy } from '../shared/memoize';
import { toPlateText } from '../shared/plate';

const { numberPlate } = usedVehicleFields;
const createFields = (lastYear: number) => ({
  ...createRules(usedVehicleFields),
  brand: brandRule,
  state: stateRule,
  year: createYearRule(lastYear)
    .nullish()
    .transform((year) => year ?? null),
  numberPlate: optionalText(numberPlate.label, numberPlate.most, toPlateText),
});

/** Only API clients have one; their next request with it changes the same vehicle. */
const externalId = optionalText(stockNumberField.label, stockNumberField.most);

/** Set by the form handler or API endpoint, never taken from the request. */
const photos = z.array(z.string()).max(maxPhotos, failWith({ code: 'photos_full' }));
/** Idempotency key of the form whose draft holds the photos; set by the form handler only. */
const draft = z.string().optional();

const createCompleteSchema = (lastYear: number) => z.object({ ...createFields(lastYear), externalId, photos, draft });
const createPartialSchema = (lastYear: number) =>
  z.object({
    ...z.object(createFields(lastYear)).partial().shape,
    id: z.string(),
    externalId: externalId.optional(),
    photos: photos.optional(),
    draft,
    version: seenVersion,
  });

/** Validation rules of a user's used vehicle (docs/product.md, "Used vehicles"). Unknown fields are dropped. */
export const getVehicleSchema = memoizeBy(getLastYear, createCompleteSchema);
export type NewVehicle = z.infer<ReturnType<typeof createCompleteSchema>>;
export type VehicleValues = Omit<NewVehicle, 'photos' | 'draft'>;

/** Rules of a change: absent fields keep their values; null clears an optional field. */
export const getVehicleChangeSchema = memoizeBy(getLastYear, createPartialSchema);
export type VehicleChange = z.infer<ReturnType<typeof createPartialSchema>>;

/** An empty field was cleared by the user and becomes null, which the rules reject where it is required. */
export function decodeVehicleForm(formValues: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    usedVehicleFieldNames.map((name) => {
      const field = getUsedVehicleField(name);
      const text = formValues[name] ?? '';
      if (field.kind === 'flag') return [name, isTicked(text)];
      return [name, text.trim() === '' ? null : decodeField(field, text)];
    }),
  );
}
