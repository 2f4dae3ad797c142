const RUPEES_IN_A_LAKH = 100_000;
const RUPEES_IN_A_CRORE = 10_000_000;
/** Before the last three digits, and before each pair of digits before them. */
const commas = /\B(?=(?:\d\d)*\d{3}$)/g;

/** By hand, because loading the engine's own formatter blocks a phone for a tenth of a second. */
export function groupDigits(number: number, decimals: number): string {
  const [whole = '', fraction] = number.toFixed(decimals).split('.');
  const digits = fraction?.replace(/0+$/, '');
  return whole.replace(commas, ',') + (digits ? `.${digits}` : '');
}

/** 1236 is `1,236`, 184000 is `1,84,000`. @param count absolute value below 10 to the 21st */
export function formatCount(count: number): string {
  return groupDigits(count, 0);
}

export const createUnitFormat =
  (unit: string) =>
  (figure: number): string =>
    `${formatCount(figure)} ${unit}`;

/** 184000 is `₹1,84,000`. @param rupees whole rupees; fractions are rounded */
export function formatRupees(rupees: number): string {
  const whole = Math.round(rupees);
  return `${whole < 0 ? '-' : ''}₹${groupDigits(Math.abs(whole), 0)}`;
}

/** `₹74,958`, `₹1.84 Lakh`, `₹1.23 Crore`, with at most two decimals. @param rupees whole rupees, 0 or more */
export function formatPrice(rupees: number): string {
  if (rupees < RUPEES_IN_A_LAKH) return formatRupees(rupees);
  // Rounded before dividing: as a fraction of a lakh, a half has no exact binary representation.
  const toHundredths = (unit: number): number => Math.round(rupees / (unit / 100));
  // Amounts just below a crore round to 100 lakh.
  const lakhs = toHundredths(RUPEES_IN_A_LAKH);
  return lakhs < 100 * (RUPEES_IN_A_CRORE / RUPEES_IN_A_LAKH)
    ? `₹${groupDigits(lakhs / 100, 2)} Lakh`
    : `₹${groupDigits(toHundredths(RUPEES_IN_A_CRORE) / 100, 2)} Crore`;
}
