/** What a user's used vehicle may hold: numbers and options that forms and rules share (docs/product.md, "Used vehicles"). */

/** What a vehicle that was ridden can be called (docs/product.md, "Used vehicles"; a poor one says so too). */
export const usedConditions = ['Like New', 'Excellent', 'Good', 'Fair', 'Poor'] as const;

/** The fields in the order of their form, with what each is called there and in sentences about it. */
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

/** Most letters of each field that is typed as text. */
export const longestText = {
  name: 80,
  brand: 40,
  registration: 40,
  numberPlate: 20,
  description: 1_000,
} as const satisfies Partial<Record<VehicleField, number>>;

/**
 * Largest values: rupees, kilometres, years, km/l or km per charge, cc. Beyond them somebody slipped on the keyboard.
 */
export const largestNumber = {
  price: 1_000_000_000,
  originalPrice: 1_000_000_000,
  usedKms: 10_000_000,
  yearsUsed: 100,
  mileage: 10_000,
  engine: 10_000,
} as const satisfies Partial<Record<VehicleField, number>>;
