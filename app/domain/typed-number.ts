/**
 * A number as people write it: ₹, spaces and commas in any grouping (decisions.md section 6).
 *
 * @returns null for text that is no number
 */
export function typedNumber(typed: string): number | null {
  const plain = typed.replace(/[₹,\s]/gu, '').replace(/^rs\.?/i, '');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}
