import { describe, expect, it } from 'vitest';
import { formatFit, getFit, parseRiderHeight } from '~/domain/seat-height/seat-height';

describe('a rider over a seat', () => {
  it.each([
    [805, 170, 'balls', 'On the balls of both feet, heels 2 cm up'],
    [764, 170, 'flat', 'Both feet flat, with 2 cm to spare'],
    [782, 170, 'flat', 'Both feet flat, just'],
    [867, 170, 'balls', 'On the balls of both feet, heels 9 cm up'],
    [868, 170, 'one foot', 'One foot at a time: the seat is 9 cm above the legs'],
    [835, 150, 'one foot', 'One foot at a time: the seat is 15 cm above the legs'],
    [835, 195, 'flat', 'Both feet flat, with 6 cm to spare'],
  ])('at %d mm, of %d cm: %s', (seat, height, stand, text) => {
    const fit = getFit(seat, height);
    expect([fit.stand, formatFit(fit)]).toEqual([stand, text]);
  });

  it('has a height from 150 to 195 cm', () => {
    expect(['150', ' 170 ', '170 cm', '170.0', '195'].map(parseRiderHeight)).toEqual([150, 170, 170, 170, 195]);
    for (const text of ['', '149', '196', 'tall', '1.7', '170.5', '1e2', '-170'])
      expect(parseRiderHeight(text)).toBeNull();
  });
});
