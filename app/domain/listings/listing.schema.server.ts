import { z } from 'zod';
import { listingConditions, listingKinds, listingTypes } from '~db/enums';
import { encodeReason, type FieldErrors, type PlainCode } from '../shared/result';
import { maxPhotos } from '../photos/photo';
import { findState } from '../places/places.server';
import { toCanonicalBrand } from '../search/brand-names.server';
import { createFieldRules, emptyableText, failNumber, failWith, seenVersion, yesOrNo } from '../shared/fields.server';
import { memoizeBy } from '../shared/memoize';
import { toPlateText } from '../shared/plate';
import { toLines } from '../shared/text';
import { parseTypedDay } from '../shared/typed-days';
import { type Measure, parseTypedNumber } from '../shared/typed-numbers';
import {
  firstYear,
  getLastYear,
  type ListingField,
  type ListingFlag,
  listingFlags,
  listingLabels,
  listingMeasures,
  maxLengths,
  maxValues,
} from './listing';

const { requiredLine, optionalLine, numberIn, wholeNumber, rupees, option } = createFieldRules({
  labels: listingLabels,
  longest: maxLengths,
  largest: maxValues,
  measures: listingMeasures,
});

const createYearRule = (last: number) => {
  const outside = failWith({ code: 'year_out_of_range', values: { first: firstYear, last } });
  return z
    .number(failNumber(listingLabels.year, 'year'))
    .refine((value) => value >= firstYear && value <= last, { ...outside, abort: true })
    .refine(Number.isInteger, failWith({ code: 'not_whole', values: { label: 'Year' } }))
    .meta({ type: 'integer', minimum: firstYear, description: 'At most the current year.' });
};

const notAnOwnerNumber = failWith({ code: 'owner_number_invalid' });
const ownerNumber = z
  .number(failNumber(listingLabels.ownerNumber, 'owner'))
  .int(notAnOwnerNumber)
  .min(1, notAnOwnerNumber)
  .max(maxValues.ownerNumber, notAnOwnerNumber);

const notADay = failWith({ code: 'insurance_day_invalid' });
const insuranceDay = z
  .string(notADay)
  .transform((text) => text.trim() || null)
  .pipe(z.iso.date(notADay).regex(/^20/, notADay).nullable())
  .nullish()
  .transform((day) => day ?? null);

const flag = (name: ListingFlag) => yesOrNo(listingFlags[name]).nullish();

const createListingRules = (last: number) => ({
  name: requiredLine('name'),
  brand: requiredLine('brand').transform(toCanonicalBrand),
  model: optionalLine('model'),
  year: createYearRule(last),
  type: option('type', listingTypes),
  daysUsed: wholeNumber('daysUsed'),
  condition: option('condition', listingConditions),
  mileage: numberIn('mileage'),
  topSpeed: numberIn('topSpeed'),
  presentPrice: rupees('presentPrice'),
  pastPrice: rupees('pastPrice'),
  license: requiredLine('license', toPlateText),
  insuranceUntil: insuranceDay,
  engineCapacity: optionalLine('engineCapacity'),
  batteryCapacity: optionalLine('batteryCapacity'),
  kilometresDriven: wholeNumber('kilometresDriven').nullish(),
  ownerNumber: ownerNumber.nullish(),
  city: optionalLine('city'),
  state: optionalLine('state').transform((text, context) => {
    const state = text === null ? null : findState(text);
    if (text === null || state) return state?.name ?? null;
    context.addIssue({ code: 'custom', message: encodeReason({ code: 'unknown_state' }) });
    return z.NEVER;
  }),
  description: emptyableText(listingLabels.description, maxLengths.description, toLines)
    .nullish()
    .transform((text) => text ?? null),
  hideLicenseDigits: flag('hideLicenseDigits'),
  hasRc: flag('hasRc'),
  hasPuc: flag('hasPuc'),
  hasNoc: flag('hasNoc'),
  isLoanCleared: flag('isLoanCleared'),
});

const kind = z.enum(listingKinds);
/**
 * Content hashes of photos that were already accepted and stored; set by the form handler or API endpoint, never taken
 * from the request.
 */
const photos = z.array(z.string()).max(maxPhotos, failWith({ code: 'photos_full' }));
/** Idempotency key of the form whose draft holds the photos; set by the form handler only. */
const draft = z.string().optional();

const createCompleteSchema = (last: number) => z.object({ ...createListingRules(last), kind, photos, draft });
const createPartialSchema = (last: number) =>
  z.object({
    ...z.object(createListingRules(last)).partial().shape,
    id: z.string(),
    kind,
    photos: photos.optional(),
    draft,
    version: seenVersion,
  });

/**
 * Validation rules of a complete listing (docs/product.md, "Listings"), for the current year. Unknown fields are
 * dropped.
 */
export const getListingSchema = memoizeBy(getLastYear, createCompleteSchema);
export type NewListing = z.infer<ReturnType<typeof createCompleteSchema>>;
export type ListingValues = Omit<NewListing, 'kind' | 'photos' | 'draft'>;

/** Rules of a change: absent fields keep their values; null clears an optional field. */
export const getListingChangeSchema = memoizeBy(getLastYear, createPartialSchema);
export type ListingChange = z.infer<ReturnType<typeof createPartialSchema>>;

/** Code of the error above the sell form; a particular one when a required field is missing. */
export const findListingCode = (errors: FieldErrors): PlainCode =>
  Object.values(errors).some((reason) => 'code' in reason && reason.code === 'required')
    ? 'required_fields'
    : 'invalid_fields';

/** Identifies the listing that a command writes. */
export const listingName = z.object({ id: z.string(), kind });
export type ListingName = z.infer<typeof listingName>;

/**
 * Money is rounded to whole rupees (docs/product.md, "Listings"); decimals of days, kilometres and years are truncated.
 */
const roundings: Readonly<Record<string, (value: number) => number>> = {
  presentPrice: Math.round,
  pastPrice: Math.round,
  daysUsed: Math.trunc,
  kilometresDriven: Math.trunc,
  year: Math.trunc,
} satisfies Partial<Record<ListingField, (value: number) => number>>;
const measures = new Map<string, Measure>(Object.entries({ ...listingMeasures, version: 'count' as const }));

function read(name: string, text: string): string | number {
  if (name === 'insuranceUntil') return parseTypedDay(text) ?? text;
  const measure = measures.get(name);
  const number = measure ? parseTypedNumber(text, measure) : null;
  return number === null ? text : (roundings[name]?.(number) ?? number);
}

/**
 * Decodes the form values of a listing to their JSON equivalent: an empty field becomes absent, a number a number, a
 * ticked checkbox true. Validation follows, and is the same for the form and the API.
 *
 * @param formValues the form's text fields; unknown ones pass through
 */
export function decodeListingForm(formValues: Readonly<Record<string, string>>): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(formValues)) {
    if (Object.hasOwn(listingFlags, name)) decoded[name] = !['', 'false', 'off', '0'].includes(text.toLowerCase());
    else if (text.trim() === '') continue;
    else decoded[name] = read(name, text);
  }
  return decoded;
}
