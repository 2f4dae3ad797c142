import type { AppointmentKind, ListingKind, PublicSubject } from '~db/enums';
import type { InboxFilter } from './domain/conversations/conversation';
import type { BrowseFilters } from './domain/browse/browse-query';

/** Builders for all URLs of the site. No other code writes URLs by hand. */

type Value = string | number | true | null | undefined;
type Query = Record<string, Value | readonly string[] | false>;

/** Appends the query parameters that have a value, in the given order. A list is a repeated parameter. */
function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value !== undefined && value !== null && value !== '' && value !== false) search.append(name, String(value));
    }
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Appends the id of a part of the screen as a fragment. */
const withFragment = (path: string, part: string | undefined): string => (part ? `${path}#${part}` : path);

/** Commas between ids stay unescaped for readability: they have no other meaning in a URL. */
const withVehicles = (path: string, ids: readonly string[], query: Query = {}): string =>
  withQuery(path, { vehicles: ids.join(), ...query }).replaceAll('%2C', ',');

/** The four filters of the finder, in the order in which they are relaxed. */
type FinderQuery = {
  fuelType?: string | null;
  mileage?: string | null;
  vehicleType?: string | null;
  budget?: string | null;
};

/** `open` is the vehicle in the modal, `image` the number of its image, from 1. */
export type NewVehiclesQuery = FinderQuery & { open?: string; image?: number };

const sellPath = (kind: ListingKind): string => (kind === 'bike' ? '/sell-bikes' : '/sell-scooters');

/** Form values of the EMI calculator, as typed. */
type EmiQuery = {
  vehicle?: string | null;
  price?: string | number;
  downPayment?: string | number;
  rate?: string | number;
  tenure?: string | number;
  processingFee?: string | number;
  method?: string;
  /** Shows the monthly instalments below the result. */
  schedule?: '1' | null;
};

/** Views of the browse screen other than the default list. */
export type BrowseView = 'grid' | 'road';

/** Query parameters of the browse screen, its feeds and the sell lists. A brand is given by name or by catalogue id. */
type BrowseAddress = { [Name in keyof BrowseFilters]?: BrowseFilters[Name] | string | null } & {
  sort?: string | null;
  page?: number | null;
  view?: BrowseView | null;
};

/** Query parameters of the operators' desk. */
type DeskQuery = {
  show?: string;
  status?: string | null;
  category?: string | null;
  priority?: string | null;
  tag?: string | null;
  /** Id of an operator, or `none`. */
  assignee?: string | null;
  /** Search text. */
  q?: string | null;
  page?: number;
  open?: string;
  day?: string | undefined;
};

/** The screens below the profile. */
export const profileViews = [
  'edit',
  'favourites',
  'listings',
  'bookings',
  'reviews',
  'blocked',
  'security',
  'two-step',
  'tokens',
] as const;
type ProfileView = (typeof profileViews)[number];

/** API endpoint for search suggestions, kept apart because it is the only one that the script uses. */
export const suggestionsPath = '/api/suggestions';

/** Where the button of a signed-in user's pages signs out, kept apart for the script that keeps what is entered. */
export const signOutPath = '/logout';

