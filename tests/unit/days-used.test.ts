import { expect, test } from 'vitest';
import { countDaysSinceMonth } from '~/routes/sell-listings/form/sell-form';

const today = '2026-11-26';

test.each([
  ['2021', 6, 1990],
  ['2026', 10, 42],
  ['2026', 11, 11],
  [' 2021 ', 6, 1990],
])('from the 15th of the month: %s, %s', (year, month, days) => {
  expect(countDaysSinceMonth(year, month, today)).toBe(days);
});

test('a vehicle bought later in this month is new', () => {
  expect(countDaysSinceMonth('2026', 11, '2026-11-03')).toBe(0);
});

test.each([
  ['2026', 12],
  ['2027', 1],
  ['2021', 0],
  ['', 6],
  ['21', 6],
  ['two', 6],
])('nothing is counted from %s, %s', (year, month) => {
  expect(countDaysSinceMonth(year, month, today)).toBeNull();
});
