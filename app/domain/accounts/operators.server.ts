import { randomBytes } from 'node:crypto';
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { Role } from '~db/enums';
import { authenticators, users } from '~db/schema/accounts';
import { recordAccountAuditEvent } from '../moderation/audit-log.server';
import { anonymous } from '../shared/actor';
import type { CommandContext } from '../shared/command.server';
import { runCommand } from '../shared/run-command.server';
import { type AppError, err, ok, type Result } from '../shared/result';
import { toOneLine } from '../shared/text';
import { maxLengths, minNameLength, minOperatorPasswordLength, specialCharacters } from './account';
import { hasAuthenticator, removeAuthenticator } from './authenticator.server';
import { storeAccount } from './accounts.server';
import { findPasswordByEmail, hashPassword } from './passwords.server';
import { validateChosenPassword } from './password-rules.server';
import { deleteRecoveryCodes, issueRecoveryCode } from './recovery-codes.server';
import { endSessions } from './sessions.server';

/* No other authorization is checked: the command line needs write access to the database file. */

export const recoveryCodeIssued = 'recovery code issued';

export type AccountSummary = { id: string; name: string; email: string; role: Role; createdAt: string };

const summary = { id: users.id, name: users.name, email: users.email, role: users.role, createdAt: users.createdAt };

export function findAccountByEmail(db: Database, email: string): AccountSummary | null {
  const id = findPasswordByEmail(db, email)?.id;
  return (id && db.select(summary).from(users).where(eq(users.id, id)).get()) || null;
}

export const listOperators = (db: Database): AccountSummary[] =>
  db
    .select(summary)
    .from(sql`(SELECT id FROM users INDEXED BY users_team WHERE role <> 'user') operator`)
    .crossJoin(users)
    .where(eq(users.id, sql`operator.id`))
    .orderBy(asc(users.createdAt), asc(users.id))
    .all();

export function getNameFromEmail(email: string): string {
  const name = toOneLine(email.split('@', 1)[0] ?? '').slice(0, maxLengths.name);
  return name.length >= minNameLength ? name : 'Operator';
}

/** @returns invalid when the password violates a rule for operators */
async function hashOperatorPassword(password: string, owner: { name: string; email: string }): Promise<Result<string>> {
  const normalized = password.normalize('NFC');
  const reason = validateChosenPassword(normalized, { ...owner, role: 'owner' });
  if (reason !== null) return err({ kind: 'invalid', ...reason, errors: { password: reason } });
  return hashPassword(normalized, 'command line');
}

export function explainOperatorPassword(reason: string): string {
  const letters = randomBytes(10).toString('hex').match(/.{5}/g) ?? [];
  const example = letters.join('!');
  return `${reason}. It needs at least ${minOperatorPasswordLength} characters, at least one of them out of ${specialCharacters} and must not be a common word, a name or an address with a few characters added. This one would pass: ${example}`;
}

const runOnCommandLine = <Value>(
  db: Database,
  now: Date,
  run: (context: CommandContext) => Result<Value>,
): Result<Value> =>
  runCommand({ run: (_input: null, context) => run(context) }, null, {
    db,
    actor: anonymous,
    now,
  });

/** @returns conflict when the address has an account; invalid for a password that violates a rule */
export async function createOperator(
  db: Database,
  email: string,
  password: string,
  now: Date,
): Promise<Result<AccountSummary>> {
  const name = getNameFromEmail(email);
  const hashed = await hashOperatorPassword(password, { name, email });
  if (!hashed.ok) return hashed;
  return runOnCommandLine(db, now, (context) => {
    const account = { name, email, phone: null, gender: null, role: 'owner' } as const;
    const stored = storeAccount({ ...account, passwordHash: hashed.value }, context);
    if (!stored.ok) return stored;
    recordAccountAuditEvent(context, { id: stored.value, name }, 'created as an operator');
    return ok({ id: stored.value, name, email, role: 'owner', createdAt: now.toISOString() });
  });
}

/** Gets a new password, and all sessions end: another person may have signed up with the address. */
export async function promoteToOperator(
  db: Database,
  account: AccountSummary,
  password: string,
  now: Date,
): Promise<Result<AccountSummary>> {
  const hashed = await hashOperatorPassword(password, account);
  if (!hashed.ok) return hashed;
  return runOnCommandLine(db, now, (context) => {
    // An authenticator that someone else set up would lock the new operator out; one of an existing operator is kept.
    db.delete(authenticators)
      .where(
        and(eq(authenticators.userId, account.id), sql`(SELECT role FROM users WHERE id = ${account.id}) = 'user'`),
      )
      .run();
    const { changes } = db
      .update(users)
      .set({
        role: 'owner',
        passwordHash: hashed.value,
        updatedAt: now.toISOString(),
        version: sql`version + 1`,
      })
      .where(eq(users.id, account.id))
      .run();
    if (changes === 0) return err({ kind: 'not-found', code: 'account_deleted' });
    // A code that another person knows would give access to the account again.
    deleteRecoveryCodes(db, account.id);
    endSessions(db, account.id);
    recordAccountAuditEvent(context, account, 'made an operator with a new password, signed out everywhere');
    return ok({ ...account, role: 'owner' });
  });
}

/** Roles are given by owners alone; a trigger keeps the last one too. */
export const isLastOwner = (db: Database, id: string): boolean => {
  const owners = db
    .select({ id: sql<string>`id` })
    .from(sql`${users} INDEXED BY users_team`)
    .where(and(sql`role <> 'user'`, eq(users.role, 'owner'), isNull(users.blockedAt)))
    .limit(2)
    .all();
  return owners.length === 1 && owners[0]?.id === id;
};

export const lastOwner: AppError = { kind: 'conflict', code: 'last_owner' };

/** Also removes the authenticator, as regular users have none. @returns conflict when it is no operator */
export function demoteOperator(db: Database, account: AccountSummary, now: Date): Result<AccountSummary> {
  return runOnCommandLine(db, now, (context) => {
    if (isLastOwner(db, account.id)) return err(lastOwner);
    const { changes } = db
      .update(users)
      .set({ role: 'user', updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(and(eq(users.id, account.id), ne(users.role, 'user')))
      .run();
    if (changes === 0) {
      return err({ kind: 'conflict', code: 'not_an_operator_account', values: { email: account.email } });
    }
    db.delete(authenticators).where(eq(authenticators.userId, account.id)).run();
    endSessions(db, account.id);
    recordAccountAuditEvent(context, account, 'no longer an operator, signed out everywhere');
    return ok({ ...account, role: 'user' });
  });
}

/** Valid once for an hour, for any account, including those of operators. @returns the code */
export function issueRecoveryCodeOnCommandLine(db: Database, account: AccountSummary, now: Date): Result<string> {
  return runOnCommandLine(db, now, (context) => {
    const code = issueRecoveryCode(db, account.id, now);
    recordAccountAuditEvent(context, account, recoveryCodeIssued);
    return ok(code);
  });
}

/** The password stays; all sessions and access tokens end. @returns conflict without a second step */
export const resetTwoStep = (db: Database, { id, name }: AccountSummary, now: Date): Result<null> =>
  runOnCommandLine(db, now, (context) => {
    if (!hasAuthenticator(db, id)) return err({ kind: 'conflict', code: 'no_two_step' });
    removeAuthenticator(db, id);
    endSessions(db, id);
    recordAccountAuditEvent(context, { id, name }, 'two-step sign-in reset');
    return ok(null);
  });
