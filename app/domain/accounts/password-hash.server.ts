import { hash, verify } from '@node-rs/argon2';
import { LRUCache } from 'lru-cache';
import { FairQueue } from '../shared/fair-queue';
import { ok, type Result } from '../shared/result';

/** Argon2id with the minimum parameters of OWASP: 19,456 KiB, two passes, one lane. About 25 ms on one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Places in the queue, some 25 ms each, and those reserved for addresses that have already given a correct password.
 */
const places = { strangers: 60, reserved: 40 };

/**
 * Hashes one password at a time, on a separate thread: the other core stays free for requests that only read. Addresses
 * take turns, so that one that tries hundreds of passwords delays only itself.
 */
export const passwordTurns = new FairQueue(
  places.strangers,
  {
    kind: 'too-many',
    message: 'Too many people are signing in at once. Please try again in a minute.',
    retryAfterSeconds: 60,
  },
  places.reserved,
);

export const queuedPasswords = (): number => passwordTurns.waiting;

/**
 * The latest addresses that gave a correct password since the start of this process. Attempts from ever new addresses
 * fill the places for unknown ones, and cannot lock out a user who signs in from a known address.
 */
const known = new LRUCache<string, true>({ maxSize: 20_000, sizeCalculation: () => 1 });

/**
 * Key by which clients take turns: a known address itself, or for unknown IPv6 clients the whole /48, which one client
 * may hold.
 *
 * @param address key of the rate limits: an IPv4 address, or the four groups of a /64
 */
const lineOf = (address: string): string => (known.has(address) ? address : address.split(':').slice(0, 3).join(':'));

const take = <Value>(address: string, work: () => Promise<Result<Value>>): Promise<Result<Value>> =>
  passwordTurns.take(lineOf(address), work, known.has(address));

/** Hash of discarded random bytes: verified for an account that does not exist, so that the response takes as long. */
const hashOfNothing =
  '$argon2id$v=19$m=19456,t=2,p=1$h/DHuOZV9UEJCHgusOc33A$3Ps081V0M/SiMxcwzsdd8NmgCbM+2ybaUSK3hSOJZYw';

/**
 * Hashes a password; too-many when the queue is full.
 *
 * @param address client address, as rate limits count it
 */
export function hashPassword(password: string, address: string): Promise<Result<string>> {
  return take(address, async () => ok(await hash(password, cost)));
}

/**
 * Verifies a password against a stored hash, in the same time whether there is a hash or not.
 *
 * @param stored null when there is no such account: the result is then false
 * @param address client address, as rate limits count it
 */
export function verifyPassword(stored: string | null, password: string, address: string): Promise<Result<boolean>> {
  return take(address, async () => {
    const isRight = (await verify(stored ?? hashOfNothing, password)) && stored !== null;
    if (isRight) known.set(address, true);
    return ok(isRight);
  });
}
