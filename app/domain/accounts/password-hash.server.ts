import { hash, verify } from '@node-rs/argon2';
import { LRUCache } from 'lru-cache';
import { FairQueue } from '../fair-queue';
import { done, type Outcome } from '../outcome';

/** Argon2id as OWASP asks for it at the least: 19,456 KiB, two passes, one lane. About 25 ms on one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Places in the queue, some 25 ms each, and those kept for addresses that gave a right password before. */
const places = { strangers: 60, reserved: 40 };

/**
 * One at a time, on a thread of its own: the other core is left to people who only look. Addresses take turns, so that
 * one that tries passwords by the hundred waits for itself.
 */
const turns = new FairQueue(
  places.strangers,
  {
    kind: 'too-many',
    message: 'Too many people are signing in at once. Please try again in a minute.',
    retryAfterSeconds: 60,
  },
  places.reserved,
);

/**
 * Addresses from which a right password came since this start, the latest ones. Attempts from ever new addresses fill
 * the places of strangers, and keep nobody out who signs in from where they did before.
 */
const known = new LRUCache<string, true>({ max: 20_000 });

/**
 * Who takes turns with others: an address that is known itself, and of strangers with IPv6 a whole /48, which one client
 * may hold.
 *
 * @param address what limits count by: an IPv4 address, or the four groups of a /64
 */
const lineOf = (address: string): string => (known.has(address) ? address : address.split(':').slice(0, 3).join(':'));

const take = <Value>(address: string, work: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> =>
  turns.take(lineOf(address), work, known.has(address));

/** Of random bytes that nobody kept: what is checked for an account that does not exist, so that it takes as long. */
const hashOfNothing =
  '$argon2id$v=19$m=19456,t=2,p=1$h/DHuOZV9UEJCHgusOc33A$3Ps081V0M/SiMxcwzsdd8NmgCbM+2ybaUSK3hSOJZYw';

/**
 * Hashes a password; too-many when too much waits already.
 *
 * @param address that it came from, as limits count it
 */
export function hashPassword(password: string, address: string): Promise<Outcome<string>> {
  return take(address, async () => done(await hash(password, cost)));
}

/**
 * Whether a password is the one that was hashed, in the same time whether there is a hash or not.
 *
 * @param stored null when there is no such account: then it never is
 * @param address that it came from, as limits count it
 */
export function verifyPassword(stored: string | null, password: string, address: string): Promise<Outcome<boolean>> {
  return take(address, async () => {
    const isRight = (await verify(stored ?? hashOfNothing, password)) && stored !== null;
    if (isRight) known.set(address, true);
    return done(isRight);
  });
}
