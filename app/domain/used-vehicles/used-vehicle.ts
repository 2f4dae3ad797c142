import type { Measure } from '../shared/typed-numbers';

/**
 * Limits and options of a user's used vehicle, shared by forms and validation rules (docs/product.md, "Used vehicles").
 */

/** Fields in form order, with their labels, which validation errors use as well. */
export const vehicleLabels = {
  name: 'Name',
  brand: 'Brand',
  type: 'Type',
  fuelType: 'Fuel type',
  price: 'Price',
  originalPrice: 'Original price',
  condition: 'Condition',
  usedKms: 'Kilometers',
  yearsUsed: 'Years used',
  registration: 'Registration',
  numberPlate: 'Number plate',
  mileage: 'Mileage',
  engine: 'Engine',
  description: 'Description',
} as const;
export type VehicleField = keyof typeof vehicleLabels;

/** Maximum number of characters of each text field. */
export const maxLengths = {
  name: 80,
  brand: 40,
  registration: 40,
  numberPlate: 20,
  description: 1_000,
} as const satisfies Partial<Record<VehicleField, number>>;

/**
 * Maximum values: rupees, kilometres, years, km/l or km per charge, cc. Beyond them the input is certainly a typing
 * error.
 */
export const maxValues = {
  price: 1_000_000_000,
  originalPrice: 1_000_000_000,
  usedKms: 10_000_000,
  yearsUsed: 100,
  mileage: 10_000,
  engine: 10_000,
} as const satisfies Partial<Record<VehicleField, number>>;

/** What the numeric fields hold, in the units of `maxValues`. */
export const vehicleMeasures = {
  price: 'rupees',
  originalPrice: 'rupees',
  usedKms: 'km',
  yearsUsed: 'years',
  mileage: 'km/l',
  engine: 'cc',
} as const satisfies Record<keyof typeof maxValues, Measure>;
