/** Query parameters of the list of vehicles, in the order that kept answers are named by. */
export const vehicleQueryNames = [
  'page',
  'limit',
  'q',
  'type',
  'category',
  'condition',
  'stock',
  'brand',
  'fuelType',
  'mileage',
  'budget',
  'minPrice',
  'maxPrice',
  'sort',
] as const;
