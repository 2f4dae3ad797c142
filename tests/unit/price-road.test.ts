import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPriceRoad } from '~/domain/browse/price-road';

const groupPrices = (prices: readonly number[]) =>
  [...new Set(prices)].map((rupees) => {
    const rows = prices.filter((price) => price === rupees);
    return { rupees, count: rows.length, rows };
  });

const placeOnRoad = (prices: readonly number[]) => {
  const road = createPriceRoad(groupPrices(prices));
  if (!road) throw new Error('no road');
  return road;
};

describe('the price road', () => {
  it('needs vehicles', () => expect(createPriceRoad([])).toBeNull());

  it('places every vehicle at its price, when there is room for all', () => {
    const prices = [48_000, 60_000, 75_000, 90_000, 120_000, 250_000, 400_000];
    const { parked, stones, maxPrice } = placeOnRoad(prices);
    expect(parked.map(({ rupees }) => rupees)).toEqual(prices);
    expect(stones.map(({ rupees }) => rupees)).toContain(100_000);
    expect(maxPrice).toBe(400_000);
  });

  it('has one scale: a price twice as high is always at the same distance', () => {
    const { parked } = placeOnRoad([50_000, 100_000, 200_000]);
    const [one = 0, two = 0, four = 0] = parked.map(({ at }) => at);
    expect(two - one).toBeCloseTo(four - two, 10);
  });

  it('counts all vehicles for any prices, lets none overlap, and stays within its ends', () => {
    const price = fc.oneof(fc.integer({ min: 0, max: 9_999_999_999 }), fc.integer({ min: 40_000, max: 200_000 }));
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 60 }), (prices) => {
        const { length, stones, parked } = placeOnRoad(prices);
        expect(stones.reduce((sum, { vehicles }) => sum + vehicles, 0)).toBe(prices.length);
        expect(stones.length).toBeLessThanOrEqual(11);
        for (const { at } of [...stones, ...parked]) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThan(1);
        }
        for (const side of ['left', 'right'] as const) {
          const places = parked.filter((one) => one.side === side).map(({ at }) => at);
          for (const [index, at] of places.slice(1).entries()) {
            expect((at - (places[index] ?? 0)) * length).toBeGreaterThanOrEqual(1 - 1e-9);
          }
        }
        const at = stones.map((stone) => stone.at);
        for (const [index, next] of at.slice(1).entries())
          expect((next - (at[index] ?? 0)) * length).toBeGreaterThan(1);
      }),
    );
  });
});
