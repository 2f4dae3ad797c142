import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { waitForBodyTurn } from '~/http/body-turns.server';

test('of many concurrent bodies one piece is processed in each turn, in the order they arrived', async () => {
  const begun: number[] = [];
  const all = Array.from({ length: 10 }, async (_, index) => {
    await waitForBodyTurn();
    begun.push(index);
  });
  const perTurn: number[] = [];
  while (begun.length < all.length) {
    const before = begun.length;
    await nextTick();
    perTurn.push(begun.length - before);
  }
  expect(Math.max(...perTurn)).toBe(1);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await Promise.all(all);
  await waitForBodyTurn();
});
