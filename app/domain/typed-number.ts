/**
 * Parses a number as people type it: digits with a decimal point; also `1e5`, as spreadsheets write it, so that a value
 * that is far too large is reported as too large. Commas are rejected: in a rate or a mileage a comma may be meant as a
 * decimal point.
 *
 * @returns null for text that is not a number
 */
export function typedNumber(typed: string): number | null {
  const plain = typed.trim();
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e\+?\d{1,2})?$/i.test(plain) ? Number(plain) : null;
}

/**
 * Parses an amount that may be grouped, such as money and kilometres: ignores ₹, spaces and commas in any grouping
 * (docs/product.md, "Money, dates and figures").
 *
 * @returns null for text that is not a number
 */
export function typedAmount(typed: string): number | null {
  return typedNumber(typed.replace(/[₹,\s]/gu, '').replace(/^rs\.?/i, ''));
}
