import { dayOf, dayText } from '../shared/dates';
import { countText, rupeesText } from '../shared/money';
import type { Listing, ListingSummary } from './listing';

/** A seller's asking price and the price when new, in whole rupees. */
type Prices = { presentPrice: number; pastPrice: number };

const saving = ({ presentPrice, pastPrice }: Prices): number => {
  const rupees = pastPrice - presentPrice;
  return Number.isFinite(rupees) && rupees > 0 && presentPrice >= 0 ? rupees : 0;
};

/** Rupees saved over the past price; null when there is no saving to show. */
export const savingsRupees = (prices: Prices): number | null => saving(prices) || null;

/** 'Price lowered by ₹5,000 on 3 Nov 2026'; null unless it costs less than ever before. */
export function loweredText({
  presentPrice,
  lowered,
}: Pick<ListingSummary, 'presentPrice' | 'lowered'>): string | null {
  if (!lowered) return null;
  return `Price lowered by ${rupeesText(lowered.from - presentPrice)} on ${dayText(dayOf(new Date(lowered.at)))}`;
}

/** Similar listings are at most so many years apart, and a verdict needs so many of them. */
export const yearsApart = 2;
export const fewestSimilar = 5;

export const verdicts = ['low', 'fair', 'high'] as const;

/** A price beside the middle half of those of similar listings, in whole rupees. */
export type PriceVerdict = { verdict: (typeof verdicts)[number]; similar: number; from: number; to: number };

const verdictLabels = { low: 'Low', fair: 'Fair', high: 'High' } as const satisfies Record<
  PriceVerdict['verdict'],
  string
>;

/** 'Fair: 12 similar from ₹52,000 to ₹61,000'. */
export const verdictText = ({ verdict, similar, from, to }: PriceVerdict): string =>
  `${verdictLabels[verdict]}: ${countText(similar)} similar from ${rupeesText(from)} to ${rupeesText(to)}`;

/** How a verdict is found, for the screen that shows it. */
export function verdictMethod({ name, model, year }: Pick<Listing, 'name' | 'model' | 'year'>): string {
  return `We compare the asking price with those of every other ${model ?? name} for sale here of the years ${year - yearsApart} to ${year + yearsApart}. Sorted by price, a quarter of them cost less than the first figure and a quarter more than the second: in between a price is fair. Kilometres and condition are not weighed, and these are asking prices, not what was paid.`;
}

/** Percent off, rounded to a whole number as cards show it; 0 when it cannot be computed or is not positive. */
export function discountPercent(prices: Prices): number {
  const rupees = saving(prices);
  return rupees === 0 ? 0 : Math.round((rupees / prices.pastPrice) * 100);
}

/** Percent off to one decimal, as the details panel shows it; 0 when it cannot be computed or is not positive. */
export function exactDiscountPercent(prices: Prices): number {
  const rupees = saving(prices);
  return rupees === 0 ? 0 : Math.round((rupees / prices.pastPrice) * 1000) / 10;
}
