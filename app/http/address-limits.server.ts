import { LRUCache } from 'lru-cache';

export type AddressLimit = { max: number; windowSeconds: number };

export const limitNames = ['page', 'api-read', 'write', 'listing', 'batch', 'contact', 'sign-in', 'sign-up'] as const;
export type LimitName = (typeof limitNames)[number];

type Window = { startedAt: number; taken: number };

type Policy = { name: LimitName; max: number; milliseconds: number; header: string };

export type RateLimitStatus = {
  policy: Policy;
  isOver: boolean;
  remaining: number;
  /** At least 1. */
  seconds: number;
};

const maxAddresses = 50_000;

/**
 * Counts requests per address, or per access token, in fixed time windows. Counts are in memory: losing a minute of them in a restart is
 * harmless, and storing them would cost a write for each rejected request. The number of addresses is bounded; the
 * least recently used is evicted first.
 */
export class AddressLimits {
  readonly #windows: LRUCache<string, Window>;
  readonly #policies = new Map<LimitName, Policy>();

  constructor(
    limits: Record<LimitName, AddressLimit> | null,
    /** Monotonic milliseconds, such as `performance.now`. */
    readonly monotonic: () => number,
  ) {
    // With `max`, the cache would allocate memory for all entries at once.
    this.#windows = new LRUCache({ maxSize: maxAddresses, sizeCalculation: () => 1 });
    for (const name of limitNames) {
      const limit = limits?.[name];
      if (!limit) continue;
      const { max, windowSeconds } = limit;
      const header = `"${name}";q=${max};w=${windowSeconds}`;
      this.#policies.set(name, { name, max, milliseconds: windowSeconds * 1000, header });
    }
  }

  /** @param sender of `getLimitedSender` */
  count(name: LimitName, sender: string): RateLimitStatus | null {
    const policy = this.#policies.get(name);
    if (!policy) return null;
    const now = this.monotonic();
    const counted = getCountedKeys(sender).map(({ key, factor }) => ({
      window: this.#window(policy, key, now),
      max: policy.max * factor,
    }));
    const full = counted.find(({ window, max }) => window.taken >= max);
    if (!full) for (const { window } of counted) window.taken += 1;
    const startedAt = (full ?? counted[0])?.window.startedAt ?? now;
    const milliseconds = startedAt + policy.milliseconds - now;
    return {
      policy,
      isOver: full !== undefined,
      remaining: Math.min(...counted.map(({ window: { taken }, max }) => max - taken)),
      seconds: Math.max(1, Math.ceil(milliseconds / 1000)),
    };
  }

  uncount(name: LimitName, sender: string): void {
    for (const { key } of getCountedKeys(sender)) {
      const window = this.#windows.get(`${name} ${key}`);
      if (window && window.taken > 0) window.taken -= 1;
    }
  }

  #window({ name, milliseconds }: Policy, countedKey: string, now: number): Window {
    const key = `${name} ${countedKey}`;
    const current = this.#windows.get(key);
    if (current && now - current.startedAt < milliseconds) return current;
    const window = { startedAt: now, taken: 0 };
    this.#windows.set(key, window);
    return window;
  }
}

/** An address may make this many times the requests of one token with all of its tokens: accounts are free. */
const tokenFactor = 8;

type CountedKey = { key: string; factor: number };

function getCountedKeys(sender: string): CountedKey[] {
  const [address = '', tokenId] = sender.split(' ');
  const networks = getWiderNetworks(address).map(({ network, factor }) => ({ key: network, factor }));
  if (tokenId === undefined) return [{ key: address, factor: 1 }, ...networks];
  return [{ key: sender, factor: 1 }, { key: `tokens of ${address}`, factor: tokenFactor }, ...networks];
}

/** draft-ietf-httpapi-ratelimit-headers. */
export const createRateLimitHeaders = (statuses: readonly RateLimitStatus[]) => ({
  RateLimit: statuses.map(formatRateLimit).join(', '),
  'RateLimit-Policy': statuses.map(({ policy }) => policy.header).join(', '),
});

export const formatRateLimit = ({ policy, remaining, seconds }: RateLimitStatus): string =>
  `"${policy.name}";r=${remaining};t=${seconds}`;

function parseGroups(address: string): number[] {
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
 * Key of an address in rate limits: an IPv4 address itself, also in IPv6 notation, and the /64 network of an IPv6
 * address, because a phone or an attacker controls a whole /64.
 */
export function toLimitedAddress(address: string): string {
  if (!address.includes(':')) return address;
  const groups = parseGroups(address);
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
 * Factors by which wider networks exceed the limit of a /64. Homes and offices are assigned a /56, rented servers a
 * /48: with its 256 or 65,536 networks, one client would effectively be unlimited. A /48 of a mobile carrier, on the
 * other hand, contains hundreds of phones with a /64 each, few of them active in the same minute.
 */
const widerFactors = { 56: 8, 48: 32 } as const;

export function getWiderNetworks(address: string): { network: string; factor: number }[] {
  if (!address.includes(':')) return [];
  const [first, second, third, fourth = '0'] = address.split(':');
  const site = `${first}:${second}:${third}`;
  const home = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [
    { network: `${site}:${home}00/56`, factor: widerFactors[56] },
    { network: `${site}/48`, factor: widerFactors[48] },
  ];
}
