import { randomBytes } from 'node:crypto';
import { desc, eq, or, sql } from 'drizzle-orm';
import type { Role } from '~db/enums';
import { users } from '~db/schema';
import { type SignedInUser, signedIn, signInRequired } from '../shared/actor';
import { type CommandContext, defineCommand, isEmptyChange, isOutdated, runCommand } from '../shared/command.server';
import { commitWithOthers, type LockPatience } from '../shared/group-commit.server';
import { type IdempotentRequest, runCommandOnce } from '../shared/idempotency.server';
import { preparedOf } from '../shared/memoize.server';
import { type AppError, err, ok, type Result } from '../shared/result';
import { reportSecurityEvent } from '../shared/security-events.server';
import { type Account, invalidFields, notCurrentPassword } from './account';
import { findAccount } from './account.queries.server';
import {
  accountInvalid,
  type EmailChange,
  type NewAccount,
  type PasswordChange,
  type ProfileChange,
  profileFields,
} from './account.schema.server';
import { emailKeyOf, isOfficialName, officialName, validateChosenPassword } from './account-rules.server';
import { hashPassword, verifyPassword } from './password-hash.server';
import { endSessions, openSession, type SignInKind } from './sessions.server';
import { type AttemptLimit, beginAttempt, forgiveAttempts, withdrawAttempt } from './sign-in-attempts.server';

export const notByToken = { kind: 'forbidden', message: 'An access token cannot do this. Please sign in.' } as const;

/** The user who gave the correct password, with the hash it was verified against. */
type ConfirmedUser = {
  userId: string;
  name: string;
  email: string;
  role: SignedInUser['role'];
  passwordHash: string;
};

/**
 * Verifies the signed-in user's password again before an action that cannot be undone, because the browser may have
 * been left open. Attempts count as sign-in attempts.
 *
 * @param field name of the form field that holds the password, for its validation error
 * @returns unauthenticated, invalid, too-many, or forbidden for access tokens, unless the password is correct
 */
export async function confirmPassword(
  password: string,
  field: string,
  { db, actor, now, address, attemptLimit, patience }: GivingPassword,
): Promise<Result<ConfirmedUser>> {
  const user = signedIn(actor);
  if (!user.ok) return user;
  if (user.value.tokenScope) return err(notByToken);
  const known = passwordOfUser(db, user.value.id);
  const attempt = await beginAttempt(db, { email: known?.email ?? '', address }, attemptLimit, now, patience);
  if (!attempt.ok) return attempt;
  const verified = await verifyPassword(known?.passwordHash ?? null, password, address);
  if (!verified.ok) {
    withdrawAttempt(db, attempt.value);
    return verified;
  }
  if (!known || !verified.value) {
    return err({ kind: 'invalid', message: invalidFields, errors: { [field]: notCurrentPassword } });
  }
  forgiveAttempts(db, attempt.value);
  const { name, role } = user.value;
  return ok({ userId: user.value.id, name, role, ...known });
}

const emailTakenMessage = 'An account with this email already exists';

export const emailTaken: AppError = {
  kind: 'conflict',
  message: emailTakenMessage,
  errors: { email: emailTakenMessage },
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
      id,
      emailKey: emailKeyOf(account.email),
      passwordHash,
      role,
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .onConflictDoNothing()
    .run();
  return changes === 0 ? err(emailTaken) : ok(id);
}

/** Context of a request that carries a password, with the client address. */
export type GivingPassword = CommandContext & {
  /** Client address by which attempts are counted, in addition to the account. */
  address: string;
  attemptLimit: AttemptLimit;
  /** Shared by the writes of the request: the attempt is counted in one, the action follows in another. */
  patience: LockPatience;
};

/** Context of a request that opens a session. */
export type SignInContext = GivingPassword & {
  kind: SignInKind;
  /** Label by which the user recognizes this session; null when nothing is known. */
  label: string | null;
};

const passwords = preparedOf((db) => ({
  // Prefers an exact match of the address: an older account may share its key with another.
  ofEmail: db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(or(eq(users.email, sql.placeholder('email')), eq(users.emailKey, sql.placeholder('key'))))
    .orderBy(desc(eq(users.email, sql.placeholder('email'))))
    .limit(1)
    .prepare(),
  ofUser: db
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare(),
}));

