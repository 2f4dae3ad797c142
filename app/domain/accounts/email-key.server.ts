import { domainToASCII } from 'node:url';
import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';

/**
 * What two email addresses are compared by: full-width letters and other compatible forms are the plain ones (NFKC),
 * case is none, and the domain is as the name service knows it (IDNA).
 *
 * @param email of the form of an address
 * @returns the address itself, in lower case, where its domain is none that the name service could know
 */
export function emailKeyOf(email: string): string {
  const plain = email.normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1));
  return domain === '' ? plain : plain.slice(0, at + 1) + domain;
}

/** Whether mail could be sent to an address: its domain is one that the name service could know. */
export const hasKnownDomain = (email: string): boolean =>
  domainToASCII(email.slice(email.lastIndexOf('@') + 1).normalize('NFKC')) !== '';

const statements = statementsOf((sqlite) => ({
  without: sqlite.prepare<[], { id: string; email: string }>(
    'SELECT id, email FROM users WHERE email_key IS NULL ORDER BY created_at',
  ),
  isTaken: sqlite.prepare<[string], number>('SELECT 1 FROM users WHERE email_key = ?').pluck(),
  set: sqlite.prepare<[string, string]>('UPDATE OR IGNORE users SET email_key = ? WHERE id = ?'),
}));

/**
 * Gives accounts that are older than the comparison what they are compared by. Of two that are one address by now, the
 * one that is written plainly gets it; the other goes on under its address just as it is written. Writes nothing where
 * nothing is left to be filled in.
 */
export function fillEmailKeys(db: Database): void {
  const { without, isTaken, set } = statements(db);
  const accounts = without
    .all()
    .map(({ id, email }) => ({ id, email, key: emailKeyOf(email) }))
    .filter(({ key }) => isTaken.get(key) === undefined);
  if (accounts.length === 0) return;
  db.$client
    .transaction(() => {
      const plainFirst = [...accounts.filter((one) => one.key === one.email), ...accounts];
      for (const { id, key } of plainFirst) set.run(key, id);
    })
    .immediate();
}
