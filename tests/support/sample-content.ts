/** A bike as the sell form's fields say it, every rule kept. */
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

/** A used vehicle as its owner offers it by a call, every rule kept. */
export const usedShine = { name: 'Honda Shine 125', brand: 'Honda', type: 'Bike', price: 52_000, fuelType: 'Petrol' };

/** A booking as a call asks for it. */
export const booking = {
  serviceType: 'quick-service',
  contactInfo: { name: 'Asha Rao', phone: '+91 98200 12345', email: 'asha@example.com' },
} as const;

/** A message to the business. */
export const message = {
  name: 'Asha',
  email: 'asha@example.com',
  subject: 'Test ride',
  message: 'When may I come for a ride?',
} as const;

/** What somebody thinks of the site. */
export const opinion = { type: 'general', subject: 'Fine', message: 'All went well, thank you.', rating: 5 } as const;