export const paths = {
  home: (query: { q?: string | null } = {}) => withQuery('/main', query),
  reviews: () => '/main?tab=reviews',
  login: (query: { mode?: 'signup' | 'code'; panel?: 'google' | 'facebook'; redirectTo?: string } = {}) =>
    withQuery('/login', query),
  /** The same screen as `login`, at the root of the site. */
  entrance: () => '/',
  logout: () => signOutPath,
  /** Form that sets a new password with a recovery code; a mailed link fills both in. */
  recover: (query: { email?: string; code?: string } = {}) => withQuery('/recover', query),
  /** Shows a new recovery code until the user confirms that it has been saved. */
  recoveryCode: () => '/recovery-code',
  /** Endpoint of the favourite buttons. */
  favourites: () => '/favourites',
  newBikes: (query: NewVehiclesQuery = {}, part?: string) => withFragment(withQuery('/bikes', query), part),
  newScooters: (query: NewVehiclesQuery = {}, part?: string) => withFragment(withQuery('/scooters', query), part),
  usedBikes: (query: { page?: number } = {}) => withQuery('/bikes', { stock: 'used', ...query }),
  usedScooters: (query: { page?: number } = {}) => withQuery('/scooters', { stock: 'used', ...query }),
  explore: (query: FinderQuery & { page?: number } = {}, part?: string) =>
    withFragment(withQuery('/explore', query), part),
  browse: (query: BrowseAddress = {}) => withQuery('/browse', query),
  /** Search by number plate. */
  plate: (plate?: string) => withQuery('/plate', { plate }),
  /** Feed of the same list: RSS 2.0 or JSON Feed 1.1. */
  browseFeed: (format: 'rss' | 'json', query: BrowseAddress = {}) => withQuery(`/browse.${format}`, query),
  showroom: () => '/showroom',
  /** Target of forms that reload the details of a vehicle, named in `vehicle`. */
  vehicleDetails: () => '/vehicle-details',
  /**
   * Details of any offer. `image` is the number of its image, from 1; `page` that of its reviews; `read` shows one
   * review in full; `review` writes, edits or deletes the user's own; `state` shows the on-road price there, or the
   * choice of a state.
   */
  vehicle: (
    id: string,
    query: { image?: number; page?: number; read?: string; review?: 'write' | 'edit' | 'delete'; state?: string } = {},
    part?: string,
  ) => withFragment(withQuery('/vehicle-details', { vehicle: id, ...query }), part),
  /**
   * Comparison of the given vehicles, as a link that can be shared; without ids, of the visitor's own list. `state`
   * shows the on-road prices there in place of the rows, `any` the choice of a state; `show` is the ids of the two
   * vehicles that a phone shows, the one chosen last at the end.
   */
  compare: (
    ids: readonly string[] = [],
    { show, ...query }: { only?: 'differences' | null; state?: string | null; show?: readonly string[] | null } = {},
  ) => withVehicles('/compare', ids, { ...query, show: show?.join() }),
  /** The same comparison as a file. */
  compareTable: (ids: readonly string[], format: 'csv' | 'json', state?: string | null) =>
    withVehicles(`/compare.${format}`, ids, { state }),
  /** Vehicles on a route side by side; without ids, those of the visitor's own list. */
  trip: (ids: readonly string[] = [], route?: string | null) => withVehicles('/trip', ids, { route }),
  /** How the seats of vehicles suit a rider of `height` centimetres; without ids, those of the visitor's own list. */
  seatHeight: (ids: readonly string[] = [], height?: number | null) => withVehicles('/seat-height', ids, { height }),
  /** Endpoint of the buttons that save the visitor's city. */
  city: () => '/city',
  /** Endpoint of the compare buttons. */
  compareList: () => '/compare/list',
  /** The accessories, optionally at one of them or at a part of the screen. */
  accessories: (at?: string) => (at ? `/accessories#${at}` : '/accessories'),
  /** Endpoint of the Add buttons of accessories. */
  enquiryList: () => '/accessories/list',
  insurance: () => '/insurance',
  /** The EMI calculator, with a vehicle's price, typed values, both or neither. */
  emiCalculator: (query: EmiQuery = {}) => withQuery('/emi-calculator', query),
  /** Schedule of the same loan month by month, as CSV. */
  emiSchedule: (query: EmiQuery = {}) => withQuery('/emi-calculator.csv', query),
  /** API documentation; `apiSubject` documents the endpoints of one subject. */
  api: () => '/api',
  apiSubject: (subject: string) => `/api/docs/${subject}`,
  /** OpenAPI document. */
  apiDocument: () => '/api/openapi.json',
  /** API endpoint that calculates a loan. */
  emiRequest: () => '/api/services/emi-calculator',
  /** `type` and `about` prefill the form; `request` is one of the user's own requests, to edit. */
  service: (query: { type?: string | null; about?: string | null; request?: string; page?: number } = {}) =>
    withQuery('/service', query),
  help: () => '/help',
  /** `sent` is the id of a message just sent, `key` the secret of its private link. */
  support: (query: { sent?: string; key?: string | null } = {}) => withQuery('/support', query),
  /** QR code with the link of a donation tier. */
  donationCode: (file: string) => `/donations/${file}`,
  /** `edit` is one of the user's own entries, to edit. */
  feedback: (query: { edit?: string; page?: number } = {}) => withQuery('/feedback', query),
  /** `sent` is the id of a message just sent, `key` the secret of its private link. */
  contact: (
    query: {
      subject?: string | null;
      category?: string | null;
      about?: string | null;
      sent?: string | null;
      key?: string | null;
    } = {},
  ) => withQuery('/contact', query),
  /** Contact form for a chat with a person, prefilled; used by every "Start a chat" link. */
  startChat: () => `${withQuery('/contact', { subject: 'Live chat', category: 'support' })}#send`,
  /**
   * Conversation of a buyer and a seller, or of a customer and the business, by its id or by the secret of a visitor's
   * private link.
   */
  conversation: (name: { id: string } | { key: string }, query: { page?: number } = {}) =>
    withQuery('/conversation', { ...name, ...query }),
  /** The same conversation, scrolled to its newest message. */
  newestMessage: (name: { id: string } | { key: string }) => `${withQuery('/conversation', name)}#newest`,
  /**
   * The inbox, with the conversations that the user, this browser and its manage codes can read; also the target of its
   * forms.
   */
  messages: (query: { show?: InboxFilter; page?: number } = {}) => withQuery('/messages', query),
  /** Form that looks up a request by its reference, which it can name; `found` is the short-lived token of a result. */
  status: (query: { found?: string; reference?: string } = {}) => withQuery('/status', query),
  /** Form that requests an appointment; the parameters preselect the kind of visit, the branch and the vehicle. */
  newAppointment: (query: { kind?: AppointmentKind; branch?: string | null; vehicle?: string | null } = {}) =>
    withQuery('/appointments/new', query).replaceAll('%2C', ','),
  /** An appointment, by its id or by the secret of a visitor's private link. */
  appointment: (name: { id: string } | { key: string }) => withQuery('/appointment', name),
  /** The same appointment as a calendar file. */
  appointmentCalendar: (name: { id: string } | { key: string }) => withQuery('/appointment.ics', name),
  /** Endpoint of all Book Now buttons. */
  bookings: () => '/bookings',
  faq: () => '/contact#faq',
  /** `map=1` shows the map, which is embedded from another site. */
  companyDetails: (query: { map?: '1' } = {}) => withQuery('/company-details', query),
  followUs: () => '/follow-us',
  /** Contact for vulnerability reports. */
  securityText: () => '/.well-known/security.txt',
  profile: () => '/profile',
  /** One of the user's lists or settings, each a screen of its own. */
  profileView: (view: ProfileView, query: Record<string, string | number> = {}) => withQuery(`/profile/${view}`, query),
  /** Form of the user's own used vehicle: a new one, or `vehicle` to edit; `confirm` asks for confirmation. */
  ownVehicle: (query: { vehicle?: string | null; confirm?: 'delete' } = {}) => withQuery('/profile/vehicle', query),
  /** The saved searches of the user or this browser; also the target of forms that save one. */
  searches: (query: { page?: number } = {}) => withQuery('/searches', query),
  /** Export of all data stored about the user, as JSON. */
  ownData: () => '/profile/data.json',
  /** Form for reporting a listing or a review, open to everyone. */
  report: (kind: PublicSubject, id: string) => withQuery('/report', { [kind]: id }),
  /**
   * Form for reporting a conversation, for its two participants: by its id, or by the secret of a visitor's private
   * link.
   */
  reportConversation: (name: { id: string } | { key: string }) =>
    withQuery('/report', 'key' in name ? { key: name.key } : { conversation: name.id }),
  dashboard: (query: { tab?: 'settings' } = {}) => withQuery('/dashboard', query),
  /** The operators' tab of the dashboard: one of its lists, or one of its items with `open`. */
  desk: (query: DeskQuery = {}) => withQuery('/dashboard', { tab: 'desk', ...query }),
  /** Figures for Prometheus: for programs on the same machine, and for operators. */
  metrics: () => '/metrics',
  privacy: () => '/privacy',
  terms: () => '/terms',
  returns: () => '/returns',
  sell: () => '/sell',
  sellList: (kind: ListingKind, query: BrowseAddress = {}) => withQuery(sellPath(kind), query),
  sellForm: (kind: ListingKind) => withQuery(sellPath(kind), { view: 'form' }),
  /** The list with the details panel of one listing open, scrolled to the panel. */
  listing: (kind: ListingKind, id: string, query: BrowseAddress = {}) =>
    `${withQuery(sellPath(kind), { ...query, listing: id })}#panel`,
  /** Confirmation shown to the seller after listing a vehicle, with a new manage code shown once. */
  listed: (id: string) => withQuery('/listed', { listing: id }),
  /** The listing as a notice to print, and the short address printed on it. */
  notice: (id: string) => withQuery('/notice', { listing: id }),
  shortListing: (shortId: string) => `/l/${shortId}`,
  /** Endpoint for uploading each photo of a form as soon as it is chosen. */
  draftPhotos: () => '/draft-photos',
  /** The logo of a brand, by its content hash, so the response is immutable. */
  logo: (hash: string) => `/logos/${hash}.webp`,
  editListing: (kind: ListingKind, id: string) => withQuery(sellPath(kind), { view: 'form', listing: id }),
  /** The panel of a listing, asking for confirmation. */
  deleteListing: (kind: ListingKind, id: string) =>
    `${withQuery(sellPath(kind), { listing: id, confirm: 'delete' })}#panel`,
  /** Unsubscribes from mails of one kind; the signed token is the one in the mail. */
  stopMails: (token: string) => withQuery('/unsubscribe', { token }),
  manage: () => '/manage',
  sitemap: () => '/sitemap.xml',
  /** One part of the sitemap, by name. */
  sitemapPart: (name: string) => `/sitemaps/${name}.xml`,
} as const;
