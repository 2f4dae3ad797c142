import { and, eq, gt, sql } from 'drizzle-orm';
import { pendingSignIns } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';
import { type Account, secondStepMinutes } from '../accounts/account';
import { findAccount } from '../accounts/account.queries.server';
import { emailTaken, type HashedAccount, type SignInContext, storeAccount } from '../accounts/accounts.server';
import { findPasswordByEmail, findPasswordByUser, hashPassword, verifyPassword } from '../accounts/passwords.server';
import type { Credentials, NewAccount } from '../accounts/account.schema.server';
import { acceptCode, hasAuthenticator, wrongCode } from '../accounts/authenticator.server';
import { createRecoveryCode, findRecoveryState } from '../accounts/recovery-codes.server';
import { endSession, getExpiry, openSession } from '../accounts/sessions.server';
import {
  beginAttempt,
  forgiveAttempts,
  type SignInAttempt,
  withdrawAttempt,
} from '../accounts/sign-in-attempts.server';
import { claimListings } from '../listings/manage-key.server';
import { claimSearches } from '../saved/saved-searches.server';
import { generateSecret, sha256 } from '../shared/secrets.server';
import { minuteMs } from '../shared/dates';
import { commitInGroup } from '../shared/group-commit.server';
import { type IdempotentRequest, runCommand, runCommandOnce } from '../shared/run-command.server';
import { type AppError, err, ok, type Result } from '../shared/result';
import { reportSecurityEvent } from '../shared/security-events.server';

export type SignInResult = {
  userId: string;
  /** Token of the new session, returned only this once. */
  token: string;
  expiresAt: string;
  claimed: number;
  /** The recovery code of a new account, returned only this once. */
  recoveryCode?: string;
  /** Of a dry run, whose account is not stored. */
  account?: Account | null;
};

/** Always a new session, in the transaction, so that no previously known token grants access. */
function createAccountSession(userId: string, { db, actor, now, kind, label }: SignInContext): SignInResult {
  if (actor.user && kind === 'browser') endSession(db, actor.user.id, actor.user.sessionId);
  const token = openSession(db, { userId, kind, label }, now);
  claimSearches(db, userId, actor.searchesHash ?? null);
  return { userId, token, expiresAt: getExpiry(now), claimed: claimListings(db, userId, actor.manageKeyIds, now) };
}

/** For a wrong email and a wrong password: the response does not reveal who has an account. */
const wrongCredentials = { kind: 'unauthenticated', code: 'wrong_credentials' } as const;

const codeRequired: AppError = {
  kind: 'unauthenticated',
  code: 'second_step_required',
  errors: { code: { code: 'required', values: { label: 'Code' } } },
};
const codeRejected: AppError = {
  kind: 'unauthenticated',
  code: 'wrong_code',
  errors: { code: { code: 'wrong_code' } },
};

const accountBlocked: AppError = { kind: 'forbidden', code: 'account_blocked' };

const secondStepExpired = { kind: 'unauthenticated', code: 'second_step_expired' } as const;

export type VerifiedCredentials = {
  credentials: Credentials;
  userId: string;
  passwordHash: string;
  attempt: SignInAttempt;
};

/** @returns unauthenticated in the same time whether the account exists or not; too-many after many attempts */
export async function verifyCredentials(
  credentials: Credentials,
  signInContext: SignInContext,
): Promise<Result<VerifiedCredentials>> {
  const { email, password } = credentials;
  const { db, now, address, attemptLimit, lockTimeout } = signInContext;
  const attempt = await beginAttempt(db, { email, address }, attemptLimit, now, lockTimeout);
  if (!attempt.ok) return attempt;
  const stored = findPasswordByEmail(db, email);
  const verified = await verifyPassword(stored?.passwordHash ?? null, password, address);
  if (!verified.ok) {
    withdrawAttempt(db, attempt.value);
    return verified;
  }
  if (!stored || !verified.value) {
    reportSecurityEvent(db, 'sign-in-failed', { account: stored?.id ?? email, address });
    return err(wrongCredentials);
  }
  // Only after the password, so that it is not known of an address that it is blocked.
  if (stored.blockedAt !== null) return err(accountBlocked);
  return ok({ credentials, userId: stored.id, passwordHash: stored.passwordHash, attempt: attempt.value });
}

/**
 * Signs a user in with a single request: email and password, and a code where the account has a second step.
 *
 * @param createIdempotentRequest returns the idempotency key of the sign-in, derived from the stored password hash;
 *   absent: each request opens a new session
 * @returns unauthenticated for a wrong or missing code, which `errors.code` reports, or if the password has just changed
 */
