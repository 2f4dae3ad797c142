import { typedAmount, typedNumber } from '../typed-number';
import { largestNumber, type VehicleField, vehicleLabels } from './limits';

const isFigure = (name: string): boolean => Object.hasOwn(largestNumber, name);
/** Money is rounded to whole rupees (docs/product.md, "Used vehicles"); decimals of kilometres are cut off. */
const whole: Readonly<Record<string, (value: number) => number>> = {
  price: Math.round,
  originalPrice: Math.round,
  usedKms: Math.trunc,
} satisfies Partial<Record<VehicleField, (value: number) => number>>;
/** What people group by commas. */
const amountFields: ReadonlySet<string> = new Set<VehicleField>(['price', 'originalPrice', 'usedKms']);

/**
 * A vehicle as its form sends it, turned into what JSON would carry. The form shows every field, so one that comes back
 * empty was emptied: null, which a rule then calls missing where something has to be.
 *
 * @param typed the form's text fields; unknown ones are left out
 */
export function decodeVehicleForm(typed: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(vehicleLabels).map((name) => {
      const text = typed[name] ?? '';
      if (text.trim() === '') return [name, null];
      if (!isFigure(name)) return [name, text];
      const read = amountFields.has(name) ? typedAmount : typedNumber;
      const number = read(text);
      return [name, number === null ? text : (whole[name]?.(number) ?? number)];
    }),
  );
}
