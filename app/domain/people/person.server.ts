import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { RequestKind, Role } from '~db/enums';
import { users } from '~db/schema/accounts';
import { conversations } from '~db/schema/conversations';
import { deskFollowUps } from '~db/schema/desk';
import { mails } from '~db/schema/site';
import { toEmailKey } from '../accounts/email-keys.server';
import { findSenderOfRequest } from '../moderation/blocked-contacts.server';
import { normalizeEmail } from '../shared/email';
import { isPhoneNumber, normalizePhone, toPhoneKey } from '../shared/phone';
import type { AppError, Reason } from '../shared/result';
import { validateMaxLength } from '../shared/text';

/*
 * A person is known by an email address, a phone number or an account (docs/product.md, "People"). No table
 * has people: what is theirs is found by these in the tables of requests, conversations and accounts.
 */

type PersonAccount = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  createdAt: string;
};

export type Person = {
  /** Id of an account, a request or a conversation of theirs: it contains no personal data. */
  id: string;
  name: string;
  /** In lower case. */
  emails: string[];
  /** As `normalizePhone` writes them. */
  phones: string[];
  accounts: PersonAccount[];
  /** Ids of accounts of another name with one of the phone numbers, which belong to another person. */
  sharedPhones: string[];
};

/** Tables in which people leave how they can be reached; the names of their columns, and the rest of the condition. */
const sources = {
  message: { table: 'contact_messages', name: 'name', email: 'email', phone: 'phone', user: 'user_id' },
  service: {
    table: 'service_requests',
    name: 'contact_name',
    email: 'contact_email',
    phone: 'contact_phone',
    user: 'user_id',
  },
  appointment: { table: 'appointments', name: 'name', email: 'email', phone: 'phone', user: 'user_id' },
  conversation: {
    table: 'conversations',
    name: 'buyer_name',
    email: 'buyer_email',
    phone: 'buyer_phone',
    user: 'buyer_user_id',
  },
} as const;
type Source = keyof typeof sources;
const sourceNames = ['message', 'service', 'appointment', 'conversation'] as const satisfies readonly Source[];

type Contacts = { emails: readonly string[]; phones: readonly string[]; userIds: readonly string[] };

export const createSqlList = (values: readonly string[]): SQL =>
  sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;

/** A row of an older version has the number as it was typed. */
const spellPhones = (phones: readonly string[]): string[] => [
  ...new Set(phones.flatMap((phone) => [phone, toPhoneKey(phone), `+91${toPhoneKey(phone)}`, `0${toPhoneKey(phone)}`])),
];

/** Ids of the rows with any of the contacts; each branch has an index. */
export function selectOwnRows(source: Source, contacts: Contacts): SQL {
  const branches = selectByContact(source, contacts);
  return branches.length === 0 ? sql`SELECT NULL AS id WHERE 0` : sql.join(branches, sql` UNION `);
}

/** As `selectOwnRows`, with a row once for each of its contacts: the first are found without reading all. */
export function selectOwnRowsByContact(source: Source, contacts: Contacts): SQL {
  const branches = selectByContact(source, contacts);
  return branches.length === 0 ? sql`SELECT NULL AS id WHERE 0` : sql.join(branches, sql` UNION ALL `);
}

function selectByContact(source: Source, { emails, phones, userIds }: Contacts): SQL[] {
  const { table, email, phone, user } = sources[source];
  const from = sql`SELECT id FROM ${sql.identifier(table)}`;
  // Named, because the planner would read a small table in the order of its ids.
  const by = (index: 'email' | 'phone') => sql`${from} INDEXED BY ${sql.identifier(`${table}_${index}`)}`;
  const apart = source === 'conversation' ? sql` AND desk_request_id IS NULL` : sql``;
  return [
    ...(emails.length > 0
      ? [
          sql`${by('email')} WHERE lower(${sql.identifier(email)}) IN ${createSqlList(emails)} AND ${sql.identifier(email)} IS NOT NULL${apart}`,
        ]
      : []),
    ...(phones.length > 0
      ? [sql`${by('phone')} WHERE ${sql.identifier(phone)} IN ${createSqlList(spellPhones(phones))}${apart}`]
      : []),
    ...(userIds.length > 0 ? [sql`${from} WHERE ${sql.identifier(user)} IN ${createSqlList(userIds)}${apart}`] : []),
  ];
}

