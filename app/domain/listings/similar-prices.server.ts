import { z } from 'zod';
import type { Database } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import type { Listing } from './listing';
import { type JudgedPrice, minSimilar, type PriceVerdict, yearsApart } from './listing-facts';

const maxCompared = 2_000;
/** Rupees to which quartiles are rounded. */
const step = 100;

// Raw: forces the covering index, whose condition is repeated exactly.
const preparePrices = memoizePrepared(({ $client }) =>
  $client
    .prepare<[string, string, number, number], number>(
      `SELECT present_price_rupees FROM listings INDEXED BY listings_model
        WHERE brand = ? AND model = ? AND year BETWEEN ? AND ?
          AND model is not null and availability = 'available' and is_sample = 0 and hidden_at is null
        LIMIT ${maxCompared}`,
    )
    .pluck(),
);

function getQuartile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return Math.round((below + (at - Math.floor(at)) * (above - below)) / step) * step;
}

const maxDrawn = 12;

/** Evenly from the lowest to the highest. */
const selectPrices = (sorted: readonly number[]): number[] =>
  sorted.length <= maxDrawn
    ? [...sorted]
    : Array.from({ length: maxDrawn }, (_, at) => sorted[Math.round((at * (sorted.length - 1)) / (maxDrawn - 1))] ?? 0);

type Asked = { brand: string; model: string; year: number };

/**
 * @param sorted prices of similar listings for sale
 * @param ownPrice of the same listing, which is among them; null if it is not
 * @returns null below five similar
 */
function judgeAmong(sorted: readonly number[], presentPrice: number, ownPrice: number | null): JudgedPrice | null {
  const own = ownPrice === null ? -1 : sorted.indexOf(ownPrice);
  const prices = own < 0 ? sorted : sorted.toSpliced(own, 1);
  if (prices.length < minSimilar) return null;
  const [from, to] = [getQuartile(prices, 0.25), getQuartile(prices, 0.75)];
  return {
    verdict: presentPrice < from ? 'low' : presentPrice > to ? 'high' : 'fair',
    similar: prices.length,
    from,
    to,
    price: presentPrice,
    prices: selectPrices(prices),
  };
}

const sortPrices = (prices: readonly number[]): number[] => prices.toSorted((low, high) => low - high);

const findSimilarPrices = (db: Database, { brand, model, year }: Asked): number[] =>
  sortPrices(preparePrices(db).all(brand, model, year - yearsApart, year + yearsApart));

/** docs/product.md, "Price verdict". @returns null for a sample, an unknown model, or fewer than five similar */
export function judgePrice(db: Database, listing: Listing): JudgedPrice | null {
  const { model, isSample, availability, presentPrice } = listing;
  if (model === null || isSample) return null;
  const ownPrice = availability === 'available' ? presentPrice : null;
  return judgeAmong(findSimilarPrices(db, { ...listing, model }), presentPrice, ownPrice);
}

// Raw: as above, for all rows of a list in one statement, and once for those of the same model and year.
const preparePricesOfRows = memoizePrepared(({ $client }) =>
  $client.prepare<[string], { rows: string; similar: string }>(
    `SELECT json_group_array(json_array(l.id, l.present_price_rupees, l.availability = 'available')) AS rows,
            (SELECT json_group_array(present_price_rupees) FROM (
              SELECT present_price_rupees FROM listings s INDEXED BY listings_model
               WHERE s.brand = l.brand AND s.model = l.model AND s.year BETWEEN l.year - ${yearsApart} AND l.year + ${yearsApart}
                 AND s.model is not null and s.availability = 'available' and s.is_sample = 0 and s.hidden_at is null
               LIMIT ${maxCompared})) AS similar
       FROM json_each(?) ids CROSS JOIN listings l ON l.id = ids.value
      WHERE l.model IS NOT NULL AND l.is_sample = 0
      GROUP BY l.brand, l.model, l.year`,
  ),
);

const listedRows = z.array(z.tuple([z.string(), z.number(), z.number()]));
const priceList = z.array(z.number());

/** The prices of a list, by id; none below five similar. */
export function judgePrices(db: Database, ids: readonly string[]): Map<string, JudgedPrice> {
  const judged = new Map<string, JudgedPrice>();
  if (ids.length === 0) return judged;
  for (const { rows, similar } of preparePricesOfRows(db).all(JSON.stringify(ids))) {
    const sorted = sortPrices(priceList.parse(JSON.parse(similar)));
    for (const [id, price, isForSale] of listedRows.parse(JSON.parse(rows))) {
      const verdict = judgeAmong(sorted, price, isForSale ? price : null);
      if (verdict) judged.set(id, verdict);
    }
  }
  return judged;
}

/** A price before it is asked. @param listed the listing that is being changed @returns null below five similar */
export function judgeAskedPrice(
  db: Database,
  asked: Asked & { presentPrice: number },
  listed: Listing | null,
): JudgedPrice | null {
  const ownPrice = listed?.availability === 'available' ? listed.presentPrice : null;
  return judgeAmong(findSimilarPrices(db, asked), asked.presentPrice, ownPrice);
}

export function findPriceVerdict(db: Database, listing: Listing): PriceVerdict | null {
  const judged = judgePrice(db, listing);
  if (!judged) return null;
  const { verdict, similar, from, to } = judged;
  return { verdict, similar, from, to };
}
