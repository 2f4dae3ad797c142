/** docs/product.md, "Price road": offers along a logarithmic price scale. */

export type RoadSide = 'left' | 'right';

/** Position of a vehicle. `at`: distance from the end with the lowest price, as a share of the length. */
export type Parked = { at: number; side: RoadSide };

/** A kilometre stone, which marks the start of a price band. */
export type RoadStone = {
  /** The band: prices from `rupees` up to, but not including, `below`. */
  rupees: number;
  below: number;
  at: number;
  vehicles: number;
};

export type PriceRoad<Row> = {
  length: number;
  stones: RoadStone[];
  parked: (Parked & { rupees: number; row: Row })[];
  maxPrice: number;
};

const minLength = 4;
const maxLength = 16;
const minStoneDistance = 1.25;
const preferredBands = 6;
const maxBands = 9;
const scaleEnd = 1.05;

/** Round prices within a power of ten, from few to many; and round steps for a narrow range of prices. */
const mantissas: readonly (readonly number[])[] = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]];
const steps = [5, 2, 1] as const;

/** Prices from the last one up to `min` to the first one above `max`; empty if all are above `min`. */
function findCoveringPrices(prices: readonly number[], min: number, max: number): number[] {
  const start = prices.findLastIndex((price) => price <= min);
  return start < 0 ? [] : prices.slice(start, prices.findIndex((price) => price > max) + 1);
}

function roundPrices(min: number, max: number): number[][] {
  const listPowers = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const highest = Math.floor(Math.log10(max));
  const byRatio = mantissas.map((factors) =>
    listPowers(Math.floor(Math.log10(min)), highest + 1).flatMap((power) =>
      factors.map((factor) => factor * 10 ** power),
    ),
  );
  const bySteps = listPowers(0, highest)
    .reverse()
    .flatMap((power) => steps.map((step) => step * 10 ** power))
    .filter((size) => size <= min && (max - min) / size <= maxBands)
    .map((size) => listPowers(Math.floor(min / size), Math.floor(max / size) + 1).map((count) => count * size));
  return [...byRatio, ...bySteps].map((prices) => findCoveringPrices(prices.filter(Number.isInteger), min, max));
}

/** About six. @param getPosition of a price on a scale that starts at another @returns with the end of the last band */
function choosePrices(min: number, max: number, getPosition: (rupees: number, start: number) => number): number[] {
  const getCost = (prices: readonly number[]): number => {
    const [start = 1, ...rest] = prices.slice(0, -1);
    const positions = rest.map((price) => getPosition(price, start));
    const minDistance = Math.min(...positions.map((at, index) => at - (positions[index - 1] ?? 0)), 1);
    const isTooClose = minDistance < minStoneDistance / maxLength;
    return (
      Math.abs(prices.length - 1 - preferredBands) + preferredBands * getPosition(min, start) + (isTooClose ? 100 : 0)
    );
  };
  const [first = [1, max + 1], ...more] = roundPrices(min, max).filter(({ length }) => length > 1);
  return more.reduce((best, prices) => (getCost(prices) < getCost(best) ? prices : best), first);
}

type Priced<Row> = { row: Row; rupees: number; at: number };

/** Places vehicles at their prices, where one side of the road is free. @param rows by ascending price */
function park<Row>(rows: readonly Priced<Row>[], length: number): PriceRoad<Row>['parked'] {
  const free: Record<RoadSide, number> = { left: 0, right: 0 };
  const parked: PriceRoad<Row>['parked'] = [];
  for (const { row, rupees, at } of rows) {
    const side = free.left <= free.right ? 'left' : 'right';
    if (at < free[side]) continue;
    free[side] = at + 1 / length;
    parked.push({ row, rupees, at, side });
  }
  return parked;
}

export type PriceGroup<Row> = { rupees: number; count: number; rows: readonly Row[] };

export const maxDrawnPerPrice = 2;

/** Logarithmic: on a linear scale most vehicles would crowd at its beginning. @returns null without offers */
export function createPriceRoad<Row>(groups: readonly PriceGroup<Row>[]): PriceRoad<Row> | null {
  if (groups.length === 0) return null;
  const byPrice = groups
    .map((group) => ({ ...group, rupees: Math.max(1, group.rupees) }))
    .sort((a, b) => a.rupees - b.rupees);
  const [min, max] = [byPrice[0]?.rupees ?? 1, byPrice.at(-1)?.rupees ?? 1];
  const total = byPrice.reduce((sum, { count }) => sum + count, 0);
  const end = Math.log(max * scaleEnd);
  const getPosition = (rupees: number, start: number): number =>
    (Math.log(rupees) - Math.log(start)) / (end - Math.log(start));
  const prices = choosePrices(min, max, getPosition);
  const getScalePosition = (rupees: number): number => getPosition(rupees, prices[0] ?? min);
  const placed = byPrice.flatMap(({ rupees, rows }) =>
    rows.slice(0, maxDrawnPerPrice).map((row) => ({ row, rupees, at: getScalePosition(rupees) })),
  );
  const stonesAt = prices.slice(0, -1).map(getScalePosition);
  const gaps = stonesAt.slice(1).map((at, index) => at - (stonesAt[index] ?? 0));
  let length = Math.min(maxLength, Math.max(minLength, minStoneDistance / Math.min(1, ...gaps)));
  let parked = park(placed, length);
  for (let longer = length; parked.length < total && longer < maxLength; ) {
    longer = Math.min(maxLength, longer * 1.25);
    const more = park(placed, longer);
    if (more.length > parked.length) [parked, length] = [more, longer];
  }
  const stones = prices.slice(0, -1).map((rupees, index) => {
    const below = prices[index + 1] ?? max + 1;
    const inBand = byPrice.filter((group) => group.rupees >= rupees && group.rupees < below);
    const vehicles = inBand.reduce((sum, { count }) => sum + count, 0);
    return { rupees, below, at: getScalePosition(rupees), vehicles };
  });
  return { length, stones, parked, maxPrice: max };
}
