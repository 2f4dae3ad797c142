import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTooManyAttempts, formatReason } from '~/domain/shared/result';
import { AddressLimits, toLimitedAddress } from '~/http/address-limits.server';
import { readSettings } from '~/http/settings.server';

const settings = readSettings({ LIMIT_WRITES: '3/1m' });

test('the fourth write in a minute waits until the minute is over', () => {
  let now = 0;
  const limits = new AddressLimits(settings.limits, () => now);
  const counted = (address: string) => {
    const { isOver, remaining, seconds } = limits.count('write', address) ?? {};
    return [isOver, remaining, seconds];
  };
  expect([1, 2, 3].map(() => counted('a'))).toEqual([2, 1, 0].map((remaining) => [false, remaining, 60]));
  now = 20_000;
  expect(counted('a')).toEqual([true, 0, 40]);
  expect(counted('b')).toEqual([false, 2, 60]);
  now = 59_999;
  expect(counted('a')).toEqual([true, 0, 1]);
  now = 60_000;
  expect(counted('a')).toEqual([false, 2, 60]);
});

test('each limit is counted by itself', () => {
  const limits = new AddressLimits(readSettings({ LIMIT_WRITES: '1/1m', LIMIT_CONTACTS: '1/1m' }).limits, () => 0);
  expect(limits.count('write', 'a')?.isOver).toBe(false);
  expect(limits.count('contact', 'a')?.isOver).toBe(false);
  expect(limits.count('write', 'a')?.isOver).toBe(true);
});

test('a token has a limit of its own, and all tokens of an address have eight of them', () => {
  const limits = new AddressLimits(settings.limits, () => 0);
  const send = (times: number, tokenId?: string) =>
    Array.from({ length: times }, () => {
      const sender = tokenId === undefined ? '203.0.113.7' : `203.0.113.7 ${tokenId}`;
      return limits.count('write', sender)?.isOver === false;
    }).filter(Boolean).length;
  expect(send(4, 'first')).toBe(3);
  expect(send(4)).toBe(3);
  const others = Array.from({ length: 10 }, (_, at) => send(4, `token-${at}`));
  expect(others).toEqual([3, 3, 3, 3, 3, 3, 3, 0, 0, 0]);
  // Another address has none of these counts.
  expect(limits.count('write', '203.0.113.8 token-9')?.isOver).toBe(false);
  limits.uncount('write', '203.0.113.7 first');
  expect(send(2, 'first')).toBe(1);
});

test('limits that are off count nothing', () => {
  expect(new AddressLimits(null, () => 0).count('write', 'a')).toBeNull();
});

test('never allows more in a window than the limit, at any rhythm of requests', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50_000 }), { maxLength: 60 }), (steps) => {
      let now = 0;
      const limits = new AddressLimits(settings.limits, () => now);
      const passed: number[] = [];
      let windowStart: number | null = null;
      for (const step of steps) {
        now += step;
        if (windowStart === null || now - windowStart >= 60_000) windowStart = now;
        if (!limits.count('write', 'a')?.isOver) passed.push(windowStart);
      }
      for (const start of new Set(passed)) expect(passed.filter((one) => one === start).length).toBeLessThanOrEqual(3);
    }),
  );
});

test('an IPv6 household is one address, an IPv4 address is itself', () => {
  expect(toLimitedAddress('203.0.113.7')).toBe('203.0.113.7');
  expect(toLimitedAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(toLimitedAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(toLimitedAddress('2001:DB8:1:2::9')).toBe('2001:db8:1:2');
  expect(toLimitedAddress('2001:db8::1')).toBe('2001:db8:0:0');
  expect(toLimitedAddress('2001:0db8:0001::')).toBe('2001:db8:1:0');
  expect(toLimitedAddress('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(toLimitedAddress('::1')).toBe('0:0:0:0');
});

test('an IPv4 address is the same in any notation', () => {
  for (const address of ['::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])
    expect(toLimitedAddress(address)).toBe('203.0.113.7');
});

test('a wider IPv6 network may do more, but not without limit', () => {
  const limits = new AddressLimits(settings.limits, () => 0);
  const passed = (networks: readonly string[]): number => {
    let count = 0;
    for (const network of networks) while (!limits.count('write', toLimitedAddress(network))?.isOver) count += 1;
    return count;
  };
  const networks = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, index) => `2001:db8:1:${(from + index).toString(16)}::1`);
  // A /56 may do eight times as much as a /64, however many of them it has.
  expect(passed(networks(0x000, 0x100))).toBe(8 * 3);
  // And a /48 32 times as much, over all its /56.
  expect(passed(networks(0x100, 0x1000))).toBe((32 - 8) * 3);
  const err = limits.count('write', toLimitedAddress('2001:db8:1:2000::1'));
  expect([err?.isOver, err?.remaining, err?.seconds]).toEqual([true, 0, 60]);
  expect(passed(['2001:db8:2::1'])).toBe(3);
});

test('the message counts started minutes', () => {
  expect(formatReason(createTooManyAttempts(1))).toBe('Too many attempts. Please try again in 1 minutes.');
  expect(formatReason(createTooManyAttempts(61))).toBe('Too many attempts. Please try again in 2 minutes.');
});
