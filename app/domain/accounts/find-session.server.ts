import { createHash } from 'node:crypto';
import { lte } from 'drizzle-orm';
import type { SignedInUser } from '~/domain/asker';
import type { Database } from '~db/connection';
import { sessions } from '~db/schema';
import { statementsOf } from '../statements.server';

/** Only a token's SHA-256 is stored, so that a stolen database holds no usable session. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const reads = statementsOf((sqlite) =>
  sqlite.prepare<[string, string], SignedInUser>(
    `SELECT users.id, users.name, users.role, sessions.id AS sessionId
       FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE sessions.token_hash = ? AND sessions.expires_at > ?`,
  ),
);

/**
 * The user whose session an opaque token opens. The user is read afresh each time: a change of name or role counts at once.
 *
 * @returns null when the token is unknown, malformed, revoked or expired
 */
export function findSession(db: Database, token: string, now: Date): SignedInUser | null {
  return reads(db).get(hashToken(token), now.toISOString()) ?? null;
}

/** Takes away the sessions that have ended. */
export function purgeSessions(db: Database, now: Date): void {
  db.delete(sessions).where(lte(sessions.expiresAt, now.toISOString())).run();
}
