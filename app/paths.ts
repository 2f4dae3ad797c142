import type { AppointmentKind, ListingKind, PublicSubject, ShopSection } from '~db/enums';
import type { BrowseFilters } from './domain/browse/browse-query';
import type { InboxFilter } from './domain/conversations/conversation';

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

type EmiQuery = {
  vehicle?: string | null;
  price?: string | number;
  downPayment?: string | number;
  rate?: string | number;
  tenure?: string | number;
  processingFee?: string | number;
  method?: string;
  schedule?: '1' | null;
};

export type BrowseView = 'grid' | 'road';

/** Query parameters of the browse screen, its feeds and the sell lists. A brand is given by name or by catalogue id. */
type BrowseAddress = { [Name in keyof BrowseFilters]?: BrowseFilters[Name] | string | null } & {
  sort?: string | null;
  page?: number | null;
  view?: BrowseView | null;
};

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
  'webhooks',
] as const;
type ProfileView = (typeof profileViews)[number];

/** API endpoint for search suggestions, kept apart because it is the only one that the script uses. */
export const suggestionsPath = '/api/suggestions';
export const draftPhotosPath = '/draft-photos';

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
  recoveryCode: () => '/recovery-code',
  /** Where a guest joins the team, by the secret of an invitation. */
  invite: (token: string) => withQuery('/invite', { token }),
  favourites: () => '/favourites',
  newBikes: (query: NewVehiclesQuery = {}, part?: string) => withFragment(withQuery('/bikes', query), part),
  newScooters: (query: NewVehiclesQuery = {}, part?: string) => withFragment(withQuery('/scooters', query), part),
  usedBikes: (query: { page?: number } = {}) => withQuery('/bikes', { stock: 'used', ...query }),
  usedScooters: (query: { page?: number } = {}) => withQuery('/scooters', { stock: 'used', ...query }),
  explore: (query: FinderQuery & { page?: number } = {}, part?: string) =>
    withFragment(withQuery('/explore', query), part),
  browse: (query: BrowseAddress = {}) => withQuery('/browse', query),
  plate: (plate?: string) => withQuery('/plate', { plate }),
  /** Feed of the same list: RSS 2.0 or JSON Feed 1.1. */
  browseFeed: (format: 'rss' | 'json', query: BrowseAddress = {}) => withQuery(`/browse.${format}`, query),
  showroom: () => '/showroom',
  /** Target of forms that reload the details of a vehicle, named in `vehicle`. */
  vehicleDetails: () => '/vehicle-details',
  /**
   * Details of any offer. `image` is the number of its image, from 1; `photo` that of a photo alone in the window;
   * `page` that of its reviews; `read` shows one review in full; `review` writes, edits or deletes the user's own;
   * `state` shows the on-road price there, or the choice of a state; `preview` what only the team sees: 1, or the key of
   * an unfinished form.
   */
  vehicle: (
    id: string,
    query: {
      image?: number;
      photo?: number;
      page?: number;
      read?: string;
      review?: 'write' | 'edit' | 'delete';
      state?: string;
      preview?: string | null;
    } = {},
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
  compareTable: (ids: readonly string[], format: 'csv' | 'json', state?: string | null) =>
    withVehicles(`/compare.${format}`, ids, { state }),
  /** Vehicles on a route side by side; without ids, those of the visitor's own list. */
  trip: (ids: readonly string[] = [], route?: string | null) => withVehicles('/trip', ids, { route }),
  /** How the seats of vehicles suit a rider of `height` centimetres; without ids, those of the visitor's own list. */
  seatHeight: (ids: readonly string[] = [], height?: number | null) => withVehicles('/seat-height', ids, { height }),
  city: () => '/city',
  compareList: () => '/compare/list',
  accessories: (at?: string) => (at ? `/accessories#${at}` : '/accessories'),
  enquiryList: () => '/accessories/list',
  insurance: () => '/insurance',
  emiCalculator: (query: EmiQuery = {}) => withQuery('/emi-calculator', query),
  emiSchedule: (query: EmiQuery = {}) => withQuery('/emi-calculator.csv', query),
  api: (query: { q?: string } = {}) => withQuery('/api', query),
  apiSnapshot: (file: string) => `/api/snapshots/${file}`,
  apiGuide: (guide: string) => `/api/docs/guides/${guide}`,
  apiSubject: (subject: string) => `/api/docs/${subject}`,
  apiEndpoint: (subject: string, id: string) => `/api/docs/${subject}/${id}`,
  /** The list of all error codes, or one of them. */
  apiErrors: (code?: string) => (code ? `/api/docs/errors/${code}` : '/api/docs/errors'),
  apiDocument: () => '/api/openapi.json',
  apiClient: () => '/api/client.ts',
  emiRequest: () => '/api/services/emi-calculator',
  /** `type` and `about` prefill the form; `request` is one of the user's own requests, to edit. */
  service: (query: { type?: string | null; about?: string | null; request?: string; page?: number } = {}) =>
    withQuery('/service', query),
  help: () => '/help',
  /** `sent` is the id of a message just sent, `key` the secret of its private link. */
  support: (query: { sent?: string; key?: string | null } = {}) => withQuery('/support', query),
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
  /** A conversation, by its id or by the secret of a visitor's private link. */
  conversation: (name: { id: string } | { key: string }, query: { page?: number } = {}) =>
    withQuery('/conversation', { ...name, ...query }),
  newestMessage: (name: { id: string } | { key: string }) => `${withQuery('/conversation', name)}#newest`,
  /** The conversations that the user, this browser and its manage codes can read; also the target of its forms. */
  messages: (query: { show?: InboxFilter; page?: number } = {}) => withQuery('/messages', query),
  /** Form that looks up a request by its reference, which it can name; `found` is the short-lived token of a result. */
  status: (query: { found?: string; reference?: string } = {}) => withQuery('/status', query),
  newAppointment: (query: { kind?: AppointmentKind; branch?: string | null; vehicle?: string | null } = {}) =>
    withQuery('/appointments/new', query).replaceAll('%2C', ','),
  /** An appointment, by its id or by the secret of a visitor's private link. */
  appointment: (name: { id: string } | { key: string }) => withQuery('/appointment', name),
  appointmentCalendar: (name: { id: string } | { key: string }) => withQuery('/appointment.ics', name),
  bookings: () => '/bookings',
  faq: () => '/contact#faq',
  /** `map=1` shows the map, which is embedded from another site. */
  companyDetails: (query: { map?: '1' } = {}) => withQuery('/company-details', query),
  followUs: () => '/follow-us',
  securityText: () => '/.well-known/security.txt',
  profile: () => '/profile',
  profileView: (view: ProfileView, query: Record<string, string | number> = {}) => withQuery(`/profile/${view}`, query),
  /** Form of the user's own used vehicle: a new one, or `vehicle` to edit; `confirm` asks for confirmation. */
  ownVehicle: (query: { vehicle?: string | null; confirm?: 'delete' } = {}) => withQuery('/profile/vehicle', query),
  searches: (query: { page?: number } = {}) => withQuery('/searches', query),
  ownData: () => '/profile/data.json',
  /** Form for reporting a listing or a review, open to everyone. */
  report: (kind: PublicSubject, id: string) => withQuery('/report', { [kind]: id }),
  /** By the id of the conversation, or by the secret of a visitor's private link; for its two participants. */
  reportConversation: (name: { id: string } | { key: string }) =>
    withQuery('/report', 'key' in name ? { key: name.key } : { conversation: name.id }),
  dashboard: (query: { tab?: 'settings' } = {}) => withQuery('/dashboard', query),
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
  listed: (id: string) => withQuery('/listed', { listing: id }),
  notice: (id: string) => withQuery('/notice', { listing: id }),
  shortListing: (shortId: string) => `/l/${shortId}`,
  /** The logo of a brand or of the shop, by its content hash, so the response is immutable. */
  logo: (hash: string) => `/logos/${hash}.webp`,
  editListing: (kind: ListingKind, id: string) => withQuery(sellPath(kind), { view: 'form', listing: id }),
  deleteListing: (kind: ListingKind, id: string) =>
    `${withQuery(sellPath(kind), { listing: id, confirm: 'delete' })}#panel`,
  /** Unsubscribes from mails of one kind; the signed token is the one in the mail. */
  stopMails: (token: string) => withQuery('/unsubscribe', { token }),
  manage: () => '/manage',
  sitemap: () => '/sitemap.xml',
  sitemapPart: (name: string) => `/sitemaps/${name}.xml`,
} as const;

