import { and, count, eq, lt, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '~db/connection';
import { authenticators, recoveryCodes } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';
import { requireTeamMember } from '../shared/permissions';
import { runCommand } from '../shared/run-command.server';
import { sha256 } from '../shared/secrets.server';
import { commitInGroup } from '../shared/group-commit.server';
import { err, invalid, ok, type Result } from '../shared/result';
import { recoveryCodeCount } from './account';
import { confirmPassword, type PasswordContext } from './passwords.server';

/* RFC 6238. The secret is stored in plain text, because the codes are derived from it. */

const secretBytes = 20;
const recoveryBytes = 10;
/** Clocks of phones are inaccurate: the previous and the next code are also accepted. */
const window = 1;

export const wrongCode = invalid({ code: { code: 'wrong_code' } }, 'invalid_account_fields');

const createTotp = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });

const queries = memoizePrepared((db) => ({
  find: db
    .select({ secret: authenticators.secret, lastStep: authenticators.lastStep })
    .from(authenticators)
    .where(eq(authenticators.userId, sql.placeholder('userId')))
    .prepare(),
  advance: db
    .update(authenticators)
    .set({ lastStep: sql`${sql.placeholder('step')}` })
    .where(
      and(eq(authenticators.userId, sql.placeholder('userId')), lt(authenticators.lastStep, sql.placeholder('step'))),
    )
    .prepare(),
  spend: db
    .delete(recoveryCodes)
    .where(
      and(eq(recoveryCodes.userId, sql.placeholder('userId')), eq(recoveryCodes.codeHash, sql.placeholder('codeHash'))),
    )
    .prepare(),
  left: db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, sql.placeholder('userId')))
    .prepare(),
}));

export const generateAuthenticatorSecret = (): string => new Secret({ size: secretBytes }).base32;

export const isAuthenticatorSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text);

/** @param email distinguishes the account from others in the app, and `shopName` the shop */
export const createAuthenticatorLink = (secret: string, shopName: string, email: string): string =>
  createTotp(secret, shopName, email).toString();

export const hasAuthenticator = (db: Database, userId: string): boolean =>
  queries(db).find.get({ userId }) !== undefined;

export const countRecoveryCodes = (db: Database, userId: string): number | null =>
  hasAuthenticator(db, userId) ? (queries(db).left.get({ userId })?.count ?? 0) : null;

function findStep(secret: string, code: string, now: Date): number | null {
  const totp = createTotp(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** In the transaction it authorizes; the caller counts attempts. @returns false if wrong or used, true without one */
export function acceptCode(db: Database, userId: string, typedCode: string, now: Date): boolean {
  const { find, advance, spend } = queries(db);
  const authenticator = find.get({ userId });
  if (!authenticator) return true;
  const code = typedCode.replace(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(code)) {
    const step = findStep(authenticator.secret, code, now);
    return step !== null && advance.run({ userId, step }).changes === 1;
  }
  return /^[A-Z2-7]{16}$/.test(code) && spend.run({ userId, codeHash: sha256(code) }).changes === 1;
}

/** Input that enables the second step: the secret as shown on the page, and a code that the app derived from it. */
type NewAuthenticator = { secret: string; code: string; password: string };

/** @returns the recovery codes, only this once; invalid for a wrong password or code; conflict if enabled */
export async function enableAuthenticator(
  { secret, code, password }: NewAuthenticator,
  signInContext: PasswordContext,
): Promise<Result<string[]>> {
  const operator = requireTeamMember(signInContext.actor);
  if (!operator.ok) return operator;
  if (!isAuthenticatorSecret(secret)) {
    return invalid({ code: { code: 'incomplete_secret' } }, 'invalid_account_fields');
  }
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const { db, now } = signInContext;
  const { userId } = confirmed.value;
  const lastStep = findStep(secret, code.replace(/\s/g, ''), now);
  if (lastStep === null) return wrongCode;
  const codes = Array.from({ length: recoveryCodeCount }, () => new Secret({ size: recoveryBytes }).base32);
  const run = (): Result<string[]> => {
    if (hasAuthenticator(db, userId)) return err({ kind: 'conflict', code: 'two_step_already_on' });
    db.insert(authenticators).values({ userId, secret, lastStep, createdAt: now.toISOString() }).run();
    db.insert(recoveryCodes)
      .values(codes.map((one) => ({ userId, codeHash: sha256(one) })))
      .run();
    return ok(codes.map((one) => one.match(/.{4}/g)?.join('-') ?? one));
  };
  return commitInGroup(db, () => runCommand({ run }, null, signInContext), signInContext.lockTimeout);
}

export function removeAuthenticator(db: Database, userId: string): void {
  db.delete(authenticators).where(eq(authenticators.userId, userId)).run();
}

/** @returns invalid when the password or the code is wrong */
export async function disableAuthenticator(
  { code, password }: Omit<NewAuthenticator, 'secret'>,
  signInContext: PasswordContext,
): Promise<Result<null>> {
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const { userId } = confirmed.value;
  const { db, now } = signInContext;
  const run = (): Result<null> => {
    if (!acceptCode(db, userId, code, now)) return wrongCode;
    removeAuthenticator(db, userId);
    return ok(null);
  };
  return commitInGroup(db, () => runCommand({ run }, null, signInContext), signInContext.lockTimeout);
}
