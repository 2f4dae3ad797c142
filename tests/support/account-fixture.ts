import type { SignInContext } from '~/domain/accounts/account.commands.server';
import type { NewAccount } from '~/domain/accounts/account.schema.server';
import { findSession } from '~/domain/accounts/sessions.server';
import { newLockPatience } from '~/domain/shared/group-commit.server';
import type { Result } from '~/domain/shared/result';
import { type SignInResult, signUp } from '~/domain/sign-in/sign-in.commands.server';
import type { Database } from '~db/connection';
import { freshDatabase } from './fresh-database';
import { anonymous } from './stored-listing';

/** When everything happens that says nothing else. */
export const start = new Date('2026-06-15T06:30:00.000Z');
export const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
export const password = 'open!sesame';
export const meera: NewAccount = { name: 'Meera', email: 'meera@example.com', password, phone: null, gender: 'other' };

/** Who wants in: nobody known, from one browser, while limits are off. */
export const from = (db: Database, changes: Partial<SignInContext> = {}): SignInContext => ({
  db,
  actor: anonymous,
  now: start,
  kind: 'browser',
  label: null,
  address: '203.0.113.7',
  attemptLimit: null,
  patience: newLockPatience(),
  ...changes,
});

/** What was done gave. @throws when it was refused */
export function okValue<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A database in which Meera has just opened an account. */
export async function withMeera(): Promise<{ db: Database; signInResult: SignInResult }> {
  const db = freshDatabase();
  return { db, signInResult: okValue(await signUp(meera, from(db), null)) };
}

/** Whoever holds the token of a session. */
export const getActor = (db: Database, { token }: Pick<SignInResult, 'token'>, now = start) => ({
  user: findSession(db, token, now),
  manageKeyIds: [],
});
