import { randomBytes } from 'node:crypto';
import { users } from '~db/schema';
import type { CommandContext } from '../command.server';
import { commitWithOthers } from '../group-commit.server';
import { done, type Outcome, type Problem, refused } from '../outcome';
import { runCommandOnce, type Submission } from '../submissions/submissions.server';
import type { NewAccount } from './account-fields.server';
import { emailKeyOf } from './email-key.server';
import { type Entered, type Entering, enterAccount, passwordOfUser } from './enter-account.server';
import { hashPassword, verifyPassword } from './password-hash.server';

const takenSentence = 'An account with this email already exists';
const emailTaken: Problem = { kind: 'conflict', message: takenSentence, errors: { email: takenSentence } };

type HashedAccount = Omit<NewAccount, 'password'> & { passwordHash: string; role?: 'user' | 'operator' };

/** Stores an account, inside a transaction; conflict when the email has an account. @returns the user's id */
export function storeAccount(
  { passwordHash, role = 'user', ...account }: HashedAccount,
  { db, now }: Pick<CommandContext, 'db' | 'now'>,
): Outcome<string> {
  const id = randomBytes(12).toString('hex');
  const moment = now.toISOString();
  const { changes } = db
    .insert(users)
    .values({
      ...account,
      id,
      emailKey: emailKeyOf(account.email),
      passwordHash,
      role,
      createdAt: moment,
      updatedAt: moment,
    })
    .onConflictDoNothing()
    .run();
  return changes === 0 ? refused(emailTaken) : done(id);
}

/**
 * Content that distinguishes sign-ups under the same idempotency key. Excludes the password, because the content is
 * compared by a fast hash.
 */
export const signUpContent = ({ password: _password, ...account }: NewAccount) => account;

/**
 * Creates an account and signs its user in.
 *
 * @param submission idempotency key, with `signUpContent` as its content: a repeated request creates no second account,
 *   and signs in a client that sends the password too; null when the client sent none
 * @param entranceOf the same for its session, derived from the stored password hash; absent: each request opens a
 *   session of its own
 * @returns conflict when the email has an account
 */
export async function signUp(
  { password, ...account }: NewAccount,
  entering: Entering,
  submission: Submission | null,
  entranceOf: (passwordHash: string) => Submission | null = () => null,
): Promise<Outcome<Entered>> {
  const hashed = await hashPassword(password, entering.address);
  if (!hashed.done) return hashed;
  const { db } = entering;
  const stored = await commitWithOthers(db, () =>
    runCommandOnce(
      { name: 'sign-up', run: (input: HashedAccount, context) => storeAccount(input, context) },
      { ...account, passwordHash: hashed.value },
      entering,
      submission,
    ),
  );
  if (!stored.done) return stored;
  const userId = stored.value;
  const known = passwordOfUser(db, userId);
  if (!known) return refused(emailTaken);
  if (known.passwordHash !== hashed.value) {
    // The account was stored by an earlier request: only its own client knows the password.
    const verified = await verifyPassword(known.passwordHash, password, entering.address);
    if (!verified.done) return verified;
    if (!verified.value) return refused(emailTaken);
  }
  const run = () => done(enterAccount(userId, entering));
  const entrance = entranceOf(known.passwordHash);
  return commitWithOthers(db, () => runCommandOnce({ name: 'enter-new-account', run }, null, entering, entrance));
}
