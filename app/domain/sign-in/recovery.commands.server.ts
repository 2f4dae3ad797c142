import { eq, sql } from 'drizzle-orm';
import { users } from '~db/schema/accounts';
import { findAccount } from '../accounts/account.queries.server';
import type { SignInContext } from '../accounts/accounts.server';
import { findPasswordByEmail, hashPassword } from '../accounts/passwords.server';
import { getInvalidCode, type Recovery, recoveryLinkFields } from '../accounts/account.schema.server';
import { validateChosenPassword } from '../accounts/password-rules.server';
import { createRecoveryCode, deleteRecoveryCodes, isRecoveryCode } from '../accounts/recovery-codes.server';
import { endSessions } from '../accounts/sessions.server';
import { beginAttempt, forgiveAttempts, withdrawAttempt } from '../accounts/sign-in-attempts.server';
import { isMailEnabled, queueMail } from '../outbox/outbox.server';
import { defineCommand } from '../shared/command.server';
import { commitInGroup } from '../shared/group-commit.server';
import { type IdempotentRequest, runCommandOnce } from '../shared/run-command.server';
import { err, invalid, ok, type Result } from '../shared/result';
import { reportSecurityEvent } from '../shared/security-events.server';
import { type AwaitingCode, openSessionOrAwaitCode, type SignInResult } from './sign-in.commands.server';

export type Recovered = {
  userId: string;
  /** The user's new recovery code, returned only this once. */
  recoveryCode: string;
  /** The browser's new session, or the second step of its sign-in. Null for an API client, which signs in. */
  session: SignInResult | AwaitingCode | null;
};

/**
 * Sets a new password with a recovery code, which is valid only once: every session and access token ends, and the
 * account gets a new code. It replaces the password only: an account with two-step sign-in still needs its second step.
 *
 * @param idempotentRequest identifies a repeated request; null: each request needs a valid code
 * @returns invalid if the code is not one of the account's, in the same time whether the account exists or not; too-many
 *   when this address has tried this account too often
 */
export async function recoverAccount(
  { email, code, password }: Recovery,
  signInContext: SignInContext,
  idempotentRequest: IdempotentRequest | null = null,
): Promise<Result<Recovered>> {
  const { db, now, kind, address, attemptLimit, lockTimeout, isDryRun } = signInContext;
  const attempt = await beginAttempt(db, { email, address }, attemptLimit, now, lockTimeout);
  if (!attempt.ok) return attempt;
  // Before the code is looked up, so that every attempt takes the same time.
  const hashed = await hashPassword(password, address);
  if (!hashed.ok) {
    withdrawAttempt(db, attempt.value);
    return hashed;
  }
  const run = (): Result<Recovered> => {
    const userId = findPasswordByEmail(db, email)?.id;
    const account = userId === undefined ? null : findAccount(db, userId);
    if (!account || !isRecoveryCode(db, account.id, code, now)) {
      return invalid({ code: { code: 'wrong_recovery_code' } }, 'password_not_changed');
    }
    const reason = validateChosenPassword(password, account);
    if (reason !== null) return invalid({ password: reason }, 'invalid_account_fields');
    db.update(users)
      .set({ passwordHash: hashed.value, updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(users.id, account.id))
      .run();
    endSessions(db, account.id);
    deleteRecoveryCodes(db, account.id);
    const recoveryCode = createRecoveryCode(db, account.id, now);
    const session = kind === 'browser' ? openSessionOrAwaitCode(account.id, signInContext) : null;
    return ok({ userId: account.id, recoveryCode, session });
  };
  const recovered = await commitInGroup(
    db,
    () => runCommandOnce({ name: 'recover-account', run }, null, signInContext, idempotentRequest),
    lockTimeout,
  );
  const account = recovered.ok ? recovered.value.userId : (findPasswordByEmail(db, email)?.id ?? email);
  const event = recovered.ok ? 'password-changed' : 'sign-in-failed';
  if (!recovered.ok || !isDryRun) reportSecurityEvent(db, event, { account, address, about: 'recovery' });
  // As at sign-in, the attempt of an account with a second step counts until its code is accepted.
  if (recovered.ok && !(recovered.value.session && 'ticket' in recovered.value.session)) {
    forgiveAttempts(db, attempt.value);
  }
  return recovered;
}

/** Looked up only when it is sent, so that an unknown email takes equally long. @returns a conflict without mail */
export const sendRecoveryLink = defineCommand<{ email: string }, null>({
  name: 'send-recovery-link',
  schema: () => recoveryLinkFields,
  invalidCode: getInvalidCode,
  limit: 'contact',
  run({ email }, { db, now }) {
    if (!isMailEnabled(db)) return err({ kind: 'conflict', code: 'mail_not_sent' });
    queueMail(db, { kind: 'recovery', to: { address: email }, now });
    return ok(null);
  },
});
