/** Where a vehicle is parked. */
export type RoadSide = 'left' | 'right';

/** A vehicle beside the road; `at` is its distance from the cheap end, in units of the road's length. */
export type Parked = { at: number; side: RoadSide };

/** A kilometre stone, with which a price band begins; `below` is where the next one stands. */
export type RoadStone = {
  rupees: number;
  below: number;
  at: number;
  /** Number of vehicles in the band, parked or not. */
  vehicles: number;
};

/** Offers along one price scale, from cheap to dear (docs/product.md, "Price road"). */
export type PriceRoad<Row> = {
  /** Units of length; a vehicle takes one. */
  length: number;
  stones: RoadStone[];
  /** From cheap to dear. */
  parked: (Parked & { rupees: number; row: Row })[];
  /** The highest price. */
  most: number;
};

/** The shortest and the longest road, in vehicles. */
const shortest = 4;
const longest = 16;
/** Road between two stones, so that they never touch. */
const betweenStones = 1.25;
const wantedBands = 6;
const mostBands = 9;
/** The road goes on behind the highest price. */
const beyond = 1.05;

/** Round prices in one power of ten, from few to many, and round steps between prices that are near to each other. */
const ladders: readonly (readonly number[])[] = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]];
const steps = [5, 2, 1] as const;

/** From the last of these prices that is not above `least` to the first one above `most`; none without the former. */
function around(prices: readonly number[], least: number, most: number): number[] {
  const start = prices.findLastIndex((price) => price <= least);
  return start < 0 ? [] : prices.slice(start, prices.findIndex((price) => price > most) + 1);
}

/** Prices at which stones may stand, the roundest first. */
function roundPrices(least: number, most: number): number[][] {
  const powers = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const highest = Math.floor(Math.log10(most));
  const byRatio = ladders.map((ladder) =>
    powers(Math.floor(Math.log10(least)), highest + 1).flatMap((power) => ladder.map((step) => step * 10 ** power)),
  );
  const bySteps = powers(0, highest)
    .reverse()
    .flatMap((power) => steps.map((step) => step * 10 ** power))
    .filter((size) => size <= least && (most - least) / size <= mostBands)
    .map((size) => powers(Math.floor(least / size), Math.floor(most / size) + 1).map((count) => count * size));
  return [...byRatio, ...bySteps].map((prices) => around(prices.filter(Number.isInteger), least, most));
}

/**
 * Where the stones stand: at round prices, about six of them, apart from each other, the first one near the lowest
 * price. The last price is the end of the last band, which has no stone.
 */
function stonePrices(least: number, most: number, atOf: (rupees: number, start: number) => number): number[] {
  const costOf = (prices: readonly number[]): number => {
    const [start = 1, ...others] = prices.slice(0, -1);
    const places = others.map((price) => atOf(price, start));
    const nearest = Math.min(...places.map((at, index) => at - (places[index - 1] ?? 0)), 1);
    const isTight = nearest < betweenStones / longest;
    return Math.abs(prices.length - 1 - wantedBands) + wantedBands * atOf(least, start) + (isTight ? 100 : 0);
  };
  const [first = [1, most + 1], ...more] = roundPrices(least, most).filter(({ length }) => length > 1);
  return more.reduce((best, prices) => (costOf(prices) < costOf(best) ? prices : best), first);
}

type Priced<Row> = { row: Row; rupees: number; at: number };

/** Parks every vehicle at its price where that place is free on either side; `rows` go from cheap to dear. */
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

/**
 * Lays the road out. Its scale is logarithmic, so that ₹50,000 to ₹1 Lakh is as far as ₹1 Lakh to ₹2 Lakh: a linear one
 * would crowd most vehicles at its beginning. It is as long as its vehicles need, up to a limit; those for which there
 * is no place at their price are only counted.
 *
 * @param rows of the same price, the first ones are parked
 * @returns null without rows
 */
export function priceRoad<Row extends { priceRupees: number }>(rows: readonly Row[]): PriceRoad<Row> | null {
  if (rows.length === 0) return null;
  const priced = rows.map((row) => ({ row, rupees: Math.max(1, row.priceRupees) }));
  const [least, most] = priced.reduce<[number, number]>(
    ([low, high], { rupees }) => [Math.min(low, rupees), Math.max(high, rupees)],
    [Number.POSITIVE_INFINITY, 0],
  );
  // It ends behind the last vehicle.
  const end = Math.log(most * beyond);
  const along = (rupees: number, start: number): number =>
    (Math.log(rupees) - Math.log(start)) / (end - Math.log(start));
  const prices = stonePrices(least, most, along);
  const atOf = (rupees: number): number => along(rupees, prices[0] ?? least);
  const placed = priced.map(({ row, rupees }) => ({ row, rupees, at: atOf(rupees) }));
  // In this order the most of them find a place.
  placed.sort((one, other) => one.rupees - other.rupees);
  const stonesAt = prices.slice(0, -1).map(atOf);
  const gaps = stonesAt.slice(1).map((at, index) => at - (stonesAt[index] ?? 0));
  let length = Math.min(longest, Math.max(shortest, betweenStones / Math.min(1, ...gaps)));
  let parked = park(placed, length);
  for (let longer = length; parked.length < placed.length && longer < longest; ) {
    longer = Math.min(longest, longer * 1.25);
    const more = park(placed, longer);
    if (more.length > parked.length) [parked, length] = [more, longer];
  }
  const stones = prices.slice(0, -1).map((rupees, index) => {
    const below = prices[index + 1] ?? most + 1;
    const isIn = (row: { rupees: number }): boolean => row.rupees >= rupees && row.rupees < below;
    return { rupees, below, at: atOf(rupees), vehicles: placed.filter(isIn).length };
  });
  return { length, stones, parked, most };
}
