import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tooManyAttempts } from '~/domain/too-many-attempts';
import { AddressLimits, limitedAddress } from '~/http/address-limits.server';
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

test('limits that are off count nothing', () => {
  expect(new AddressLimits(null, () => 0).count('write', 'a')).toBeNull();
});

test('never lets more through in a window than its number, whatever the rhythm', () => {
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
  expect(limitedAddress('203.0.113.7')).toBe('203.0.113.7');
  expect(limitedAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(limitedAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(limitedAddress('2001:DB8:1:2::9')).toBe('2001:db8:1:2');
  expect(limitedAddress('2001:db8::1')).toBe('2001:db8:0:0');
});

test('the sentence counts started minutes', () => {
  expect(tooManyAttempts(1)).toBe('Too many attempts. Please try again in 1 minutes.');
  expect(tooManyAttempts(61)).toBe('Too many attempts. Please try again in 2 minutes.');
});
