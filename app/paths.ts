import type { PublicSubject } from './domain/desk/limits';
import type { ListingKind } from './domain/listings/limits';

/** Builders for every URL of the site. Nothing else writes one by hand. */

type Query = Record<string, string | number | null | undefined>;

/** `path` with the parameters that have a value, in the order given. */
function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** `path` at the part of its screen with that id. */
const atPart = (path: string, part: string | undefined): string => (part ? `${path}#${part}` : path);

/** A comma between ids means nothing else in an address, so it is left as it is read. */
const ofVehicles = (path: string, ids: readonly string[], query: Query = {}): string =>
  withQuery(path, { vehicles: ids.join(), ...query }).replaceAll('%2C', ',');

/** The four filters of the finder, in the order they are given up. */
type FinderQuery = {
  fuelType?: string | null;
  mileage?: string | null;
  vehicleType?: string | null;
  budget?: string | null;
};

/** `open` is the vehicle in the modal, `image` which of its pictures, from 1. */
export type NewVehiclesQuery = FinderQuery & { open?: string; image?: number };

const sellPath = (kind: ListingKind): string => (kind === 'bike' ? '/sell-bikes' : '/sell-scooters');

/** What the EMI calculator is asked, as it was typed. */
type EmiQuery = {
  vehicle?: string | null;
  price?: string | number;
  downPayment?: string | number;
  rate?: string | number;
  tenure?: string | number;
  processingFee?: string | number;
  method?: string;
  /** The instalments month by month below the result. */
  schedule?: '1' | null;
};

/** What the browse screen and its feeds are asked for. */
type BrowseAddress = {
  q?: string | null;
  kind?: string | null;
  vehicleType?: string | null;
  /** Its name, or the id of a brand of the catalogue. */
  brand?: string | null;
  fuelType?: string | null;
  condition?: string | null;
  minPrice?: number | null;
  maxPrice?: number | null;
  minYear?: number | null;
  maxYear?: number | null;
  maxKilometres?: number | null;
  sort?: string | null;
  page?: number | null;
};

/** What the operators' desk shows. */
type DeskAddress = {
  show?: string;
  status?: string | null;
  category?: string | null;
  priority?: string | null;
  tag?: string | null;
  page?: number;
  open?: string;
};

