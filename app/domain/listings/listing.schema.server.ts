import { z } from 'zod';
import { listingKinds } from '~db/enums';
import { encodeReason, type FieldErrors, type PlainCode } from '../shared/result';
import { maxPhotos } from '../photos/photo';
import { findState } from '../places/places.server';
import { toCanonicalBrand } from '../search/brand-names.server';
import {
  failNumber,
  failWith,
  figure,
  type FigureField,
  optionalText,
  requiredOption,
  requiredText,
  rupeeFigure,
  seenVersion,
  wholeFigure,
  yesOrNo,
} from '../shared/fields.server';
import { memoizeBy } from '../shared/memoize';
import { toPlateText } from '../shared/plate';
import { toLines } from '../shared/text';
import { parseTypedDay } from '../shared/typed-days';
import { parseTypedNumber } from '../shared/typed-numbers';
import { firstYear, getLastYear } from './listing';
import {
  findOfferField,
  getMeasure,
  getOfferField,
  type OfferField,
  type OfferFieldName,
  offerFieldNames,
  offerFields,
  type OfferValues,
} from './offer-fields';

const createYearRule = (label: string, last: number) =>
  z
    .number(failNumber(label, 'year'))
    .refine((value) => value >= firstYear && value <= last, {
      ...failWith({ code: 'year_out_of_range', values: { first: firstYear, last } }),
      abort: true,
    })
    .refine(Number.isInteger, failWith({ code: 'not_whole', values: { label } }))
    .meta({ type: 'integer', minimum: firstYear, description: 'At most the current year.' });

function createOrdinalRule({ label, most, measure }: FigureField) {
  const outside = failWith({ code: 'out_of_range', values: { label, least: 1, most } });
  return z.number(failNumber(label, measure)).int(outside).min(1, outside).max(most, outside);
}

function createDateRule(label: string) {
  const invalid = failWith({ code: 'date_invalid', values: { label } });
  return z
    .string(invalid)
    .transform((text) => text.trim() || null)
    .pipe(z.iso.date(invalid).regex(/^20/, invalid).nullable());
}

/** The rule of a field that is not text, once it is filled in. */
function createValueRule(field: Exclude<OfferField, { kind: 'line' | 'lines' }>, last: number): z.ZodType {
  switch (field.kind) {
    case 'rupees':
      return rupeeFigure({ ...field, measure: 'rupees' });
    case 'count':
      return wholeFigure(field);
    case 'decimal':
      return figure(field);
    case 'ordinal':
      return createOrdinalRule(field);
    case 'year':
      return createYearRule(field.label, last);
    case 'date':
      return createDateRule(field.label);
    case 'choice':
      return requiredOption(field.label, field.options);
    case 'flag':
      return yesOrNo(field.label);
  }
}

/** The rule of a field by its row of the table. What may be left out is null then. */
function createRule(field: OfferField, last: number): z.ZodType {
  if (field.kind === 'line' || field.kind === 'lines') {
    const clean = field.kind === 'lines' ? toLines : undefined;
    return (field.required ? requiredText : optionalText)(field.label, field.most, clean);
  }
  const rule = createValueRule(field, last);
  return field.required ? rule : rule.nullish().transform((value) => value ?? null);
}

type Rules = { [Name in OfferFieldName]: z.ZodType<OfferValues[Name]> };
/** A rule of the table has the value of its field: `OfferValues` says the same of each kind. */
const areComplete = (rules: Readonly<Record<string, z.ZodType>>): rules is Rules =>
  offerFieldNames.every((name) => rules[name] !== undefined);

function createListingRules(last: number): Rules {
  const rules = Object.fromEntries(offerFieldNames.map((name) => [name, createRule(getOfferField(name), last)]));
  if (!areComplete(rules)) throw new Error('A field of a listing has no rule.');
  const { license } = offerFields;
  return {
    ...rules,
    brand: rules.brand.transform(toCanonicalBrand),
    license: requiredText(license.label, license.most, toPlateText),
    state: rules.state.transform((text, context) => {
      const state = text === null ? null : findState(text);
      if (text === null || state) return state?.name ?? null;
      context.addIssue({ code: 'custom', message: encodeReason({ code: 'unknown_state' }) });
      return z.NEVER;
    }),
  };
}

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
const roundings: Partial<Readonly<Record<OfferField['kind'], (value: number) => number>>> = {
  rupees: Math.round,
  count: Math.trunc,
  year: Math.trunc,
};

function decode(field: OfferField, text: string): string | number {
  if (field.kind === 'date') return parseTypedDay(text) ?? text;
  const measure = getMeasure(field);
  const number = measure ? parseTypedNumber(text, measure) : null;
  return number === null ? text : (roundings[field.kind]?.(number) ?? number);
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
    const field = findOfferField(name);
    if (field?.kind === 'flag') decoded[name] = !['', 'false', 'off', '0'].includes(text.toLowerCase());
    else if (text.trim() === '') continue;
    else if (name === 'version') decoded[name] = parseTypedNumber(text, 'count') ?? text;
    else decoded[name] = field ? decode(field, text) : text;
  }
  return decoded;
}
