import type { NewAccount } from '~/domain/accounts/account-fields.server';
import type { Entered, Entering } from '~/domain/accounts/enter-account.server';
import { findSession } from '~/domain/accounts/sessions.server';
import { signUp } from '~/domain/accounts/sign-up.server';
import type { Outcome } from '~/domain/outcome';
import type { Database } from '~db/connection';
import { freshDatabase } from './fresh-database';
import { nobody } from './stored-listing';

/** When everything happens that says nothing else. */
export const start = new Date('2026-06-15T06:30:00.000Z');
export const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
export const password = 'open!sesame';
export const meera: NewAccount = { name: 'Meera', email: 'meera@example.com', password, phone: null, gender: 'other' };

/** Who wants in: nobody known, from one browser, while limits are off. */
export const from = (db: Database, changes: Partial<Entering> = {}): Entering => ({
  db,
  asker: nobody,
  now: start,
  kind: 'browser',
  label: null,
  address: '203.0.113.7',
  attemptLimit: null,
  ...changes,
});

/** What was done gave. @throws when it was refused */
export function doneValue<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.done) throw new Error(outcome.problem.message);
  return outcome.value;
}

/** A database in which Meera has just opened an account. */
export async function withMeera(): Promise<{ db: Database; entered: Entered }> {
  const db = freshDatabase();
  return { db, entered: doneValue(await signUp(meera, from(db), null)) };
}

/** Whoever holds the token of a session. */
export const askerOf = (db: Database, { token }: Pick<Entered, 'token'>, now = start) => ({
  user: findSession(db, token, now),
  manageKeyIds: [],
});
