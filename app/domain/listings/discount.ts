/** A seller's asking price and the price when new, in whole rupees. */
type Prices = { presentPrice: number; pastPrice: number };

const saving = ({ presentPrice, pastPrice }: Prices): number => {
  const rupees = pastPrice - presentPrice;
  return Number.isFinite(rupees) && rupees > 0 && presentPrice >= 0 ? rupees : 0;
};

/** Rupees saved over the past price; null when there is no saving to show. */
export const savingsRupees = (prices: Prices): number | null => saving(prices) || null;

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
