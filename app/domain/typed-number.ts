/**
 * A number as people write it: digits, with a decimal point; and as spreadsheets do, 1e5, so that what is far too much
 * is called too much. Without commas: in a rate or a mileage one may as well be meant for the decimal point.
 *
 * @returns null for text that is no number
 */
export function typedNumber(typed: string): number | null {
  const plain = typed.trim();
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e\+?\d{1,2})?$/i.test(plain) ? Number(plain) : null;
}

/**
 * What grows large enough to be grouped, such as money and kilometres: ₹, spaces and commas in any grouping
 * (docs/product.md, "Money, dates and figures") are left aside.
 *
 * @returns null for text that is no number
 */
export function typedAmount(typed: string): number | null {
  return typedNumber(typed.replace(/[₹,\s]/gu, '').replace(/^rs\.?/i, ''));
}
