import { and, eq, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { accountRecoveryCodes } from '~db/schema';
import { signedIn } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { aMinute } from '../shared/dates';
import { commitWithOthers } from '../shared/group-commit.server';
import { type IdempotentRequest, runCommandOnce } from '../shared/idempotency.server';
import { preparedOf } from '../shared/memoize.server';
import { fixErrors, ok, type Result } from '../shared/result';
import { reportSecurityEvent } from '../shared/security-events.server';
import { hashOfSecretCode, newSecretCode } from '../shared/secret-code.server';
import { issuedCodeMinutes } from './account';
import { confirmPassword, type PasswordContext } from './passwords.server';

/*
 * A recovery code sets a new password (docs/product.md, "Forgotten passwords"). An account has at most three: the one its
 * user keeps, one that an operator issued, and one in a mailed link. The codes of two-step sign-in are others (`authenticator.server.ts`).
 */

const queries = preparedOf((db) => ({
  own: db
    .select({ codeHash: accountRecoveryCodes.codeHash, keptAt: accountRecoveryCodes.keptAt })
    .from(accountRecoveryCodes)
    .where(and(eq(accountRecoveryCodes.userId, sql.placeholder('userId')), eq(accountRecoveryCodes.origin, 'own')))
    .prepare(),
  all: db
    .select({ codeHash: accountRecoveryCodes.codeHash, expiresAt: accountRecoveryCodes.expiresAt })
    .from(accountRecoveryCodes)
    .where(eq(accountRecoveryCodes.userId, sql.placeholder('userId')))
    .prepare(),
  store: db
    .insert(accountRecoveryCodes)
    .values({
      userId: sql.placeholder('userId'),
      origin: sql.placeholder('origin'),
      codeHash: sql.placeholder('codeHash'),
      expiresAt: sql.placeholder('expiresAt'),
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      target: [accountRecoveryCodes.userId, accountRecoveryCodes.origin],
      set: {
        codeHash: sql`excluded.code_hash`,
        keptAt: null,
        expiresAt: sql`excluded.expires_at`,
        createdAt: sql`excluded.created_at`,
      },
    })
    .prepare(),
  keep: db
    .update(accountRecoveryCodes)
    .set({ keptAt: sql`${sql.placeholder('now')}` })
    .where(and(eq(accountRecoveryCodes.userId, sql.placeholder('userId')), eq(accountRecoveryCodes.origin, 'own')))
    .prepare(),
  forget: db
    .delete(accountRecoveryCodes)
    .where(eq(accountRecoveryCodes.userId, sql.placeholder('userId')))
    .prepare(),
  purge: db
    .delete(accountRecoveryCodes)
    .where(lte(accountRecoveryCodes.expiresAt, sql.placeholder('now')))
    .prepare(),
}));

/** Whether the user has a code of their own, and confirmed to have kept it. */
export type RecoveryState = 'none' | 'made' | 'kept';

export function recoveryStateOf(db: Database, userId: string): RecoveryState {
  const own = queries(db).own.get({ userId });
  if (!own) return 'none';
  return own.keptAt === null ? 'made' : 'kept';
}

/** Whether a text is the user's own code. */
export function isOwnRecoveryCode(db: Database, userId: string, text: string): boolean {
  const codeHash = hashOfSecretCode(text);
  return codeHash !== null && queries(db).own.get({ userId })?.codeHash === codeHash;
}

/** Makes the user's own code, in place of an earlier one, inside a transaction. @returns the code, only this once */
export function makeRecoveryCode(db: Database, userId: string, now: Date): string {
  const { code, hash } = newSecretCode();
  queries(db).store.run({ userId, origin: 'own', codeHash: hash, expiresAt: null, now: now.toISOString() });
  return code;
}

/**
 * Issues a code that works once, for an hour, beside the user's own; inside a transaction. An earlier issued one stops
 * working.
 */
export const issueRecoveryCode = (db: Database, userId: string, now: Date): string =>
  makeCodeForAnHour(db, userId, 'issued', now);

/** The same for a link that is mailed to the account. It leaves the one that an operator issued as it is. */
export const mailRecoveryCode = (db: Database, userId: string, now: Date): string =>
  makeCodeForAnHour(db, userId, 'mailed', now);

function makeCodeForAnHour(db: Database, userId: string, origin: 'issued' | 'mailed', now: Date): string {
  const { code, hash } = newSecretCode();
  const expiresAt = new Date(now.getTime() + issuedCodeMinutes * aMinute).toISOString();
  queries(db).store.run({ userId, origin, codeHash: hash, expiresAt, now: now.toISOString() });
  return code;
}

/** Whether a text is one of the account's codes and has not expired. */
export function isRecoveryCode(db: Database, userId: string, text: string, now: Date): boolean {
  const codeHash = hashOfSecretCode(text);
  return queries(db)
    .all.all({ userId })
    .some((one) => one.codeHash === codeHash && (one.expiresAt === null || one.expiresAt > now.toISOString()));
}

/** Deletes all codes of an account. */
export const forgetRecoveryCodes = (db: Database, userId: string): unknown => queries(db).forget.run({ userId });

/** Deletes issued and mailed codes that have expired. */
export const purgeRecoveryCodes = (db: Database, now: Date): unknown =>
  queries(db).purge.run({ now: now.toISOString() });

/** The user confirms to have kept the code: the profile no longer asks for it. */
export const keepRecoveryCode = defineCommand<Record<string, never>, null>({
  name: 'keep-recovery-code',
  schema: () => z.strictObject({}),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run(_input, { db, actor, now }) {
    const user = signedIn(actor);
    if (!user.ok) return user;
    queries(db).keep.run({ userId: user.value.id, now: now.toISOString() });
    return ok(null);
  },
});

/**
 * Makes a new code for the signed-in user, who gives the current password.
 *
 * @param idempotentRequestOf identifies a repeated request, derived from the stored password hash
 * @returns the code, only this once; the errors of `confirmPassword`
 */
export async function renewRecoveryCode(
  password: string,
  signInContext: PasswordContext,
  idempotentRequestOf: (passwordHash: string) => IdempotentRequest | null = () => null,
): Promise<Result<string>> {
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const { db, now, address } = signInContext;
  const { userId, passwordHash } = confirmed.value;
  const command = { name: 'renew-recovery-code', run: () => ok(makeRecoveryCode(db, userId, now)) };
  const made = await commitWithOthers(
    db,
    () => runCommandOnce(command, null, signInContext, idempotentRequestOf(passwordHash)),
    signInContext.patience,
  );
  if (made.ok) reportSecurityEvent(db, 'recovery-code-made', { account: userId, address });
  return made;
}
