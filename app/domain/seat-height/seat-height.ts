import type { Reason } from '../shared/result';
import { findTypedError, parseTypedNumber, readTypedNumber } from '../shared/typed-numbers';

/** Minimum, maximum and default height of a rider, in centimetres. */
export const riderHeights = { min: 150, max: 195, default: 165 } as const;

/** Parses a height in centimetres: '170', '170 cm'. @returns null if it is invalid or out of range */
export function parseRiderHeight(text: string): number | null {
  const height = parseTypedNumber(text, 'cm');
  const isHeight = height !== null && height >= riderHeights.min && height <= riderHeights.max;
  return isHeight && Number.isInteger(height) ? height : null;
}

export const findRiderHeightError = (text: string): Reason =>
  readTypedNumber(text, 'cm').kind === 'readings'
    ? findTypedError('Height', text, 'cm')
    : { code: 'rider_height_out_of_range', values: { least: riderHeights.min, most: riderHeights.max } };

/** The inseam of cyclists is 0.46 to 0.47 on average. `onTheBalls`: how far the heels can be lifted. */
export const bodyShares = { inseam: 0.46, onTheBalls: 0.05 } as const;

export const stands = ['flat', 'balls', 'one foot'] as const;
type Stand = (typeof stands)[number];

export type Fit = {
  stand: Stand;
  /** Estimated inseam, in millimetres. */
  inseamMm: number;
  /** Height of the seat above the inseam, in millimetres; negative if the inseam is longer. */
  gapMm: number;
};

/** Estimates how a rider reaches the ground (docs/product.md, "Seat height"). */
export function getFit(seatHeightMm: number, heightCm: number): Fit {
  const inseamMm = Math.round(heightCm * 10 * bodyShares.inseam);
  const gapMm = Math.round(seatHeightMm - inseamMm);
  const onTheBallsMm = heightCm * 10 * bodyShares.onTheBalls;
  return { stand: gapMm <= 0 ? 'flat' : gapMm <= onTheBallsMm ? 'balls' : 'one foot', inseamMm, gapMm };
}

/** '4 cm', at least one: an estimate is not exact to millimetres. */
const formatCentimetres = (mm: number): string => `${Math.max(1, Math.round(mm / 10))} cm`;

/** 'Both feet flat, with 2 cm to spare' */
export function formatFit({ stand, gapMm }: Fit): string {
  if (stand === 'flat')
    return gapMm === 0 ? 'Both feet flat, just' : `Both feet flat, with ${formatCentimetres(-gapMm)} to spare`;
  if (stand === 'balls') return `On the balls of both feet, heels ${formatCentimetres(gapMm)} up`;
  return `One foot at a time: the seat is ${formatCentimetres(gapMm)} above the legs`;
}
