import { describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { addDays, toDay } from '~/domain/shared/dates';
import { type ApiResponse, callApi, getData, signIn } from '../support/api-client';
import { cameraPhoto, samplePhoto } from '../support/photo-samples';
import { booking, message, opinion, shine, usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let user: Record<string, string>;
let other: Record<string, string>;
shareSite(async () => {
  site = await openSite();
  user = signIn(site, 'Asha');
  other = signIn(site, 'Ravi');
  return site;
});

type Post = {
  path: string;
  body: unknown;
  /** The same request about another item. */
  changed: unknown;
  /** The role that sends it; absent: a visitor. */
  by?: () => Record<string, string>;
};

const account = { name: 'Meera', email: 'meera@example.com', password: 'open!sesame' };
const signedIn = { email: account.email, password: account.password };
const testRide = {
  kind: 'test-ride',
  branch: 'showroom',
  day: addDays(toDay(new Date()), 3),
  slot: '11:00',
  name: 'Meera',
  phone: '+91 98200 12345',
};
const reviewed = { vehicleId: '1', rating: 4, comment: 'Rides well on bad roads.' };

const hook = { url: 'https://shop.example/hooks', events: ['listing.created'] };

/** Every POST of the API except those about an item created before. */
const posts: Post[] = [
  { path: '/auth/signup', body: account, changed: { ...account, name: 'Mira' } },
  { path: '/auth/login', body: signedIn, changed: { email: 'second@example.com', password: 'open!sesame' } },
  {
    path: '/services/emi-calculator',
    body: { principal: 1000, rate: 9, tenure: 12 },
    changed: { principal: 2000, rate: 9, tenure: 12 },
  },
  {
    path: '/services/request',
    body: booking,
    changed: { ...booking, contactInfo: { ...booking.contactInfo, name: 'Asha R' } },
    by: () => user,
  },
  { path: '/contacts', body: message, changed: { ...message, subject: 'Another' } },
  { path: '/appointments', body: testRide, changed: { ...testRide, slot: '14:00' } },
  { path: '/feedback', body: opinion, changed: { ...opinion, rating: 1 }, by: () => user },
  { path: '/reviews', body: reviewed, changed: { ...reviewed, rating: 1 }, by: () => user },
  { path: '/bookings', body: { vehicle: '6' }, changed: { vehicle: '7' }, by: () => user },
  { path: '/searches', body: { query: 'q=activa' }, changed: { query: 'q=jupiter' }, by: () => user },
  { path: '/webhooks', body: hook, changed: { ...hook, events: ['listing.sold'] }, by: () => user },
  { path: '/bikes', body: shine, changed: { ...shine, presentPrice: 1 } },
  { path: '/scooters', body: shine, changed: { ...shine, presentPrice: 1 } },
  { path: '/vehicles', body: usedShine, changed: { ...usedShine, price: 1 }, by: () => user },
];

const post = (path: string, body: unknown, headers: Record<string, string>) =>
  callApi(site, 'POST', `/api${path}`, { body, headers });
const withKey = (key: string, headers: Record<string, string> = {}) => ({ ...headers, 'Idempotency-Key': key });
const everything = (): unknown =>
  site.runtime.db.$client
    .prepare(
      `SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM sessions) + (SELECT count(*) FROM listings)
            + (SELECT count(*) FROM contact_messages) + (SELECT count(*) FROM feedback) + (SELECT count(*) FROM reviews)
            + (SELECT count(*) FROM service_requests) + (SELECT count(*) FROM vehicles)
            + (SELECT count(*) FROM saved_searches) + (SELECT count(*) FROM appointments) + (SELECT count(*) FROM webhooks)`,
    )
    .pluck()
    .get();

describe.each(posts)('POST $path with a key', ({ path, body, changed, by = () => ({}) }) => {
  const key = `key of ${path}`;

  it('gets the same response again, and writes once', async () => {
    const first = await post(path, body, withKey(key, by()));
    expect([path, first.status < 300]).toEqual([path, true]);
    const before = everything();
    const again = await post(path, body, withKey(key, by()));
    expect([again.status, getData(again), again.headers.location]).toEqual([
      first.status,
      // Neither is repeated to a sender that is not known to be the first.
      {
        ...getData(first),
        manageKey: undefined,
        ...(path === '/contacts' && { conversation: null, messagesKey: null }),
        ...(path === '/appointments' && { key: null, messagesKey: null, url: null }),
      },
      first.headers.location,
    ]);
    expect(everything()).toBe(before);
  });

  it('is a conflict with another body', async () => {
    if (path === '/auth/login') await post('/auth/signup', { ...account, email: 'second@example.com' }, {});
    const before = everything();
    expect((await post(path, changed, withKey(key, by()))).status).toBe(409);
    expect(everything()).toBe(before);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['not ASCII', 'schl\u00FCssel'],
  ])('that is %s is rejected with a message', async (_what, unusable) => {
    const { status, json } = await post(path, body, withKey(unusable, by()));
    expect(status).toBe(400);
    expect(json.errors).toEqual({ 'Idempotency-Key': 'Idempotency-Key must be 1 to 255 printable ASCII characters' });
  });
});

it('a review is marked helpful once by a key, and one key for two reviews is a conflict', async () => {
  const ids = [];
  for (const vehicleId of ['2', '3']) {
    const written = await post('/reviews', { ...reviewed, vehicleId }, user);
    ids.push(getData<{ id: string }>(written).id);
  }
  const mark = (id: string | undefined) => post(`/reviews/${id}/helpful`, undefined, withKey('helpful', other));
  const first = await mark(ids[0]);
  expect([first.status, (await mark(ids[0])).body]).toEqual([200, first.body]);
  expect((await mark(ids[1])).status).toBe(409);
});

it('signing out gets the same response again, though its token is revoked by then', async () => {
  const leaving = signIn(site, 'Leela');
  const out = (headers: Record<string, string>) => post('/auth/logout', undefined, headers);
  const first = await out(withKey('out', leaving));
  expect([first.status, (await out(withKey('out', leaving))).body]).toEqual([200, first.body]);
  for (const headers of [
    leaving,
    withKey('another', leaving),
    withKey('out'),
    withKey('out', { Authorization: 'Bearer other' }),
  ]) {
    expect((await out(headers)).status).toBe(401);
  }
});

it('a repeated token is encrypted with the password too, which is not stored', async () => {
  const { token } = getData<{ token: string }>(await post('/auth/login', signedIn, withKey('1')));
  const file = site.runtime.db.$client.serialize().toString('latin1');
  for (const secret of [token, account.password]) expect(file).not.toContain(secret);
  const wrong = await post('/auth/login', { ...signedIn, password: 'wrong!!' }, withKey('1'));
  expect(wrong.status).toBe(401);
});

it('the same request during the processing of photos of the first gets 409, and the same response afterwards', async () => {
  const image = `data:image/jpeg;base64,${(await cameraPhoto()).toString('base64')}`;
  const body = { ...shine, images: [image, image] };
  // The photos of the one that is read first are processed when the other one arrives.
  const both = await Promise.all([post('/bikes', body, withKey('photos')), post('/bikes', body, withKey('photos'))]);
  const [made, concurrent] = both.sort((a, b) => a.status - b.status);
  expect([made?.status, concurrent?.status]).toEqual([201, 409]);
  expect(concurrent?.json.message).toContain('still in progress');
  expect(concurrent?.headers['retry-after']).toBe('2');
  const idIn = ({ body: text }: ApiResponse) => JSON.parse(text).data.id;
  expect(idIn(await post('/bikes', body, withKey('photos')))).toBe(made && idIn(made));
});

it('every POST of the API has a case here', () => {
  const known = new Set([
    ...posts.map(({ path }) => path),
    '/reviews/{id}/helpful',
    '/auth/logout',
    // In recovery.test.ts: what they take is used up, or the password of the account.
    ...['/account/recover', '/account/recovery-code', '/account/email'],
    ...['/account/recovery-code/issue', '/account/manage-code/issue'],
    // In api-contract.test.ts, with all endpoints: it is about an item created before.
    '/reports',
    // In own-account-endpoints.test.ts: they end the session that sends them.
    ...['/account/password', '/account/delete'],
    // In access-tokens.test.ts: it takes the password.
    '/auth/tokens',
    // In mail.test.ts: what waits to be sent is sent once.
    '/account/recovery-link',
    // In vehicle-batch.test.ts: a line is stored once by its `externalId`.
    '/vehicles/batch',
    // In status.test.ts: it writes nothing.
    '/status',
    // In inbox.test.ts; joining twice joins nothing more.
    '/conversations/join',
    '/conversations/{id}/messages',
    // In desk-requests.test.ts.
    ...['/desk/requests/{id}/replies', '/desk/requests/{id}/notes', '/desk/saved-replies', '/desk/appointments'],
    // In desk-endpoints.test.ts.
    ...['/desk/branches', '/desk/invitations', '/desk/stock/{id}/duplicate', '/desk/stock/undo'],
    ...['/desk/moderation/undo', '/desk/people/search', '/desk/people/{id}/forget'],
    // Of a webhook of the sender's own, whose key stands for its command as that of another POST.
    ...['secret', 'test', 'replay'].map((name) => `/webhooks/{id}/${name}`),
    // In unconfirmed-listings.test.ts.
    ...['/bikes/{id}/confirm', '/scooters/{id}/confirm'],
  ]);
  const all = apiEndpoints.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));
  expect(all.filter((path) => !known.has(path))).toEqual([]);
});

describe('a dry run', () => {
  it('keeps no photo, and does not use up its key', async () => {
    const image = `data:image/jpeg;base64,${(await samplePhoto('jpeg')).toString('base64')}`;
    const sent = { body: { ...shine, images: [image] }, headers: { 'Idempotency-Key': 'a-dry-run-and-then-a-write' } };
    const photos = site.runtime.db.$client.prepare<[], number>('SELECT count(*) FROM photos').pluck();
    const before = photos.get() ?? 0;
    const dry = await callApi(site, 'POST', '/api/bikes?dryRun=true', sent);
    expect([dry.status, getData<{ images: string[] }>(dry).images.length, photos.get()]).toEqual([201, 1, before]);
    const written = await callApi(site, 'POST', '/api/bikes', sent);
    expect([written.status, written.headers['idempotent-replayed'], photos.get()]).toEqual([
      201,
      undefined,
      before + 1,
    ]);
    expect(getData(written).id).not.toBe(getData(dry).id);
    const unclear = await callApi(site, 'POST', '/api/bikes?dryRun=yes', sent);
    expect([unclear.status, Object.keys(unclear.json.errors ?? {})]).toEqual([400, ['dryRun']]);
  });
});
