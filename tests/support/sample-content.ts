/** A valid bike, as fields of the sell form. */
export const shine = {
  name: 'Honda Shine 125',
  brand: 'Honda',
  year: 2021,
  type: 'Petrol',
  daysUsed: 900,
  condition: 'Good',
  mileage: 55,
  topSpeed: 100,
  presentPrice: 52_000,
  pastPrice: 80_000,
  license: 'KA 05 LZ 4711',
  engineCapacity: '124 cc',
} as const;

/** A valid used vehicle, as fields of an API request. */
export const usedShine = { name: 'Honda Shine 125', brand: 'Honda', type: 'Bike', price: 52_000, fuelType: 'Petrol' };

/** A valid booking, as fields of an API request. */
export const booking = {
  serviceType: 'quick-service',
  contactInfo: { name: 'Asha Rao', phone: '+91 98200 12345', email: 'asha@example.com' },
} as const;

/** A valid message to the business. */
export const message = {
  name: 'Asha',
  email: 'asha@example.com',
  subject: 'Test ride',
  message: 'When may I come for a ride?',
} as const;

/** Valid feedback. */
export const opinion = { type: 'general', subject: 'Fine', message: 'All went well, thank you.', rating: 5 } as const;
