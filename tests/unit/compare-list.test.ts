import { describe, expect, test } from 'vitest';
import { readCompareList } from '~/http/cookies/compare-list.server';

describe('a list of vehicles in a query string or cookie', () => {
  test.each([
    ['1,105', ['1', '105']],
    [' 1 , 105 ', ['1', '105']],
    ['1,,1, ,2', ['1', '2']],
    ['sample-bike-1,<b>', ['sample-bike-1']],
    ['', []],
    [null, []],
  ])('%j', (text, ids) => {
    expect(readCompareList(text)).toEqual({ ids, isTooLong: false });
  });

  test('has at most four, and reports when there were more', () => {
    expect(readCompareList('1,2,3,4,4')).toEqual({ ids: ['1', '2', '3', '4'], isTooLong: false });
    expect(readCompareList('1,2,3,4,5')).toEqual({ ids: ['1', '2', '3', '4'], isTooLong: true });
  });
});