/** As text, so that the script of the site, which imports this file, is not made larger. */
const sectionOfPath: Readonly<Record<string, ShopSection>> = {
  '/insurance': 'insurance',
  '/accessories': 'accessories',
  '/service': 'service',
  '/support': 'support',
  '/help': 'support',
  '/feedback': 'feedback',
  '/follow-us': 'follow-us',
};

/** The section that a link leads to, which can be switched off; undefined for all others. */
export const findShopSection = (href: string): ShopSection | undefined => sectionOfPath[href.split(/[?#]/, 1)[0] ?? ''];

/** The first run of a shop. */
export const setupPaths = {
  /** With the token of its link: the account of the owner. */
  begin: (token?: string) => withQuery('/setup', { token }),
  /** What follows, for that owner. */
  step: (step: 2 | 3 | 4) => `/setup/${step}`,
} as const;

export const isSetupPath = (pathname: string): boolean => pathname === '/setup' || pathname.startsWith('/setup/');

type Texts<Name extends string> = { [name in Name]?: string | null | undefined };
/** Narrows the queue of customers; `owner` is the id of an operator, or `none`. */
type QueueQuery = Texts<'kind' | 'owner'>;

/** A list, or an entry of it. */
const toEntry = (list: string, id: string | undefined): string =>
  id === undefined ? list : `${list}/${encodeURIComponent(id)}`;

export const deskPaths = {
  entrance: () => '/desk',
  find: (q?: string) => withQuery('/desk/find', { q }),
  shortcuts: () => '/desk/shortcuts',
  today: () => '/desk/today',
  figures: (by?: string) => withQuery('/desk/today/figures', { by }),
  figuresFile: (table: string, by: string) => withQuery('/desk/today/figures.csv', { table, by }),
  customers: (query: QueueQuery & { page?: number } = {}) => withQuery('/desk/customers', query),
  /** Leads on to the oldest request that waits, after a position of the queue. */
  nextCustomer: (query: QueueQuery & { after?: string | null } = {}) => withQuery('/desk/customers/next', query),
  /** One request, reached by a narrowed queue. */
  customer: (id: string, query: QueueQuery & { page?: number; replies?: 'all' } = {}) =>
    withQuery(`/desk/customers/${encodeURIComponent(id)}`, query),
  people: () => '/desk/customers/people',
  /** A person, by the id of an account, a request or a conversation of theirs. */
  person: (id: string, query: { page?: number } = {}) =>
    withQuery(`/desk/customers/people/${encodeURIComponent(id)}`, query),
  personCopy: (id: string) => `/desk/customers/people/${encodeURIComponent(id)}/copy.csv`,
  customersFile: () => '/desk/customers.csv',
  /** Replies that are used again, or one of them. */
  savedReplies: (id?: string) => toEntry('/desk/customers/replies', id),
  /** Conversations that were reported. */
  reports: (query: { status?: string | null; page?: number } = {}) => withQuery('/desk/customers/reports', query),
  report: (id: string, page?: number) => withQuery(toEntry('/desk/customers/reports', id), { page }),
  leads: (query: { page?: number } = {}) => withQuery('/desk/customers/leads', query),
  doneRequests: (query: { state?: 'spam' | null; page?: number } = {}) => withQuery('/desk/customers/done', query),
  visits: (query: Texts<'day' | 'branch'> = {}) => withQuery('/desk/customers/visits', query),
  newVisit: (query: Texts<'branch' | 'day' | 'slot' | 'kind'> = {}) => withQuery('/desk/customers/visits/new', query),
  /** Visits of a day, or of seven days from it, for a calendar. */
  visitsCalendar: (query: Texts<'day' | 'branch'> & { days?: number } = {}) =>
    withQuery('/desk/customers/visits.ics', query),
  stock: (query: Texts<'show' | 'q' | 'sort' | 'all' | 'by'> & { page?: number | null } = {}) =>
    withQuery('/desk/stock', query),
  stockItem: (id: string, query: { form?: string } = {}) => withQuery(`/desk/stock/${encodeURIComponent(id)}`, query),
  /** To add a vehicle of which the name is known. */
  newStock: (name: string) => withQuery('/desk/stock/new', { name }),
  featured: () => '/desk/stock/featured',
  stockFile: () => '/desk/stock.csv',
  /** What riders published, by default their new listings; `tick=clean` ticks those without a remark. */
  riders: (query: Texts<'of' | 'state' | 'all' | 'reason'> & { tick?: 'clean'; page?: number | null } = {}) =>
    withQuery('/desk/stock/riders', query),
  /** What a rider published, with its reports and what operators decide. */
  publication: (subject: PublicSubject, id: string) => `/desk/stock/riders/${subject}/${encodeURIComponent(id)}`,
  ridersFile: () => '/desk/stock/riders.csv',
  /** A new code for a seller without an account. */
  listingCode: (listing?: string) => withQuery('/desk/stock/listing-code', { listing }),
  /** Of one vehicle, or of those that the names of files say. */
  stockPhotos: (vehicle?: string) => withQuery('/desk/stock/photos', { vehicle }),
  /** What became of the files of one upload. */
  photoUpload: (id: string) => `/desk/stock/photos/${encodeURIComponent(id)}`,
  import: (of?: 'stock' | 'listings' | 'customers') => withQuery('/desk/stock/import', of === 'stock' ? {} : { of }),
  importOf: (id: string) => `/desk/stock/import/${encodeURIComponent(id)}`,
  importDone: (id: string) => `/desk/stock/import/${encodeURIComponent(id)}/done`,
  shop: () => '/desk/shop',
  branches: (id?: string) => toEntry('/desk/shop/branches', id),
  brands: (id?: string) => toEntry('/desk/shop/brands', id),
  /** Rates of all states, or of one by its code. */
  roadTax: (state?: string) => toEntry('/desk/shop/road-tax', state),
  look: () => '/desk/shop/look',
  /** Which parts of the shop are on. */
  sections: () => '/desk/shop/sections',
  texts: (name?: string) => (name === undefined ? '/desk/shop/texts' : `/desk/shop/texts/${name}`),
  prices: (part?: string) => (part === undefined ? '/desk/shop/prices' : `/desk/shop/prices/${part}`),
  accessoriesFile: () => '/desk/accessories.csv',
  team: (query: { who?: string; q?: string; page?: number } = {}) => withQuery('/desk/team', query),
  teamLog: (query: Texts<'who' | 'what' | 'day'> & { page?: number } = {}) => withQuery('/desk/team/log', query),
  /** A new password for an account whose password was lost. */
  recoveryCode: () => '/desk/team/recovery-code',
  teamBackups: () => '/desk/team/backups',
  teamHealth: (page?: number) => withQuery('/desk/team/health', { page }),
  teamHealthChecks: () => '/desk/team/health?check=all',
  /** How the reader hears of new customers. */
  teamNotices: () => '/desk/team/notices',
  appFile: (name: 'push-worker.js' | 'app.webmanifest') => `/desk/${name}`,
  /** New customers as an Atom feed, by the key of a member of the team. */
  leadFeed: (key: string) => withQuery('/desk/leads.atom', { key }),
  /** A member of the team, or any account. */
  teamMember: (id: string) => `/desk/team/${encodeURIComponent(id)}`,
} as const;

/** Whether a screen is one of the desk, which has a frame of its own. */
export const isDeskPath = (pathname: string): boolean => pathname === '/desk' || pathname.startsWith('/desk/');
