import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type TokenScope, tokenScopes } from '~db/enums';
import { sessions } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';
import { requireUser, signInRequired } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { failNumberType, failWith, requiredText } from '../shared/fields.server';
import { commitInGroup } from '../shared/group-commit.server';
import { type IdempotentRequest, runCommandOnce } from '../shared/run-command.server';
import { type AppError, err, ok, type Result } from '../shared/result';
import { sha256 } from '../shared/secrets.server';
import { reportSecurityEvent } from '../shared/security-events.server';
import { maxLengths, maxTokens, tokenDays } from './account';
import { confirmPassword, findPasswordByUser, type PasswordContext, tokenNotAllowed } from './passwords.server';
import { openSession } from './sessions.server';

const accessTokenNotFound: AppError = { kind: 'not-found', code: 'access_token_not_found' };

type NewAccessToken = { name: string; scope: TokenScope; withoutDesk?: boolean | undefined; days: number };

const dayChoices: readonly number[] = tokenDays;

const daysRequired = failWith({ code: 'token_days_required' });

/** Fields of a new token; `days` as a number. It has all rights of its user, unless `withoutDesk`. */
export const accessTokenFields: z.ZodType<NewAccessToken> = z.object({
  name: requiredText('Name', maxLengths.tokenName),
  scope: z.enum(tokenScopes, failWith({ code: 'token_scope_required' })),
  withoutDesk: z.boolean().optional(),
  days: z
    .number(failNumberType('Days', { code: 'token_days_required' }))
    .refine((days) => dayChoices.includes(days), daysRequired),
});

export type OwnAccessToken = {
  id: string;
  name: string;
  scope: TokenScope;
  withoutDesk: boolean;
  createdAt: string;
  expiresAt: string;
  /** Accurate to the hour; null while the token was never used. */
  lastUsedAt: string | null;
};

const tokens = memoizePrepared((db) => {
  const select = () =>
    db
      .select({
        id: sessions.id,
        name: sql<string>`coalesce(${sessions.label}, '')`,
        scope: sessions.scope,
        withoutDesk: sessions.withoutDesk,
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
        lastUsedAt: sql<string | null>`nullif(${sessions.lastSeenAt}, ${sessions.createdAt})`,
      })
      .from(sessions);
  return {
    ofUser: select()
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
    bySecret: select()
      .where(eq(sessions.tokenHash, sql.placeholder('hash')))
      .prepare(),
  };
});

export const findAccessTokens = (db: Database, userId: string, now: Date): OwnAccessToken[] =>
  tokens(db).ofUser.all({ userId, now: now.toISOString() });

export type CreatedAccessToken = OwnAccessToken & { token: string };

/** Confirms the password because the token outlives the browser session. @returns the token, only this once */
export async function createAccessToken(
  { name, scope, withoutDesk = false, days }: NewAccessToken,
  password: string,
  signInContext: PasswordContext,
  idempotentRequest: IdempotentRequest | null,
): Promise<Result<CreatedAccessToken>> {
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const { userId, passwordHash } = confirmed.value;
  const { db, now, isDryRun } = signInContext;
  const run = (): Result<CreatedAccessToken> => {
    // If the password was changed in the meantime, all sessions have ended.
    if (findPasswordByUser(db, userId)?.passwordHash !== passwordHash) return err(signInRequired);
    if (findAccessTokens(db, userId, now).length >= maxTokens) {
      return err({ kind: 'conflict', code: 'too_many_tokens', values: { most: maxTokens } });
    }
    const token = openSession(db, { userId, kind: 'personal', label: name, scope, withoutDesk, days }, now);
    const stored = tokens(db).bySecret.get({ hash: sha256(token) });
    return stored ? ok({ ...stored, token }) : err(accessTokenNotFound);
  };
  const made = await commitInGroup(
    db,
    () => runCommandOnce({ name: 'create-access-token', run }, null, signInContext, idempotentRequest),
    signInContext.lockTimeout,
  );
  if (made.ok && !isDryRun)
    reportSecurityEvent(db, 'token-created', { account: userId, address: signInContext.address, about: scope });
  return made;
}

/** A token may revoke itself only. */
export const revokeAccessToken = defineCommand<{ id: string }, { id: string }>({
  name: 'revoke-access-token',
  schema: () => z.object({ id: z.string() }),
  limit: 'write',
  run({ id }, { db, actor }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    if (user.value.tokenScope && user.value.sessionId !== id) return err(tokenNotAllowed);
    const { changes } = db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, user.value.id), eq(sessions.kind, 'personal')))
      .run();
    return changes === 0 ? err(accessTokenNotFound) : ok({ id });
  },
});
