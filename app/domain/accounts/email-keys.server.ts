import { domainToASCII } from 'node:url';
import { eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';

/** NFKC, lower case, domain in its DNS form (IDNA). @returns the address itself if its domain is no DNS name */
export function toEmailKey(email: string): string {
  const plain = email.normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1));
  return domain === '' ? plain : plain.slice(0, at + 1) + domain;
}

/** Whether mail could be sent to an address: its domain is a valid DNS name. */
export const hasKnownDomain = (email: string): boolean =>
  domainToASCII(email.slice(email.lastIndexOf('@') + 1).normalize('NFKC')) !== '';

const queries = memoizePrepared((db) => ({
  without: db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(isNull(users.emailKey))
    .orderBy(users.createdAt)
    .prepare(),
  isTaken: db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, sql.placeholder('key')))
    .prepare(),
  // Raw: Drizzle has no UPDATE OR IGNORE.
  set: db.$client.prepare<[string, string]>('UPDATE OR IGNORE users SET email_key = ? WHERE id = ?'),
}));

/** Of two accounts with one key, that whose address equals the key gets it; the other keeps its exact address. */
export function fillEmailKeys(db: Database): void {
  const { without, isTaken, set } = queries(db);
  const accounts = without
    .all()
    .map(({ id, email }) => ({ id, email, key: toEmailKey(email) }))
    .filter(({ key }) => isTaken.get({ key }) === undefined);
  if (accounts.length === 0) return;
  db.$client
    .transaction(() => {
      const plainFirst = [...accounts.filter((one) => one.key === one.email), ...accounts];
      for (const { id, key } of plainFirst) set.run(key, id);
    })
    .immediate();
}
