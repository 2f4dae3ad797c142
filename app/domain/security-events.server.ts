import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '~db/connection';

/** What an operator wants to be told of: who tried to get in, who got hold of what, and who acted as an operator. */
export type SecurityEventName =
  | 'sign-in-failed'
  | 'throttled'
  | 'password-changed'
  | 'token-made'
  | 'token-revoked'
  | 'foreign-write-refused'
  | 'operator-action';

/** Never logged as they are: account and address become keyed hashes. */
type SecurityFacts = {
  /** The id of the account; of a failed sign-in without an account, the e-mail address that was tried. */
  account?: string;
  /** Of the client. */
  address?: string;
  /** Further facts without personal data: the name of a limit, the kind of thing an operator changed. */
  about?: string;
};

/** As it may be logged. */
type LoggedSecurityEvent = { event: SecurityEventName; account?: string; address?: string; about?: string };

const reporters = new WeakMap<object, (event: SecurityEventName, facts: SecurityFacts) => void>();
/** Of each hash in the log: too many to be guessed, few enough to be read. */
const hashBytes = 12;

/**
 * The key of the hashes in the log, stored with the database: all events of one account can be told by one name over
 * restarts and years, which an attack in slow motion needs, while the log alone names nobody and can't be searched for
 * an address by trying them all. Where nothing can be written, a key of this start serves.
 */
function keyOf({ $client }: Database): Buffer {
  const name = 'security-events';
  const read = $client.prepare<[string], Buffer>('SELECT key FROM site_keys WHERE name = ?').pluck();
  const made = randomBytes(32);
  try {
    if (!read.get(name)) {
      $client.prepare('INSERT INTO site_keys (name, key) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, made);
    }
    return read.get(name) ?? made;
  } catch {
    return made;
  }
}

/** Has the security events of a site logged, account and address as hashes under the key of its database. */
export function logSecurityEvents(db: Database, log: (event: LoggedSecurityEvent) => void): void {
  const key = keyOf(db);
  const hash = (kind: string, text: string): string =>
    createHmac('sha256', key).update(`${kind} ${text}`).digest().subarray(0, hashBytes).toString('base64url');
  reporters.set(db.$client, (event, { account, address, about }) =>
    log({
      event,
      ...(account && { account: hash('account', account) }),
      ...(address && { address: hash('address', address) }),
      ...(about && { about }),
    }),
  );
}

/** Reports an event; nothing happens where nobody logs them, as in a command of the operator's. */
export function reportSecurityEvent(db: Database, event: SecurityEventName, facts: SecurityFacts = {}): void {
  reporters.get(db.$client)?.(event, facts);
}
