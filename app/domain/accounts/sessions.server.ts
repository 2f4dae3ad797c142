import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, lte, ne } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { pendingSignIns, sessions } from '~db/schema';
import type { SignedInUser, TokenScope } from '../asker';
import { aDay, anHour, momentBefore } from '../durations';
import { commitIfPossible } from '../group-commit.server';
import { sha256 } from '../secrets.server';
import { statementsOf } from '../statements.server';
import { operatorIdleHours, sessionDays } from './limits';

/** That somebody is here is written down once in so long: reading stays reading. */
const noticedAgainAfter = anHour;

/** What a personal access token begins with, so that whoever finds one lying about knows what it is. */
const tokenPrefix = 'dph_';

type SessionRow = Omit<SignedInUser, 'tokenScope' | 'passwordConfirmedAt'> & {
  passwordConfirmedAt: string | null;
  kind: SessionKind | 'personal';
  scope: TokenScope;
  createdAt: string;
  lastSeenAt: string;
};

const statements = statementsOf((sqlite) => ({
  find: sqlite.prepare<[{ hash: string; now: string; idleSince: string }], SessionRow>(
    `SELECT users.id, users.name, users.role, sessions.id AS sessionId, sessions.kind, sessions.scope,
            sessions.created_at AS createdAt, sessions.last_seen_at AS lastSeenAt,
            sessions.password_confirmed_at AS passwordConfirmedAt
       FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE sessions.token_hash = @hash AND sessions.expires_at > @now
        AND (users.role <> 'operator' OR sessions.kind = 'personal' OR sessions.last_seen_at > @idleSince)`,
  ),
  see: sqlite.prepare<[string, string]>('UPDATE sessions SET last_seen_at = ? WHERE id = ?'),
  ofUser: sqlite.prepare<[string, string], Omit<OwnSession, 'isThis'>>(
    `SELECT id, kind, label, created_at AS createdAt, last_seen_at AS lastSeenAt FROM sessions
      WHERE user_id = ? AND kind <> 'personal' AND expires_at > ? ORDER BY last_seen_at DESC, id LIMIT 100`,
  ),
}));

/**
 * The user whose session an opaque token opens. The user is read afresh each time: a change of name or role counts at
 * once.
 *
 * @returns null when the token is unknown, malformed, revoked or expired, or when an operator's session was idle
 */
export function findSession(db: Database, token: string, now: Date): SignedInUser | null {
  const { find, see } = statements(db);
  const idleSince = momentBefore(now, operatorIdleHours * anHour);
  const row = find.get({ hash: sha256(token), now: now.toISOString(), idleSince });
  if (!row) return null;
  const { kind, scope, createdAt, lastSeenAt, passwordConfirmedAt, ...user } = row;
  const isPersonal = kind === 'personal';
  // A token that was never used says so, until it is.
  const isFirstUse = isPersonal && lastSeenAt === createdAt;
  if (isFirstUse || now.getTime() - Date.parse(lastSeenAt) >= noticedAgainAfter) {
    // Reading waits for no write, and goes on when there can be none.
    commitIfPossible(db, () => see.run(now.toISOString(), user.sessionId));
  }
  if (isPersonal) return { ...user, tokenScope: scope };
  return kind === 'browser' ? { ...user, passwordConfirmedAt } : user;
}

export type SessionKind = 'browser' | 'api';

type NewSession = {
  userId: string;
  kind: SessionKind | 'personal';
  /** What the user tells it by: the browser and its machine, or the name of a token; null when nothing is known. */
  label: string | null;
  scope?: TokenScope;
  days?: number;
};

/**
 * Opens a session, inside the transaction of whoever signs in or makes a token.
 *
 * @returns the token: 256 random bits, told this once; that of a personal access token with its prefix
 */
export function openSession(
  db: Database,
  { userId, kind, label, scope = 'write', days = sessionDays }: NewSession,
  now: Date,
): string {
  const token = (kind === 'personal' ? tokenPrefix : '') + randomBytes(32).toString('base64url');
  db.insert(sessions)
    .values({
      id: randomUUID(),
      tokenHash: sha256(token),
      userId,
      kind,
      scope,
      label,
      createdAt: now.toISOString(),
      lastSeenAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + days * aDay).toISOString(),
    })
    .run();
  return token;
}

/** A session as its own user sees it. */
export type OwnSession = {
  id: string;
  kind: SessionKind;
  label: string | null;
  createdAt: string;
  lastSeenAt: string;
  /** The one that asks. */
  isThis: boolean;
};

/** The sessions of a user that are open, the one seen last first; access tokens have a list of their own. */
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

/** Ends every session of a user, access tokens included, and what was about to become one. */
export function endSessions(db: Database, userId: string): void {
  db.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId)).run();
  db.delete(sessions).where(eq(sessions.userId, userId)).run();
}

/** Signs a user out everywhere but in one session. Access tokens go on: nobody signed in with them. */
export function endOtherSessions(db: Database, userId: string, kept: string): void {
  db.delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, kept), ne(sessions.kind, 'personal')))
    .run();
}

/** Takes away the sessions that have ended. */
export function purgeSessions(db: Database, now: Date): void {
  db.delete(pendingSignIns).where(lte(pendingSignIns.expiresAt, now.toISOString())).run();
  db.delete(sessions).where(lte(sessions.expiresAt, now.toISOString())).run();
}
