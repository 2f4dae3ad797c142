import { typedNumber } from '../typed-number';
import type { ListingField } from './limits';

const numberFields: ReadonlySet<string> = new Set<ListingField | 'version'>([
  'year',
  'daysUsed',
  'mileage',
  'topSpeed',
  'presentPrice',
  'pastPrice',
  'kilometresDriven',
  'ownerNumber',
  'version',
]);

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
    else decoded[name] = numberFields.has(name) ? (typedNumber(text) ?? text) : text;
  }
  return decoded;
}
