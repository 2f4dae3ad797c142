import { LRUCache } from 'lru-cache';
import type { AddressLimit, LimitName } from './settings.server';

type Window = { startedAt: number; taken: number };

const secondsUntil = (end: number, now: number): number => Math.max(1, Math.ceil((end - now) / 1000));

/**
 * Counts requests per address in fixed windows of time. In memory: one process serves one file, and a restart that
 * forgets a minute of counting harms nobody. The number of addresses kept is bounded; the least recent one goes first.
 */
export class AddressLimits {
  readonly #windows = new LRUCache<string, Window>({ max: 50_000 });

  constructor(
    readonly limits: Record<LimitName, AddressLimit> | null,
    readonly clock: () => Date,
  ) {}

  /** @returns 0 when the request may go on, else the seconds after which the address may try again */
  take(name: LimitName, address: string): number {
    const limit = this.limits?.[name];
    if (!limit) return 0;
    const now = this.clock().getTime();
    const key = `${name} ${address}`;
    const window = this.#windows.get(key);
    const length = limit.windowSeconds * 1000;
    if (!window || now - window.startedAt >= length) {
      this.#windows.set(key, { startedAt: now, taken: 1 });
      return 0;
    }
    if (window.taken < limit.max) {
      window.taken += 1;
      return 0;
    }
    return secondsUntil(window.startedAt + length, now);
  }

  /**
   * How an address stands with limits it was counted against, in the form of draft-ietf-httpapi-ratelimit-headers: the
   * limits by name, each with its quota and window, and with what remains and for how many seconds.
   *
   * @returns no headers while limits are off
   */
  headersFor(names: readonly LimitName[], address: string): Readonly<Record<string, string>> {
    const { limits } = this;
    if (!limits || names.length === 0) return {};
    const now = this.clock().getTime();
    const standing = names.map((name) => {
      const { max, windowSeconds } = limits[name];
      const window = this.#windows.get(`${name} ${address}`);
      const seconds = window ? secondsUntil(window.startedAt + windowSeconds * 1000, now) : windowSeconds;
      return `"${name}";r=${max - (window?.taken ?? 0)};t=${seconds}`;
    });
    const policies = names.map((name) => `"${name}";q=${limits[name].max};w=${limits[name].windowSeconds}`);
    return { RateLimit: standing.join(', '), 'RateLimit-Policy': policies.join(', ') };
  }
}

/**
 * What stands for an address in limits: an IPv4 address itself, the /64 network of an IPv6 one, because a household
 * or an attacker holds a whole /64.
 */
export function limitedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const start = head ? head.split(':') : [];
  if (tail === undefined) return start.slice(0, 4).join(':');
  const end = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
