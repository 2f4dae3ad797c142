/* Passwords: hashing through a queue, and confirmation before an action that cannot be undone. */
import { hash, verify } from '@node-rs/argon2';
import { desc, eq, or, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { sessions, users } from '~db/schema/accounts';
import { requireUser, type SignedInUser } from '../shared/actor';
import type { CommandContext } from '../shared/command.server';
import { FairQueue, queueLimits } from '../shared/fair-queue';
import { commitInGroup, type LockTimeout } from '../shared/group-commit.server';
import { memoizePrepared } from '~db/statements';
import { err, invalid, ok, type Result } from '../shared/result';
import { toEmailKey } from './email-keys.server';
import { hasFreshPassword } from './fresh-password';
import { type AttemptLimit, beginAttempt, forgiveAttempts, withdrawAttempt } from './sign-in-attempts.server';

/** Argon2id with the minimum parameters of OWASP: 19,456 KiB, two passes, one lane. About 25 ms on one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes one password at a time, on a separate thread: the other core stays free for requests that only read. The queue
 * is fair by address, so that a client that tries hundreds of passwords delays only itself.
 */
export const passwordQueue = new FairQueue(queueLimits.passwords, {
  kind: 'too-many',
  code: 'too_many_sign_ins',
  retryAfterSeconds: 60,
});

/**
 * The latest addresses that gave a correct password since the start of this process. Attempts from many unknown addresses
 * fill only their share of the queue, and cannot lock out a user who signs in from a known address.
 */
const knownAddresses = new LRUCache<string, true>({ maxSize: 20_000, sizeCalculation: () => 1 });

/**
 * Key by which the queue is fair: a known address itself, or for unknown IPv6 clients the whole /48, which may belong to
 * a single client.
 *
 * @param address key of the rate limits: an IPv4 address, or the four groups of a /64
 */
const getQueueKey = (address: string): string =>
  knownAddresses.has(address) ? address : address.split(':').slice(0, 3).join(':');

const enqueue = <Value>(address: string, work: () => Promise<Result<Value>>): Promise<Result<Value>> =>
  passwordQueue.run(getQueueKey(address), work, knownAddresses.has(address));

/** Hash of discarded random bytes, verified if the account does not exist, so that the response takes equally long. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$h/DHuOZV9UEJCHgusOc33A$3Ps081V0M/SiMxcwzsdd8NmgCbM+2ybaUSK3hSOJZYw';

/**
 * Hashes a password; too-many when the queue is full.
 *
 * @param address client address, as rate limits count it
 */
export function hashPassword(password: string, address: string): Promise<Result<string>> {
  return enqueue(address, async () => ok(await hash(password, cost)));
}

/**
 * Verifies a password against a stored hash, in the same time whether there is a hash or not.
 *
 * @param stored null when there is no such account: the result is then false
 * @param address client address, as rate limits count it
 */
export function verifyPassword(stored: string | null, password: string, address: string): Promise<Result<boolean>> {
  return enqueue(address, async () => {
    const isCorrect = (await verify(stored ?? dummyHash, password)) && stored !== null;
    if (isCorrect) knownAddresses.set(address, true);
    return ok(isCorrect);
  });
}

export const tokenNotAllowed = { kind: 'forbidden', code: 'token_not_allowed' } as const;

/** The user who gave the correct password, with the hash it was verified against. */
type ConfirmedUser = {
  userId: string;
  name: string;
  email: string;
  role: SignedInUser['role'];
  passwordHash: string;
};

/**
 * Verifies the signed-in user's password again before an action that cannot be undone, because another person may use
 * the browser. Attempts count as sign-in attempts.
 *
 * @param field name of the form field that holds the password, for its error
 * @returns unauthenticated, invalid, too-many, or forbidden for access tokens, unless the password is correct
 */
export async function confirmPassword(
  password: string,
  field: string,
  { db, actor, now, address, attemptLimit, lockTimeout }: PasswordContext,
): Promise<Result<ConfirmedUser>> {
  const user = requireUser(actor);
  if (!user.ok) return user;
  if (user.value.tokenScope) return err(tokenNotAllowed);
  const known = findPasswordByUser(db, user.value.id);
  const attempt = await beginAttempt(db, { email: known?.email ?? '', address }, attemptLimit, now, lockTimeout);
  if (!attempt.ok) return attempt;
  const verified = await verifyPassword(known?.passwordHash ?? null, password, address);
  if (!verified.ok) {
    withdrawAttempt(db, attempt.value);
    return verified;
  }
  if (!known || !verified.value) {
    return invalid({ [field]: { code: 'wrong_current_password' } }, 'invalid_account_fields');
  }
  forgiveAttempts(db, attempt.value);
  const { name, role } = user.value;
  return ok({ userId: user.value.id, name, role, ...known });
}

/** Context of a request that carries a password, with the client address. */
export type PasswordContext = CommandContext & {
  /** Client address by which attempts are counted, in addition to the account. */
  address: string;
  attemptLimit: AttemptLimit;
  /** Shared by the writes of the request: one counts the attempt, another performs the action. */
  lockTimeout: LockTimeout;
};

const passwords = memoizePrepared((db) => ({
  // Prefers an exact match of the address: an older account may have the same key as another account.
  ofEmail: db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(or(eq(users.email, sql.placeholder('email')), eq(users.emailKey, sql.placeholder('key'))))
    .orderBy(desc(eq(users.email, sql.placeholder('email'))))
    .limit(1)
    .prepare(),
  ofUser: db
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare(),
}));

/** Returns the password hash of the account with that email or id; null when there is none. */
export const findPasswordByEmail = (db: CommandContext['db'], email: string) =>
  passwords(db).ofEmail.get({ email, key: toEmailKey(email) }) ?? null;

export const findPasswordByUser = (db: CommandContext['db'], userId: string) =>
  passwords(db).ofUser.get({ userId }) ?? null;

/*
 * Operators confirm their password again before they delete other users' content or read a conversation between two
 * users, because another person may use their browser. The confirmation is valid for ten minutes in that session.
 * Signing in does not count as a confirmation. API clients with a token are exempt: they are not browsers.
 */

const confirm = memoizePrepared((db) =>
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
export async function requireFreshPassword(
  user: SignedInUser,
  password: string,
  signInContext: PasswordContext,
): Promise<Result<null>> {
  const { db, now } = signInContext;
  if (hasFreshPassword(user, now)) return ok(null);
  if (password === '') return invalid({ password: { code: 'password_unconfirmed' } }, 'invalid_account_fields');
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const run = () => {
    confirm(db).run({ now: now.toISOString(), sessionId: user.sessionId });
    return ok(null);
  };
  return commitInGroup(db, run, signInContext.lockTimeout);
}