export const paths = {
  home: (query: { q?: string | null } = {}) => withQuery('/main', query),
  reviews: () => '/main?tab=reviews',
  login: (query: { mode?: 'signup' | 'code'; panel?: 'google' | 'facebook'; redirectTo?: string } = {}) =>
    withQuery('/login', query),
  /** The same screen as `login`, where the site begins. */
  entrance: () => '/',
  logout: () => '/logout',
  /** Where hearts post to. */
  favourites: () => '/favourites',
  newBikes: (query: NewVehiclesQuery = {}, part?: string) => atPart(withQuery('/bikes', query), part),
  newScooters: (query: NewVehiclesQuery = {}, part?: string) => atPart(withQuery('/scooters', query), part),
  usedBikes: (query: { page?: number } = {}) => withQuery('/bikes', { stock: 'used', ...query }),
  usedScooters: (query: { page?: number } = {}) => withQuery('/scooters', { stock: 'used', ...query }),
  explore: (query: FinderQuery & { page?: number } = {}, part?: string) => atPart(withQuery('/explore', query), part),
  browse: (query: BrowseAddress = {}) => withQuery('/browse', query),
  /** The same list for feed readers: RSS 2.0 or JSON Feed 1.1. */
  browseFeed: (format: 'rss' | 'json', query: BrowseAddress = {}) => withQuery(`/browse.${format}`, query),
  showroom: () => '/showroom',
  /**
   * Any offer's details. `image` is which of its pictures, from 1; `page` that of its reviews; `read` one review in
   * full; `review` changes one's own.
   */
  vehicle: (
    id: string,
    query: { image?: number; page?: number; read?: string; review?: 'edit' | 'delete' } = {},
    part?: string,
  ) => atPart(withQuery('/vehicle-details', { vehicle: id, ...query }), part),
  /** The comparison of these vehicles, which is a link for everyone; without any, of the visitor's own list. */
  compare: (ids: readonly string[] = [], only?: 'differences' | null) => ofVehicles('/compare', ids, { only }),
  /** The same table as a file. */
  compareTable: (ids: readonly string[], format: 'csv' | 'json') => ofVehicles(`/compare.${format}`, ids),
  /** Where the compare buttons post to. */
  compareList: () => '/compare/list',
  /** At one of the accessories, or at a part of the screen. */
  accessories: (at?: string) => (at ? `/accessories#${at}` : '/accessories'),
  /** Where the Add buttons of accessories post to. */
  enquiryList: () => '/accessories/list',
  insurance: () => '/insurance',
  /** A case of the calculator: a vehicle's price, figures typed, both or neither. */
  emiCalculator: (query: EmiQuery = {}) => withQuery('/emi-calculator', query),
  /** The same case month by month, as CSV. */
  emiSchedule: (query: EmiQuery = {}) => withQuery('/emi-calculator.csv', query),
  /** What the API can do, for people; `apiSubject` are the calls of one of its subjects. */
  api: () => '/api',
  apiSubject: (subject: string) => `/api/docs/${subject}`,
  /** The same for machines. */
  apiDocument: () => '/api/openapi.json',
  /** The call that works a loan out. */
  emiCall: () => '/api/services/emi-calculator',
  /** `type` and `about` fill the form in; `request` is one of the asker's own, to be changed. */
  service: (query: { type?: string | null; about?: string | null; request?: string; page?: number } = {}) =>
    withQuery('/service', query),
  help: () => '/help',
  /** `sent` is the id of a message that was just sent. */
  support: (query: { sent?: string } = {}) => withQuery('/support', query),
  /** A donation tier's link as a QR code. */
  donationCode: (file: string) => `/donations/${file}`,
  /** `edit` is one of the asker's own, to be changed. */
  feedback: (query: { edit?: string; page?: number } = {}) => withQuery('/feedback', query),
  /** `sent` is the id of a message that was just sent. */
  contact: (
    query: { subject?: string | null; category?: string | null; about?: string | null; sent?: string | null } = {},
  ) => withQuery('/contact', query),
  /** What a buyer and a seller wrote to each other: by its id, or by the secret of a visitor's private link. */
  conversation: (name: { id: string } | { key: string }, query: { page?: number } = {}) =>
    withQuery('/conversation', { ...name, ...query }),
  /** Where every Book Now posts to. */
  bookings: () => '/bookings',
  faq: () => '/contact#faq',
  /** `map=1` has the map of another site shown. */
  companyDetails: (query: { map?: '1' } = {}) => withQuery('/company-details', query),
  followUs: () => '/follow-us',
  /** Whom to tell of a vulnerability. */
  securityText: () => '/.well-known/security.txt',
  /** `show` is one of its parts, on a page of its own. */
  profile: (query: { edit?: 1; show?: string; page?: number } = {}) => withQuery('/profile', query),
  /** The form of a used vehicle of one's own: a new one, or `vehicle` to be changed; `confirm` asks once more. */
  ownVehicle: (query: { vehicle?: string | null; confirm?: 'delete' } = {}) => withQuery('/profile/vehicle', query),
  /** Everything that is stored of the user, as JSON. */
  ownData: () => '/profile/data.json',
  /** Where anybody says what is wrong with a listing or a review. */
  report: (kind: PublicSubject, id: string) => withQuery('/report', { [kind]: id }),
  /** The same of a conversation, for its two sides: by its id, or by the secret of a visitor's private link. */
  reportConversation: (name: { id: string } | { key: string }) =>
    withQuery('/report', 'key' in name ? { key: name.key } : { conversation: name.id }),
  dashboard: (query: { tab?: 'settings' } = {}) => withQuery('/dashboard', query),
  /** The operators' tab of the dashboard: one of its lists, or with `open` one thing in it. */
  desk: (query: DeskAddress = {}) => withQuery('/dashboard', { tab: 'desk', ...query }),
  privacy: () => '/privacy',
  terms: () => '/terms',
  returns: () => '/returns',
  sell: () => '/sell',
  sellList: (kind: ListingKind, query: { q?: string | null; page?: number } = {}) => withQuery(sellPath(kind), query),
  sellForm: (kind: ListingKind) => withQuery(sellPath(kind), { view: 'form' }),
  /** The list with one listing's details panel open, at the panel. */
  listing: (kind: ListingKind, id: string, query: { q?: string | null; page?: number } = {}) =>
    `${withQuery(sellPath(kind), { ...query, listing: id })}#panel`,
  editListing: (kind: ListingKind, id: string) => withQuery(sellPath(kind), { view: 'form', listing: id }),
  /** The listing's panel, asking once more. */
  deleteListing: (kind: ListingKind, id: string) =>
    `${withQuery(sellPath(kind), { listing: id, confirm: 'delete' })}#panel`,
  /** `page` is that of its conversations. */
  manage: (query: { page?: number } = {}) => withQuery('/manage', query),
  sitemap: () => '/sitemap.xml',
  /** One list of the sitemap, by its name. */
  sitemapPart: (name: string) => `/sitemaps/${name}.xml`,
} as const;
