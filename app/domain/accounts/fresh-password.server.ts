import { eq, sql } from 'drizzle-orm';
import { sessions } from '~db/schema';
import type { SignedInUser } from '../shared/actor';
import { aMinute } from '../shared/dates';
import { commitWithOthers } from '../shared/group-commit.server';
import { preparedOf } from '../shared/memoize.server';
import { type AppError, err, ok, type Result } from '../shared/result';
import { freshPasswordMinutes, invalidFields } from './account';
import { confirmPassword, type GivingPassword } from './account.commands.server';

/*
 * Operators confirm their password again before they delete other users' content or read a conversation between two
 * users, because their browser may have been left open. The confirmation is valid for ten minutes in that session.
 * Signing in does not count as one. API clients with a token are exempt: their credentials are not held by a browser.
 */

/** Error for requests without a password form, such as an API request with the browser's cookie. */
export const passwordNeeded: AppError = {
  kind: 'forbidden',
  message: 'Please give your password again: open it at the desk and do it there.',
};

/** Whether the user may perform an action that requires a recently confirmed password. */
export function hasFreshPassword({ passwordConfirmedAt }: SignedInUser, now: Date): boolean {
  if (passwordConfirmedAt === undefined) return true;
  if (passwordConfirmedAt === null) return false;
  const age = now.getTime() - Date.parse(passwordConfirmedAt);
  return age >= 0 && age < freshPasswordMinutes * aMinute;
}

const confirm = preparedOf((db) =>
  db
    .update(sessions)
    .set({ passwordConfirmedAt: sql`${sql.placeholder('now')}` })
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .prepare(),
);

/**
 * Verifies the operator's password, unless it was confirmed recently.
 *
 * @param password value of the form field `password`; empty when left empty
 * @returns the errors of `confirmPassword`; invalid without a password, which does not count as an attempt
 */
export async function takeFreshPassword(
  user: SignedInUser,
  password: string,
  signInContext: GivingPassword,
): Promise<Result<null>> {
  const { db, now } = signInContext;
  if (hasFreshPassword(user, now)) return ok(null);
  if (password === '') {
    const errors = { password: 'Please give your password again to do this' };
    return err({ kind: 'invalid', message: invalidFields, errors });
  }
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const run = () => {
    confirm(db).run({ now: now.toISOString(), sessionId: user.sessionId });
    return ok(null);
  };
  return commitWithOthers(db, run, signInContext.patience);
}
