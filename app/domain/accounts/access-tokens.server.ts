import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type TokenScope, tokenScopes } from '~db/enums';
import { sessions } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';
import { signInRequired } from '../shared/actor';
import { failWith, requiredText } from '../shared/fields.server';
import { commitInGroup } from '../shared/group-commit.server';
import { type IdempotentRequest, runCommandOnce } from '../shared/run-command.server';
import { err, ok, type Result } from '../shared/result';
import { reportSecurityEvent } from '../shared/security-events.server';
import { maxLengths, maxTokens, tokenDays } from './account';
import { confirmPassword, findPasswordByUser, type PasswordContext } from './passwords.server';
import { openSession } from './sessions.server';

type NewAccessToken = { name: string; scope: TokenScope; days: number };

const dayChoices: readonly number[] = tokenDays;

const daysRequired = failWith({ code: 'token_days_required' });

/** Fields of a new token; `days` as a number. */
export const accessTokenFields: z.ZodType<NewAccessToken> = z.object({
  name: requiredText('Name', maxLengths.tokenName),
  scope: z.enum(tokenScopes, failWith({ code: 'token_scope_required' })),
  days: z.number(daysRequired).refine((days) => dayChoices.includes(days), daysRequired),
});

export type OwnAccessToken = {
  id: string;
  name: string;
  scope: TokenScope;
  createdAt: string;
  expiresAt: string;
  /** Accurate to the hour; null while the token was never used. */
  lastUsedAt: string | null;
};

const tokens = memoizePrepared((db) =>
  db
    .select({
      id: sessions.id,
      name: sql<string>`coalesce(${sessions.label}, '')`,
      scope: sessions.scope,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      lastUsedAt: sql<string | null>`nullif(${sessions.lastSeenAt}, ${sessions.createdAt})`,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, sql.placeholder('userId')),
        eq(sessions.kind, 'personal'),
        // A plus, so that the user's sessions are read, and not all that have not expired.
        sql`+${sessions.expiresAt} > ${sql.placeholder('now')}`,
      ),
    )
    .orderBy(desc(sessions.createdAt), sessions.id)
    .prepare(),
);

export const findAccessTokens = (db: Database, userId: string, now: Date): OwnAccessToken[] =>
  tokens(db).all({ userId, now: now.toISOString() });

/** Confirms the password because the token outlives the browser session. @returns the token, only this once */
export async function createAccessToken(
  { name, scope, days }: NewAccessToken,
  password: string,
  signInContext: PasswordContext,
  idempotentRequest: IdempotentRequest,
): Promise<Result<string>> {
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const { userId, passwordHash } = confirmed.value;
  const { db, now } = signInContext;
  const run = (): Result<string> => {
    // If the password was changed in the meantime, all sessions have ended.
    if (findPasswordByUser(db, userId)?.passwordHash !== passwordHash) return err(signInRequired);
    if (findAccessTokens(db, userId, now).length >= maxTokens) {
      return err({ kind: 'conflict', code: 'too_many_tokens', values: { most: maxTokens } });
    }
    return ok(openSession(db, { userId, kind: 'personal', label: name, scope, days }, now));
  };
  const made = await commitInGroup(
    db,
    () => runCommandOnce({ name: 'make-access-token', run }, null, signInContext, idempotentRequest),
    signInContext.lockTimeout,
  );
  if (made.ok)
    reportSecurityEvent(db, 'token-created', { account: userId, address: signInContext.address, about: scope });
  return made;
}
