import { fuelTypes, usedConditions, vehicleTypes } from '~db/enums';
import type { Field } from '../shared/field-table';

const priceLimit = 1_000_000_000;

/** docs/product.md, "Used vehicles". Rules, decoding and labels are derived from this table. */
export const usedVehicleFields = {
  name: { kind: 'line', label: 'Name', most: 80, required: true },
  brand: { kind: 'line', label: 'Brand', most: 40, required: true },
  type: { kind: 'choice', label: 'Type', options: vehicleTypes, required: true },
  fuelType: { kind: 'choice', label: 'Fuel type', options: fuelTypes, required: true },
  price: { kind: 'rupees', label: 'Price', most: priceLimit, required: true },
  originalPrice: { kind: 'rupees', label: 'Original price', most: priceLimit },
  condition: { kind: 'choice', label: 'Condition', options: usedConditions },
  usedKms: { kind: 'count', label: 'Kilometers', most: 10_000_000, measure: 'km' },
  yearsUsed: { kind: 'decimal', label: 'Years used', most: 100, measure: 'years' },
  registration: { kind: 'line', label: 'Registration', most: 40 },
  numberPlate: { kind: 'line', label: 'Number plate', most: 20 },
  /** Per litre, or per charge. */
  mileage: { kind: 'decimal', label: 'Mileage', most: 10_000, measure: 'km/l' },
  engine: { kind: 'decimal', label: 'Engine', most: 10_000, measure: 'cc' },
  description: { kind: 'lines', label: 'Description', most: 1_000 },
} as const satisfies Readonly<Record<string, Field>>;

export type VehicleField = keyof typeof usedVehicleFields;

export const vehicleFieldNames = Object.keys(usedVehicleFields).filter((name): name is VehicleField =>
  Object.hasOwn(usedVehicleFields, name),
);
