/** Ranges of a query, and the figures from which they are parsed. */

import type { ParsedNumber } from './number-parser';

/**
 * A range with both ends included, in the tokens `from` up to, but not including, `to`. `price` is in whole rupees,
 * `age` a model year, `mileageKmpl` in kilometres per litre, `rangeKm` in kilometres per charge.
 */
export type ParsedRange = {
  /** `other`: a figure without a filter, such as a battery capacity. */
  field:
    | 'price'
    | 'year'
    | 'engineCc'
    | 'kilometres'
    | 'mileageKmpl'
    | 'rangeKm'
    | 'seatHeightMm'
    | 'weightKg'
    | 'age'
    | 'other';
  min: number | null;
  max: number | null;
  from: number;
  to: number;
};

/** A number that may be the lower end of a range. */
export type Figure = {
  first: ParsedNumber;
  /** Upper end; null for a single number. */
  second: ParsedNumber | null;
  /** Whether a plus follows: "60+ kmpl". */
  isOpen: boolean;
  /** Index of the token after the numbers and the plus. */
  end: number;
};
