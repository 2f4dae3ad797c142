import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateDiscountPercent, calculateExactDiscountPercent, getSavings } from '~/domain/listings/listing-facts';

const rupees = fc.integer({ min: 0, max: 1_000_000_000 });
const anyPrices = fc.record({ presentPrice: fc.double(), pastPrice: fc.double() });

describe('discount', () => {
  it.each([
    [{ presentPrice: 75_000, pastPrice: 100_000 }, 25, 25, 25_000],
    [{ presentPrice: 66_667, pastPrice: 100_000 }, 33, 33.3, 33_333],
    [{ presentPrice: 0, pastPrice: 100 }, 100, 100, 100],
    [{ presentPrice: 100, pastPrice: 100 }, 0, 0, null],
    [{ presentPrice: 120, pastPrice: 100 }, 0, 0, null],
    [{ presentPrice: 0, pastPrice: 0 }, 0, 0, null],
  ])('of %o is %d percent on cards, %d in the panel, and saves %s rupees', (prices, whole, exact, savings) => {
    expect(calculateDiscountPercent(prices)).toBe(whole);
    expect(calculateExactDiscountPercent(prices)).toBe(exact);
    expect(getSavings(prices)).toBe(savings);
  });

  it('lies between 0 and 100, and is positive only where something is saved', () => {
    fc.assert(
      fc.property(rupees, rupees, (presentPrice, pastPrice) => {
        const prices = { presentPrice, pastPrice };
        const percent = calculateDiscountPercent(prices);
        expect(Number.isInteger(percent)).toBe(true);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        if (presentPrice >= pastPrice) expect([percent, getSavings(prices)]).toEqual([0, null]);
        else expect(getSavings(prices)).toBe(pastPrice - presentPrice);
        expect(Math.abs(calculateExactDiscountPercent(prices) - percent)).toBeLessThanOrEqual(0.55);
      }),
    );
  });

  it('grows as the present price falls', () => {
    fc.assert(
      fc.property(rupees, rupees, rupees, (pastPrice, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const getPercent = (presentPrice: number) => calculateDiscountPercent({ presentPrice, pastPrice });
        expect(getPercent(low)).toBeGreaterThanOrEqual(getPercent(high));
      }),
    );
  });

  it('is 0 for values that are not numbers', () => {
    fc.assert(
      fc.property(anyPrices, (prices) => {
        const percent = calculateDiscountPercent(prices);
        expect(percent >= 0 && percent <= 100).toBe(true);
      }),
    );
  });
});
