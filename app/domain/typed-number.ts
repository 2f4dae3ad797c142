/**
 * A number as people write it: ₹, spaces and commas in any grouping (decisions.md section 6); and as spreadsheets do,
 * 1e5, so that what is far too much is called too much.
 *
 * @returns null for text that is no number
 */
export function typedNumber(typed: string): number | null {
  const plain = typed.replace(/[₹,\s]/gu, '').replace(/^rs\.?/i, '');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e\+?\d{1,2})?$/i.test(plain) ? Number(plain) : null;
}
