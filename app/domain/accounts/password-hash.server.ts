import { hash, verify } from '@node-rs/argon2';
import { done, type Outcome } from '../outcome';
import { TurnQueue } from '../turn-queue';

/** Argon2id as OWASP asks for it at the least: 19,456 KiB, two passes, one lane. About 25 ms on one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One at a time, on a thread of its own: the other core is left to people who only look. */
const turns = new TurnQueue(1, 60, {
  kind: 'too-many',
  message: 'Too many people are signing in at once. Please try again in a minute.',
  retryAfterSeconds: 60,
});

/** Of random bytes that nobody kept: what is checked for an account that does not exist, so that it takes as long. */
const hashOfNothing =
  '$argon2id$v=19$m=19456,t=2,p=1$h/DHuOZV9UEJCHgusOc33A$3Ps081V0M/SiMxcwzsdd8NmgCbM+2ybaUSK3hSOJZYw';

/** Hashes a password; too-many when too much waits already. */
export function hashPassword(password: string): Promise<Outcome<string>> {
  return turns.take(async () => done(await hash(password, cost)));
}

/**
 * Whether a password is the one that was hashed, in the same time whether there is a hash or not.
 *
 * @param known null when there is no such account: then it never is
 */
export function verifyPassword(known: string | null, password: string): Promise<Outcome<boolean>> {
  return turns.take(async () => {
    const isRight = await verify(known ?? hashOfNothing, password);
    return done(isRight && known !== null);
  });
}
