import type { CommandContext } from '../command.server';
import { claimListings } from '../listings/claim-listings.server';
import { statementsOf } from '../statements.server';
import { emailKeyOf } from './email-key.server';
import { endSession, openSession, type SessionKind } from './sessions.server';
import type { AttemptLimit } from './sign-in-attempts.server';

/** Whoever gives a password, and where from. */
export type GivingPassword = CommandContext & {
  /** What tries are counted by, besides the account. */
  address: string;
  attemptLimit: AttemptLimit;
};

/** Who wants in, to a session of their own. */
export type Entering = GivingPassword & {
  kind: SessionKind;
  /** What the user will tell this session by; null when nothing is known. */
  label: string | null;
};

/** Somebody who has just got in. */
export type Entered = {
  userId: string;
  /** The token of the new session, told this once. */
  token: string;
  /** Listings that were under the sender's manage keys, and are the user's now. */
  claimed: number;
};

const passwords = statementsOf((sqlite) => ({
  // An address that is written just so comes first: an old account may be under the same key as another.
  ofEmail: sqlite.prepare<[{ email: string; key: string }], { id: string; passwordHash: string }>(
    `SELECT id, password_hash AS passwordHash FROM users WHERE email = @email OR email_key = @key
      ORDER BY email = @email DESC LIMIT 1`,
  ),
  ofUser: sqlite.prepare<[string], { email: string; passwordHash: string }>(
    'SELECT email, password_hash AS passwordHash FROM users WHERE id = ?',
  ),
}));

/** The password hash of the account with that email, or that id; null when there is none. */
export const passwordOfEmail = (db: CommandContext['db'], email: string) =>
  passwords(db).ofEmail.get({ email, key: emailKeyOf(email) }) ?? null;
export const passwordOfUser = (db: CommandContext['db'], userId: string) => passwords(db).ofUser.get(userId) ?? null;

/**
 * Lets a user in whose password was right, inside a transaction: a new session always, so that no token known before
 * opens the account; the one the browser had ends. The listings of its manage keys become the user's.
 */
export function enterAccount(userId: string, { db, asker, now, kind, label }: Entering): Entered {
  if (asker.user && kind === 'browser') endSession(db, asker.user.id, asker.user.sessionId);
  const token = openSession(db, { userId, kind, label }, now);
  return { userId, token, claimed: claimListings(db, userId, asker.manageKeyIds, now) };
}
