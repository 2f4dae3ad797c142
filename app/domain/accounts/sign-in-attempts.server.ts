import { and, count, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { signInAttempts, users } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';
import { sha256 } from '../shared/secrets.server';
import { getTimestampBefore, hourMs } from '../shared/dates';
import { commitIfPossible, commitInGroup, type LockTimeout } from '../shared/group-commit.server';
import { createTooManyAttempts, err, ok, type Result } from '../shared/result';
import { reportSecurityEvent } from '../shared/security-events.server';
import { toEmailKey } from './email-keys.server';

/** Number of attempts that an address may make at an account within a window; null while limits are off. */
export type AttemptLimit = { max: number; windowSeconds: number } | null;

/** Factor for the attempts of an address at all accounts together: in India many people share an address. */
const addressFactor = 3;
/** Factor for the attempts from all addresses within an hour that halve the attempts allowed to each. */
const slowingFactor = 3;

/** Ignores attempts in the future: those of before the clock was set back would lock out every user. */
const queries = memoizePrepared((db) => {
  const isAccount = eq(signInAttempts.accountHash, sql.placeholder('accountHash'));
  const isAddress = eq(signInAttempts.addressHash, sql.placeholder('addressHash'));
  const isInTime = and(
    gt(signInAttempts.createdAt, sql.placeholder('since')),
    lte(signInAttempts.createdAt, sql.placeholder('now')),
  );
  return {
    // Raw: without a forced index SQLite may read all attempts of an address, or all at an account under attack.
    ofPair: db.$client
      .prepare<[string, string, string, string], string>(
        `SELECT created_at FROM sign_in_attempts INDEXED BY sign_in_attempts_account
          WHERE account_hash = ? AND address_hash = ? AND created_at > ? AND created_at <= ? ORDER BY created_at`,
      )
      .pluck(),
    ofAddress: db
      .select({ createdAt: signInAttempts.createdAt })
      .from(signInAttempts)
      .where(and(isAddress, isInTime))
      .orderBy(signInAttempts.createdAt)
      .prepare(),
    ofAccount: db.select({ count: count() }).from(signInAttempts).where(and(isAccount, isInTime)).prepare(),
    add: db
      .insert(signInAttempts)
      .values({
        accountHash: sql.placeholder('accountHash'),
        addressHash: sql.placeholder('addressHash'),
        createdAt: sql.placeholder('now'),
      })
      .prepare(),
    withdraw: db
      .delete(signInAttempts)
      .where(eq(signInAttempts.id, sql.placeholder('id')))
      .prepare(),
    forgive: db.delete(signInAttempts).where(and(isAccount, isAddress)).prepare(),
    account: db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.emailKey, sql.placeholder('emailKey')))
      .prepare(),
    purge: db
      .delete(signInAttempts)
      .where(
        or(
          lte(signInAttempts.createdAt, sql.placeholder('before')),
          gt(signInAttempts.createdAt, sql.placeholder('now')),
        ),
      )
      .prepare(),
  };
});

/** An attempt that counts as failed until it is withdrawn or forgiven. */
export type SignInAttempt = { id: number; accountHash: string; addressHash: string };

function waitFor(timestamps: readonly string[], allowed: number, windowMs: number, now: Date): number {
  const lastToExpire = timestamps[timestamps.length - allowed];
  if (lastToExpire === undefined) return 0;
  return Math.max(1, Math.ceil((Date.parse(lastToExpire) + windowMs - now.getTime()) / 1000));
}

/** Before the password is verified, so that concurrent attempts count. Each address has at least one attempt. */
export async function beginAttempt(
  db: Database,
  { email, address }: { email: string; address: string },
  limit: AttemptLimit,
  now: Date,
  lockTimeout?: LockTimeout,
): Promise<Result<SignInAttempt>> {
  const accountHash = sha256(toEmailKey(email));
  const addressHash = sha256(address);
  const { ofPair, ofAddress, ofAccount, add } = queries(db);
  const attempt = db.$client.transaction((): Result<SignInAttempt> => {
    const upTo = now.toISOString();
    if (limit) {
      const windowMs = limit.windowSeconds * 1000;
      const since = getTimestampBefore(now, windowMs);
      const atAccount = ofAccount.get({ accountHash, since: getTimestampBefore(now, hourMs), now: upTo })?.count ?? 0;
      const halvings = Math.floor(atAccount / (slowingFactor * limit.max));
      // Not a right shift: its count wraps around at 32.
      const allowed = Math.max(1, Math.floor(limit.max / 2 ** halvings));
      const fromAddress = ofAddress.all({ addressHash, since, now: upTo }).map(({ createdAt }) => createdAt);
      const retryAfterSeconds = Math.max(
        waitFor(ofPair.all(accountHash, addressHash, since, upTo), allowed, windowMs, now),
        waitFor(fromAddress, addressFactor * limit.max, windowMs, now),
      );
      if (retryAfterSeconds > 0) return err(createTooManyAttempts(retryAfterSeconds));
    }
    const { lastInsertRowid } = add.run({ accountHash, addressHash, now: upTo });
    return ok({ id: Number(lastInsertRowid), accountHash, addressHash });
  });
  const begun = await commitInGroup(db, () => attempt.immediate(), lockTimeout);
  if (!begun.ok && begun.error.kind === 'too-many') {
    const account = queries(db).account.get({ emailKey: toEmailKey(email) })?.id ?? email;
    reportSecurityEvent(db, 'throttled', { account, address, about: 'sign-in' });
  }
  return begun;
}

/** If the database cannot be written, the attempt counts until it expires. */
export function withdrawAttempt(db: Database, { id }: SignInAttempt): void {
  commitIfPossible(db, () => queries(db).withdraw.run({ id }));
}

/** Deletes the attempts of an address at an account after a successful sign-in: they were typing errors. */
export function forgiveAttempts(db: Database, { accountHash, addressHash }: SignInAttempt): void {
  commitIfPossible(db, () => queries(db).forgive.run({ accountHash, addressHash }));
}

/** Deletes also those in the future, counted before the clock was set back. @returns number of deleted attempts */
export function purgeAttempts(db: Database, limit: AttemptLimit, now: Date): number {
  const countedMs = Math.max(hourMs, (limit?.windowSeconds ?? 0) * 1000);
  return queries(db).purge.run({ before: getTimestampBefore(now, countedMs), now: now.toISOString() }).changes;
}
