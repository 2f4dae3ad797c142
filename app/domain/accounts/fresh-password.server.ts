import type { SignedInUser } from '../asker';
import { aMinute } from '../durations';
import { commitWithOthers } from '../group-commit.server';
import { done, type Outcome, type Problem, refused } from '../outcome';
import { statementsOf } from '../statements.server';
import { fieldsAtFault } from './account-faults';
import { confirmPassword } from './confirm-password.server';
import type { GivingPassword } from './enter-account.server';
import { freshPasswordMinutes } from './limits';

/*
 * An operator's browser may have been left open: deleting what is others', and reading what two people wrote to each
 * other, takes the password once more. It counts for ten minutes in that session. Signing in does not count, and a
 * program with a token is not asked: no browser holds it.
 */

/** Where no form asks for the password, such as a call with the browser's cookie. */
export const passwordNeeded: Problem = {
  kind: 'forbidden',
  message: 'Please give your password again: open it at the desk and do it there.',
};

/** Whether a user may do what takes a fresh password. */
export function hasFreshPassword({ passwordConfirmedAt }: SignedInUser, now: Date): boolean {
  if (passwordConfirmedAt === undefined) return true;
  if (passwordConfirmedAt === null) return false;
  const age = now.getTime() - Date.parse(passwordConfirmedAt);
  return age >= 0 && age < freshPasswordMinutes * aMinute;
}

const statements = statementsOf((sqlite) =>
  sqlite.prepare<[string, string]>('UPDATE sessions SET password_confirmed_at = ? WHERE id = ?'),
);

/**
 * Takes the password of the operator who asks, unless it is fresh.
 *
 * @param password of the form's field `password`; empty where nothing was typed
 * @returns what `confirmPassword` refuses; invalid without a password, which counts as no try
 */
export async function takeFreshPassword(
  user: SignedInUser,
  password: string,
  entering: GivingPassword,
): Promise<Outcome<null>> {
  const { db, now } = entering;
  if (hasFreshPassword(user, now)) return done(null);
  if (password === '') {
    const errors = { password: 'Please give your password again to do this' };
    return refused({ kind: 'invalid', message: fieldsAtFault, errors });
  }
  const confirmed = await confirmPassword(password, 'password', entering);
  if (!confirmed.done) return confirmed;
  return commitWithOthers(db, () => {
    statements(db).run(now.toISOString(), user.sessionId);
    return done(null);
  });
}
