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

/** One at a time, on a separate thread. Fair by address: who tries hundreds of passwords delays only itself. */
export const passwordQueue = new FairQueue(queueLimits.passwords, {
  kind: 'too-many',
  code: 'too_many_sign_ins',
  retryAfterSeconds: 60,
});

/** Attempts from many unknown addresses cannot lock out a user who signs in from a known address. */
const knownAddresses = new LRUCache<string, true>({ maxSize: 20_000, sizeCalculation: () => 1 });

/** For unknown IPv6 clients the whole /48, which may belong to a single client. */
const getQueueKey = (address: string): string =>
  knownAddresses.has(address) ? address : address.split(':').slice(0, 3).join(':');

const enqueue = <Value>(address: string, work: () => Promise<Result<Value>>): Promise<Result<Value>> =>
  passwordQueue.run(getQueueKey(address), work, knownAddresses.has(address));

/** Hash of discarded random bytes, verified if the account does not exist, so that the response takes equally long. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$h/DHuOZV9UEJCHgusOc33A$3Ps081V0M/SiMxcwzsdd8NmgCbM+2ybaUSK3hSOJZYw';

/** Too-many when the queue is full. @param address client address, as rate limits count it */
export function hashPassword(password: string, address: string): Promise<Result<string>> {
  return enqueue(address, async () => ok(await hash(password, cost)));
}

/** In the same time whether there is a hash or not. @param stored null when there is no such account */
export function verifyPassword(stored: string | null, password: string, address: string): Promise<Result<boolean>> {
  return enqueue(address, async () => {
    const isCorrect = (await verify(stored ?? dummyHash, password)) && stored !== null;
    if (isCorrect) knownAddresses.set(address, true);
    return ok(isCorrect);
  });
}

export const tokenNotAllowed = { kind: 'forbidden', code: 'token_not_allowed' } as const;

type ConfirmedUser = {
  userId: string;
  name: string;
  email: string;
  role: SignedInUser['role'];
  passwordHash: string;
};

/** @returns unauthenticated, invalid, too-many, or forbidden for access tokens, unless the password is correct */
export async function confirmPassword(
  password: string,
  field: string,
  { db, actor, now, address, attemptLimit, lockTimeout }: PasswordContext,
): Promise<Result<ConfirmedUser>> {
  const user = requireUser(actor);
  if (!user.ok) return user;
  if (user.value.tokenScope) return err(tokenNotAllowed);
  const stored = findPasswordByUser(db, user.value.id);
  const attempt = await beginAttempt(db, { email: stored?.email ?? '', address }, attemptLimit, now, lockTimeout);
  if (!attempt.ok) return attempt;
  const verified = await verifyPassword(stored?.passwordHash ?? null, password, address);
  if (!verified.ok) {
    withdrawAttempt(db, attempt.value);
    return verified;
  }
  if (!stored || !verified.value) {
    return invalid({ [field]: { code: 'wrong_current_password' } }, 'invalid_account_fields');
  }
  forgiveAttempts(db, attempt.value);
  const { name, role } = user.value;
  return ok({ userId: user.value.id, name, role, ...stored });
}

export type PasswordContext = CommandContext & {
  address: string;
  attemptLimit: AttemptLimit;
  /** Shared by the writes of the request: one counts the attempt, another performs the action. */
  lockTimeout: LockTimeout;
};

const passwords = memoizePrepared((db) => ({
  // Prefers an exact match of the address: an older account may have the same key as another account.
  ofEmail: db
    .select({ id: users.id, passwordHash: users.passwordHash, blockedAt: users.blockedAt })
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

/* Another person may use the operator's browser. API clients with a token are exempt: they are not browsers. */

const confirm = memoizePrepared((db) =>
  db
    .update(sessions)
    .set({ passwordConfirmedAt: sql`${sql.placeholder('now')}` })
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .prepare(),
);

/** @returns the errors of `confirmPassword`; invalid without a password, which does not count as an attempt */
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