export const toContacts = ({ emails, phones, accounts }: Person): Contacts => ({
  emails,
  phones,
  userIds: accounts.map(({ id }) => id),
});

/** @param withAnonymous whose author operators do not see */
export function selectOwnFeedback({ accounts }: Person, { withAnonymous }: { withAnonymous: boolean }): SQL {
  if (accounts.length === 0) return sql`SELECT NULL AS id WHERE 0`;
  const isTheirs = sql`user_id IN ${createSqlList(accounts.map(({ id }) => id))}`;
  return withAnonymous
    ? sql`SELECT id FROM feedback WHERE ${isTheirs}`
    : sql`SELECT id FROM feedback WHERE ${isTheirs} AND is_anonymous = 0`;
}

type Known = { name: string | null; email: string | null; phone: string | null; userId: string | null };

/** Rows that are read of each table in each round. */
const maxRows = 100;

const readRows = (db: Database, source: Source, contacts: Contacts): (Known & { id: string })[] => {
  const { table, name, email, phone, user } = sources[source];
  const column = (of: string) => sql<string | null>`t.${sql.identifier(of)}`;
  return db
    .select({
      id: sql<string>`t.id`,
      name: column(name),
      email: column(email),
      phone: column(phone),
      userId: column(user),
    })
    .from(sql`(${selectOwnRows(source, contacts)} LIMIT ${maxRows}) own CROSS JOIN ${sql.identifier(table)} t`)
    .where(sql`t.id = own.id`)
    .all();
};

const account = {
  id: users.id,
  name: users.name,
  email: users.email,
  phone: users.phone,
  role: users.role,
  createdAt: users.createdAt,
};

const readAccounts = (db: Database, { emails, phones, userIds }: Contacts): PersonAccount[] => {
  const matches = [
    ...(userIds.length > 0 ? [sql`SELECT id FROM users WHERE id IN ${createSqlList(userIds)}`] : []),
    ...(emails.length > 0
      ? [
          sql`SELECT id FROM users WHERE email IN ${createSqlList(emails)}`,
          sql`SELECT id FROM users WHERE email_key IN ${createSqlList(emails.map(toEmailKey))}`,
        ]
      : []),
    ...(phones.length > 0
      ? [sql`SELECT id FROM users INDEXED BY users_phone WHERE phone IN ${createSqlList(spellPhones(phones))}`]
      : []),
  ];
  if (matches.length === 0) return [];
  return db
    .select(account)
    .from(sql`(${sql.join(matches, sql` UNION `)} LIMIT ${maxRows}) own`)
    .crossJoin(users)
    .where(eq(users.id, sql`own.id`))
    .all();
};

const toNameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

function findStart(db: Database, id: string): Known | null {
  const user = db.select(account).from(users).where(eq(users.id, id)).get();
  if (user) return { ...user, userId: user.id };
  const sender = findSenderOfRequest(db, id);
  // The author of anonymous feedback is not revealed.
  if (sender) return sender.name === null ? null : sender;
  const buyer = db
    .select({
      name: conversations.buyerName,
      email: conversations.buyerEmail,
      phone: conversations.buyerPhone,
      userId: conversations.buyerUserId,
    })
    .from(conversations)
    .where(sql`${conversations.id} = ${id} AND desk_request_id IS NULL AND buyer_name IS NOT NULL`)
    .get();
  if (buyer) return buyer;
  // Of a visitor only a mail may be left.
  const mail = db.select({ address: mails.address }).from(mails).where(eq(mails.id, id)).get();
  return mail?.address ? { name: mail.address, email: mail.address, phone: null, userId: null } : null;
}

