import { apiEndpoints } from '~/api/endpoints.server';
import { deskPaths, paths } from '~/paths';
import { apiRequestCases } from './endpoint-cases';
import { deskStates, keyScreenStates, ownScreenStates, pendingSignInStates, screenStates } from './screens';
import { formCases } from './form-cases';
import { filledIn } from './populated-site';

/** URLs other than screens and endpoints: feeds, files, and redirects. Pictures need not exist. */
const otherPaths = [
  ...['rss', 'json'].map((format) => `/browse.${format}`),
  ...['csv', 'json'].map((format) => `/compare.${format}?vehicles=1,{ownBike}`),
  ...['/emi-calculator.csv?vehicle=1', '/profile/data.json', '/logout', '/favourites', '/bookings', '/compare/list'],
  ...['security.txt', 'change-password'].map((name) => `/.well-known/${name}`),
  ...[
    '/accessories/list',
    '/robots.txt',
    paths.metrics(),
    paths.shortListing('none'),
    paths.appointmentCalendar({ id: '{visit}' }),
    '/sitemap.xml',
    '/api/openapi.json',
    paths.apiSnapshot('none.ndjson.gz'),
    '/api/no-such-call',
  ],
  ...['screens', 'vehicles-1', 'listings-1'].map((part) => `/sitemaps/${part}.xml`),
  ...['/photos/none.webp', '/logos/none.webp', '/drawings/none.svg', '/previews/none-1.jpg', '/donations/none.svg'],
  paths.dashboard({ tab: 'settings' }),
  ...[
    deskPaths.entrance(),
    deskPaths.nextCustomer(),
    deskPaths.stockFile(),
    deskPaths.ridersFile(),
    deskPaths.accessoriesFile(),
    deskPaths.texts(),
    deskPaths.prices(),
  ],
  deskPaths.figuresFile('bars', 'weeks'),
  ...[deskPaths.teamMember('user-opal'), '/api/docs/errors', deskPaths.customersFile()],
  ...[deskPaths.visitsCalendar({ days: 7 }), deskPaths.leadFeed('none')],
  ...[deskPaths.person('{message}'), deskPaths.personCopy('{message}')],
];

/** Every readable URL, the populated site's items included, each once, with ids filled in. */
export function readablePaths(items: Readonly<Record<string, string>>): string[] {
  const reads = new Set(apiEndpoints.flatMap(({ operationId, method }) => (method === 'GET' ? [operationId] : [])));
  const requests = apiRequestCases.flatMap(({ operationId, path }) => (reads.has(operationId) ? [`/api${path}`] : []));
  const states = [screenStates, ownScreenStates, keyScreenStates, deskStates, pendingSignInStates];
  const screens = states.flat().map(({ path }) => path);
  const forms = formCases.map(({ path }) => path);
  return [...new Set([...screens, ...forms, ...requests, ...otherPaths].map((path) => filledIn(path, items)))];
}
