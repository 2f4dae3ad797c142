import { eq } from 'drizzle-orm';
import { pendingSignIns } from '~db/schema';
import { runCommand } from '../command.server';
import { aMinute } from '../durations';
import { commitWithOthers } from '../group-commit.server';
import { done, type Outcome, type Problem, refused } from '../outcome';
import { newSecret, sha256 } from '../secrets.server';
import { reportSecurityEvent } from '../security-events.server';
import { statementsOf } from '../statements.server';
import { runCommandOnce, type Submission } from '../submissions/submissions.server';
import { fieldsAtFault } from './account-faults';
import type { Credentials } from './account-fields.server';
import { acceptCode, hasAuthenticator, wrongCode } from './authenticator.server';
import { type Entered, type Entering, enterAccount, passwordOfEmail, passwordOfUser } from './enter-account.server';
import { secondStepMinutes } from './limits';
import { verifyPassword } from './password-hash.server';
import { beginAttempt, forgiveAttempts, type SignInAttempt, withdrawAttempt } from './sign-in-attempts.server';

/**
 * Returned whichever of the two was wrong, so that the response does not reveal who has an account
 * (docs/product.md, "Accounts").
 */
const wrongPair = { kind: 'unauthenticated', message: 'Invalid email or password' } as const;

const codeNeeded = 'This account signs in with a second step: send a code of its authenticator as `code`.';
const withCode = (message: string, code: string): Problem => ({ kind: 'unauthenticated', message, errors: { code } });

const stepOver = {
  kind: 'unauthenticated',
  message: 'This sign-in was left open for too long. Please begin again.',
} as const;

type RightPair = { userId: string; passwordHash: string; attempt: SignInAttempt };

/** Verifies an email and a password; the attempt counts until it is forgiven. */
async function checkPair({ email, password }: Credentials, entering: Entering): Promise<Outcome<RightPair>> {
  const { db, now, address, attemptLimit } = entering;
  const attempt = await beginAttempt(db, { email, address }, attemptLimit, now);
  if (!attempt.done) return attempt;
  const known = passwordOfEmail(db, email);
  const verified = await verifyPassword(known?.passwordHash ?? null, password, address);
  if (!verified.done) {
    withdrawAttempt(db, attempt.value);
    return verified;
  }
  if (!known || !verified.value) {
    reportSecurityEvent(db, 'sign-in-failed', { account: known?.id ?? email, address });
    return refused(wrongPair);
  }
  return done({ userId: known.id, passwordHash: known.passwordHash, attempt: attempt.value });
}

/**
 * Signs a user in with a single request: email and password, and a code where the account has a second step.
 *
 * @param submissionOf returns the idempotency key of the sign-in, derived from the stored password hash; absent: each
 *   request opens a session of its own
 * @returns unauthenticated for a wrong email or password, in the same time whether there is such an account, and for a
 *   wrong or missing code, which `errors.code` reports; too-many when this address has tried this account too often
 */
export async function signIn(
  credentials: Credentials,
  entering: Entering,
  submissionOf: (passwordHash: string) => Submission | null = () => null,
): Promise<Outcome<Entered>> {
  const pair = await checkPair(credentials, entering);
  if (!pair.done) return pair;
  const { userId, passwordHash, attempt } = pair.value;
  const { email, code } = credentials;
  const { db, now } = entering;
  const run = (): Outcome<Entered> => {
    // The password may have been changed, or the account deleted, while the password was verified.
    if (passwordOfEmail(db, email)?.passwordHash !== passwordHash) return refused(wrongPair);
    if (code === undefined && hasAuthenticator(db, userId)) return refused(withCode(codeNeeded, 'Code is required'));
    if (!acceptCode(db, userId, code ?? '', now)) return refused(withCode(wrongCode, wrongCode));
    return done(enterAccount(userId, entering));
  };
  const submission = submissionOf(passwordHash);
  const entered = await commitWithOthers(db, () =>
    runCommandOnce({ name: 'sign-in', run }, null, entering, submission),
  );
  if (entered.done) forgiveAttempts(db, attempt);
  reportSignIn(entered, userId, entering);
  return entered;
}

