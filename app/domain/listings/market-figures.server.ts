import type { Database } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import { dayMs, getTimestampBefore } from '../shared/dates';
import { minSimilar } from './listing-facts';

/** Percentiles, as the lowest of the values that at least so many percent do not exceed. */
export type Percentiles = { count: number; p10: number; p25: number; p50: number; p75: number; p90: number };

export type MarketFigures = {
  /** Of listings for sale, in whole rupees; null with fewer than five. */
  askedPrice: Percentiles | null;
  /** Of listings sold within a year, in days; null with fewer than five. */
  daysToSell: Percentiles | null;
};

type Market = { brand: string; model: string; year: number | null; place: string | null };

const soldWithin = 365 * dayMs;
/** Highest number of listings behind a figure; reading them takes milliseconds. */
const maxListings = 50_000;

// Raw: forces indexes, whose conditions are repeated exactly.
const reads = memoizePrepared(({ $client }) => {
  const prepare = (value: string, index: string, condition: string) =>
    $client
      .prepare<[Market & { since: string }], number>(
        `SELECT ${value} FROM listings INDEXED BY ${index}
          WHERE brand = @brand AND model = @model AND (@year IS NULL OR year = @year) AND (@place IS NULL OR place = @place)
            AND model is not null and ${condition} and is_sample = 0 and hidden_at is null
          LIMIT ${maxListings}`,
      )
      .pluck();
  return {
    prices: prepare('present_price_rupees', 'listings_model', "availability = 'available'"),
    days: prepare(
      'max(0, julianday(sold_at) - julianday(created_at))',
      'listings_model_sold',
      "availability = 'sold' AND sold_at >= @since",
    ),
  };
});

function findPercentiles(values: readonly number[]): Percentiles | null {
  if (values.length < minSimilar) return null;
  const sorted = Float64Array.from(values).sort();
  const get = (percent: number): number => Math.round(sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0);
  return { count: sorted.length, p10: get(10), p25: get(25), p50: get(50), p75: get(75), p90: get(90) };
}

/** Samples and hidden listings do not count. */
export function findMarketFigures(db: Database, market: Market, now: Date): MarketFigures {
  const { prices, days } = reads(db);
  const sent = { ...market, since: getTimestampBefore(now, soldWithin) };
  return { askedPrice: findPercentiles(prices.all(sent)), daysToSell: findPercentiles(days.all(sent)) };
}
