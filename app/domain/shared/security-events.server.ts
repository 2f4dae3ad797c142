import { createHmac } from 'node:crypto';
import type { Database } from '~db/connection';
import { siteKey } from './crypto.server';

/**
 * Events that matter to an operator: failed or throttled sign-ins, issued and revoked credentials, and operator
 * actions.
 */
export type SecurityEventName =
  | 'sign-in-failed'
  | 'throttled'
  | 'password-changed'
  | 'email-changed'
  | 'recovery-code-made'
  | 'token-created'
  | 'token-revoked'
  | 'cross-site-write-rejected'
  | 'operator-action';

/** Raw facts of an event, never logged as they are: account and address become keyed hashes. */
type SecurityFacts = {
  /** Id of the account; for a failed sign-in without an account, the email address that was tried. */
  account?: string;
  /** Address of the client. */
  address?: string;
  /** Further facts without personal data: the name of a limit, the kind of item an operator changed. */
  about?: string;
};

/** A security event in the form in which it is logged. */
type LoggedSecurityEvent = { event: SecurityEventName; account?: string; address?: string; about?: string };

const reporters = new WeakMap<object, (event: SecurityEventName, facts: SecurityFacts) => void>();
/** Length of each hash in the log, in bytes: enough to be unguessable, few enough to be readable. */
const hashBytes = 12;

/**
 * Starts logging the security events of a site, with account and address as hashes under a key of its database. All
 * events of one account have the same hash across restarts and years, which is needed to detect slow attacks, while the
 * log alone identifies no one and cannot be searched for an address by trying them all.
 */
export function logSecurityEvents(db: Database, log: (event: LoggedSecurityEvent) => void): void {
  const key = siteKey(db, 'security-events');
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

/** Reports an event; has no effect where logging was not started, as in the operator's command-line tools. */
export function reportSecurityEvent(db: Database, event: SecurityEventName, facts: SecurityFacts = {}): void {
  reporters.get(db.$client)?.(event, facts);
}