export async function signIn(
  { credentials: { email, code }, userId, passwordHash, attempt }: VerifiedCredentials,
  signInContext: SignInContext,
  createIdempotentRequest: (passwordHash: string) => IdempotentRequest | null = () => null,
): Promise<Result<SignInResult>> {
  const { db, now } = signInContext;
  const run = (): Result<SignInResult> => {
    // The password may have been changed, or the account deleted, while the password was verified.
    if (findPasswordByEmail(db, email)?.passwordHash !== passwordHash) return err(wrongCredentials);
    if (code === undefined && hasAuthenticator(db, userId)) return err(codeRequired);
    if (!acceptCode(db, userId, code ?? '', now)) return err(codeRejected);
    return ok(createAccountSession(userId, signInContext));
  };
  const idempotentRequest = createIdempotentRequest(passwordHash);
  const signInResult = await commitInGroup(
    db,
    () => runCommandOnce({ name: 'sign-in', run }, null, signInContext, idempotentRequest),
    signInContext.lockTimeout,
  );
  if (signInResult.ok) forgiveAttempts(db, attempt);
  reportSignIn(signInResult, userId, signInContext);
  return signInResult;
}

function reportSignIn(
  signInResult: Result<SignInResult>,
  account: string,
  { db, address, kind, isDryRun }: SignInContext,
): void {
  if (signInResult.ok && isDryRun) return;
  if (signInResult.ok) {
    reportSecurityEvent(db, 'signed-in', { account, address, about: kind });
    if (kind === 'api') reportSecurityEvent(db, 'token-created', { account, address, about: 'sign-in' });
  } else if (signInResult.error.kind === 'unauthenticated' || signInResult.error.kind === 'invalid') {
    reportSecurityEvent(db, 'sign-in-failed', { account, address, about: 'code' });
  }
}

export type AwaitingCode = { ticket: string };

/** Opens a session after a correct password, or starts the second step; inside a transaction. */
export function openSessionOrAwaitCode(userId: string, signInContext: SignInContext): SignInResult | AwaitingCode {
  const { db, now } = signInContext;
  if (!hasAuthenticator(db, userId)) return createAccountSession(userId, signInContext);
  const ticket = generateSecret();
  const expiresAt = new Date(now.getTime() + secondStepMinutes * minuteMs).toISOString();
  db.insert(pendingSignIns)
    .values({ ticketHash: sha256(ticket), userId, expiresAt })
    .run();
  return { ticket };
}

/** @returns as `signIn`, or a ticket for `finishSignIn` */
export async function beginSignIn(
  { credentials, userId, passwordHash, attempt }: VerifiedCredentials,
  signInContext: SignInContext,
): Promise<Result<SignInResult | AwaitingCode>> {
  const { db } = signInContext;
  const run = (): Result<SignInResult | AwaitingCode> => {
    if (findPasswordByEmail(db, credentials.email)?.passwordHash !== passwordHash) return err(wrongCredentials);
    return ok(openSessionOrAwaitCode(userId, signInContext));
  };
  const begun = await commitInGroup(db, () => runCommand({ run }, null, signInContext), signInContext.lockTimeout);
  // A correct password alone grants no access: the attempt counts until the code is accepted.
  if (begun.ok && 'token' in begun.value) {
    forgiveAttempts(db, attempt);
    reportSignIn(ok(begun.value), userId, signInContext);
  }
  return begun;
}

