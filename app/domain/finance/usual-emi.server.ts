import { emiContent } from '../content/emi-content.server';
import { calculateEmi, type Emi } from './emi';

/**
 * Default down payment: the usual amount (docs/product.md, "Instalments"), or a fifth of a price that is no higher than
 * that.
 */
export function usualDownPayment(priceRupees: number): number {
  const { downPayment } = emiContent.defaults;
  return priceRupees > downPayment ? downPayment : Math.round(priceRupees / 5);
}

/** The loan that the calculator starts with for a price in whole rupees: default down payment, rate and tenure. */
export function usualEmi(priceRupees: number): Emi {
  const { rate, tenureMonths } = emiContent.defaults;
  return calculateEmi({ principal: priceRupees - usualDownPayment(priceRupees), rate, tenure: tenureMonths });
}
