import { domainToASCII } from 'node:url';
import type { Database } from '~db/connection';
import { statementsOf } from '../shared/memoize.server';

/**
 * Returns the key by which email addresses are compared: full-width letters and other compatibility forms become the
 * plain ones (NFKC), case is ignored, and the domain has its DNS form (IDNA).
 *
 * @param email a text with the form of an address
 * @returns the address itself, in lower case, where its domain is not a valid DNS name
 */
export function emailKeyOf(email: string): string {
  const plain = email.normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1));
  return domain === '' ? plain : plain.slice(0, at + 1) + domain;
}

/** Whether mail could be sent to an address: its domain is a valid DNS name. */
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
 * Sets the key of accounts that were created before keys existed. Of two accounts whose addresses now have the same
 * key, the one whose address equals the key gets it; the other keeps working under its exact address. Writes nothing
 * when every account has its key.
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
