import { expect, it } from 'vitest';
import { AddressLimits } from '~/http/address-limits.server';
import { takeBackCounts } from '~/submit/limits.server';

const limits = () =>
  new AddressLimits(
    {
      page: { max: 2, windowSeconds: 60 },
      'api-read': { max: 2, windowSeconds: 60 },
      write: { max: 2, windowSeconds: 60 },
      listing: { max: 2, windowSeconds: 60 },
      batch: { max: 2, windowSeconds: 60 },
      contact: { max: 2, windowSeconds: 60 },
      'sign-in': { max: 2, windowSeconds: 60 },
      'sign-up': { max: 2, windowSeconds: 60 },
    },
    () => 0,
  );

it.each(['192.0.2.1', '2001:db8:1:2'])('a write that could not be stored is not counted for %s', (address) => {
  const counts = limits();
  const runtime = { uncount: (...args: Parameters<AddressLimits['uncount']>) => counts.uncount(...args) };
  const write = (status: number): boolean => {
    const counted = counts.count('write', address);
    if (counted && status === 503) takeBackCounts({ runtime, address, counted: [counted] });
    return counted?.isOver ?? false;
  };
  expect([503, 503, 503, 503, 201, 422, 201].map(write)).toEqual([false, false, false, false, false, false, true]);
  // One that was refused was not counted either.
  expect([503, 201].map(write)).toEqual([true, true]);
});
