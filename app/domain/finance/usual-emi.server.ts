import { emiContent } from '../content/emi-content.server';
import { calculateEmi, type Emi } from './emi';

/**
 * What is put down when nobody has said: the usual amount (docs/product.md, "Instalments"), and a fifth of a price that is no
 * higher than that.
 */
export function usualDownPayment(priceRupees: number): number {
  const { downPayment } = emiContent.defaults;
  return priceRupees > downPayment ? downPayment : Math.round(priceRupees / 5);
}

/** The loan that the calculator starts with for a price in whole rupees: its usual down payment, rate and tenure. */
export function usualEmi(priceRupees: number): Emi {
  const { rate, tenureMonths } = emiContent.defaults;
  return calculateEmi({ principal: priceRupees - usualDownPayment(priceRupees), rate, tenure: tenureMonths });
}