/** How often what was found leads on to more: from a phone number to an email, and from that to an account. */
const rounds = 4;
const maxContacts = 20;

/**
 * Rows with a contact of theirs are theirs. They lead on to their other contacts only under the same name, so that who
 * writes another's address into a form is not taken for that person; and so does an account.
 *
 * @returns null for no such row, and for anonymous feedback
 */
export function findPerson(db: Database, id: string): Person | null {
  const start = findStart(db, id);
  return start && gather(db, id, start);
}

function gather(db: Database, id: string, start: Known): Person {
  const name = start.name ?? '';
  const names = new Set([toNameKey(name)]);
  const emails = new Set<string>();
  const phones = new Set<string>();
  const userIds = new Set<string>();
  const add = ({ email, phone, userId }: Known): void => {
    if (email && emails.size < maxContacts) emails.add(normalizeEmail(email).toLowerCase());
    if (phone && phones.size < maxContacts && toPhoneKey(phone) !== '') phones.add(normalizePhone(phone));
    if (userId && userIds.size < maxContacts) userIds.add(userId);
  };
  const toState = (): Contacts => ({ emails: [...emails], phones: [...phones], userIds: [...userIds] });
  add(start);
  const first = new Set(emails);
  let size = 0;
  for (let round = 0; round < rounds && size < emails.size + phones.size + userIds.size; round += 1) {
    size = emails.size + phones.size + userIds.size;
    for (const own of readAccounts(db, toState())) {
      if (!userIds.has(own.id) && !first.has(own.email) && !names.has(toNameKey(own.name))) continue;
      names.add(toNameKey(own.name));
      add({ ...own, userId: own.id });
    }
    const contacts = toState();
    for (const row of sourceNames.flatMap((source) => readRows(db, source, contacts))) {
      if (row.name !== null && names.has(toNameKey(row.name))) add({ ...row, userId: null });
    }
  }
  const all = readAccounts(db, toState());
  return {
    id,
    name,
    emails: [...emails],
    phones: [...phones],
    accounts: all.filter(({ id: own }) => userIds.has(own)),
    sharedPhones: all.filter(({ id: own, phone }) => !userIds.has(own) && phone !== null).map(({ id: own }) => own),
  };
}

export const personNotFound: AppError = { kind: 'not-found', code: 'person_not_found' };

export const maxContactLength = 254;

/** @returns why a text is no email address or phone number; null if it is one */
export function validateContact(contact: string): Reason | null {
  const tooLong = validateMaxLength('Email or phone number', contact, maxContactLength);
  return tooLong ?? (readContact(contact) === null ? { code: 'contact_invalid' } : null);
}

/** @param contact an email address or a phone number @returns null for any other text */
function readContact(contact: string): { email: string | null; phone: string | null } | null {
  const email = normalizeEmail(contact);
  if (email.includes('@')) return { email: email.toLowerCase(), phone: null };
  const phone = normalizePhone(contact);
  return isPhoneNumber(phone) ? { email: null, phone } : null;
}

export const isContactOf = ({ emails, phones }: Person, contact: string): boolean => {
  const read = readContact(contact);
  return read !== null && (read.email ? emails.includes(read.email) : phones.includes(read.phone ?? ''));
};

export const maxPeople = 10;

