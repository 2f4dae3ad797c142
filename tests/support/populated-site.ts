import { createECDH, createHash } from 'node:crypto';
import { hashPassword } from '~/domain/accounts/passwords.server';
import { createRecoveryCode } from '~/domain/accounts/recovery-codes.server';
import { endSession } from '~/domain/accounts/sessions.server';
import { createStopToken, enableMail } from '~/domain/outbox/outbox.server';
import { sha256 } from '~/domain/shared/secrets.server';
import { type Database, openDatabase } from '~db/connection';
import { sessions, teamInvites, users } from '~db/schema/accounts';
import { savedReplies } from '~db/schema/desk';
import { pushSubscriptions } from '~db/schema/webhooks';
import { callApi, getData } from './api-client';
import { sendForm } from './form-client';
import { shine } from './sample-content';
import { openSite, type SiteInProcess } from './site-in-process';
import { storeUser } from './stored-listing';

type Headers = Record<string, string>;

/** The date of the site. */
const aWhile = new Date('2026-07-01T06:30:00.000Z');
const before = '2026-06-30T06:30:00.000Z';

export const ownersAccount = { name: 'Owner', email: 'owner@example.com', password: 'owner!owner' };

/** All roles, in the order of the columns of the tables of permissions. */
export const roles = ['visitor', 'key', 'wrong key', 'ended', 'read', 'user', 'owner', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Credentials of each role: a session's token, or a manage key. The tokens are made up, and stored as hashes. */
const tokens: Partial<Record<Role, string>> = {
  ended: 'session-that-has-ended',
  read: 'dph_access-token-of-the-owner-that-may-only-read',
  user: 'session-of-somebody-else',
  owner: 'session-of-the-owner',
  operator: 'session-of-an-operator',
};

/** A site with content of several users, stored as bytes: each test can use a copy of its own. */
export type PopulatedSite = {
  /** Values for the names in braces in the tables: ids of items, and codes. */
  items: Readonly<Record<string, string>>;
  /** A separate copy. */
  open: (variables?: Record<string, string>) => Promise<SiteInProcess>;
  /** Headers of an API client in a role. */
  asClient: (role: Role) => Headers;
  /** The cookies of a browser in a role. */
  asBrowser: (role: Role) => Headers;
};

function storeSession(db: Database, role: Role | 'elsewhere', userId: string): void {
  const isPersonal = role === 'read';
  const token = role === 'elsewhere' ? 'session-of-the-owner-elsewhere' : tokens[role];
  db.insert(sessions)
    .values({
      id: `session-${role}`,
      tokenHash: sha256(token ?? ''),
      userId,
      kind: isPersonal ? 'personal' : 'browser',
      scope: isPersonal ? 'read' : 'write',
      label: isPersonal ? 'Reader' : null,
      createdAt: before,
      // Last seen now, so that reading does not change the session.
      lastSeenAt: aWhile.toISOString(),
      expiresAt: '2099-01-01T00:00:00.000Z',
      // The permissions of a role are those after a recent confirmation of the password.
      passwordConfirmedAt: isPersonal ? null : aWhile.toISOString(),
    })
    .run();
}

async function storePeople(db: Database): Promise<void> {
  const owner = storeUser(db, 'Owner').user.id;
  for (const role of ['owner', 'elsewhere', 'read', 'ended'] as const) storeSession(db, role, owner);
  endSession(db, owner, 'session-ended');
  storeSession(db, 'user', storeUser(db, 'Somebody').user.id);
  storeSession(db, 'operator', storeUser(db, 'Opal', 'owner').user.id);
  const hash = await hashPassword(ownersAccount.password, 'a test');
  if (!hash.ok) throw new Error(hash.error.code);
  // All users have the same password, so that access to a form depends on the account alone.
  db.update(users).set({ passwordHash: hash.value, phone: '+91 98200 12345' }).run();
}

const bearer = (role: Role): Headers => ({ Authorization: `Bearer ${tokens[role]}` });
const person = { name: 'Bala K', email: 'bala@example.com', phone: '+91 98765 43210' };
export const vehicle = {
  name: 'Classic 350',
  brand: 'Royal Enfield',
  type: 'Bike',
  price: 138_000,
  fuelType: 'Petrol',
};
export const booking = { serviceType: 'quick-service', contactInfo: person, serviceDetails: { urgency: 'low' } };
/** A test ride on the first Saturday after the date of the site. */
export const testRide = {
  kind: 'test-ride',
  branch: 'showroom',
  day: '2026-07-04',
  slot: '11:00',
  name: person.name,
  phone: person.phone,
};
/** Another time for it. */
export const otherTime = { day: '2026-07-05', slot: '11:00' };
export const feedbackFields = { type: 'website', subject: 'Quick pages', message: 'All of them at once.', rating: 5 };
export const messageFields = { ...person, subject: 'A question', message: 'May I see it on Saturday morning?' };

/** A saved reply of the desk; its id. */
function storeSavedReply(db: Database): string {
  const id = 'saved-reply';
  const title = 'We are sorry';
  db.insert(savedReplies)
    .values({ id, title, text: `${title}, and call you back.`, createdAt: before, updatedAt: before })
    .run();
  return id;
}

/** What a browser of the operator sends to be notified. */
export const pushFields = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  endpoint: 'https://push.example/another',
  time: 'hourly',
} as const;

