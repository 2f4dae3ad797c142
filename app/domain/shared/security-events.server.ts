import { createHmac } from 'node:crypto';
import type { Database } from '~db/connection';
import { readSiteKey } from './secrets.server';

/**
 * Events of interest to operators: sign-ins, failed and throttled ones too, issued and revoked credentials, requests
 * without the right to them, and operator actions.
 */
export type SecurityEventName =
  | 'signed-in'
  | 'access-denied'
  | 'sign-in-failed'
  | 'throttled'
  | 'password-changed'
  | 'email-changed'
  | 'recovery-code-made'
  | 'token-created'
  | 'token-revoked'
  | 'cross-site-write-rejected'
  | 'operator-action';

/** Raw data of an event. Never logged directly: account and address become keyed hashes. */
type SecurityFacts = {
  /** Id of the account; the email address if a failed sign-in matches no account. */
  account?: string | undefined;
  /** Address of the client. */
  address?: string;
  /** Further data, not personal: the name of a limit, or the kind of item an operator changed. */
  about?: string;
};

/** Security event as it is logged. */
type LoggedSecurityEvent = { event: SecurityEventName; account?: string; address?: string; about?: string };

const reporters = new WeakMap<object, (event: SecurityEventName, facts: SecurityFacts) => void>();
/** Length of each logged hash in bytes: too long to guess, and short enough to read. */
const hashBytes = 12;

/**
 * Starts logging the security events of a site, with account and address as hashes under a key of its database. All
 * events of one account have the same hash across restarts and years, so that slow attacks can be detected, while the
 * log alone identifies no one, even by trying all addresses.
 */
export function logSecurityEvents(db: Database, log: (event: LoggedSecurityEvent) => void): void {
  const key = readSiteKey(db, 'security-events');
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

/** Reports an event. Has no effect if logging was not started, as in the command-line tools. */
export function reportSecurityEvent(db: Database, event: SecurityEventName, facts: SecurityFacts = {}): void {
  reporters.get(db.$client)?.(event, facts);
}