/** Returns the password hash of the account with that email or id; null when there is none. */
export const passwordOfEmail = (db: CommandContext['db'], email: string) =>
  passwords(db).ofEmail.get({ email, key: emailKeyOf(email) }) ?? null;

export const passwordOfUser = (db: CommandContext['db'], userId: string) =>
  passwords(db).ofUser.get({ userId }) ?? null;

/**
 * Changes the signed-in user's password. Ends all sessions and access tokens of the user, and opens a new session for
 * this browser.
 *
 * @returns the new session's token
 */
export async function changePassword(
  { currentPassword, newPassword }: PasswordChange,
  signInContext: SignInContext,
): Promise<Result<string>> {
  const confirmed = await confirmPassword(currentPassword, 'currentPassword', signInContext);
  if (!confirmed.ok) return confirmed;
  const error = validateChosenPassword(newPassword, confirmed.value);
  if (error !== null) return err({ kind: 'invalid', message: invalidFields, errors: { newPassword: error } });
  const hashed = await hashPassword(newPassword, signInContext.address);
  if (!hashed.ok) return hashed;
  const { userId, passwordHash: before } = confirmed.value;
  const { db, now, kind, label } = signInContext;
  const run = (): Result<string> => {
    // A concurrent change also ended this session.
    if (passwordOfUser(db, userId)?.passwordHash !== before) return err(signInRequired);
    db.update(users)
      .set({ passwordHash: hashed.value, updatedAt: now.toISOString() })
      .where(eq(users.id, userId))
      .run();
    endSessions(db, userId);
    return ok(openSession(db, { userId, kind, label }, now));
  };
  const changed = await commitWithOthers(db, () => runCommand({ run }, null, signInContext), signInContext.patience);
  if (changed.ok) reportSecurityEvent(db, 'password-changed', { account: userId, address: signInContext.address });
  return changed;
}

/**
 * Changes the address that the signed-in user signs in with. Nothing is mailed to either address.
 *
 * @returns conflict when another account has the address; the errors of `confirmPassword`
 */
export async function changeEmail(
  { email, currentPassword }: EmailChange,
  signInContext: GivingPassword,
  idempotentRequest: IdempotentRequest | null = null,
): Promise<Result<Account>> {
  const confirmed = await confirmPassword(currentPassword, 'currentPassword', signInContext);
  if (!confirmed.ok) return confirmed;
  const { db, now, address, patience } = signInContext;
  const { userId } = confirmed.value;
  const run = (): Result<Account> => {
    const before = findAccount(db, userId);
    if (!before) return err(signInRequired);
    if (before.email === email) return ok(before);
    const emailKey = emailKeyOf(email);
    const owner = passwordOfEmail(db, email);
    if (owner && owner.id !== userId) return err(emailTaken);
    db.update(users)
      .set({ email, emailKey, updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(users.id, userId))
      .run();
    return ok({ ...before, email, version: before.version + 1 });
  };
  const changed = await commitWithOthers(
    db,
    () => runCommandOnce({ name: 'change-email', run }, null, signInContext, idempotentRequest),
    patience,
  );
  if (changed.ok) reportSecurityEvent(db, 'email-changed', { account: userId, address });
  return changed;
}

/** Changes the given fields of the signed-in user's profile. */
export const changeProfile = defineCommand<ProfileChange, Account>({
  name: 'change-profile',
  changes: (_change, { user }) => ({ table: 'users', id: user?.id ?? '' }),
  schema: () => profileFields,
  invalidMessage: accountInvalid,
  limit: 'write',
  run({ version, ...change }, { db, actor, now }) {
    const user = signedIn(actor);
    if (!user.ok) return user;
    const before = findAccount(db, user.value.id);
    if (!before) return err(signInRequired);
    if (isOutdated(version, before)) {
      return err({
        kind: 'conflict',
        message: 'Your profile was changed in the meantime. Please look at both before you save it.',
      });
    }
    if (isEmptyChange(change)) return ok(before);
    // Operators may have official names, and an existing name may be kept.
    if (change.name !== undefined && change.name !== before.name && before.role !== 'operator') {
      if (isOfficialName(change.name)) {
        return err({ kind: 'invalid', message: accountInvalid(), errors: { name: officialName } });
      }
    }
    db.update(users)
      .set({ ...change, updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(users.id, before.id))
      .run();
    const account = findAccount(db, before.id);
    return account ? ok(account) : err(signInRequired);
  },
});
