import { typedAmount, typedNumber } from '../typed-number';
import { largestNumber, type VehicleField, vehicleLabels } from './limits';

const isFigure = (name: string): boolean => Object.hasOwn(largestNumber, name);
/** Money is rounded to whole rupees (docs/product.md, "Used vehicles"); decimals of kilometres are truncated. */
const whole: Readonly<Record<string, (value: number) => number>> = {
  price: Math.round,
  originalPrice: Math.round,
  usedKms: Math.trunc,
} satisfies Partial<Record<VehicleField, (value: number) => number>>;
/** Fields in which people group digits by commas. */
const amountFields: ReadonlySet<string> = new Set<VehicleField>(['price', 'originalPrice', 'usedKms']);

/**
 * Decodes the form values of a vehicle to their JSON equivalent. The form shows every field, so an empty one was
 * cleared by the user and becomes null, which the validation rules reject where the field is required.
 *
 * @param typed the form's text fields; unknown ones are dropped
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
