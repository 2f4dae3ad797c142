import { and, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { Role } from '~db/enums';
import { authenticators, sessions, users } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';
import { createPagination, type Page } from '../shared/pagination.server';
import { normalizePhone } from '../shared/phone';

export const accountLists = ['team', 'accounts', 'blocked'] as const;
export type AccountList = (typeof accountLists)[number];

export type AccountRow = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  createdAt: string;
  blockedAt: string | null;
  blockedReason: string | null;
  lastSeenAt: string | null;
  hasSecondStep: boolean;
};

/** Expressions, because a source with an index has no columns for Drizzle. */
const columns = {
  id: sql<string>`${users.id}`,
  name: sql<string>`${users.name}`,
  email: sql<string>`${users.email}`,
  phone: sql<string | null>`${users.phone}`,
  role: sql<Role>`${users.role}`,
  createdAt: sql<string>`${users.createdAt}`,
  blockedAt: sql<string | null>`${users.blockedAt}`,
  blockedReason: sql<string | null>`${users.blockedReason}`,
  lastSeenAt: sql<
    string | null
  >`(SELECT max(${sessions.lastSeenAt}) FROM ${sessions} WHERE ${sessions.userId} = ${users}.id)`,
  hasSecondStep: sql`EXISTS (SELECT 1 FROM ${authenticators} WHERE ${authenticators.userId} = ${users}.id)`.mapWith(
    Boolean,
  ),
};

const inList: Readonly<Record<AccountList, SQL>> = {
  team: sql`role <> 'user'`,
  accounts: sql`role = 'user'`,
  blocked: sql`blocked_at IS NOT NULL`,
};

const indexes: Readonly<Record<AccountList, string>> = {
  team: 'users_team',
  accounts: 'users_accounts',
  blocked: 'users_blocked',
};

const byIndex = (list: AccountList): SQL => sql`${users} INDEXED BY ${sql.identifier(indexes[list])}`;

export const accountsPerPage = 20;

/** Texts that begin with another are between it and this. */
const pastLast = '\u{10FFFF}';

/** Beginnings of the name, the email or the phone, each by its index. */
const matches = (q: string): SQL | undefined => {
  const email = q.toLowerCase();
  const phone = normalizePhone(q);
  return or(
    sql`${users.name} COLLATE NOCASE >= ${q} AND ${users.name} COLLATE NOCASE < ${q + pastLast}`,
    sql`${users.email} >= ${email} AND ${users.email} < ${email + pastLast}`,
    /\d{3}/.test(q) ? sql`${users.phone} >= ${phone} AND ${users.phone} < ${phone + pastLast}` : undefined,
  );
};

/** @param q beginning of a name, an email or a phone; empty: all @param page from 1 */
export function findAccounts(
  db: Database,
  list: AccountList,
  q: string,
  page: number,
  limit = accountsPerPage,
): Page<AccountRow> {
  const where = and(inList[list], q === '' ? undefined : matches(q));
  const total =
    q === '' ? countAccounts(db)[list] : (db.select({ rows: count() }).from(users).where(where).get()?.rows ?? 0);
  const items = db
    .select(columns)
    .from(q === '' ? byIndex(list) : users)
    .where(where)
    .orderBy(desc(users.createdAt), users.id)
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  return { items, pagination: createPagination({ page, limit }, total) };
}

const starts = memoizePrepared(({ $client }) => {
  const begins = (index: string, column: string, start: string) =>
    `SELECT * FROM (SELECT id FROM users INDEXED BY ${index} WHERE role = 'user' AND ${column} >= @${start}
       AND ${column} < @${start} || char(0x10FFFF) ORDER BY ${column} LIMIT @limit)`;
  return $client.prepare<[Record<string, string | number>], Pick<AccountRow, 'id' | 'name' | 'email' | 'phone'>>(
    `SELECT users.id, name, email, phone FROM (
       ${begins('users_name', 'name COLLATE NOCASE', 'name')} UNION ${begins('users_email', 'email', 'email')}
       UNION ${begins('users_phone', 'phone', 'phone')}) begun
       CROSS JOIN users ON users.id = begun.id ORDER BY +name COLLATE NOCASE, users.id LIMIT @limit`,
  );
});

/** As a number is stored: '98765 01' is '+91 98765 01'. A text with fewer than three digits begins none. */
function toStartOfPhone(q: string): string {
  if (/[^\d\s()+-]/.test(q) || !/\d{3}/.test(q)) return pastLast;
  const digits = q.replace(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '');
  return q.startsWith('+') ? normalizePhone(q) : `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`.trim();
}

/** The first accounts whose name, email or phone begins with a text: as quick with many that do. */
export const findFirstAccounts = (db: Database, q: string, limit: number) =>
  starts(db).all({ name: q, email: q.toLowerCase(), phone: toStartOfPhone(q), limit });

export function countAccounts(db: Database): Record<AccountList, number> {
  const read = (list: AccountList) =>
    db.select({ rows: count() }).from(byIndex(list)).where(inList[list]).get()?.rows ?? 0;
  return { team: read('team'), accounts: read('accounts'), blocked: read('blocked') };
}

export const findAccountRow = (db: Database, id: string): AccountRow | null =>
  db.select(columns).from(users).where(eq(users.id, id)).get() ?? null;
