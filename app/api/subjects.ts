export const subjects = {
  vehicles: 'The catalogue: new, used and upcoming bikes and scooters.',
  batches: 'Many vehicles in one request.',
  bikes: 'Second-hand bikes listed for sale.',
  scooters: 'Second-hand scooters listed for sale.',
  snapshots: 'All second-hand listings as one file a day.',
  reviews: 'Reviews of vehicles and listings.',
  showroom: 'The showroom, accessories and insurance plans.',
  favourites: 'Vehicles and listings that a user saved.',
  searches: 'Saved searches, and suggestions while typing one.',
  appointments: 'Visits to a branch for a test ride, a service, buying or booking.',
  services: 'Service bookings, and the loan calculator.',
  contacts: 'Messages to the business and to sellers.',
  conversations: 'Messages between buyers and sellers, and between customers and the business.',
  reports: 'Reports of what is wrong, and what the team decides.',
  feedback: 'Feedback from users about the business.',
  requests: 'Messages, service requests, visits and feedback, for operators.',
  shop: 'Texts, settings, branches, road tax and logos, for operators.',
  team: 'Accounts, members of the team, invitations and the log, for operators.',
  stock: 'Prices, state and order of the vehicles of the business, and files of them, for operators.',
  people: 'Customers with all that is theirs, for operators.',
  auth: 'Accounts, bearer tokens and the profile.',
  webhooks: 'Events that are sent to your program as they happen.',
  health: 'Whether the site works, and its version.',
} as const;
export type EndpointSubject = keyof typeof subjects;

export const isSubject = (name: string): name is EndpointSubject => Object.hasOwn(subjects, name);
