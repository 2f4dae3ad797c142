import { typedAmount, typedNumber } from '../typed-number';
import type { ListingField } from './limits';

const numberFields: ReadonlySet<string> = new Set<ListingField | 'version'>([
  'year',
  'mileage',
  'topSpeed',
  'ownerNumber',
  'version',
]);
/**
 * Money is rounded to whole rupees (docs/product.md, "Listings"); decimals of days, kilometres and years are truncated.
 */
const whole: Readonly<Record<string, (value: number) => number>> = {
  presentPrice: Math.round,
  pastPrice: Math.round,
  daysUsed: Math.trunc,
  kilometresDriven: Math.trunc,
  year: Math.trunc,
} satisfies Partial<Record<ListingField, (value: number) => number>>;
/** Fields in which people group digits by commas. */
const amountFields: ReadonlySet<string> = new Set<ListingField>([
  'daysUsed',
  'presentPrice',
  'pastPrice',
  'kilometresDriven',
]);

function read(name: string, text: string): string | number {
  const number = amountFields.has(name) ? typedAmount(text) : numberFields.has(name) ? typedNumber(text) : null;
  return number === null ? text : (whole[name]?.(number) ?? number);
}

/**
 * Decodes the form values of a listing to their JSON equivalent: empty fields become absent, numbers numbers, a ticked
 * checkbox true. Validation follows afterwards and is the same for the form and the API.
 *
 * @param typed the form's text fields; unknown ones pass through
 */
export function decodeListingForm(typed: Readonly<Record<string, string>>): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(typed)) {
    if (name === 'hideLicenseDigits') decoded[name] = !['', 'false', 'off', '0'].includes(text.toLowerCase());
    else if (text.trim() === '') continue;
    else decoded[name] = read(name, text);
  }
  return decoded;
}
