import { z } from 'zod';
import { listingKinds } from '~db/enums';
import { encodeReason, type FieldErrors, type PlainCode } from '../shared/result';
import { maxPhotos } from '../photos/photo';
import { findState } from '../places/places.server';
import { toCanonicalBrand } from '../search/brand-names.server';
import { createRules, decodeField } from '../shared/field-rules.server';
import { failNumber, failWith, requiredText, seenVersion } from '../shared/fields.server';
import { memoizeBy } from '../shared/memoize';
import { toPlateText } from '../shared/plate';
import { parseTypedNumber } from '../shared/typed-numbers';
import { firstYear, getLastYear } from './listing';
import { findOfferField, offerFields } from './offer-fields';

export const createYearRule = (last: number) =>
  z
    .number(failNumber(offerFields.year.label, 'year'))
    .refine((value) => value >= firstYear && value <= last, {
      ...failWith({ code: 'year_out_of_range', values: { first: firstYear, last } }),
      abort: true,
    })
    .refine(Number.isInteger, failWith({ code: 'not_whole', values: { label: offerFields.year.label } }))
    .meta({ type: 'integer', minimum: firstYear, description: 'At most the current year.' });

const rules = createRules(offerFields);

/** Rules that the table of fields does not contain; the same for a used vehicle of the catalogue. */
export const brandRule = rules.brand.transform(toCanonicalBrand);
export const stateRule = rules.state.transform((text, context) => {
  const state = text === null ? null : findState(text);
  if (text === null || state) return state?.name ?? null;
  context.addIssue({ code: 'custom', message: encodeReason({ code: 'unknown_state' }) });
  return z.NEVER;
});

const createListingRules = (last: number) => ({
  ...rules,
  year: createYearRule(last),
  brand: brandRule,
  license: requiredText(offerFields.license.label, offerFields.license.most, toPlateText),
  state: stateRule,
});

const kind = z.enum(listingKinds);
/** Set by the form handler or API endpoint, never taken from the request. */
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

/** docs/product.md, "Listings". Unknown fields are dropped. */
export const getListingSchema = memoizeBy(getLastYear, createCompleteSchema);
export type NewListing = z.infer<ReturnType<typeof createCompleteSchema>>;

/** Rules of a change: absent fields keep their values; null clears an optional field. */
export const getListingChangeSchema = memoizeBy(getLastYear, createPartialSchema);
export type ListingChange = z.infer<ReturnType<typeof createPartialSchema>>;

export const findListingCode = (errors: FieldErrors): PlainCode =>
  Object.values(errors).some((reason) => 'code' in reason && reason.code === 'required')
    ? 'required_fields'
    : 'invalid_fields';

export const listingName = z.object({ id: z.string(), kind });
export type ListingName = z.infer<typeof listingName>;

/** @param text value of a checkbox */
export const isTicked = (text: string): boolean => !['', 'false', 'off', '0'].includes(text.toLowerCase());

/** An empty field becomes absent, a number a number, a ticked checkbox true. */
export function decodeListingForm(formValues: Readonly<Record<string, string>>): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(formValues)) {
    const field = findOfferField(name);
    if (field?.kind === 'flag') decoded[name] = isTicked(text);
    else if (text.trim() === '') continue;
    else if (name === 'version') decoded[name] = parseTypedNumber(text, 'count') ?? text;
    else decoded[name] = field ? decodeField(field, text) : text;
  }
  return decoded;
}
