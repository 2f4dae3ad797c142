import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, lte, ne } from 'drizzle-orm';
import type { SignedInUser } from '~/domain/asker';
import type { Database } from '~db/connection';
import { sessions } from '~db/schema';
import { unlessDiskFull } from '../full-disk.server';
import { done } from '../outcome';
import { statementsOf } from '../statements.server';
import { sessionDays } from './limits';

const aDayMs = 86_400_000;
/** That somebody is here is written down once in so long: reading stays reading. */
const noticedAgainMs = 3_600_000;

/** Only a token's SHA-256 is stored, so that a stolen database holds no usable session. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type SessionRow = SignedInUser & { lastSeenAt: string };

const statements = statementsOf((sqlite) => ({
  find: sqlite.prepare<[string, string], SessionRow>(
    `SELECT users.id, users.name, users.role, sessions.id AS sessionId, sessions.last_seen_at AS lastSeenAt
       FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE sessions.token_hash = ? AND sessions.expires_at > ?`,
  ),
  see: sqlite.prepare<[string, string]>('UPDATE sessions SET last_seen_at = ? WHERE id = ?'),
  ofUser: sqlite.prepare<[string, string], Omit<OwnSession, 'isThis'>>(
    `SELECT id, kind, label, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
      WHERE user_id = ? AND expires_at > ? ORDER BY last_seen_at DESC, id LIMIT 100`,
  ),
}));

/**
 * The user whose session an opaque token opens. The user is read afresh each time: a change of name or role counts at once.
 *
 * @returns null when the token is unknown, malformed, revoked or expired
 */
export function findSession(db: Database, token: string, now: Date): SignedInUser | null {
  const { find, see } = statements(db);
  const row = find.get(hashToken(token), now.toISOString());
  if (!row) return null;
  const { lastSeenAt, ...user } = row;
  if (now.getTime() - Date.parse(lastSeenAt) >= noticedAgainMs) {
    // A full disk lets people read on.
    unlessDiskFull(() => done(see.run(now.toISOString(), user.sessionId)));
  }
  return user;
}

export type SessionKind = 'browser' | 'api';

/**
 * Opens a session, inside the transaction of whoever signs in.
 *
 * @param label what the user tells it by: the browser and its machine; null when nothing is known of them
 * @returns the token: 256 random bits, told this once
 */
export function openSession(
  db: Database,
  { userId, kind, label }: { userId: string; kind: SessionKind; label: string | null },
  now: Date,
): string {
  const token = randomBytes(32).toString('base64url');
  db.insert(sessions)
    .values({
      id: randomUUID(),
      tokenHash: hashToken(token),
      userId,
      kind,
      label,
      createdAt: now.toISOString(),
      lastSeenAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + sessionDays * aDayMs).toISOString(),
    })
    .run();
  return token;
}

/** A session as its own user sees it. */
export type OwnSession = {
  id: string;
  kind: SessionKind | 'personal';
  label: string | null;
  createdAt: string;
  lastSeenAt: string;
  /** The one that asks. */
  isThis: boolean;
};

/** The sessions of a user that are open, the one seen last first. */
export function sessionsOf(db: Database, { id, sessionId }: SignedInUser, now: Date): OwnSession[] {
  return statements(db)
    .ofUser.all(id, now.toISOString())
    .map((session) => ({ ...session, isThis: session.id === sessionId }));
}

/** Ends one session of a user; nothing happens for one that is not theirs or has ended. */
export function endSession(db: Database, userId: string, sessionId: string): void {
  db.delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .run();
}

/** Ends every session of a user but one. @param kept null: every one */
export function endSessions(db: Database, userId: string, kept: string | null): void {
  const ofUser = eq(sessions.userId, userId);
  db.delete(sessions)
    .where(kept === null ? ofUser : and(ofUser, ne(sessions.id, kept)))
    .run();
}

/** Takes away the sessions that have ended. */
export function purgeSessions(db: Database, now: Date): void {
  db.delete(sessions).where(lte(sessions.expiresAt, now.toISOString())).run();
}