/** Reports a wrong code, and a token that was issued to an API client. */
function reportSignIn(entered: Outcome<Entered>, account: string, { db, address, kind }: Entering): void {
  if (entered.done) {
    if (kind === 'api') reportSecurityEvent(db, 'token-made', { account, address, about: 'sign-in' });
  } else if (entered.problem.kind === 'unauthenticated' || entered.problem.kind === 'invalid') {
    reportSecurityEvent(db, 'sign-in-failed', { account, address, about: 'code' });
  }
}

/** A sign-in with a correct email and password, and the secret that its second step has to send. */
type AwaitingCode = { ticket: string };

/**
 * Signs a user in with email and password, or starts the second step where the account has one.
 *
 * @returns as `signIn`, or a ticket that `finishSignIn` takes with a code
 */
export async function beginSignIn(
  credentials: Credentials,
  entering: Entering,
): Promise<Outcome<Entered | AwaitingCode>> {
  const pair = await checkPair(credentials, entering);
  if (!pair.done) return pair;
  const { userId, passwordHash, attempt } = pair.value;
  const { db, now } = entering;
  const run = (): Outcome<Entered | AwaitingCode> => {
    if (passwordOfEmail(db, credentials.email)?.passwordHash !== passwordHash) return refused(wrongPair);
    if (!hasAuthenticator(db, userId)) return done(enterAccount(userId, entering));
    const ticket = newSecret();
    const expiresAt = new Date(now.getTime() + secondStepMinutes * aMinute).toISOString();
    db.insert(pendingSignIns)
      .values({ ticketHash: sha256(ticket), userId, expiresAt })
      .run();
    return done({ ticket });
  };
  const begun = await commitWithOthers(db, () => runCommand({ run }, null, entering));
  // A correct password alone grants no access: the attempt counts until the code is accepted.
  if (begun.done && 'token' in begun.value) forgiveAttempts(db, attempt);
  return begun;
}

const pending = statementsOf((sqlite) =>
  sqlite
    .prepare<[string, string], string>('SELECT user_id FROM pending_sign_ins WHERE ticket_hash = ? AND expires_at > ?')
    .pluck(),
);

/** Whether a ticket is still waiting for its code. */
export const isAwaitingCode = ({ db, now }: Pick<Entering, 'db' | 'now'>, ticket: string): boolean =>
  pending(db).get(sha256(ticket), now.toISOString()) !== undefined;

/**
 * Completes the sign-in of a ticket with its code.
 *
 * @returns invalid for a code that is wrong or was used; unauthenticated for an expired ticket; too-many as in `signIn`
 */
export async function finishSignIn(
  { ticket, code }: { ticket: string; code: string },
  entering: Entering,
): Promise<Outcome<Entered>> {
  const { db, now, address, attemptLimit } = entering;
  const userId = pending(db).get(sha256(ticket), now.toISOString());
  const known = userId === undefined ? null : passwordOfUser(db, userId);
  if (userId === undefined || !known) return refused(stepOver);
  const attempt = await beginAttempt(db, { email: known.email, address }, attemptLimit, now);
  if (!attempt.done) return attempt;
  const run = (): Outcome<Entered> => {
    if (!acceptCode(db, userId, code, now)) {
      return refused({ kind: 'invalid', message: fieldsAtFault, errors: { code: wrongCode } });
    }
    db.delete(pendingSignIns)
      .where(eq(pendingSignIns.ticketHash, sha256(ticket)))
      .run();
    return done(enterAccount(userId, entering));
  };
  const entered = await commitWithOthers(db, () => runCommand({ run }, null, entering));
  if (entered.done) forgiveAttempts(db, attempt.value);
  reportSignIn(entered, userId, entering);
  return entered;
}
