import type { SignedInUser } from '../asker';
import { done, type Outcome, refused } from '../outcome';
import { fieldsAtFault, notCurrentPassword } from './account-faults';
import { type GivingPassword, passwordOfUser } from './enter-account.server';
import { verifyPassword } from './password-hash.server';
import { beginAttempt, forgiveAttempts, withdrawAttempt } from './sign-in-attempts.server';
import { signedIn } from './signed-in';

const notByToken = { kind: 'forbidden', message: 'An access token cannot do this. Please sign in.' } as const;

/** Who gave the right password, with the hash that was looked at. */
type ConfirmedUser = {
  userId: string;
  name: string;
  email: string;
  role: SignedInUser['role'];
  passwordHash: string;
};

/**
 * Asks a signed-in user for the password again, before what cannot be undone: a browser may have been left open. Tries
 * count as tries to sign in.
 *
 * @param field which field of the form holds it, for the sentence beside it
 * @returns unauthenticated, invalid, too-many, or forbidden to tokens, unless it is the password
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
