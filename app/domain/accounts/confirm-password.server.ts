import { done, type Outcome, refused } from '../outcome';
import { fieldsAtFault, notCurrentPassword } from './account-faults';
import { type GivingPassword, passwordOfUser } from './enter-account.server';
import { verifyPassword } from './password-hash.server';
import { beginAttempt, forgiveAttempts, withdrawAttempt } from './sign-in-attempts.server';
import { signedIn } from './signed-in';

const notByToken = { kind: 'forbidden', message: 'An access token cannot do this. Please sign in.' } as const;

/**
 * Asks a signed-in user for the password again, before what cannot be undone: a browser may have been left open. Tries
 * count as tries to sign in.
 *
 * @param field which field of the form holds it, for the sentence beside it
 * @returns the user's id with the hash that was looked at; unauthenticated, invalid, too-many, or forbidden to tokens
 */
export async function confirmPassword(
  password: string,
  field: string,
  { db, asker, now, address, attemptLimit }: GivingPassword,
): Promise<Outcome<{ userId: string; passwordHash: string }>> {
  const user = signedIn(asker);
  if (!user.done) return user;
  if (user.value.tokenScope) return refused(notByToken);
  const known = passwordOfUser(db, user.value.id);
  const attempt = await beginAttempt(db, { email: known?.email ?? '', address }, attemptLimit, now);
  if (!attempt.done) return attempt;
  const verified = await verifyPassword(known?.passwordHash ?? null, password);
  if (!verified.done) {
    withdrawAttempt(db, attempt.value);
    return verified;
  }
  if (!known || !verified.value) {
    return refused({ kind: 'invalid', message: fieldsAtFault, errors: { [field]: notCurrentPassword } });
  }
  forgiveAttempts(db, attempt.value);
  return done({ userId: user.value.id, passwordHash: known.passwordHash });
}
