import { createHmac } from 'node:crypto';
import type { Database } from '~db/connection';
import { readSiteKey } from './secrets.server';

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
  address?: string;
  /** Further data, not personal: the name of a limit, or the kind of item an operator changed. */
  about?: string;
};

type LoggedSecurityEvent = { event: SecurityEventName; account?: string; address?: string; about?: string };

const reporters = new WeakMap<object, (event: SecurityEventName, facts: SecurityFacts) => void>();
const hashBytes = 12;

/** Equal hashes for years, so that slow attacks are detected, while the log alone identifies no one. */
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
