import { createHash } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { SignedInUser } from '~/domain/asker';
import type { Database } from '~db/connection';
import { sessions, users } from '~db/schema';

/** Only a token's SHA-256 is stored, so that a stolen database holds no usable session. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * The user whose session an opaque token opens. The user is read afresh each time: a change of name or role counts at once.
 *
 * @returns null when the token is unknown, malformed, revoked or expired
 */
export function findSession(db: Database, token: string, now: Date): SignedInUser | null {
  const found = db
    .select({ id: users.id, name: users.name, role: users.role, sessionId: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now.toISOString())))
    .get();
  return found ?? null;
}

/** Takes away the sessions that have ended. */
export function purgeSessions(db: Database, now: Date): void {
  db.delete(sessions).where(lte(sessions.expiresAt, now.toISOString())).run();
}
