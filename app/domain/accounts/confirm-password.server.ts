import type { SignedInUser } from '../asker';
import { done, type Outcome, refused } from '../outcome';
import { fieldsAtFault, notCurrentPassword } from './account-faults';
import { type GivingPassword, passwordOfUser } from './enter-account.server';
import { verifyPassword } from './password-hash.server';
import { beginAttempt, forgiveAttempts, withdrawAttempt } from './sign-in-attempts.server';
import { signedIn } from './signed-in';

const notByToken = { kind: 'forbidden', message: 'An access token cannot do this. Please sign in.' } as const;

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
  { db, asker, now, address, attemptLimit }: GivingPassword,
): Promise<Outcome<ConfirmedUser>> {
  const user = signedIn(asker);
  if (!user.done) return user;
  if (user.value.tokenScope) return refused(notByToken);
  const known = passwordOfUser(db, user.value.id);
  const attempt = await beginAttempt(db, { email: known?.email ?? '', address }, attemptLimit, now);
  if (!attempt.done) return attempt;
  const verified = await verifyPassword(known?.passwordHash ?? null, password, address);
  if (!verified.done) {
    withdrawAttempt(db, attempt.value);
    return verified;
  }
  if (!known || !verified.value) {
    return refused({ kind: 'invalid', message: fieldsAtFault, errors: { [field]: notCurrentPassword } });
  }
  forgiveAttempts(db, attempt.value);
  const { name, role } = user.value;
  return done({ userId: user.value.id, name, role, ...known });
}
