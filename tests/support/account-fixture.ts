import type { SignInContext } from '~/domain/accounts/accounts.server';
import type { Credentials, NewAccount } from '~/domain/accounts/account.schema.server';
import { findSession } from '~/domain/accounts/sessions.server';
import { anonymous } from '~/domain/shared/actor';
import { createLockTimeout } from '~/domain/shared/group-commit.server';
import type { Result } from '~/domain/shared/result';
import * as commands from '~/domain/sign-in/sign-in.commands.server';
import {
  type SignInResult,
  signUp,
  type VerifiedCredentials,
  verifyCredentials,
} from '~/domain/sign-in/sign-in.commands.server';
import type { Database } from '~db/connection';
import { freshDatabase } from './fresh-database';

/** Default time of all actions. */
export const start = new Date('2026-06-15T06:30:00.000Z');
export const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
export const password = 'open!sesame';
export const meera: NewAccount = { name: 'Meera', email: 'meera@example.com', password, phone: null, gender: 'other' };

/** Context of a sign-in by a visitor in one browser, with limits off. */
export const from = (db: Database, changes: Partial<SignInContext> = {}): SignInContext => ({
  db,
  actor: anonymous,
  now: start,
  kind: 'browser',
  label: null,
  address: '203.0.113.7',
  attemptLimit: null,
  lockTimeout: createLockTimeout(),
  ...changes,
});

/** The value of a successful result. @throws for an error */
export function okValue<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

/** A database with a new account of Meera. */
export async function withMeera(): Promise<{ db: Database; signInResult: SignInResult }> {
  const db = freshDatabase();
  return { db, signInResult: okValue(await signUp(meera, from(db), null)) };
}

/** The actor with the token of a session. */
export const getActor = (db: Database, { token }: Pick<SignInResult, 'token'>, now = start) => ({
  user: findSession(db, token, now),
  manageKeyIds: [],
});

const withPassword =
  <Value, Rest extends unknown[]>(
    enter: (verified: VerifiedCredentials, context: SignInContext, ...rest: Rest) => Promise<Result<Value>>,
  ) =>
  async (credentials: Credentials, context: SignInContext, ...rest: Rest): Promise<Result<Value>> => {
    const verified = await verifyCredentials(credentials, context);
    return verified.ok ? enter(verified.value, context, ...rest) : verified;
  };
export const signIn = withPassword(commands.signIn);
export const beginSignIn = withPassword(commands.beginSignIn);
