import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Role } from '~db/enums';
import { users } from '~db/schema/accounts';
import { requireUser, signInRequired } from '../shared/actor';
import { type CommandContext, defineCommand, isEmptyChange, isOutdated } from '../shared/command.server';
import { commitInGroup } from '../shared/group-commit.server';
import { type IdempotentRequest, runCommandOnce } from '../shared/run-command.server';
import { type AppError, err, invalid, ok, type Result } from '../shared/result';
import { reportSecurityEvent } from '../shared/security-events.server';
import { type Account, isGenderChosen } from './account';
import { findAccount } from './account.queries.server';
import {
  type EmailChange,
  getInvalidCode,
  type NewAccount,
  type PasswordChange,
  type ProfileChange,
  profileFields,
} from './account.schema.server';
import { toEmailKey } from './email-keys.server';
import { validateChosenPassword } from './password-rules.server';
import { isOfficialName } from '../shared/fields.server';
import {
  confirmPassword,
  findPasswordByEmail,
  findPasswordByUser,
  hashPassword,
  type PasswordContext,
} from './passwords.server';
import { endSessions, getExpiry, openSession, type SignInKind } from './sessions.server';
import { isTeamRole } from '../shared/permissions';

export const emailTaken: AppError = {
  kind: 'conflict',
  code: 'email_taken',
  errors: { email: { code: 'email_taken' } },
};

export type HashedAccount = Omit<NewAccount, 'password'> & { passwordHash: string; role?: Role };

/** Stores an account, inside a transaction; conflict when the email has an account. @returns the user's id */
export function storeAccount(
  { passwordHash, role = 'user', ...account }: HashedAccount,
  { db, now }: Pick<CommandContext, 'db' | 'now'>,
): Result<string> {
  const id = randomBytes(12).toString('hex');
  const timestamp = now.toISOString();
  const { changes } = db
    .insert(users)
    .values({
      ...account,
      gender: account.gender ?? 'other',
      isGenderGiven: isGenderChosen(account),
      id,
      emailKey: toEmailKey(account.email),
      passwordHash,
      role,
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .onConflictDoNothing()
    .run();
  return changes === 0 ? err(emailTaken) : ok(id);
}

export type SignInContext = PasswordContext & {
  kind: SignInKind;
  /** Label by which the user recognizes this session; null when nothing is known. */
  label: string | null;
};

/** By which its response is found once more, when its session has ended. */
export const changePasswordName = 'change-password';

type NewSession = { token: string; expiresAt: string };

/** Ends all sessions and access tokens of the user. */
export async function changePassword(
  { currentPassword, newPassword }: PasswordChange,
  signInContext: SignInContext,
  idempotentRequest: IdempotentRequest | null = null,
): Promise<Result<NewSession>> {
  const confirmed = await confirmPassword(currentPassword, 'currentPassword', signInContext);
  if (!confirmed.ok) return confirmed;
  const reason = validateChosenPassword(newPassword, confirmed.value);
  if (reason !== null) return invalid({ newPassword: reason }, 'invalid_account_fields');
  const hashed = await hashPassword(newPassword, signInContext.address);
  if (!hashed.ok) return hashed;
  const { userId, passwordHash: before } = confirmed.value;
  const { db, now, kind, label, isDryRun } = signInContext;
  const run = (): Result<NewSession> => {
    // A concurrent change also ended this session.
    if (findPasswordByUser(db, userId)?.passwordHash !== before) return err(signInRequired);
    db.update(users)
      .set({ passwordHash: hashed.value, updatedAt: now.toISOString() })
      .where(eq(users.id, userId))
      .run();
    endSessions(db, userId);
    return ok({ token: openSession(db, { userId, kind, label }, now), expiresAt: getExpiry(now) });
  };
  const changed = await commitInGroup(
    db,
    () => runCommandOnce({ name: changePasswordName, run }, null, signInContext, idempotentRequest),
    signInContext.lockTimeout,
  );
  if (changed.ok && !isDryRun)
    reportSecurityEvent(db, 'password-changed', { account: userId, address: signInContext.address });
  return changed;
}

/** Nothing is mailed to either address. @returns conflict when another account has the address */
export async function changeEmail(
  { email, currentPassword }: EmailChange,
  signInContext: PasswordContext,
  idempotentRequest: IdempotentRequest | null = null,
): Promise<Result<Account>> {
  const confirmed = await confirmPassword(currentPassword, 'currentPassword', signInContext);
  if (!confirmed.ok) return confirmed;
  const { db, now, address, lockTimeout, isDryRun } = signInContext;
  const { userId } = confirmed.value;
  const run = (): Result<Account> => {
    const before = findAccount(db, userId);
    if (!before) return err(signInRequired);
    if (before.email === email) return ok(before);
    const emailKey = toEmailKey(email);
    const owner = findPasswordByEmail(db, email);
    if (owner && owner.id !== userId) return err(emailTaken);
    db.update(users)
      .set({ email, emailKey, updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(users.id, userId))
      .run();
    return ok({ ...before, email, version: before.version + 1 });
  };
  const changed = await commitInGroup(
    db,
    () => runCommandOnce({ name: 'change-email', run }, null, signInContext, idempotentRequest),
    lockTimeout,
  );
  if (changed.ok && !isDryRun) reportSecurityEvent(db, 'email-changed', { account: userId, address });
  return changed;
}

export const changeProfile = defineCommand<ProfileChange, Account>({
  name: 'change-profile',
  changes: (_change, { user }) => ({ table: 'users', id: user?.id ?? '' }),
  schema: () => profileFields,
  invalidCode: getInvalidCode,
  limit: 'write',
  run({ version, ...change }, { db, actor, now }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    const before = findAccount(db, user.value.id);
    if (!before) return err(signInRequired);
    if (isOutdated(version, before)) return err({ kind: 'conflict', code: 'profile_conflict' });
    if (isEmptyChange(change)) return ok(before);
    // Operators may have official names, and an existing name may be kept.
    if (change.name !== undefined && change.name !== before.name && !isTeamRole(before.role)) {
      if (isOfficialName(change.name)) return invalid({ name: { code: 'name_reserved' } }, 'invalid_account_fields');
    }
    db.update(users)
      .set({
        ...change,
        ...(change.gender && { isGenderGiven: true }),
        updatedAt: now.toISOString(),
        version: sql`version + 1`,
      })
      .where(eq(users.id, before.id))
      .run();
    const account = findAccount(db, before.id);
    return account ? ok(account) : err(signInRequired);
  },
});
