import { withUnit } from '../catalogue/vehicle-labels';
import { kilowattHoursIn } from '../finance/energy-cost';
import type { Listing } from '../listings/listing';
import { rupeesText } from '../shared/money';
import type { Best, Fact } from './comparison';

/** Helpers that create the values of comparison rows: null for unknown values, which the table shows as such. */

export const lowest: Best = { is: 'lowest', word: 'Lowest' };
export const highest: Best = { is: 'highest', word: 'Highest' };

/** A figure and its text. */
export const fact = (figure: number | null, text: string | null): Fact =>
  figure === null || text === null ? null : { figure, text };
/** A figure with its unit. */
export const measured = (figure: number | null, unit: string): Fact => fact(figure, withUnit(figure, unit));
/** @param after suffix of the amount: ' a month' */
export const rupees = (amount: number | null, after = ''): Fact =>
  amount === null ? null : { figure: amount, text: rupeesText(amount) + after };
/** Joins several texts in one cell; null for none. */
export const joined = (texts: readonly string[], by = ', '): Fact => (texts.length === 0 ? null : texts.join(by));

/** A number that is a label rather than a measurement, such as a year. */
export const named = (figure: number | null): Fact => (figure === null ? null : String(figure));

const isElectric = ({ type }: Listing): boolean => type === 'Electric';

/** The figures of a listing under the field names of vehicles. */
export const goingOf = (listing: Listing) => ({
  fuel: listing.type,
  mileageKmpl: isElectric(listing) ? null : listing.mileage,
  rangeKm: isElectric(listing) ? listing.mileage : null,
  batteryKwh: kilowattHoursIn(listing.batteryCapacity),
});
