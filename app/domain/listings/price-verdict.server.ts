import type { Database } from '~db/connection';
import { preparedOf } from '../shared/memoize.server';
import type { Listing } from './listing';
import { fewestSimilar, type PriceVerdict, yearsApart } from './listing-price';

/** Prices that are looked at; a model of a few years has fewer. */
const mostLookedAt = 2_000;
/** Quartiles are told in steps of so many rupees. */
const step = 100;

// Raw: forces the index that answers it alone, with its condition word for word.
const pricesOf = preparedOf(({ $client }) =>
  $client
    .prepare<[string, string, number, number], number>(
      `SELECT present_price_rupees FROM listings INDEXED BY listings_model
        WHERE brand = ? AND model = ? AND year BETWEEN ? AND ?
          AND model is not null and availability = 'available' and is_sample = 0 and hidden_at is null
        LIMIT ${mostLookedAt}`,
    )
    .pluck(),
);

/** A quartile of sorted figures, between two of them in proportion. */
function quartile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return Math.round((below + (at - Math.floor(at)) * (above - below)) / step) * step;
}

/**
 * The price beside those of similar listings for sale, which are of the same model and at most two years older or newer
 * (docs/product.md, "Price verdict").
 *
 * @returns null for a sample, a model that is not known, or fewer than five similar ones
 */
export function priceVerdict(db: Database, listing: Listing): PriceVerdict | null {
  const { brand, model, year, presentPrice, isSample, availability } = listing;
  if (model === null || isSample) return null;
  const prices = pricesOf(db).all(brand, model, year - yearsApart, year + yearsApart);
  const own = availability === 'available' ? prices.indexOf(presentPrice) : -1;
  if (own >= 0) prices.splice(own, 1);
  if (prices.length < fewestSimilar) return null;
  prices.sort((one, other) => one - other);
  const [from, to] = [quartile(prices, 0.25), quartile(prices, 0.75)];
  return {
    verdict: presentPrice < from ? 'low' : presentPrice > to ? 'high' : 'fair',
    similar: prices.length,
    from,
    to,
  };
}
