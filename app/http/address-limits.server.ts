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
    const own = { window: this.#window(policy, address, now), max: policy.max };
    const counted = [own];
    for (const { network, factor } of widerNetworks(address)) {
      counted.push({ window: this.#window(policy, network, now), max: policy.max * factor });
    }
    const full = counted.find(({ window, max }) => window.taken >= max);
    if (!full) for (const { window } of counted) window.taken += 1;
    const { window } = full ?? own;
    const milliseconds = window.startedAt + policy.milliseconds - now;
    return {
      policy,
      isOver: full !== undefined,
      remaining: Math.min(...counted.map(({ window: { taken }, max }) => max - taken)),
      seconds: Math.max(1, Math.ceil(milliseconds / 1000)),
    };
  }

  #window({ name, milliseconds }: Policy, address: string, now: number): Window {
    const key = `${name} ${address}`;
    const known = this.#windows.get(key);
    if (known && now - known.startedAt < milliseconds) return known;
    const window = { startedAt: now, taken: 0 };
    this.#windows.set(key, window);
    return window;
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

/** The eight groups of an IPv6 address as numbers, of which the last two may be written as an IPv4 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('%', 1).join().split('::');
  const read = (part: string): number[] =>
    part
      .split(':')
      .filter((group) => group !== '')
      .flatMap((group) => {
        if (!group.includes('.')) return Number.parseInt(group, 16);
        const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
        return [a * 256 + b, c * 256 + d];
      });
  const start = read(head);
  if (tail === undefined) return start;
  const end = read(tail);
  return [...start, ...Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => 0), ...end];
}

/**
 * What stands for an address in limits: an IPv4 address itself, also where it is written as an IPv6 one, and the /64
 * network of any other IPv6 address, because a phone or an attacker holds a whole /64.
 *
 * @param address as the socket tells it, or `forwardedAddress`
 */
export function limitedAddress(address: string): string {
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/**
 * How much more a wider network may do than one /64 of it. A line to a home or an office is given a /56, a server that
 * is rented a /48: with the 256 or 65,536 networks in it, one client would meet no limit at all. A /48 of a mobile
 * carrier, on the other hand, holds hundreds of phones with a /64 each, few of which do anything in the same minute.
 */
const widerFactors = { 56: 8, 48: 32 } as const;

/** @param address as `limitedAddress` gives it */
function widerNetworks(address: string): { network: string; factor: number }[] {
  if (!address.includes(':')) return [];
  const [first, second, third, fourth = '0'] = address.split(':');
  const site = `${first}:${second}:${third}`;
  const home = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [
    { network: `${site}:${home}00/56`, factor: widerFactors[56] },
    { network: `${site}/48`, factor: widerFactors[48] },
  ];
}
