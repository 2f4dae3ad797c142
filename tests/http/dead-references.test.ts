import { readFileSync } from 'node:fs';
import { expect, it, describe } from 'vitest';
import { eq } from 'drizzle-orm';
import { listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';
import { isDeskPath, isSetupPath, paths, profileViews } from '~/paths';
import { routeTable } from '~/routes';
import { callApi, getData, signIn } from '../support/api-client';
import { usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getVisibleText } from '../support/page-text';

/** How an address answers for an offer that is gone. */
type Gone =
  /** 404 or 410, says so, and shows similar offers. */
  | 'page'
  /** 404 or 410, and says so; what else it does still works. */
  | 'notice'
  /** 404 or 410 without a page. */
  | 'file';

type Reference = { path: (id: string) => string; gone: Gone };

/** Every address that names an offer, by the id of its route. */
const references: Readonly<Record<string, readonly Reference[]>> = {
  'routes/vehicle-details/route': [
    { path: (id) => paths.vehicle(id), gone: 'page' },
    { path: (id) => paths.vehicle(id, { state: 'MH' }), gone: 'page' },
    { path: (id) => paths.vehicle(id, { review: 'write' }), gone: 'page' },
  ],
  'routes/short-address/route': [{ path: (id) => paths.shortListing(id), gone: 'page' }],
  'routes/notice/route': [{ path: (id) => paths.notice(id), gone: 'page' }],
  'routes/sell-listings/listed/route': [{ path: (id) => paths.listed(id), gone: 'page' }],
  bikes: [
    { path: (id) => paths.newBikes({ open: id }), gone: 'notice' },
    { path: (id) => `${paths.usedBikes()}&open=${id}`, gone: 'page' },
  ],
  scooters: [
    { path: (id) => paths.newScooters({ open: id }), gone: 'notice' },
    { path: (id) => `${paths.usedScooters()}&open=${id}`, gone: 'page' },
  ],
  'sell-bikes': [
    { path: (id) => paths.listing('bike', id), gone: 'notice' },
    { path: (id) => paths.editListing('bike', id), gone: 'page' },
    { path: (id) => paths.deleteListing('bike', id), gone: 'notice' },
  ],
  'sell-scooters': [
    { path: (id) => paths.listing('scooter', id), gone: 'notice' },
    { path: (id) => paths.editListing('scooter', id), gone: 'page' },
  ],
  'routes/contact/route': [
    { path: (id) => paths.contact({ about: id }), gone: 'page' },
    { path: (id) => paths.contact({ about: `listing:${id}`, subject: 'Test drive' }), gone: 'page' },
  ],
  'routes/new-appointment/route': [{ path: (id) => paths.newAppointment({ vehicle: id }), gone: 'page' }],
  'routes/service/route': [{ path: (id) => paths.service({ about: id }), gone: 'notice' }],
  'routes/trip/route': [
    { path: (id) => paths.trip([id]), gone: 'notice' },
    { path: (id) => `${paths.trip()}?vehicle=${id}`, gone: 'notice' },
  ],
  'routes/seat-height/route': [
    { path: (id) => paths.seatHeight([id]), gone: 'notice' },
    { path: (id) => `${paths.seatHeight()}?vehicle=${id}`, gone: 'notice' },
  ],
  'routes/compare/route': [{ path: (id) => paths.compare([id]), gone: 'page' }],
  'compare-csv': [{ path: (id) => paths.compareTable([id], 'csv'), gone: 'file' }],
  'compare-json': [{ path: (id) => paths.compareTable([id], 'json'), gone: 'file' }],
  'routes/report/route': [
    { path: (id) => paths.report('listing', id), gone: 'page' },
    { path: (id) => paths.report('vehicle', id), gone: 'page' },
  ],
  'routes/emi-calculator/route': [{ path: (id) => paths.emiCalculator({ vehicle: id }), gone: 'notice' }],
  'routes/emi-calculator/schedule-file': [{ path: (id) => paths.emiSchedule({ vehicle: id }), gone: 'file' }],
};

/** Routes whose addresses name no offer, or only to those who are signed in. */
const others = new Set(
  [
    ...[
      'entrance',
      'login',
      'main',
      'home',
      'browse-rss',
      'browse-json',
      'support',
      'help',
      'privacy',
      'terms',
      'returns',
    ],
    ...[
      ...[
        'logout',
        'recover',
        'recovery-code',
        'invite',
        'unsubscribe',
        'explore',
        'browse',
        'plate',
        'searches',
        'showroom',
        'sell',
      ],
      ...[
        'accessories',
        'enquiry-list',
        'insurance',
        'company-details',
        'follow-us',
        'manage',
        'conversation',
        'status',
      ],
      ...[
        'messages',
        'appointment',
        'feedback',
        'dashboard',
        'city',
        'compare-list',
        'bookings',
        'favourites',
        'profile',
        ...profileViews.map((view) => `profile/${view}`),
      ],
      ...['own-data', 'own-vehicle', 'design', 'metrics', 'robots', 'draft-photos', 'photos', 'logos', 'drawings'],
      ...['not-found'],
    ].map((name) => `routes/${name}/route`),
    ...['appointment/calendar-file', 'sitemap/index-file', 'sitemap/part', 'well-known/security-text'],
    ...[
      'well-known/change-password',
      'drawings/listing-preview',
      'support/donation-code',
      'api/overview',
      'api/guide',
      'api/endpoint',
      'api/subject',
    ],
    ...['api/openapi-document', 'api-errors', 'api-error'],
  ].map((id) => (id.includes('/') && !id.startsWith('routes/') ? `routes/${id}` : id)),
);

let site: SiteInProcess;
const ids = {
  deleted: '',
  hidden: '',
  hiddenVehicle: '',
  vehicleDeletedByOperator: '',
  vehicleDeletedBySeller: '',
  builtInDeletedByOperator: '12',
  mistyped: 'f00f00f00f00f00f00f00f00',
  sold: '',
  live: '',
};
shareSite(async () => {
  site = await openSite();
  const { db } = site.runtime;
  const store = (name: string): string => storeListing(db, { name }).listing.id;
  ids.deleted = store('Deleted Shine');
  ids.hidden = store('Hidden Shine');
  ids.sold = store('Sold Shine');
  ids.live = store('Live Shine');
  const seller = signIn(site, 'Wasim');
  const operator = signIn(site, 'Opal', 'owner');
  const offer = async (): Promise<string> =>
    getData<{ id: string }>(await callApi(site, 'POST', '/api/vehicles', { body: usedShine, headers: seller })).id;
  const remove = (id: string, headers: Record<string, string>) =>
    callApi(site, 'DELETE', `/api/vehicles/${id}`, { headers });
  ids.hiddenVehicle = await offer();
  ids.vehicleDeletedByOperator = await offer();
  ids.vehicleDeletedBySeller = await offer();
  const removed = [
    await remove(ids.vehicleDeletedByOperator, operator),
    await remove(ids.vehicleDeletedBySeller, seller),
    await remove(ids.builtInDeletedByOperator, operator),
  ];
  if (removed.some(({ status }) => status !== 200)) throw new Error('A vehicle is still there.');
  const hiddenAt = '2026-06-15T06:30:00.000Z';
  db.delete(listings).where(eq(listings.id, ids.deleted)).run();
  db.update(listings).set({ hiddenAt }).where(eq(listings.id, ids.hidden)).run();
  db.update(vehicles).set({ hiddenAt }).where(eq(vehicles.id, ids.hiddenVehicle)).run();
  db.update(listings).set({ availability: 'sold', soldAt: hiddenAt }).where(eq(listings.id, ids.sold)).run();
  return site;
});

const toTarget = (path: string): string => path.split('#', 1)[0] ?? path;

/** Follows redirects. */
async function open(path: string): Promise<{ status: number; body: string; target: string }> {
  let target = toTarget(path);
  for (let redirects = 0; redirects < 4; redirects += 1) {
    const { status, body, headers } = await site.request(target);
    if (!headers.location) return { status, body, target };
    target = toTarget(headers.location);
  }
  throw new Error(`${path} redirects without end`);
}

const all = Object.values(references).flat();
const saysSo = /no longer listed/;

it('every screen and file is known to name offers or not', () => {
  // A static screen reads no address, and the desk and its setup are open to its team only.
  const open = routeTable.filter(({ path = '' }) => !isDeskPath(`/${path}`) && !isSetupPath(`/${path}`));
  const reading = open.filter(({ file }) => /\bloader\b/.test(readFileSync(`app/${file}`, 'utf8')));
  const routeIds = reading.map(({ id, file }) => id ?? file.replace(/\.tsx?$/, ''));
  // Endpoints respond with data alone.
  expect(routeIds.filter((id) => !id.startsWith('api/') && !(id in references) && !others.has(id))).toEqual([]);
});

describe.each([
  ['deleted', 410],
  ['hidden', 410],
  ['hiddenVehicle', 410],
  ['vehicleDeletedByOperator', 410],
  ['vehicleDeletedBySeller', 404],
  ['builtInDeletedByOperator', 410],
  ['mistyped', 404],
] as const)('an address with the id of something %s', (state, expected) => {
  it.each(all.map(({ path, gone }) => [path('ID'), path, gone] as const))('%s', async (_name, path, gone) => {
    const { status, body, target } = await open(path(ids[state]));
    expect(status, target).toBe(expected);
    expect(gone === 'file' ? body : getVisibleText(body)).toMatch(saysSo);
    if (gone === 'page') {
      expect(body.match(/href="\/vehicle-details\?vehicle=/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
      expect(/<title>([^<]*)</.exec(body)?.[1]).toMatch(/no longer listed|Compare/);
    }
  });
});

const additions = [
  ')',
  '.',
  ',',
  ').',
  '%E2%80%8B',
  '%20',
  '"',
  "'",
  '%E2%80%9D',
  '*',
  '_',
  '%E0%A5%A4',
  '%EF%BC%89',
  '%0A',
  ']',
  ';',
];

/** Both answers of an address: the status, the title, and the canonical URL. */
async function expectSame(plain: string, added: string): Promise<void> {
  const heads = await Promise.all(
    [plain, added].map(async (path) => {
      const { status, body } = await open(path);
      return { status, head: body.match(/<title>[^<]*|rel="canonical" href="[^"]*/g) };
    }),
  );
  expect(heads[1], added).toEqual(heads[0]);
}

describe('what a chat adds to an address changes nothing', () => {
  it.each(additions)('%s', async (addition) => {
    for (const path of [paths.vehicle(ids.live), paths.shortListing(ids.live)]) await expectSame(path, path + addition);
  });

  it.each(all.map(({ path }) => [path('ID'), path] as const))('at %s', async (_name, path) => {
    await expectSame(path(ids.live), path(`${ids.live}~`).replace(/%7E|~/, ').%E2%80%8B'));
  });
});

it('an address of something sold shows it with a tag and similar offers', async () => {
  const { status, body } = await open(paths.vehicle(ids.sold));
  expect(status).toBe(200);
  const text = getVisibleText(body);
  expect(text).toContain('Sold');
  expect(text).toContain('Second-hand, similar price');
  for (const { path } of all) {
    const answer = await open(path(ids.sold));
    expect(getVisibleText(answer.body), path('ID')).not.toMatch(saysSo);
  }
});

it('an offer that several addresses name keeps the others in sight', async () => {
  for (const path of [
    paths.compare(['1', ids.deleted]),
    paths.trip(['1', ids.deleted]),
    paths.seatHeight(['1', ids.deleted]),
  ]) {
    const { status, body } = await open(path);
    expect([path, status, getVisibleText(body).includes('One of these vehicles is no longer listed.')]).toEqual([
      path,
      200,
      true,
    ]);
  }
});

describe('without an id', () => {
  it.each([
    ['/vehicle-details', '/'],
    ['/vehicle-details?vehicle=', '/'],
    ['/notice', '/sell'],
    ['/listed', '/sell'],
  ])('%s redirects', async (path, location) => {
    const { status, headers } = await site.request(path);
    expect([status, headers.location]).toEqual([302, location]);
  });

  it('/report has a title of its own', async () => {
    const { status, body } = await site.request('/report');
    expect([status, /<title>([^<]*)</.exec(body)?.[1]]).toEqual([404, 'Page not found · Dopahiya']);
    expect(getVisibleText(body)).toContain('There is nothing here to report.');
  });
});

describe('the letter case of a path', () => {
  it.each([
    ['/MAIN', '/main'],
    ['/Sell-Scooters?page=2', '/sell-scooters?page=2'],
    ['/Vehicle-Details?vehicle=1', '/vehicle-details?vehicle=1'],
    ['/.//EVIL.example/', null],
    ['/NoWhere', '/nowhere'],
    ['/nowhere', null],
  ])('%s', async (path, location) => {
    const { status, headers } = await site.request(path);
    expect([status, headers.location ?? null]).toEqual(location === null ? [404, null] : [301, location]);
  });
});
