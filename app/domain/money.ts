const RUPEES_IN_A_LAKH = 100_000;
/** Where a comma stands among whole digits: before the last three, and before every two in front of them. */
const commas = /\B(?=(?:\d\d)*\d{3}$)/g;

/**
 * A number in Indian grouping with at most so many decimals. By hand, for the engine's own formatter takes a phone a
 * tenth of a second to open, before anything on the page answers.
 */
function grouped(number: number, decimals: number): string {
  const [whole = '', fraction] = number.toFixed(decimals).split('.');
  const digits = fraction?.replace(/0+$/, '');
  return whole.replace(commas, ',') + (digits ? `.${digits}` : '');
}

/**
 * A count in Indian grouping: 1236 is `1,236`, 184000 is `1,84,000`.
 *
 * @param count below 10 to the 21st either way; a fraction is rounded
 */
export function countText(count: number): string {
  return grouped(count, 0);
}

/**
 * The exact amount: 184000 is `₹1,84,000`. For forms, panels and anything that is added up.
 *
 * @param rupees whole rupees; a fraction is rounded, a debt keeps its sign before the rupee sign
 */
export function rupeesText(rupees: number): string {
  const whole = Math.round(rupees);
  return `${whole < 0 ? '-' : ''}₹${grouped(Math.abs(whole), 0)}`;
}

/**
 * The amount as people say it: from one lakh up in lakhs with at most two decimals (`₹1.84 Lakh`, `₹2 Lakh`),
 * below it exactly (`₹74,958`). For cards and headings; the exact amount is a click away.
 *
 * @param rupees whole rupees, 0 or more
 */
export function priceText(rupees: number): string {
  if (rupees < RUPEES_IN_A_LAKH) return rupeesText(rupees);
  // A half is rounded up while it still is one: no lakh has it exactly in binary.
  const hundredths = Math.round(rupees / (RUPEES_IN_A_LAKH / 100));
  return `₹${grouped(hundredths / 100, 2)} Lakh`;
}
