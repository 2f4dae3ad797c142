import { commitWithOthers } from '../group-commit.server';
import { done, type Outcome, refused } from '../outcome';
import { runCommandOnce, type Submission } from '../submissions/submissions.server';
import type { Credentials } from './account-fields.server';
import { type Entered, type Entering, enterAccount, passwordOfEmail } from './enter-account.server';
import { verifyPassword } from './password-hash.server';
import { beginAttempt, forgiveAttempts, withdrawAttempt } from './sign-in-attempts.server';

/** Said whichever of the two was wrong, so that nobody learns who has an account (api.md). */
const wrongPair = { kind: 'unauthenticated', message: 'Invalid email or password' } as const;

/**
 * Signs a user in.
 *
 * @param submissionOf what makes it one however often it is sent, told by the password's stored hash; absent: each try
 *   is a session of its own
 * @returns unauthenticated for a wrong pair, in the same time whether there is such an account; too-many when this
 *   address has tried this account too often
 */
export async function signIn(
  { email, password }: Credentials,
  entering: Entering,
  submissionOf: (passwordHash: string) => Submission | null = () => null,
): Promise<Outcome<Entered>> {
  const { db, now, address, attemptLimit } = entering;
  const attempt = await beginAttempt(db, { email, address }, attemptLimit, now);
  if (!attempt.done) return attempt;
  const known = passwordOfEmail(db, email);
  const verified = await verifyPassword(known?.passwordHash ?? null, password);
  if (!verified.done) {
    withdrawAttempt(db, attempt.value);
    return verified;
  }
  if (!known || !verified.value) return refused(wrongPair);
  const run = (): Outcome<Entered> => {
    // While the password was looked at, it may have been changed, or the account deleted.
    if (passwordOfEmail(db, email)?.passwordHash !== known.passwordHash) return refused(wrongPair);
    return done(enterAccount(known.id, entering));
  };
  const submission = submissionOf(known.passwordHash);
  const entered = await commitWithOthers(db, () =>
    runCommandOnce({ name: 'sign-in', run }, null, entering, submission),
  );
  if (entered.done) forgiveAttempts(db, attempt.value);
  return entered;
}
