import { z } from 'zod';
import { oneLine } from '../one-line';
import type { FieldErrors } from '../outcome';
import { photosMaximum } from '../photos/limits';
import { photosFull } from '../photos/photo-problems';
import {
  firstYear,
  largestNumber,
  lastYear,
  type ListingField,
  listingConditions,
  listingKinds,
  listingLabels,
  listingTypes,
  longestText,
  requiredMessage,
} from './limits';

const missing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The sentence for a value of a wrong kind: nothing there, or something else. */
const requiredOr =
  (field: ListingField, otherwise: string) =>
  ({ input }: { input?: unknown }): string =>
    missing(input) ? `${listingLabels[field]} is required` : otherwise;

type TextField = keyof typeof longestText;
type NumberField = keyof typeof largestNumber;

const line = (field: TextField) =>
  z
    .string({ error: requiredOr(field, `${listingLabels[field]} must be text`) })
    .transform(oneLine)
    .refine((text) => [...text].length <= longestText[field], {
      error: `${listingLabels[field]} must be at most ${longestText[field]} characters`,
    })
    .meta({ maxLength: longestText[field] });

const requiredLine = (field: TextField) =>
  line(field)
    .refine((text) => text.length > 0, { error: `${listingLabels[field]} is required` })
    .meta({ minLength: 1 });

/** Empty text counts as absent. */
const optionalLine = (field: TextField) =>
  line(field)
    .transform((text) => text || null)
    .nullish()
    .transform((text) => text ?? null);

const numberIn = (field: NumberField) =>
  z
    .number({ error: requiredOr(field, `${listingLabels[field]} must be a number`) })
    .refine((value) => value >= 0, { error: `${listingLabels[field]} must be 0 or more`, abort: true })
    .refine((value) => value <= largestNumber[field], {
      error: `${listingLabels[field]} must be at most ${largestNumber[field]}`,
    })
    .meta({ minimum: 0, maximum: largestNumber[field] });

/** Decimals are cut off: product.md section 5 parses these as integers. */
const wholeNumber = (field: NumberField) => numberIn(field).transform(Math.trunc);
/** Money is whole rupees; paise are rounded. */
const rupees = (field: NumberField) => numberIn(field).transform(Math.round);

const option = <const Options extends readonly string[]>(field: ListingField, options: Options) => {
  const label = listingLabels[field];
  const words = [options.slice(0, -1).join(', '), options.at(-1)].join(' or ');
  return z.enum(options, { error: requiredOr(field, `${label} must be ${words}`) });
};

const yearUpTo = (last: number) => {
  const range = `Year must be between ${firstYear} and ${last}`;
  return z
    .number({ error: requiredOr('year', range) })
    .transform(Math.trunc)
    .refine((value) => value >= firstYear && value <= last, { error: range })
    .meta({ minimum: firstYear, description: 'Up to this year.' });
};

const ownerNumber = z
  .number({ error: 'Owner number must be from 1 to 9' })
  .int({ error: 'Owner number must be from 1 to 9' })
  .min(1, { error: 'Owner number must be from 1 to 9' })
  .max(largestNumber.ownerNumber, { error: 'Owner number must be from 1 to 9' });

const fieldsUpTo = (last: number) => ({
  name: requiredLine('name'),
  brand: requiredLine('brand'),
  year: yearUpTo(last),
  type: option('type', listingTypes),
  daysUsed: wholeNumber('daysUsed'),
  condition: option('condition', listingConditions),
  mileage: numberIn('mileage'),
  topSpeed: numberIn('topSpeed'),
  presentPrice: rupees('presentPrice'),
  pastPrice: rupees('pastPrice'),
  license: requiredLine('license'),
  engineCapacity: optionalLine('engineCapacity'),
  batteryCapacity: optionalLine('batteryCapacity'),
  kilometresDriven: wholeNumber('kilometresDriven').nullish(),
  ownerNumber: ownerNumber.nullish(),
  city: optionalLine('city'),
  hideLicenseDigits: z.boolean({ error: 'Hide the last digits: yes or no' }).nullish(),
});

const kind = z.enum(listingKinds);
/** Photos that were accepted and stored before, by content hash: put there by a door, never by the sender. */
const photos = z.array(z.string()).max(photosMaximum, { error: photosFull });

const wholeUpTo = (last: number) => z.object({ ...fieldsUpTo(last), kind, photos });
const partsUpTo = (last: number) =>
  z.object({
    ...z.object(fieldsUpTo(last)).partial().shape,
    id: z.string(),
    kind,
    photos: photos.optional(),
    version: z.int({ error: 'Version must be a whole number' }).optional(),
  });

/** Building a schema costs more than using it, and the year changes once a year. */
function onceAYear<Schema>(upTo: (last: number) => Schema): (now: Date) => Schema {
  let built: { last: number; schema: Schema } | undefined;
  return (now) => {
    const last = lastYear(now);
    if (built?.last !== last) built = { last, schema: upTo(last) };
    return built.schema;
  };
}

/**
 * The rules of a whole listing (product.md section 5, decisions.md section 5), by the years there are now. Unknown
 * fields are left out.
 */
export const listingFields = onceAYear(wholeUpTo);
export type NewListing = z.infer<ReturnType<typeof wholeUpTo>>;
export type ListingValues = Omit<NewListing, 'kind' | 'photos'>;

/**
 * The same rules for a change: what is absent stays as it is; null empties what may be empty. With a `version`, the
 * change is refused when the listing was changed since it was read.
 */
export const listingChanges = onceAYear(partsUpTo);
export type ListingChange = z.infer<ReturnType<typeof partsUpTo>>;

/** The sentence above the sell form: the product's own one when something required is missing. */
export function listingProblem(errors: FieldErrors): string {
  return Object.values(errors).some((sentence) => sentence.endsWith(' is required'))
    ? requiredMessage
    : 'Please fix the validation errors above';
}

/** Which listing a write is about. */
export const listingName = z.object({ id: z.string(), kind });
export type ListingName = z.infer<typeof listingName>;