/** A browser of the operator that is notified; its id. */
function storePushDevice(db: Database): string {
  const id = 'push-device';
  db.insert(pushSubscriptions)
    .values({
      ...{ ...pushFields, id, userId: 'user-opal', sessionId: 'session-operator', lastSeq: 0 },
      ...{ endpoint: 'https://push.example/one', dueAt: before, createdAt: before },
    })
    .run();
  return id;
}

/** An invitation of the operator; the secret of its link. */
function storeInvite(db: Database): string {
  const token = 'an-invitation-to-the-team';
  db.insert(teamInvites)
    .values({
      ...{ id: 'an-invite', tokenHash: sha256(token), role: 'clerk', invitedBy: 'user-opal' },
      // Open for servers with the time of the machine, too.
      ...{ createdAt: before, expiresAt: '2099-01-01T00:00:00.000Z' },
    })
    .run();
  return token;
}

/** Creates the items of the owner, a visitor with a key, another one and a buyer. */
async function storeItems(site: SiteInProcess): Promise<Record<string, string>> {
  const send = async (path: string, body: object, headers: Headers = bearer('owner')) =>
    getData<{ id: string; manageKey: string; conversation: string }>(
      await callApi(site, 'POST', `/api${path}`, { body, headers }),
    );
  const bike = await send('/bikes', shine, {});
  const scooter = await send('/scooters', shine, { 'X-Manage-Key': bike.manageKey });
  const ownBike = await send('/bikes', shine);
  const about = (id: string, words: string) => ({ ...messageFields, about: id, message: words });
  const { id: ride, key: rideKey } = getData<{ id: string; key: string }>(
    await callApi(site, 'POST', '/api/appointments', { body: testRide }),
  );
  const requested = await send('/contacts', about(ownBike.id, 'May a visitor see it on Saturday?'), {});
  const { conversation } = await send('/contacts', about(bike.id, 'May a visitor see yours on Saturday?'), {});
  const getSecret = (link: string) => new URL(link, site.origin).searchParams.get('key') ?? '';
  const getConversation = (listing: string) =>
    site.runtime.db.$client
      .prepare<[string], string>('SELECT id FROM conversations WHERE listing_id = ?')
      .pluck()
      .get(listing) ?? '';
  const hide = async (id: string) => {
    const path = `/desk/stock/riders/listing/${id}`;
    await sendForm(site, path, { intent: 'hide', reason: 'Sold' }, { Cookie: `authToken=${tokens.operator}` });
    return id;
  };
  const { id: message, conversation: toBusiness } = await send('/contacts', { ...messageFields, about: '1' }, {});
  const tag = { headers: bearer('operator'), body: { action: 'add', tag: 'vip' } };
  await callApi(site, 'PATCH', `/api/contacts/${message}/tags`, tag);
  const secret = getSecret(requested.conversation);
  const ownScooter = await send('/scooters', shine);
  await send('/contacts', about(ownScooter.id, 'Would you take half of it, by the next train?'), {});
  const blockedConversation = getConversation(ownScooter.id);
  await callApi(site, 'PUT', `/api/conversations/${blockedConversation}/block`, { headers: bearer('owner') });
  await sendForm(site, `/report?key=${secret}`, { reason: 'fraud' });
  return {
    bike: bike.id,
    key: bike.manageKey,
    scooter: scooter.id,
    wrongKey: (await send('/bikes', shine, {})).manageKey,
    ownBike: ownBike.id,
    hidden: await hide((await send('/bikes', shine)).id),
    ownScooter: ownScooter.id,
    blockedConversation,
    blocked: String(site.runtime.db.$client.prepare('SELECT id FROM blocked_senders').pluck().get()),
    vehicle: (await send('/vehicles', vehicle)).id,
    review: (await send('/reviews', { vehicleId: '1', rating: 4, comment: 'It never hurries.' })).id,
    request: (await send('/services/request', booking)).id,
    visit: (await send('/appointments', { ...testRide, kind: 'purchase' })).id,
    ride,
    rideKey,
    recoveryCode: createRecoveryCode(site.runtime.db, 'user-owner', aWhile),
    stopToken: createStopToken(site.runtime.db, ownersAccount.email, 'message'),
    webhook: (await send('/webhooks', { url: 'https://shop.example/hooks', events: ['listing.sold'] })).id,
    search: (await send('/searches', { query: 'q=hero' })).id,
    feedback: (await send('/feedback', feedbackFields)).id,
    message,
    messageSecret: getSecret(toBusiness),
    savedReply: storeSavedReply(site.runtime.db),
    inviteToken: storeInvite(site.runtime.db),
    pushDevice: storePushDevice(site.runtime.db),
    conversation: getConversation(ownBike.id),
    secret,
    keyConversation: getConversation(bike.id),
    keySecret: getSecret(conversation),
  };
}

