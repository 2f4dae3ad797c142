import { describe, expect, it } from 'vitest';
import { dayMs, formatDay, getTimestampBefore, parseMonth, toDay } from '~/domain/shared/dates';

describe('days', () => {
  it('are days of India: 18:30 UTC is already the next day there', () => {
    expect(toDay(new Date('2026-01-31T18:29:59.999Z'))).toBe('2026-01-31');
    expect(toDay(new Date('2026-01-31T18:30:00.000Z'))).toBe('2026-02-01');
  });

  it('are written with the month in words', () => {
    expect(formatDay('2025-09-05')).toBe('5 Sep 2025');
    expect(formatDay('soon')).toBe('soon');
    expect(formatDay('2025-13-01')).toBe('2025-13-01');
  });

  it('give their month', () => {
    expect(parseMonth('2027-03-01')).toEqual({ month: 'Mar', year: '2027' });
    expect(parseMonth('')).toBeNull();
  });
});

it('subtracts any number of days, down to 1970', () => {
  const now = new Date('2026-06-15T06:30:00.000Z');
  expect(getTimestampBefore(now, 7 * dayMs)).toBe('2026-06-08T06:30:00.000Z');
  expect(getTimestampBefore(now, 9_999_999_999 * dayMs)).toBe('1970-01-01T00:00:00.000Z');
});
