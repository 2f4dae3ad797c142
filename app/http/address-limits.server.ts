import { LRUCache } from 'lru-cache';
import { type AddressLimit, type LimitName, limitNames } from './settings.server';

type Window = { startedAt: number; taken: number };

/** A limit as it is counted by, and as answers tell of it. */
type Policy = { name: LimitName; max: number; milliseconds: number; told: string };

/** How an address stands with one limit, the request of this moment counted. */
export type Standing = {
  policy: Policy;
  isOver: boolean;
  /** Requests it has left in this window. */
  remaining: number;
  /** Until the window ends and the address may try again. At least 1. */
  seconds: number;
};

/** The cache reserves memory for all of them when it is made. */
const mostAddresses = 50_000;

/**
 * Counts requests per address in fixed windows of time. In memory: one process serves one file, and a restart that
 * forgets a minute of counting harms nobody. The number of addresses kept is bounded; the least recent one goes first.
 */
export class AddressLimits {
  readonly #windows: LRUCache<string, Window>;
  readonly #policies = new Map<LimitName, Policy>();

  /** @param limits null when none is counted */
  constructor(
    limits: Record<LimitName, AddressLimit> | null,
    /** Milliseconds of a clock that never goes back, such as `performance.now`. */
    readonly monotonic: () => number,
  ) {
    this.#windows = new LRUCache({ max: limits ? mostAddresses : 1 });
    for (const name of limitNames) {
      const limit = limits?.[name];
      if (!limit) continue;
      const { max, windowSeconds } = limit;
      const told = `"${name}";q=${max};w=${windowSeconds}`;
      this.#policies.set(name, { name, max, milliseconds: windowSeconds * 1000, told });
    }
  }

  /**
   * Counts a request against a limit. One that is over it takes nothing.
   *
   * @returns how its address stands now; null while limits are off
   */
  count(name: LimitName, address: string): Standing | null {
    const policy = this.#policies.get(name);
    if (!policy) return null;
    const now = this.monotonic();
    const key = `${name} ${address}`;
    let window = this.#windows.get(key);
    if (!window || now - window.startedAt >= policy.milliseconds) {
      window = { startedAt: now, taken: 0 };
      this.#windows.set(key, window);
    }
    const isOver = window.taken >= policy.max;
    if (!isOver) window.taken += 1;
    const milliseconds = window.startedAt + policy.milliseconds - now;
    return {
      policy,
      isOver,
      remaining: policy.max - window.taken,
      seconds: Math.max(1, Math.ceil(milliseconds / 1000)),
    };
  }
}

/**
 * How an address stands with limits, in the form of draft-ietf-httpapi-ratelimit-headers: the limits by name, each with
 * its quota and window, and with what remains and for how many seconds.
 */
export const rateLimitHeaders = (standings: readonly Standing[]) => ({
  RateLimit: standings.map(rateLimitOf).join(', '),
  'RateLimit-Policy': standings.map(({ policy }) => policy.told).join(', '),
});

/** The same of one limit: what of it changes from answer to answer. */
export const rateLimitOf = ({ policy, remaining, seconds }: Standing): string =>
  `"${policy.name}";r=${remaining};t=${seconds}`;

/**
 * What stands for an address in limits: an IPv4 address itself, the /64 network of an IPv6 one, because a household
 * or an attacker holds a whole /64.
 */
export function limitedAddress(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.toLowerCase().split('::');
  const start = head ? head.split(':') : [];
  if (tail === undefined) return start.slice(0, 4).join(':');
  const end = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
