/** Heights of riders that the form takes, in centimetres. */
export const riderHeights = { least: 150, most: 195, usual: 165 } as const;
export const riderHeightError = `Height must be from ${riderHeights.least} to ${riderHeights.most} cm`;

/** Parses a height in centimetres: '170', '170 cm'. @returns null for anything else, and beyond the bounds */
export function parseRiderHeight(text: string): number | null {
  const [, digits] = /^\s*(\d{2,3})(?:\.0*)?\s*(?:cm)?\s*$/i.exec(text) ?? [];
  const height = Number(digits);
  return height >= riderHeights.least && height <= riderHeights.most ? height : null;
}

/**
 * Parts of a rider as shares of the height. The inseam is what cyclists report of themselves, 0.46 to 0.47 on average,
 * of which the lower figure is taken.
 */
export const bodyShares = { inseam: 0.46, onTheBalls: 0.05 } as const;

/** Both feet flat; on the balls of both; or one foot at a time. */
export const stands = ['flat', 'balls', 'one foot'] as const;
type Stand = (typeof stands)[number];

export type Fit = {
  stand: Stand;
  /** Estimate, in millimetres. */
  inseamMm: number;
  /** Seat above the inseam, in millimetres; negative where the legs are longer. */
  gapMm: number;
};

/** Whether the feet of a rider of a height reach the ground (docs/product.md, "Seat height"). */
export function fitOf(seatHeightMm: number, heightCm: number): Fit {
  const inseamMm = Math.round(heightCm * 10 * bodyShares.inseam);
  const gapMm = Math.round(seatHeightMm - inseamMm);
  const onTheBallsMm = heightCm * 10 * bodyShares.onTheBalls;
  return { stand: gapMm <= 0 ? 'flat' : gapMm <= onTheBallsMm ? 'balls' : 'one foot', inseamMm, gapMm };
}

/** '3.5 cm' */
const centimetres = (mm: number): string => `${Math.round(mm) / 10} cm`;

/** 'Both feet flat, with 2 cm to spare' */
export function fitText({ stand, gapMm }: Fit): string {
  if (stand === 'flat')
    return gapMm === 0 ? 'Both feet flat, just' : `Both feet flat, with ${centimetres(-gapMm)} to spare`;
  if (stand === 'balls') return `On the balls of both feet, heels ${centimetres(gapMm)} up`;
  return `One foot at a time: the seat is ${centimetres(gapMm)} above the legs`;
}
