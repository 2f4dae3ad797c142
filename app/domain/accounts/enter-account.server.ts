import type { CommandContext } from '../command.server';
import { claimListings } from '../listings/claim-listings.server';
import { statementsOf } from '../statements.server';
import { emailKeyOf } from './email-key.server';
import { endSession, openSession, type SessionKind } from './sessions.server';
import type { AttemptLimit } from './sign-in-attempts.server';

/** Context of a request that carries a password, with the client address. */
export type GivingPassword = CommandContext & {
  /** Client address by which attempts are counted, in addition to the account. */
  address: string;
  attemptLimit: AttemptLimit;
};

/** Context of a request that opens a session. */
export type Entering = GivingPassword & {
  kind: SessionKind;
  /** Label by which the user recognizes this session; null when nothing is known. */
  label: string | null;
};

/** Result of a successful sign-in. */
export type Entered = {
  userId: string;
  /** Token of the new session, returned only this once. */
  token: string;
  /** Number of listings that moved from the client's manage keys to the user. */
  claimed: number;
};

const passwords = statementsOf((sqlite) => ({
  // Prefers an exact match of the address: an older account may share its key with another.
  ofEmail: sqlite.prepare<[{ email: string; key: string }], { id: string; passwordHash: string }>(
    `SELECT id, password_hash AS passwordHash FROM users WHERE email = @email OR email_key = @key
      ORDER BY email = @email DESC LIMIT 1`,
  ),
  ofUser: sqlite.prepare<[string], { email: string; passwordHash: string }>(
    'SELECT email, password_hash AS passwordHash FROM users WHERE id = ?',
  ),
}));

/** Returns the password hash of the account with that email or id; null when there is none. */
export const passwordOfEmail = (db: CommandContext['db'], email: string) =>
  passwords(db).ofEmail.get({ email, key: emailKeyOf(email) }) ?? null;
export const passwordOfUser = (db: CommandContext['db'], userId: string) => passwords(db).ofUser.get(userId) ?? null;

/**
 * Opens a session for a user whose password was correct, inside a transaction. It is always a new session, so that no
 * previously known token grants access; the browser's existing session ends. The listings of its manage keys become the
 * user's.
 */
export function enterAccount(userId: string, { db, asker, now, kind, label }: Entering): Entered {
  if (asker.user && kind === 'browser') endSession(db, asker.user.id, asker.user.sessionId);
  const token = openSession(db, { userId, kind, label }, now);
  return { userId, token, claimed: claimListings(db, userId, asker.manageKeyIds, now) };
}