/** People with an email address or a phone number, one for each name; accounts come first. */
export function findPeople(db: Database, contact: string): { id: string; name: string }[] {
  const read = readContact(contact);
  if (!read) return [];
  const contacts: Contacts = {
    emails: read.email ? [read.email] : [],
    phones: read.phone ? [read.phone] : [],
    userIds: [],
  };
  const people = new Map<string, { id: string; name: string }>();
  for (const { id, name } of [
    ...readAccounts(db, contacts),
    ...sourceNames.flatMap((source) => readRows(db, source, contacts)),
  ]) {
    if (name !== null && !people.has(toNameKey(name))) people.set(toNameKey(name), { id, name });
  }
  if (people.size === 0 && read.email) {
    const mail = db.select({ id: mails.id }).from(mails).where(eq(mails.address, read.email)).limit(1).get();
    return mail ? [{ id: mail.id, name: read.email }] : [];
  }
  return [...people.values()].slice(0, maxPeople);
}

const requestSources = ['message', 'service', 'appointment'] as const;

/** Ids of all requests of theirs but anonymous feedback. */
export const selectOwnRequests = (person: Person): SQL =>
  sql.join(
    [
      ...requestSources.map((source) => selectOwnRows(source, toContacts(person))),
      selectOwnFeedback(person, { withAnonymous: false }),
    ],
    sql` UNION `,
  );

const countRows = (db: Database, select: SQL): number =>
  db.select({ rows: sql<number>`count(*)` }).from(sql`(${select}) own`).get()?.rows ?? 0;

type PersonCounts = Record<RequestKind | 'lead' | 'conversation' | 'listing' | 'account', number>;

/** Ids of conversations with sellers and buyers. Operators do not read them. */
export const selectOwnConversations = (person: Person): SQL => {
  const asBuyer = selectOwnRows('conversation', toContacts(person));
  if (person.accounts.length === 0) return asBuyer;
  const userIds = createSqlList(person.accounts.map(({ id }) => id));
  return sql`${asBuyer} UNION SELECT id FROM conversations WHERE seller_user_id IN ${userIds} AND desk_request_id IS NULL`;
};

const selectOwnOffers = ({ accounts }: Person): SQL => {
  if (accounts.length === 0) return sql`SELECT NULL AS id WHERE 0`;
  const userIds = createSqlList(accounts.map(({ id }) => id));
  return sql`SELECT id FROM listings WHERE owner_user_id IN ${userIds}
    UNION ALL SELECT id FROM vehicles WHERE owner_user_id IN ${userIds}`;
};

export function countItems(db: Database, person: Person): PersonCounts {
  const contacts = toContacts(person);
  return {
    message: countRows(db, selectOwnRows('message', contacts)),
    service: countRows(db, selectOwnRows('service', contacts)),
    appointment: countRows(db, selectOwnRows('appointment', contacts)),
    feedback: countRows(db, selectOwnFeedback(person, { withAnonymous: false })),
    lead: countRows(
      db,
      sql`SELECT own.id FROM (${selectOwnRequests(person)}) own CROSS JOIN ${deskFollowUps}
        WHERE ${deskFollowUps.requestId} = own.id AND ${deskFollowUps.dueOn} IS NOT NULL`,
    ),
    conversation: countRows(db, selectOwnConversations(person)),
    listing: countRows(db, selectOwnOffers(person)),
    account: person.accounts.length,
  };
}

type PersonOffer = { id: string; name: string; price: number; createdAt: string; soldAt: string | null };

const maxOffers = 20;

/** What they sell or sold, the newest first. */
export function findOwnOffers(db: Database, { accounts }: Person): PersonOffer[] {
  if (accounts.length === 0) return [];
  const userIds = createSqlList(accounts.map(({ id }) => id));
  return db
    .select({
      id: sql<string>`id`,
      name: sql<string>`name`,
      price: sql<number>`price`,
      createdAt: sql<string>`created_at`,
      soldAt: sql<string | null>`sold_at`,
    })
    .from(
      sql`(SELECT id, name, present_price_rupees AS price, created_at, sold_at FROM listings WHERE owner_user_id IN ${userIds}
        UNION ALL SELECT id, name, price_rupees, created_at, sold_at FROM vehicles WHERE owner_user_id IN ${userIds}
        ORDER BY created_at DESC LIMIT ${maxOffers})`,
    )
    .all();
}