const pending = memoizePrepared((db) =>
  db
    .select({ userId: pendingSignIns.userId })
    .from(pendingSignIns)
    .where(
      and(
        eq(pendingSignIns.ticketHash, sql.placeholder('ticketHash')),
        gt(pendingSignIns.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare(),
);

const findAwaitingUser = ({ db, now }: Pick<SignInContext, 'db' | 'now'>, ticket: string): string | undefined =>
  pending(db).get({ ticketHash: sha256(ticket), now: now.toISOString() })?.userId;

export const isAwaitingCode = (context: Pick<SignInContext, 'db' | 'now'>, ticket: string): boolean =>
  findAwaitingUser(context, ticket) !== undefined;

/** @returns invalid for a wrong or used code; unauthenticated for an expired ticket; too-many as in `signIn` */
export async function finishSignIn(
  { ticket, code }: { ticket: string; code: string },
  signInContext: SignInContext,
): Promise<Result<SignInResult>> {
  const { db, now, address, attemptLimit, lockTimeout } = signInContext;
  const userId = findAwaitingUser(signInContext, ticket);
  const stored = userId === undefined ? null : findPasswordByUser(db, userId);
  if (userId === undefined || !stored) return err(secondStepExpired);
  const attempt = await beginAttempt(db, { email: stored.email, address }, attemptLimit, now, lockTimeout);
  if (!attempt.ok) return attempt;
  const run = (): Result<SignInResult> => {
    // The account may have been deleted, or the ticket used, since the attempt began.
    if (findAwaitingUser(signInContext, ticket) !== userId) return err(secondStepExpired);
    if (!acceptCode(db, userId, code, now)) return wrongCode;
    db.delete(pendingSignIns)
      .where(eq(pendingSignIns.ticketHash, sha256(ticket)))
      .run();
    return ok(createAccountSession(userId, signInContext));
  };
  const signInResult = await commitInGroup(
    db,
    () => runCommand({ run }, null, signInContext),
    signInContext.lockTimeout,
  );
  if (signInResult.ok) forgiveAttempts(db, attempt.value);
  reportSignIn(signInResult, userId, signInContext);
  return signInResult;
}

/** Excludes the password, because the content is compared by a fast hash. */
export const signUpContent = ({ password: _password, ...account }: NewAccount) => account;

/**
 * Creates an account and signs its user in.
 *
 * @param idempotentRequest idempotency key, with `signUpContent` as its content: a repeated request creates no second
 *   account, and signs in a client that sends the password too; null when the client sent none
 * @param createSessionRequest the same for its session, derived from the stored password hash; absent: each request
 *   opens a new session
 * @returns conflict when the email has an account
 */
export async function signUp(
  { password, ...account }: NewAccount,
  signInContext: SignInContext,
  idempotentRequest: IdempotentRequest | null,
  createSessionRequest: (passwordHash: string) => IdempotentRequest | null = () => null,
): Promise<Result<SignInResult>> {
  const hashed = await hashPassword(password, signInContext.address);
  if (!hashed.ok) return hashed;
  const { db, lockTimeout, isDryRun } = signInContext;
  if (isDryRun) return signUpInDryRun({ ...account, passwordHash: hashed.value }, signInContext);
  const store = () =>
    runCommandOnce(
      { name: 'sign-up', run: (input: HashedAccount, context) => storeAccount(input, context) },
      { ...account, passwordHash: hashed.value },
      signInContext,
      idempotentRequest,
    );
  const stored = await commitInGroup(db, store, lockTimeout);
  if (!stored.ok) return stored;
  const userId = stored.value;
  const owner = findPasswordByUser(db, userId);
  if (!owner) return err(emailTaken);
  if (owner.passwordHash !== hashed.value) {
    // The account was stored by an earlier request: only its own client knows the password.
    const verified = await verifyPassword(owner.passwordHash, password, signInContext.address);
    if (!verified.ok) return verified;
    if (!verified.value) return err(emailTaken);
  }
  const run = (): Result<SignInResult> => {
    const { now } = signInContext;
    // The account may have been deleted since it was stored.
    if (!findPasswordByUser(db, userId)) return err(wrongCredentials);
    // A sign-up that is repeated later does not replace a code that was kept.
    const isKept = findRecoveryState(db, userId) === 'kept';
    return ok({
      ...createAccountSession(userId, signInContext),
      ...(!isKept && { recoveryCode: createRecoveryCode(db, userId, now) }),
    });
  };
  const sessionRequest = createSessionRequest(owner.passwordHash);
  const openFirstSession = () =>
    runCommandOnce({ name: 'enter-new-account', run }, null, signInContext, sessionRequest);
  const signInResult = await commitInGroup(db, openFirstSession, lockTimeout);
  if (signInResult.ok) reportSignIn(signInResult, userId, signInContext);
  return signInResult;
}

/** Both steps in one transaction, as the second finds nothing that the first has stored. */
function signUpInDryRun(input: HashedAccount, signInContext: SignInContext): Promise<Result<SignInResult>> {
  const { db, now, lockTimeout } = signInContext;
  const run = (): Result<SignInResult> => {
    const stored = storeAccount(input, signInContext);
    if (!stored.ok) return stored;
    const userId = stored.value;
    const session = createAccountSession(userId, signInContext);
    return ok({ ...session, recoveryCode: createRecoveryCode(db, userId, now), account: findAccount(db, userId) });
  };
  return commitInGroup(db, () => runCommand({ run }, null, signInContext), lockTimeout);
}
