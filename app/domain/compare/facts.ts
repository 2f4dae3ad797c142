import { withUnit } from '../catalogue/vehicle-texts';
import type { Listing } from '../listings/listing';
import { rupeesText } from '../money';
import type { Best, Fact } from './comparison';
import { kilowattHoursIn } from './energy-cost';

/** How the rows of the comparison make their facts: null for what is not known, so that the table says so. */

export const lowest: Best = { is: 'lowest', word: 'Lowest' };
export const highest: Best = { is: 'highest', word: 'Highest' };

/** A figure and the words it is shown in. */
export const fact = (figure: number | null, text: string | null): Fact =>
  figure === null || text === null ? null : { figure, text };
/** A figure with its unit. */
export const measured = (figure: number | null, unit: string): Fact => fact(figure, withUnit(figure, unit));
/** @param after what follows the amount: ' a month' */
export const rupees = (amount: number | null, after = ''): Fact =>
  amount === null ? null : { figure: amount, text: rupeesText(amount) + after };
/** Several words in one cell; none is no fact. */
export const joined = (texts: readonly string[], by = ', '): Fact => (texts.length === 0 ? null : texts.join(by));

/** A number that only names something, such as a year. */
export const named = (figure: number | null): Fact => (figure === null ? null : String(figure));

const isElectric = ({ type }: Listing): boolean => type === 'Electric';

/** A listing's figures by the names that vehicles have them under. */
export const goingOf = (listing: Listing) => ({
  fuel: listing.type,
  mileageKmpl: isElectric(listing) ? null : listing.mileage,
  rangeKm: isElectric(listing) ? listing.mileage : null,
  batteryKwh: kilowattHoursIn(listing.batteryCapacity),
});
