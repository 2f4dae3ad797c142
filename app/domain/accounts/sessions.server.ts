import { randomBytes, randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { SessionKind, TokenScope } from '~db/enums';
import { pendingSignIns, sessions, users } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';
import type { SignedInUser } from '../shared/actor';
import { sha256 } from '../shared/secrets.server';
import { isTeamRole } from '../shared/permissions';
import { dayMs, getTimestampBefore, hourMs } from '../shared/dates';
import { commitIfPossible } from '../shared/group-commit.server';

export const sessionDays = 30;

/** Hours without a request after which an operator's session ends; access tokens have their own expiry. */
const operatorIdleHours = 12;

/** Minimum interval between updates of `last_seen_at`, so that most reads need no write. */
const lastSeenInterval = hourMs;

/** Prefix of personal access tokens, which makes a leaked token recognizable. */
const tokenPrefix = 'dph_';

const queries = memoizePrepared((db) => ({
  find: db
    .select({
      id: users.id,
      name: users.name,
      role: users.role,
      sessionId: sessions.id,
      kind: sessions.kind,
      scope: sessions.scope,
      withoutDesk: sessions.withoutDesk,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      passwordConfirmedAt: sessions.passwordConfirmedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('hash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.blockedAt),
        or(
          eq(users.role, 'user'),
          eq(sessions.kind, 'personal'),
          gt(sessions.lastSeenAt, sql.placeholder('idleSince')),
        ),
      ),
    )
    .prepare(),
  touch: db
    .update(sessions)
    .set({ lastSeenAt: sql`${sql.placeholder('now')}` })
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
  ofUser: db
    .select({
      id: sessions.id,
      kind: sql<SignInKind>`${sessions.kind}`,
      label: sessions.label,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, sql.placeholder('userId')),
        ne(sessions.kind, 'personal'),
        // The sign keeps the planner to the index of users: sessions that have not ended are many.
        sql`+${sessions.expiresAt} > ${sql.placeholder('now')}`,
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), sessions.id)
    .limit(100)
    .prepare(),
}));

/** Read on every request, so that a change of name or role applies immediately. @returns null also when idle */
export function findSession(db: Database, token: string, now: Date): SignedInUser | null {
  const { find, touch } = queries(db);
  const idleSince = getTimestampBefore(now, operatorIdleHours * hourMs);
  const row = find.get({ hash: sha256(token), now: now.toISOString(), idleSince });
  if (!row) return null;
  const { kind, scope, withoutDesk, createdAt, lastSeenAt, passwordConfirmedAt, ...user } = row;
  const isPersonal = kind === 'personal';
  // The first use is always recorded, because an unused token is shown as such.
  const isFirstUse = isPersonal && lastSeenAt === createdAt;
  if (isFirstUse || now.getTime() - Date.parse(lastSeenAt) >= lastSeenInterval) {
    // A read does not wait for this write, and proceeds when the database cannot be written.
    commitIfPossible(db, () => touch.run({ now: now.toISOString(), id: user.sessionId }));
  }
  if (isPersonal && withoutDesk)
    return { ...user, role: 'user', tokenScope: scope, isWithoutDesk: isTeamRole(user.role) };
  if (isPersonal) return { ...user, tokenScope: scope };
  // An API client confirms the password by signing in again.
  return { ...user, passwordConfirmedAt: kind === 'browser' ? passwordConfirmedAt : createdAt };
}

export type SignInKind = Exclude<SessionKind, 'personal'>;

type NewSession = {
  userId: string;
  kind: SessionKind;
  /** The browser and its machine, or the name of a token; null when nothing is known. */
  label: string | null;
  scope?: TokenScope;
  withoutDesk?: boolean;
  days?: number;
};

export const getExpiry = (now: Date, days = sessionDays): string =>
  new Date(now.getTime() + days * dayMs).toISOString();

/** Inside a transaction. @returns the token: 256 random bits, only this once; a personal one with its prefix */
export function openSession(
  db: Database,
  { userId, kind, label, scope = 'write', withoutDesk = false, days = sessionDays }: NewSession,
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
      withoutDesk,
      label,
      createdAt: now.toISOString(),
      lastSeenAt: now.toISOString(),
      expiresAt: getExpiry(now, days),
    })
    .run();
  return token;
}

export type OwnSession = {
  id: string;
  kind: SignInKind;
  label: string | null;
  createdAt: string;
  lastSeenAt: string;
  isThis: boolean;
};

export function findSessions(
  db: Database,
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  now: Date,
): OwnSession[] {
  return queries(db)
    .ofUser.all({ userId: id, now: now.toISOString() })
    .map((session) => ({ ...session, isThis: session.id === sessionId }));
}

/** Ends one session of a user. @returns false for a session of another user or one that has ended */
export function endSession(db: Database, userId: string, sessionId: string): boolean {
  const isNamed = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  return db.delete(sessions).where(isNamed).run().changes > 0;
}

export function endSessions(db: Database, userId: string): void {
  db.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId)).run();
  db.delete(sessions).where(eq(sessions.userId, userId)).run();
}

/** Signs a user out of all sessions but one. Access tokens stay valid: they are not sign-ins. */
export function endOtherSessions(db: Database, userId: string, currentId: string): void {
  db.delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, currentId), ne(sessions.kind, 'personal')))
    .run();
}

/** Deletes expired sessions. @returns number of deleted sessions, including sign-ins that were not completed */
export function purgeSessions(db: Database, now: Date): number {
  const pending = db.delete(pendingSignIns).where(lte(pendingSignIns.expiresAt, now.toISOString())).run();
  return pending.changes + db.delete(sessions).where(lte(sessions.expiresAt, now.toISOString())).run().changes;
}
