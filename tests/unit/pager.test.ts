import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getVisiblePages } from '~/ui/page/pager';

it.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 9, [1, 2, null, 9]],
  [1, 4, [1, 2, 3, 4]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
])('page %d of %d shows %j', (page, pages, shown) => {
  expect(getVisiblePages(page, pages)).toEqual(shown);
});

it('always shows the first, the current and the last page, in order, and a gap only where pages are left out', () => {
  const requested = fc
    .integer({ min: 1, max: 500 })
    .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)));
  fc.assert(
    fc.property(requested, ([page, pages]) => {
      const shown = getVisiblePages(page, pages);
      const numbers = shown.filter((one) => one !== null);
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
      for (const needed of [1, page, pages]) expect(numbers).toContain(needed);
      shown.forEach((one, position) => {
        const [before, after] = [shown[position - 1], shown[position + 1]];
        if (one === null) expect(Number(after) - Number(before)).toBeGreaterThan(2);
      });
    }),
  );
});
