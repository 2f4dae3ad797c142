import { z } from 'zod';
import { builtAgain } from '../built-again';
import { fieldRules } from '../field-rules.server';
import { fixErrors } from '../fix-errors';
import type { FieldErrors } from '../outcome';
import { photosMaximum } from '../photos/limits';
import { photosFull } from '../photos/photo-problems';
import { seenVersion } from '../seen-version.server';
import {
  firstYear,
  largestNumber,
  lastYear,
  listingConditions,
  listingKinds,
  listingLabels,
  listingTypes,
  longestText,
  requiredMessage,
} from './limits';

const { requiredOr, requiredLine, optionalLine, numberIn, wholeNumber, rupees, option } = fieldRules({
  labels: listingLabels,
  longest: longestText,
  largest: largestNumber,
});

const yearUpTo = (last: number) => {
  const range = `Year must be between ${firstYear} and ${last}`;
  return z
    .number({ error: requiredOr('year', range) })
    .refine((value) => value >= firstYear && value <= last, { error: range, abort: true })
    .refine(Number.isInteger, { error: 'Year must be a whole number' })
    .meta({ type: 'integer', minimum: firstYear, description: 'Up to this year.' });
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
/**
 * Content hashes of photos that were already accepted and stored; set by the form handler or API endpoint, never taken
 * from the request.
 */
const photos = z.array(z.string()).max(photosMaximum, { error: photosFull });

const wholeUpTo = (last: number) => z.object({ ...fieldsUpTo(last), kind, photos });
const partsUpTo = (last: number) =>
  z.object({
    ...z.object(fieldsUpTo(last)).partial().shape,
    id: z.string(),
    kind,
    photos: photos.optional(),
    version: seenVersion,
  });

/**
 * Validation rules of a complete listing (docs/product.md, "Listings"), for the current year. Unknown fields are
 * dropped.
 */
export const listingFields = builtAgain(lastYear, wholeUpTo);
export type NewListing = z.infer<ReturnType<typeof wholeUpTo>>;
export type ListingValues = Omit<NewListing, 'kind' | 'photos'>;

/** The same rules for a change: absent fields keep their values; null clears an optional field. */
export const listingChanges = builtAgain(lastYear, partsUpTo);
export type ListingChange = z.infer<ReturnType<typeof partsUpTo>>;

/** Message above the sell form; the fixed one of the product description when a required field is missing. */
export function listingProblem(errors: FieldErrors): string {
  return Object.values(errors).some((sentence) => sentence.endsWith(' is required')) ? requiredMessage : fixErrors;
}

/** Identifies the listing that a command writes. */
export const listingName = z.object({ id: z.string(), kind });
export type ListingName = z.infer<typeof listingName>;
