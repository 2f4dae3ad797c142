import { type RouteConfig, type RouteConfigEntry, route } from '@remix-run/route-config';

/** Screens that later work brings; until then one screen says what is coming. */
const coming = [
  'service',
  'support',
  'help',
  'feedback',
  'company-details',
  'follow-us',
  'dashboard',
  'privacy',
  'terms',
  'returns',
];

/** The same calls for bikes and for scooters. */
const listingCalls = (plural: 'bikes' | 'scooters') => {
  const call = (path: string, file: string) =>
    route(`api/${plural}${path}`, `routes/api/${file}.ts`, { id: `api-${plural}-${file}` });
  return [
    call('', 'listings'),
    call('/stats/overview', 'listing-statistics'),
    call('/type/:type', 'listings-of-type'),
    call('/price-range/:min/:max', 'listings-in-price-range'),
    call('/:id', 'listing'),
    call('/:id/sold', 'listing-sold'),
  ];
};

const routes: RouteConfigEntry[] = [
  route('', 'routes/sign-in/route.tsx', { id: 'entrance' }),
  route('login', 'routes/sign-in/route.tsx', { id: 'login' }),
  route('logout', 'routes/logout/route.ts'),
  route('main', 'routes/home/route.tsx', { id: 'main' }),
  route('home', 'routes/home/route.tsx', { id: 'home' }),
  route('bikes', 'routes/new-vehicles/route.tsx', { id: 'bikes' }),
  route('scooters', 'routes/new-vehicles/route.tsx', { id: 'scooters' }),
  route('explore', 'routes/explore/route.tsx'),
  route('browse', 'routes/browse/route.tsx'),
  route('browse.rss', 'routes/browse/rss.ts'),
  route('browse.json', 'routes/browse/json-feed.ts'),
  route('showroom', 'routes/showroom/route.tsx'),
  route('vehicle-details', 'routes/vehicle-details/route.tsx'),
  route('accessories', 'routes/accessories/route.tsx'),
  route('accessories/list', 'routes/enquiry-list/route.ts'),
  route('insurance', 'routes/insurance/route.tsx'),
  route('sell', 'routes/sell/route.tsx'),
  route('sell-bikes', 'routes/sell-listings/route.tsx', { id: 'sell-bikes' }),
  route('sell-scooters', 'routes/sell-listings/route.tsx', { id: 'sell-scooters' }),
  route('emi-calculator', 'routes/emi-calculator/route.tsx'),
  route('emi-calculator.csv', 'routes/emi-calculator/schedule-file.ts'),
  route('manage', 'routes/manage/route.tsx'),
  route('compare', 'routes/compare/route.tsx'),
  route('contact', 'routes/contact/route.tsx'),
  route('compare/list', 'routes/compare-list/route.ts'),
  route('compare.csv', 'routes/compare-table/route.ts', { id: 'compare-csv' }),
  route('compare.json', 'routes/compare-table/route.ts', { id: 'compare-json' }),
  route('bookings', 'routes/bookings/route.ts'),
  route('favourites', 'routes/favourites/route.ts'),
  route('profile', 'routes/profile/route.tsx'),
  route('profile/data.json', 'routes/own-data/route.ts'),
  route('design', 'routes/design/route.tsx'),
  ...coming.map((path) => route(path, 'routes/coming/route.tsx', { id: `coming-${path}` })),
  route('sitemap.xml', 'routes/sitemap/index-file.ts'),
  route('sitemaps/:file', 'routes/sitemap/part.ts'),
  route('robots.txt', 'routes/robots/route.ts'),
  route('photos/:file', 'routes/photos/route.ts'),
  route('drawings/:file', 'routes/drawings/route.ts'),
  route('api/vehicles', 'routes/api/vehicles.ts'),
  route('api/vehicles/featured', 'routes/api/vehicles-featured.ts'),
  route('api/vehicles/meta/brands', 'routes/api/vehicle-brands.ts'),
  route('api/vehicles/meta/models/:brand', 'routes/api/vehicle-models.ts'),
  route('api/vehicles/user/my-listings', 'routes/api/my-listings.ts'),
  route('api/vehicles/:id', 'routes/api/vehicle.ts'),
  ...listingCalls('bikes'),
  ...listingCalls('scooters'),
  route('api/auth/signup', 'routes/api/auth-signup.ts'),
  route('api/auth/login', 'routes/api/auth-login.ts'),
  route('api/auth/logout', 'routes/api/auth-logout.ts'),
  route('api/auth/profile', 'routes/api/auth-profile.ts'),
  route('api/contacts', 'routes/api/contacts.ts'),
  route('api/contacts/stats', 'routes/api/contact-statistics.ts'),
  route('api/contacts/category/:category', 'routes/api/contacts-of-category.ts'),
  route('api/contacts/priority/:priority', 'routes/api/contacts-of-priority.ts'),
  route('api/contacts/:id', 'routes/api/contact.ts'),
  route('api/contacts/:id/status', 'routes/api/contact-status.ts'),
  route('api/contacts/:id/tags', 'routes/api/contact-tags.ts'),
  route('api/services/types', 'routes/api/service-types.ts'),
  route('api/services/emi-calculator', 'routes/api/emi-calculator.ts'),
  route('api/feedback/meta/types', 'routes/api/feedback-types.ts'),
  route('api/health', 'routes/api/health.ts'),
  route('api/*', 'routes/api/unknown.ts'),
  route('*', 'routes/not-found/route.tsx'),
];

/** Every path has one spelling: which of two kinds a screen or a call is for is read from it. */
export default routes.map((entry) => ({ ...entry, caseSensitive: true })) satisfies RouteConfig;