let populated: Promise<PopulatedSite> | undefined;

/**
 * A site with users, their items, messages and requests, and a message to operators. Test files of one worker share it:
 * each opens copies of its own.
 */
export function populateSite(): Promise<PopulatedSite> {
  populated ??= populate();
  return populated;
}

async function populate(): Promise<PopulatedSite> {
  const clock = () => aWhile;
  const first = await openSite({}, clock);
  await storePeople(first.runtime.db);
  const items = await storeItems(first);
  const bytes = first.runtime.db.$client.serialize();
  await first.close();
  const codes: Partial<Record<Role, string>> = { key: items.key, 'wrong key': items.wrongKey };
  return {
    items,
    // Forms and API behave as on a site that sends mail.
    open: (variables = {}) => {
      const db = openDatabase(bytes);
      enableMail(db);
      return openSite(variables, clock, db);
    },
    asClient: (role) => {
      const code = codes[role];
      if (code) return { 'X-Manage-Key': code };
      return tokens[role] ? bearer(role) : {};
    },
    asBrowser: (role) => {
      const code = codes[role];
      const cookies: Headers = code ? { Cookie: `manageKeys=${code}` } : {};
      return tokens[role] ? { Cookie: `authToken=${tokens[role]}` } : cookies;
    },
  };
}

/** `text` with names in braces replaced. @throws for an unknown name */
export const filledIn = (text: string, items: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const item = items[name];
    if (item === undefined) throw new Error(`There is no ${name}`);
    return item;
  });

/** A digest that changes with any row of any table except `except`. */
export function getDigest({ $client: sqlite }: Database, except: readonly string[] = []): string {
  const hash = createHash('sha256');
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .pluck()
    .all();
  for (const table of tables) {
    if (except.includes(table)) continue;
    hash.update(table);
    // As JSON each byte of a blob would be a number in decimal digits.
    const toText = (value: unknown) => (Buffer.isBuffer(value) ? `blob ${value.toString('base64')}` : value);
    for (const row of sqlite.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).raw().all())
      hash.update(JSON.stringify(row.some(Buffer.isBuffer) ? row.map(toText) : row));
  }
  return hash.digest('hex');
}

/**
 * The digest of a database at any time. Rows are only read again after a statement has changed some.
 *
 * @param known their current digest, if known
 */
export function followRows(db: Database, except: readonly string[] = [], known?: string): () => string {
  const totalChanges = db.$client.prepare<[], number>('SELECT total_changes()').pluck();
  let changes = totalChanges.get();
  let digest = known ?? getDigest(db, except);
  return () => {
    const now = totalChanges.get();
    if (now !== changes) digest = getDigest(db, except);
    changes = now;
    return digest;
  };
}
