import type { Database } from '~db/connection';
import { anHour, momentBefore } from '../durations';
import { commitIfPossible, commitWithOthers } from '../group-commit.server';
import { done, type Outcome, refused } from '../outcome';
import { sha256 } from '../secrets.server';
import { reportSecurityEvent } from '../security-events.server';
import { statementsOf } from '../statements.server';
import { tooManyAttempts } from '../too-many-attempts';
import { emailKeyOf } from './email-key.server';

/** How often one address may try one account within a time; null while limits are off. */
export type AttemptLimit = { max: number; windowSeconds: number } | null;

/** One address may try so many times that for all accounts together: many people share one in India. */
const addressFactor = 3;
/** Each time an account was tried so many times that within an hour, every address may try it half as often. */
const slowingFactor = 3;

/** Attempts of the future were counted before the machine's clock was set back. They would lock everybody out. */
const statements = statementsOf((sqlite) => ({
  ofPair: sqlite
    .prepare<[string, string, string, string], string>(
      `SELECT created_at FROM sign_in_attempts INDEXED BY sign_in_attempts_account
        WHERE account_hash = ? AND address_hash = ? AND created_at > ? AND created_at <= ? ORDER BY created_at`,
    )
    .pluck(),
  ofAddress: sqlite
    .prepare<[string, string, string], string>(
      `SELECT created_at FROM sign_in_attempts
        WHERE address_hash = ? AND created_at > ? AND created_at <= ? ORDER BY created_at`,
    )
    .pluck(),
  ofAccount: sqlite
    .prepare<[string, string, string], number>(
      'SELECT count(*) FROM sign_in_attempts WHERE account_hash = ? AND created_at > ? AND created_at <= ?',
    )
    .pluck(),
  add: sqlite.prepare<[string, string, string]>(
    'INSERT INTO sign_in_attempts (account_hash, address_hash, created_at) VALUES (?, ?, ?)',
  ),
  withdraw: sqlite.prepare<[number]>('DELETE FROM sign_in_attempts WHERE id = ?'),
  forgive: sqlite.prepare<[string, string]>('DELETE FROM sign_in_attempts WHERE account_hash = ? AND address_hash = ?'),
  account: sqlite.prepare<[string], string>('SELECT id FROM users WHERE email_key = ?').pluck(),
  purge: sqlite.prepare<[string, string]>('DELETE FROM sign_in_attempts WHERE created_at <= ? OR created_at > ?'),
}));

/** A try that counts as failed until it is withdrawn or forgiven. */
export type SignInAttempt = { id: number; accountHash: string; addressHash: string };

/** Seconds until fewer than `allowed` of these moments are younger than the window; 0 when it is so now. */
function waitFor(moments: readonly string[], allowed: number, windowMs: number, now: Date): number {
  const lastToGo = moments[moments.length - allowed];
  if (lastToGo === undefined) return 0;
  return Math.max(1, Math.ceil((Date.parse(lastToGo) + windowMs - now.getTime()) / 1000));
}

/**
 * Counts a try to sign in before its password is looked at, so that tries at once count as tries after one another. An
 * account that is tried from everywhere is tried ever more slowly, but no address is refused for what others did: its
 * owner always has a try.
 *
 * @param email of an account, or of none: both count alike
 * @returns the problem 'too-many' with the time to wait, which does not count as a try; 'unavailable' when
 *   nothing can be written
 */
export async function beginAttempt(
  db: Database,
  { email, address }: { email: string; address: string },
  limit: AttemptLimit,
  now: Date,
): Promise<Outcome<SignInAttempt>> {
  const accountHash = sha256(emailKeyOf(email));
  const addressHash = sha256(address);
  const { ofPair, ofAddress, ofAccount, add } = statements(db);
  const attempt = db.$client.transaction((): Outcome<SignInAttempt> => {
    if (limit) {
      const windowMs = limit.windowSeconds * 1000;
      const since = momentBefore(now, windowMs);
      const upTo = now.toISOString();
      const tried = ofAccount.get(accountHash, momentBefore(now, anHour), upTo) ?? 0;
      const halvings = Math.floor(tried / (slowingFactor * limit.max));
      // No shift to the right: that begins anew at 32.
      const allowed = Math.max(1, Math.floor(limit.max / 2 ** halvings));
      const retryAfterSeconds = Math.max(
        waitFor(ofPair.all(accountHash, addressHash, since, upTo), allowed, windowMs, now),
        waitFor(ofAddress.all(addressHash, since, upTo), addressFactor * limit.max, windowMs, now),
      );
      if (retryAfterSeconds > 0) {
        return refused({ kind: 'too-many', message: tooManyAttempts(retryAfterSeconds), retryAfterSeconds });
      }
    }
    const { lastInsertRowid } = add.run(accountHash, addressHash, now.toISOString());
    return done({ id: Number(lastInsertRowid), accountHash, addressHash });
  });
  const begun = await commitWithOthers(db, () => attempt.immediate());
  if (!begun.done && begun.problem.kind === 'too-many') {
    const account = statements(db).account.get(emailKeyOf(email)) ?? email;
    reportSecurityEvent(db, 'throttled', { account, address, about: 'sign-in' });
  }
  return begun;
}

/** A try whose password was not looked at does not count; where that can't be written, it counts for its time. */
export function withdrawAttempt(db: Database, { id }: SignInAttempt): void {
  commitIfPossible(db, () => statements(db).withdraw.run(id));
}

/** Whoever got in has mistyped before: the tries of this address at this account are forgotten. */
export function forgiveAttempts(db: Database, { accountHash, addressHash }: SignInAttempt): void {
  commitIfPossible(db, () => statements(db).forgive.run(accountHash, addressHash));
}

/** Forgets the tries that count no longer: not among those of an account's hour, nor in the window of the limit; and
 * those of a future that a clock set back has taken away. */
export function purgeAttempts(db: Database, limit: AttemptLimit, now: Date): void {
  const countedMs = Math.max(anHour, (limit?.windowSeconds ?? 0) * 1000);
  statements(db).purge.run(momentBefore(now, countedMs), now.toISOString());
}
