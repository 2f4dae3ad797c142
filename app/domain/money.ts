const RUPEES_IN_A_LAKH = 100_000;
const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/**
 * A count in Indian grouping: 1236 is `1,236`, 184000 is `1,84,000`.
 *
 * @param count a finite number; a fraction is rounded
 */
export function countText(count: number): string {
  return grouped.format(count);
}

/**
 * The exact amount: 184000 is `₹1,84,000`. For forms, panels and anything that is added up.
 *
 * @param rupees whole rupees; a fraction is rounded, a debt keeps its sign before the rupee sign
 */
export function rupeesText(rupees: number): string {
  const whole = Math.round(rupees);
  return `${whole < 0 ? '-' : ''}₹${grouped.format(Math.abs(whole))}`;
}

/**
 * The amount as people say it: from one lakh up in lakhs with at most two decimals (`₹1.84 Lakh`, `₹2 Lakh`),
 * below it exactly (`₹74,958`). For cards and headings; the exact amount is a click away.
 *
 * @param rupees whole rupees, 0 or more
 */
export function priceText(rupees: number): string {
  return rupees < RUPEES_IN_A_LAKH ? rupeesText(rupees) : `₹${hundredths.format(rupees / RUPEES_IN_A_LAKH)} Lakh`;
}
