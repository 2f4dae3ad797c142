import { eq } from 'drizzle-orm';
import { users } from '~db/schema';
import { runCommand } from '../command.server';
import { commitWithOthers } from '../group-commit.server';
import { done, type Outcome, refused } from '../outcome';
import { reportSecurityEvent } from '../security-events.server';
import { fieldsAtFault } from './account-faults';
import type { PasswordChange } from './account-fields.server';
import { confirmPassword } from './confirm-password.server';
import { chosenPasswordFault } from './easy-password.server';
import { type Entering, passwordOfUser } from './enter-account.server';
import { hashPassword } from './password-hash.server';
import { endSessions, openSession } from './sessions.server';
import { signInRequired } from './signed-in';

/**
 * Changes the signed-in user's password. Ends all sessions and access tokens of the user, and opens a new session for
 * this browser.
 *
 * @returns the new session's token
 */
export async function changePassword(
  { currentPassword, newPassword }: PasswordChange,
  entering: Entering,
): Promise<Outcome<string>> {
  const confirmed = await confirmPassword(currentPassword, 'currentPassword', entering);
  if (!confirmed.done) return confirmed;
  const fault = chosenPasswordFault(newPassword, confirmed.value);
  if (fault !== null) return refused({ kind: 'invalid', message: fieldsAtFault, errors: { newPassword: fault } });
  const hashed = await hashPassword(newPassword, entering.address);
  if (!hashed.done) return hashed;
  const { userId, passwordHash: before } = confirmed.value;
  const { db, now, kind, label } = entering;
  const run = (): Outcome<string> => {
    // A concurrent change also ended this session.
    if (passwordOfUser(db, userId)?.passwordHash !== before) return refused(signInRequired);
    db.update(users)
      .set({ passwordHash: hashed.value, updatedAt: now.toISOString() })
      .where(eq(users.id, userId))
      .run();
    endSessions(db, userId);
    return done(openSession(db, { userId, kind, label }, now));
  };
  const changed = await commitWithOthers(db, () => runCommand({ run }, null, entering));
  if (changed.done) reportSecurityEvent(db, 'password-changed', { account: userId, address: entering.address });
  return changed;
}
