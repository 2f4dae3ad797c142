/** The tags of the API in display order, each with its description. */
export const subjects = {
  vehicles: 'The catalogue: new, used and upcoming bikes and scooters.',
  bikes: 'Second-hand bikes listed for sale.',
  scooters: 'Second-hand scooters listed for sale.',
  reviews: 'Reviews of vehicles and listings.',
  favourites: 'Vehicles and listings that a user saved.',
  searches: 'Searches that a user keeps, and suggestions for one that is typed.',
  appointments: 'Visits to a branch: test rides, services, and to buy or book.',
  services: 'Service bookings, and the loan calculator.',
  contacts: 'Messages to the business and to sellers.',
  conversations: 'What buyers and sellers, and customers and the business, write to each other.',
  feedback: 'Feedback from users about the business.',
  requests: 'Messages, service requests, visits and feedback at the desk of the operators.',
  auth: 'Accounts, bearer tokens and the profile.',
  health: 'The status of the site.',
} as const;
export type EndpointSubject = keyof typeof subjects;
