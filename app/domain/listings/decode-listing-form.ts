import { typedAmount, typedNumber } from '../typed-number';
import type { ListingField } from './limits';

const numberFields: ReadonlySet<string> = new Set<ListingField | 'version'>([
  'year',
  'mileage',
  'topSpeed',
  'ownerNumber',
  'version',
]);
/** Money is rounded to whole rupees (docs/product.md, "Listings"); decimals of days, kilometres and years are cut off. */
const whole: Readonly<Record<string, (value: number) => number>> = {
  presentPrice: Math.round,
  pastPrice: Math.round,
  daysUsed: Math.trunc,
  kilometresDriven: Math.trunc,
  year: Math.trunc,
} satisfies Partial<Record<ListingField, (value: number) => number>>;
/** What people group by commas. */
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
 * A listing as a form sends it, turned into what JSON would carry: empty fields absent, numbers numbers, a ticked box
 * true. The rules themselves are applied afterwards, the same for both doors.
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
