/** The subjects of the API, in the order they are shown, each with what it holds. */
export const subjects = {
  vehicles: 'The catalogue: new, used and upcoming bikes and scooters.',
  bikes: 'Second-hand bikes that people list for sale.',
  scooters: 'Second-hand scooters that people list for sale.',
  reviews: 'What riders say of vehicles and listings.',
  services: 'Service bookings, and what a loan costs.',
  contacts: 'Messages to the business.',
  feedback: 'What users think of the business.',
  auth: 'Accounts, tokens and the profile.',
  health: 'Whether the site is up.',
} as const;
export type CallSubject = keyof typeof subjects;
